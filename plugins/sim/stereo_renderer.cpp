// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/stereo_renderer.h"

#include <algorithm>

#include "framework/core/error.h"
#include "plugins/sim/shade.h"

namespace sinew::sim {
namespace {

/// The picture, rounded up to whole tiles.
Tile padded(const StereoRig& rig) {
  constexpr int kWidth_px = Tile::kLeastWidth_px, kHeight_px = Tile::kLeastHeight_px;
  return {0, 0, (rig.width_px + kWidth_px - 1) / kWidth_px * kWidth_px,
          (rig.height_px + kHeight_px - 1) / kHeight_px * kHeight_px};
}

CameraModel camera_at(const StereoRig& rig, double y_body_m) {
  CameraModel camera;
  camera.fx_px = camera.fy_px = rig.focal_px;
  camera.cx_px = (rig.width_px - 1) * 0.5;
  camera.cy_px = (rig.height_px - 1) * 0.5;
  camera.T_body_cam = {{0.5, -0.5, 0.5, -0.5}, {0, y_body_m, 0}};
  return camera;
}

const StereoRig& checked(const StereoRig& rig) {
  if (rig.width_px < 1 || rig.width_px > 8192 || rig.height_px < 1 || rig.height_px > 8192)
    throw Error("simulated stereo camera: width_px and height_px must lie between 1 and 8192");
  if (!(rig.focal_px >= 1 && rig.focal_px <= 1e5))
    throw Error("simulated stereo camera: the focal length must lie between 1 and 100000 px");
  if (!(rig.baseline_m >= 0 && rig.baseline_m <= 0.3))
    throw Error("simulated stereo camera: baseline_m must lie between 0 and 0.3");
  return rig;
}

}  // namespace

CameraModel StereoRig::left() const { return camera_at(*this, 0); }
CameraModel StereoRig::right() const { return camera_at(*this, -baseline_m); }

StereoRenderer::StereoRenderer(const World& world, const StereoRig& rig)
    : world_(world),
      rig_(checked(rig)),
      left_(rig.left()),
      right_(rig.right()),
      tiles_(padded(rig), left_.cx_px, left_.cy_px, world.surfaces().size()) {
  light_.width = padded(rig).width_px;
  light_.height = padded(rig).height_px;
  light_.stride_bytes = light_.width * static_cast<std::ptrdiff_t>(sizeof(float));
  light_memory_.resize(static_cast<std::size_t>(light_.width) *
                       static_cast<std::size_t>(light_.height));
  light_.data = light_memory_.data();
  faces_.reserve(world.surfaces().size());
  visible_.reserve(world.surfaces().size());
}

void StereoRenderer::render(std::span<const Transform> T_world_body, const Exposure& exposure,
                            ImageView<std::uint8_t> left, ImageView<std::uint8_t> right) {
  draw(T_world_body, left_, exposure, left);
  Exposure other = exposure;
  other.noise_seed ^= 0xc2b2ae3du;
  draw(T_world_body, right_, other, right);
}

void StereoRenderer::draw(std::span<const Transform> T_world_body, const CameraModel& camera,
                          const Exposure& exposure, ImageView<std::uint8_t> picture) {
  SINEW_ASSERT(
      picture.width == rig_.width_px && picture.height == rig_.height_px && !T_world_body.empty(),
      picture.width, picture.height, T_world_body.size());
  std::fill(light_memory_.begin(), light_memory_.end(), 0.0f);
  const float weight = 1 / static_cast<float>(T_world_body.size());
  for (const Transform& pose : T_world_body) add_light(pose * camera.T_body_cam, weight);
  expose(light_, exposure, picture);
}

void StereoRenderer::add_light(const Transform& T_world_cam, float weight) {
  const Eye eye(T_world_cam, rig_.focal_px);
  world_.visible_surfaces(eye.p_world, visible_);
  faces_.clear();
  for (const int index : visible_) {
    Face face;
    if (make_face(world_.surfaces()[static_cast<std::size_t>(index)], eye, face))
      faces_.push_back(face);
  }
  const Vec2 principal_point_px{left_.cx_px, left_.cy_px};
  tiles_.walk(faces_, [&](const TileFaces& faces) {
    shade_tile(faces, principal_point_px, static_cast<float>(rig_.focal_px), weight, light_);
  });
}

}  // namespace sinew::sim
