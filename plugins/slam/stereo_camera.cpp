// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/stereo_camera.h"

#include <algorithm>
#include <cmath>

#include "framework/core/error.h"

namespace sinew {
namespace {

bool nearly(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

void require(bool condition, const char* what) {
  if (!condition)
    throw Error(std::string("the two cameras are no rectified pair: ") + what +
                "; put image.rectify before this stage");
}

}  // namespace

StereoCamera stereo_camera(const CameraModel& left, const CameraModel& right) {
  require(left.known() && right.known(), "the focal length of one is not known");
  require(left.distortion == Distortion::kNone && right.distortion == Distortion::kNone,
          "one has lens distortion");
  require(nearly(left.fx_px, right.fx_px, 1e-3) && nearly(left.fy_px, right.fy_px, 1e-3) &&
              nearly(left.cx_px, right.cx_px, 1e-3) && nearly(left.cy_px, right.cy_px, 1e-3),
          "their intrinsics differ");
  const Transform T_left_right = inverse(left.T_body_cam) * right.T_body_cam;
  const Quaternion& q = T_left_right.rotation;
  require(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z) < 1e-4, "one is turned against the other");
  const Vec3& p = T_left_right.translation_m;
  const double tolerance_m = std::max(1e-3, 0.01 * p[0]);
  require(p[0] > 0 && std::abs(p[1]) < tolerance_m && std::abs(p[2]) < tolerance_m,
          "the right one does not sit on the left one's x axis");
  return {left.fx_px, left.fy_px, left.cx_px, left.cy_px, p[0]};
}

}  // namespace sinew
