// SPDX-License-Identifier: Apache-2.0
#include "framework/core/geometry.h"

#include "tests/support/catch.h"

namespace sinew {
namespace {

TEST_CASE("a transform after its inverse is the identity") {
  const Transform T_a_b{normalized({0.9, 0.1, -0.3, 0.2}), {1, -2, 3}};
  const Vec3 p = (T_a_b * inverse(T_a_b)) * Vec3{4, 5, 6};
  CHECK(p[0] == Approx(4));
  CHECK(p[1] == Approx(5));
  CHECK(p[2] == Approx(6));
}

TEST_CASE("a quarter turn about z maps x to y, as quaternion and as matrix") {
  const std::array<double, 9> quarter{0, -1, 0, 1, 0, 0, 0, 0, 1};
  const Vec3 y = quaternion_from_matrix(quarter) * Vec3{1, 0, 0};
  CHECK(y[0] == Approx(0).margin(1e-12));
  CHECK(y[1] == Approx(1));
  CHECK(matrix_from_quaternion(quaternion_from_matrix(quarter))[3] == Approx(1));
}

TEST_CASE("a mirror, a scale and a nan are no rotation") {
  CHECK(is_rotation({1, 0, 0, 0, 1, 0, 0, 0, 1}));
  CHECK_FALSE(is_rotation({1, 0, 0, 0, 1, 0, 0, 0, -1}));
  CHECK_FALSE(is_rotation({2, 0, 0, 0, 2, 0, 0, 0, 2}));
  CHECK_FALSE(is_rotation({std::nan(""), 0, 0, 0, 1, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace sinew
