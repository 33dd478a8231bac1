// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/world.h"

#include <algorithm>
#include <cmath>

#include "plugins/sim/world_builder.h"

namespace sinew::sim {

World::World(std::uint64_t seed) : World(Random(seed)) {}

World::World(Random random) : plan_(random), route_(plan_.route()) {
  WorldBuilder(*this, random).build();
}

std::optional<Hit> World::cast(const Vec3& origin, const Vec3& direction) const {
  std::optional<Hit> nearest;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const Surface& surface = surfaces_[i];
    const auto n = static_cast<std::size_t>(surface.axis);
    if (!(direction[n] * surface.facing < 0)) continue;
    const double depth = (surface.position_m - origin[n]) / direction[n];
    if (!(depth > 0) || (nearest && nearest->depth <= depth)) continue;
    const double u_m = origin[(n + 1) % 3] + depth * direction[(n + 1) % 3];
    const double v_m = origin[(n + 2) % 3] + depth * direction[(n + 2) % 3];
    if (u_m >= surface.low_m[0] && u_m <= surface.high_m[0] && v_m >= surface.low_m[1] &&
        v_m <= surface.high_m[1])
      nearest = Hit{depth, static_cast<int>(i)};
  }
  return nearest;
}

double World::clearance_m(const Vec3& p_world) const {
  double nearest_m = std::max(0.0, std::min(p_world[2], kHeight_m - p_world[2]));
  for (const Box& box : boxes_) {
    double squared = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double off_m = std::max({box.low_m[i] - p_world[i], p_world[i] - box.high_m[i], 0.0});
      squared += off_m * off_m;
    }
    nearest_m = std::min(nearest_m, std::sqrt(squared));
  }
  return nearest_m;
}

void World::visible_surfaces(const Vec3& p_world, std::vector<int>& indices) const {
  const auto seen = plan_.visible_cells(p_world[0], p_world[1]);
  indices.clear();
  indices.reserve(surfaces_.size());
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const auto [a, b] = cells_[i];
    if ((a >= 0 && seen[static_cast<std::size_t>(a)]) ||
        (b >= 0 && seen[static_cast<std::size_t>(b)]))
      indices.push_back(static_cast<int>(i));
  }
}

}  // namespace sinew::sim
