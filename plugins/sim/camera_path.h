// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/core/time.h"
#include "plugins/sim/world.h"

namespace sinew::sim {

/// A smooth walk along a world's route, again and again: uniform cubic B-splines through position
/// and gaze, so the pose has two continuous derivatives. About 0.85 m/s and at most 60 degrees a
/// second; the way never comes within 0.3 m of a solid. Evaluated with + - * / and square roots
/// alone, so it is the same on every machine. Immutable, any thread; does not allocate.
class CameraPath {
 public:
  static constexpr Duration kKnot = std::chrono::milliseconds(1200);  ///< for a metre of the route

  CameraPath(const World& world, std::uint64_t seed);

  /// The body (x forward, y left, z up) at a time since the start, before it too.
  Transform T_world_body(Duration since_start) const;

  /// Time until the walk repeats.
  Duration lap() const { return kKnot * static_cast<std::int64_t>(knots_.size()); }

 private:
  struct Knot {
    Vec3 p_world;
    Vec3 gaze;    ///< where x points, about 1 long
    double lean;  ///< how far up leans to the left per unit, the tangent of the roll
  };

  Knot interpolate(Duration since_start) const;

  std::vector<Knot> knots_;
};

}  // namespace sinew::sim
