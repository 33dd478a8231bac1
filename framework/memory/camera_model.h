// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "framework/core/geometry.h"

namespace sinew {

enum class Distortion : std::uint8_t {
  kNone,              ///< rectified or synthetic
  kRadialTangential,  ///< k1 k2 p1 p2 k3 (Brown; OpenCV's first five)
  kEquidistant,       ///< k1 k2 k3 k4 (Kannala-Brandt; OpenCV's fisheye)
};

/// How a camera sees: a pixel is (fx x' + cx, fy y' + cy) of the distorted ray (x', y', 1). Pixel
/// centres lie at integers. Camera frame: x right, y down, z forward. Cropping and resizing change
/// the numbers, so an image always carries the model that fits its own pixels.
struct CameraModel {
  double fx_px = 0, fy_px = 0, cx_px = 0, cy_px = 0;  ///< fx_px == 0: not known
  Distortion distortion = Distortion::kNone;
  std::array<double, 5> coefficients{};  ///< in the order of the distortion
  Transform T_body_cam;

  bool known() const { return fx_px > 0; }
};

/// The model after moving the origin to (x_px, y_px).
CameraModel cropped(const CameraModel& camera, double x_px, double y_px);

/// The model after resizing the image by these factors (2 = twice as wide).
CameraModel scaled(const CameraModel& camera, double factor_x, double factor_y);

/// Projects a point before the camera (z > 0) with distortion. @return (x, y) [px]
std::array<double, 2> project(const CameraModel& camera, const Vec3& p_cam);

}  // namespace sinew
