// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugins/sim/stereo_renderer.h"

namespace sinew::sim {

/// A picture that owns its bytes, without padding.
struct Picture {
  Picture(int width_px, int height_px)
      : width(width_px),
        height(height_px),
        bytes(static_cast<std::size_t>(width_px) * static_cast<std::size_t>(height_px)) {}

  ImageView<std::uint8_t> view() { return {bytes.data(), width, height, width}; }
  int at(int x, int y) const { return bytes[static_cast<std::size_t>(y * width + x)]; }

  int width, height;
  std::vector<std::uint8_t> bytes;
};

struct Pair {
  Pair(int width_px, int height_px) : left(width_px, height_px), right(width_px, height_px) {}

  Picture left, right;
};

inline Pair draw(StereoRenderer& renderer, const Transform& T_world_body,
                 const Exposure& exposure = {}) {
  Pair pair(renderer.rig().width_px, renderer.rig().height_px);
  renderer.render({&T_world_body, 1}, exposure, pair.left.view(), pair.right.view());
  return pair;
}

/// The direction of depth 1 through a pixel, in the camera.
inline Vec3 ray_of(const CameraModel& camera, double x, double y) {
  return {(x - camera.cx_px) / camera.fx_px, (y - camera.cy_px) / camera.fy_px, 1};
}

}  // namespace sinew::sim
