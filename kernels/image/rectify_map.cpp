// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/rectify_map.h"

#include <algorithm>
#include <cmath>

#include "framework/core/error.h"

namespace sinew {
namespace {

/// The place (x, y) [px] as fixed point, or nowhere.
void put(const MutableRemapMap& map, int u, int v, double x, double y, int width, int height) {
  const double x_q = std::floor(x * kRemapOne + 0.5);
  const double y_q = std::floor(y * kRemapOne + 0.5);
  RemapPixel& pixel = map.pixel.at(u, v);
  RemapWeight& weight = map.weight.at(u, v);
  // Negated so that a nan lies outside too.
  if (!(x_q >= 0 && y_q >= 0 && x_q <= (width - 1) * kRemapOne &&
        y_q <= (height - 1) * kRemapOne)) {
    pixel = {-1, -1};
    weight = {0, 0};
    return;
  }
  // The last row and column have no neighbour beyond: they are the one before with weight 1.
  const int column = std::min(static_cast<int>(x_q) / kRemapOne, width - 2);
  const int row = std::min(static_cast<int>(y_q) / kRemapOne, height - 2);
  pixel = {static_cast<std::int16_t>(column), static_cast<std::int16_t>(row)};
  weight = {static_cast<std::uint8_t>(static_cast<int>(x_q) - column * kRemapOne),
            static_cast<std::uint8_t>(static_cast<int>(y_q) - row * kRemapOne)};
}

}  // namespace

void build_rectify_map(const CameraModel& source, int source_width, int source_height,
                       const CameraModel& target, const MutableRemapMap& map) {
  SINEW_ASSERT(source_width >= 2 && source_height >= 2, source_width, source_height);
  SINEW_ASSERT(source_width <= 32767 && source_height <= 32767, source_width, source_height);
  SINEW_ASSERT(target.known() && target.distortion == Distortion::kNone, target.fx_px);
  SINEW_ASSERT(map.pixel.width == map.weight.width && map.pixel.height == map.weight.height,
               map.pixel.width, map.weight.width, map.pixel.height, map.weight.height);
  const Quaternion R_source_target =
      normalized(inverse(source.T_body_cam.rotation) * target.T_body_cam.rotation);
  const double limit = usable_radius(source);
  for (int v = 0; v < map.pixel.height; ++v) {
    for (int u = 0; u < map.pixel.width; ++u) {
      const Vec3 ray = R_source_target * Vec3{(u - target.cx_px) / target.fx_px,
                                              (v - target.cy_px) / target.fy_px, 1};
      std::array<double, 2> place{-1, -1};
      if (ray[2] > 0 && std::hypot(ray[0], ray[1]) <= limit * ray[2]) place = project(source, ray);
      put(map, u, v, place[0], place[1], source_width, source_height);
    }
  }
}

double usable_radius(const CameraModel& camera) {
  constexpr double kFarthest = 10;
  constexpr double kStep = 0.005;
  CameraModel unit{1, 1, 0, 0, camera.distortion, camera.coefficients, {}};
  // The radial part alone; the tangential one is small and would favour a direction.
  if (unit.distortion == Distortion::kRadialTangential)
    unit.coefficients[2] = unit.coefficients[3] = 0;
  double distorted = 0;
  for (double radius = kStep; radius < kFarthest; radius += kStep) {
    const double next = project(unit, {radius, 0, 1})[0];
    if (next <= distorted) return radius - kStep;
    distorted = next;
  }
  return kFarthest;
}

}  // namespace sinew
