// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

namespace sinew {

using Vec3 = std::array<double, 3>;

/// A unit quaternion, Hamilton convention.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

/// A rigid transform. Named T_a_b where it maps b to a: p_a = T_a_b * p_b. Plain data: may be
/// copied byte by byte, recorded and sent.
struct Transform {
  Quaternion rotation;
  Vec3 translation_m{0, 0, 0};
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

inline Quaternion inverse(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

inline Quaternion normalized(const Quaternion& q) {
  const double scale = 1.0 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
}

/// The rotated vector.
inline Vec3 operator*(const Quaternion& q, const Vec3& v) {
  const Vec3 t{2 * (q.y * v[2] - q.z * v[1]), 2 * (q.z * v[0] - q.x * v[2]),
               2 * (q.x * v[1] - q.y * v[0])};
  return {v[0] + q.w * t[0] + q.y * t[2] - q.z * t[1], v[1] + q.w * t[1] + q.z * t[0] - q.x * t[2],
          v[2] + q.w * t[2] + q.x * t[1] - q.y * t[0]};
}

inline Vec3 operator*(const Transform& T_a_b, const Vec3& p_b) {
  const Vec3 r = T_a_b.rotation * p_b;
  const Vec3& t = T_a_b.translation_m;
  return {r[0] + t[0], r[1] + t[1], r[2] + t[2]};
}

inline Transform operator*(const Transform& T_a_b, const Transform& T_b_c) {
  return {T_a_b.rotation * T_b_c.rotation, T_a_b * T_b_c.translation_m};
}

inline Transform inverse(const Transform& T_a_b) {
  const Quaternion q = inverse(T_a_b.rotation);
  const Vec3 t = q * T_a_b.translation_m;
  return {q, {-t[0], -t[1], -t[2]}};
}

/// Row-major 3x3 rotation to quaternion (Shepperd's method). The matrix must be a rotation.
Quaternion quaternion_from_matrix(const std::array<double, 9>& rotation);
std::array<double, 9> matrix_from_quaternion(const Quaternion& q);

/// Whether a row-major 3x3 matrix is orthonormal with determinant +1, within the tolerance.
bool is_rotation(const std::array<double, 9>& matrix, double tolerance = 1e-3);

}  // namespace sinew
