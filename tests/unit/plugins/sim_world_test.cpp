// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plugins/sim/camera_path.h"
#include "tests/support/catch.h"

namespace sinew::sim {
namespace {

Vec3 random_direction(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.5, 0.5)};
}

TEST_CASE("the same seed makes the same world, another seed another one") {
  const World a(7), b(7), c(8);
  REQUIRE(a.surfaces().size() == b.surfaces().size());
  for (std::size_t i = 0; i < a.surfaces().size(); ++i) {
    CHECK(a.surfaces()[i].position_m == b.surfaces()[i].position_m);
    CHECK(a.surfaces()[i].texture.seed == b.surfaces()[i].texture.seed);
  }
  CHECK(a.route() == b.route());
  CHECK(a.route() != c.route());
}

TEST_CASE("every ray from the walk ends on a surface, which is one of those said to be visible") {
  Random random(1);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const World world(seed);
    const CameraPath path(world, seed);
    std::vector<int> visible;
    std::size_t fewest = world.surfaces().size();
    for (int i = 0; i < 100; ++i) {
      const Vec3 eye = path.T_world_body(std::chrono::milliseconds(850 * i)).translation_m;
      world.visible_surfaces(eye, visible);
      fewest = std::min(fewest, visible.size());
      for (int k = 0; k < 50; ++k) {
        const auto hit = world.cast(eye, random_direction(random));
        REQUIRE(hit);
        REQUIRE(std::binary_search(visible.begin(), visible.end(), hit->surface));
      }
    }
    CHECK(fewest < world.surfaces().size() / 2);
  }
}

TEST_CASE("a point on the line between two cells sees both") {
  const World world(1);
  const Vec2 door = world.route()[0];  // where the round enters its first cell
  const double cells_x = door[0] / FloorPlan::kCell_m, cells_y = door[1] / FloorPlan::kCell_m;
  REQUIRE((cells_x == std::floor(cells_x)) != (cells_y == std::floor(cells_y)));
  std::vector<int> visible;
  const Vec3 eye{door[0], door[1], 1};
  world.visible_surfaces(eye, visible);
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const auto hit = world.cast(eye, random_direction(random));
    REQUIRE(hit);
    CHECK(std::binary_search(visible.begin(), visible.end(), hit->surface));
  }
}

TEST_CASE("clearance is the distance to the nearest solid") {
  const World world(1);
  const Box& box = world.boxes().front();
  const Vec3 middle{(box.low_m[0] + box.high_m[0]) / 2, (box.low_m[1] + box.high_m[1]) / 2, 1};
  CHECK(world.clearance_m(middle) == 0);
  CHECK(world.clearance_m({box.low_m[0] - 3, box.low_m[1] - 4, 1.35}) == Approx(1.35));
  CHECK(world.clearance_m({box.low_m[0] - 0.3, box.low_m[1] - 0.4, 1.35}) == Approx(0.5));
}

}  // namespace
}  // namespace sinew::sim
