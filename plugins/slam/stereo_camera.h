// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/memory/camera_model.h"

namespace sinew {

/// A rectified pair: both cameras have these intrinsics and look along the same z; the right one
/// sits baseline_m along the left one's x. Depth is fx_px * baseline_m / disparity.
struct StereoCamera {
  double fx_px = 0, fy_px = 0, cx_px = 0, cy_px = 0;
  double baseline_m = 0;
};

/// @param left, right  models of a rectified pair, each with its T_body_cam
/// @throws Error if a model is unknown or distorted, if intrinsics or rotations differ, or if the
///         right camera is not on the left one's positive x axis (to 1 mm or 1 % of the baseline).
StereoCamera stereo_camera(const CameraModel& left, const CameraModel& right);

}  // namespace sinew
