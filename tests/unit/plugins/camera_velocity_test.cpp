// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/camera_velocity.h"

#include "tests/support/catch.h"
#include "tests/unit/plugins/stereo_scene.h"

namespace sinew {

TEST_CASE("A camera velocity turns and moves by rate times time") {
  const Transform T = moved({{0, 0.5, 0}, {1, 2, 3}}, 0.2);
  CHECK(test::angle_rad(T, {test::turned_right(0.1), {0.2, 0.4, 0.6}}) < 1e-9);
  CHECK(test::distance_m(T, {test::turned_right(0.1), {0.2, 0.4, 0.6}}) < 1e-12);
}

TEST_CASE("The velocity between two poses moves the one to the other") {
  for (const double angle : {0.0, 1e-9, 0.3, -2.5}) {
    const Transform T{test::turned_right(angle), {0.1, -0.2, 0.3}};
    const Transform again = moved(velocity_between(T, 0.1), 0.1);
    CHECK(test::angle_rad(T, again) < 1e-8);
    CHECK(test::distance_m(T, again) < 1e-12);
  }
}

}  // namespace sinew
