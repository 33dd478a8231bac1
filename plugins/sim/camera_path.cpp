// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/camera_path.h"

#include <cmath>

namespace sinew::sim {
namespace {

constexpr double kEyeHeight_m = 1.15;

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 unit(const Vec3& v) {
  const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return {v[0] / length, v[1] / length, v[2] / length};
}

}  // namespace

CameraPath::CameraPath(const World& world, std::uint64_t seed) {
  Random random(seed ^ 0x70617468u);
  const std::vector<Vec2>& route = world.route();
  const std::size_t count = route.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 &before = route[(i + count - 1) % count], &after = route[(i + 1) % count];
    const Vec3 ahead = unit({after[0] - before[0], after[1] - before[1], 0});
    const double off_m = random.uniform(-0.12, 0.12);  // to the left
    const double turn = random.uniform(-0.14, 0.14);
    Knot knot;
    knot.p_world = {route[i][0] - off_m * ahead[1], route[i][1] + off_m * ahead[0],
                    kEyeHeight_m + random.uniform(-0.06, 0.06)};
    knot.gaze = {ahead[0] - turn * ahead[1], ahead[1] + turn * ahead[0],
                 random.uniform(-0.10, 0.02)};
    knot.lean = random.uniform(-0.03, 0.03);
    knots_.push_back(knot);
  }
}

CameraPath::Knot CameraPath::interpolate(Duration since_start) const {
  const std::int64_t lap_ns = lap().count(), knot_ns = kKnot.count();
  const std::int64_t at_ns = ((since_start.count() % lap_ns) + lap_ns) % lap_ns;
  const auto first = static_cast<std::size_t>(at_ns / knot_ns);
  const double t = static_cast<double>(at_ns % knot_ns) / static_cast<double>(knot_ns);
  const double s = 1 - t;
  // Weights of the uniform cubic B-spline (de Boor).
  const double weights[4] = {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
                             (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6};
  Knot sum{{0, 0, 0}, {0, 0, 0}, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    const Knot& knot = knots_[(first + k) % knots_.size()];
    for (std::size_t i = 0; i < 3; ++i) {
      sum.p_world[i] += weights[k] * knot.p_world[i];
      sum.gaze[i] += weights[k] * knot.gaze[i];
    }
    sum.lean += weights[k] * knot.lean;
  }
  return sum;
}

Transform CameraPath::T_world_body(Duration since_start) const {
  const Knot knot = interpolate(since_start);
  const Vec3 x = unit(knot.gaze);
  const Vec3 level = unit({-x[1], x[0], 0});
  const Vec3 y = unit({level[0], level[1], -knot.lean});
  // y is level but for the lean: make it square to x, then z follows.
  const Vec3 z = unit(cross(x, y));
  const Vec3 left = cross(z, x);
  return {quaternion_from_matrix({x[0], left[0], z[0], x[1], left[1], z[1], x[2], left[2], z[2]}),
          knot.p_world};
}

}  // namespace sinew::sim
