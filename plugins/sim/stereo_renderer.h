// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "framework/memory/camera_model.h"
#include "plugins/sim/sensor.h"
#include "plugins/sim/tile_walk.h"

namespace sinew::sim {

/// A rectified pair of equal cameras without distortion. The principal point is the middle of the
/// picture. The left camera sits in the body's origin and looks along its x axis; the right one is
/// baseline_m to its right.
struct StereoRig {
  int width_px = 640;
  int height_px = 480;
  double focal_px = 400;
  double baseline_m = 0.12;

  CameraModel left() const;  ///< with T_body_cam
  CameraModel right() const;
};

/// Draws what a stereo rig sees of a world. Exact: a pixel's centre shows the point that its ray
/// meets (World::cast). The same bits on every machine. Allocates in the constructor only.
/// Not thread-safe. The world must outlive it.
class StereoRenderer {
 public:
  /// @throws Error for a picture or rig that cannot be
  StereoRenderer(const World& world, const StereoRig& rig);

  const StereoRig& rig() const { return rig_; }

  /// @param T_world_body poses within the exposure, averaged; one for a sharp picture
  /// @param left, right u8[height_px][width_px]; the right picture has noise of its own
  void render(std::span<const Transform> T_world_body, const Exposure& exposure,
              ImageView<std::uint8_t> left, ImageView<std::uint8_t> right);

 private:
  void draw(std::span<const Transform> T_world_body, const CameraModel& camera,
            const Exposure& exposure, ImageView<std::uint8_t> picture);
  void add_light(const Transform& T_world_cam, float weight);

  const World& world_;
  StereoRig rig_;
  CameraModel left_, right_;
  TileWalk tiles_;
  ImageView<float> light_;
  std::vector<float> light_memory_;
  std::vector<int> visible_;
  std::vector<Face> faces_;
};

}  // namespace sinew::sim
