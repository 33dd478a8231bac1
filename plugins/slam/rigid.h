// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "framework/core/geometry.h"

namespace sinew {

using Vector6d = Eigen::Matrix<double, 6, 1>;  ///< rotation first, then translation
using Matrix6d = Eigen::Matrix<double, 6, 6>;

inline Eigen::Vector3d to_eigen(const Vec3& v) { return {v[0], v[1], v[2]}; }
inline Vec3 from_eigen(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }

/// A rigid transform as the solvers use it: p_a = R * p_b + t.
struct Rigid {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d t = Eigen::Vector3d::Zero();

  Rigid() = default;
  Rigid(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation)
      : R(rotation), t(translation) {}
  explicit Rigid(const Transform& T)
      : R(Eigen::Quaterniond(T.rotation.w, T.rotation.x, T.rotation.y, T.rotation.z)
              .toRotationMatrix()),
        t(to_eigen(T.translation_m)) {}

  Transform transform() const {
    const Eigen::Quaterniond q = Eigen::Quaterniond(R).normalized();
    return {{q.w(), q.x(), q.y(), q.z()}, from_eigen(t)};
  }
  Rigid inverse() const { return {R.transpose(), -(R.transpose() * t)}; }
  Eigen::Vector3d operator*(const Eigen::Vector3d& p) const { return R * p + t; }
  Rigid operator*(const Rigid& b) const { return {R * b.R, R * b.t + t}; }
};

inline Eigen::Matrix3d skew(const Eigen::Vector3d& v) {
  return (Eigen::Matrix3d() << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0).finished();
}

/// Rotation by |w| radians about w.
inline Eigen::Quaterniond rotation_exp(const Eigen::Vector3d& w) {
  const double half = 0.5 * w.norm();
  const double scale = half < 1e-6 ? 0.5 * (1 - half * half / 6) : 0.5 * std::sin(half) / half;
  return Eigen::Quaterniond(std::cos(half), scale * w[0], scale * w[1], scale * w[2]).normalized();
}

/// Inverse of rotation_exp for a unit quaternion; at most pi long.
inline Eigen::Vector3d rotation_log(const Eigen::Quaterniond& q) {
  const double sign = q.w() < 0 ? -1 : 1;
  const double sine = q.vec().norm();
  if (sine < 1e-9) return 2 * sign * q.vec();
  return 2 * std::atan2(sine, sign * q.w()) / sine * sign * q.vec();
}

/// The transform after a small motion in its target frame: rotated by the first three numbers
/// [rad], then moved by the last three [m].
inline Rigid nudged(const Vector6d& step, const Rigid& T) {
  const Eigen::Quaterniond q = rotation_exp(step.head<3>());
  return {(q * Eigen::Quaterniond(T.R)).normalized().toRotationMatrix(), q * T.t + step.tail<3>()};
}

}  // namespace sinew
