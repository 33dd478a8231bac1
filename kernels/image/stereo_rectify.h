// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/memory/camera_model.h"

namespace sinew {

/// The two cameras that a stereo pair is rectified to: the same intrinsics, no distortion, the same
/// turn, and the x axis along the baseline. So a point is seen in the same row of both, and
/// x_left - x_right = fx_px * baseline_m / z. They stand where the real ones do (T_body_cam).
struct StereoRectification {
  CameraModel left, right;
  double baseline_m = 0;
};

/// Chooses them for images of `width` x `height`, to which `build_rectify_map` then leads. The x
/// axis is the baseline, z the mean of both optical axes made normal to it (Fusiello, Trucco and
/// Verri 2000, with the mean in place of the left axis). The focal length, one for x and y, is the
/// smallest at which every pixel of both results is seen by its camera (but for a rare one at the
/// border); nothing farther than 60 degrees from the axis counts as seen. A plain function of the
/// CPU for setup.
/// @param width,height of the images of both cameras [px]
/// @throws Error where the cameras are in the same place, stand one above the other or in exchanged
///   order, or where no field of view is left that both see
StereoRectification rectify_stereo(const CameraModel& left, const CameraModel& right, int width,
                                   int height);

}  // namespace sinew
