// SPDX-License-Identifier: Apache-2.0
#include "framework/core/geometry.h"

namespace sinew {

Quaternion quaternion_from_matrix(const std::array<double, 9>& m) {
  const double trace = m[0] + m[4] + m[8];
  Quaternion q;
  if (trace > 0) {
    q = {1 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
  } else if (m[0] >= m[4] && m[0] >= m[8]) {
    q = {m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]};
  } else if (m[4] >= m[8]) {
    q = {m[2] - m[6], m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7]};
  } else {
    q = {m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4]};
  }
  return normalized(q);
}

std::array<double, 9> matrix_from_quaternion(const Quaternion& q) {
  const Vec3 x = q * Vec3{1, 0, 0};
  const Vec3 y = q * Vec3{0, 1, 0};
  const Vec3 z = q * Vec3{0, 0, 1};
  return {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
}

bool is_rotation(const std::array<double, 9>& m, double tolerance) {
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      double dot = 0;
      for (int k = 0; k < 3; ++k) dot += m[3 * i + k] * m[3 * j + k];
      if (!(std::abs(dot - (i == j ? 1.0 : 0.0)) <= tolerance)) return false;
    }
  }
  const double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
                             m[1] * (m[3] * m[8] - m[5] * m[6]) +
                             m[2] * (m[3] * m[7] - m[4] * m[6]);
  return determinant > 0;
}

}  // namespace sinew
