// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/core/geometry.h"
#include "plugins/sim/floor_plan.h"

namespace sinew::sim {

/// Grey of a surface: fractal noise around a mean. Octave k has half the wavelength of octave k - 1
/// and kOctaveGain of its contrast.
struct Texture {
  static constexpr float kOctaveGain = 0.875f;
  static constexpr int kMaxOctaves = 9;

  std::uint32_t seed = 0;
  float mean_grey = 128;
  float contrast_grey = 0;  ///< amplitude of the coarsest octave
  float wavelength_m = 1;   ///< of the coarsest octave
  int num_octaves = 8;      ///< 6 to 9
};

/// A rectangle across one axis of the world, seen from one side. Its texture lies in world
/// coordinates along axes u = (axis + 1) % 3 and v = (axis + 2) % 3.
struct Surface {
  int axis = 0;            ///< of the normal: 0 x, 1 y, 2 z
  int facing = 1;          ///< sign of the normal
  double position_m = 0;   ///< along the axis
  Vec2 low_m{}, high_m{};  ///< corners (u, v)
  Texture texture;
};

/// A solid.
struct Box {
  Vec3 low_m{}, high_m{};
};

/// Where a ray ends.
struct Hit {
  double depth = 0;  ///< in lengths of the ray's direction
  int surface = 0;   ///< index in World::surfaces
};

/// One floor of a building made from a seed: rooms and corridors with doors, windows, boxes and
/// pillars, and a free closed route through it. x forward, y left, z up; the floor is z = 0.
/// Decided by IEEE + - * / alone, so it is the same on every machine. Immutable, any thread.
class World {
 public:
  static constexpr double kHeight_m = 2.7;

  explicit World(std::uint64_t seed);

  const std::vector<Surface>& surfaces() const { return surfaces_; }
  const std::vector<Box>& boxes() const { return boxes_; }

  /// Points (x, y) about one metre apart, closed; no solid is within 0.5 m of the lines between.
  const std::vector<Vec2>& route() const { return route_; }

  /// The nearest surface that a ray meets, looked for among all of them.
  std::optional<Hit> cast(const Vec3& origin, const Vec3& direction) const;

  /// The distance to the nearest solid, floor or ceiling; 0 inside a solid.
  double clearance_m(const Vec3& p_world) const;

  /// Replaces `indices` by the surfaces of all cells that can be seen from the point, each once, in
  /// a fixed order: every surface that a ray from there can meet, and more. Allocates only where
  /// `indices` has no room for all surfaces.
  void visible_surfaces(const Vec3& p_world, std::vector<int>& indices) const;

 private:
  friend class WorldBuilder;

  World(Random random);

  FloorPlan plan_;
  std::vector<Vec2> route_;
  std::vector<Box> boxes_;
  std::vector<Surface> surfaces_;
  /// Per surface up to two cells from which it is seen, or -1 (a pillar is four surfaces of two
  /// cells each).
  std::vector<std::array<int, 2>> cells_;
};

}  // namespace sinew::sim
