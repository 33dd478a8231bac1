// SPDX-License-Identifier: Apache-2.0
#include "framework/memory/camera_model.h"

#include <cmath>

namespace sinew {
namespace {

/// Brown's model with three radial and two tangential terms.
std::array<double, 2> radial_tangential(const std::array<double, 5>& k, double x, double y) {
  const double r2 = x * x + y * y;
  const double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
  return {x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x),
          y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y};
}

/// Kannala and Brandt 2006, eq. (6) with four terms.
std::array<double, 2> equidistant(const std::array<double, 5>& k, double x, double y) {
  const double r = std::sqrt(x * x + y * y);
  if (r < 1e-12) return {x, y};
  const double theta = std::atan(r);
  const double t2 = theta * theta;
  const double bent = theta * (1 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3]))));
  return {x * bent / r, y * bent / r};
}

}  // namespace

CameraModel cropped(const CameraModel& camera, double x_px, double y_px) {
  CameraModel result = camera;
  result.cx_px -= x_px;
  result.cy_px -= y_px;
  return result;
}

CameraModel scaled(const CameraModel& camera, double factor_x, double factor_y) {
  CameraModel result = camera;
  result.fx_px *= factor_x;
  result.fy_px *= factor_y;
  // Pixel centres lie at integers, so the outer edge of the image is at -0.5.
  result.cx_px = (camera.cx_px + 0.5) * factor_x - 0.5;
  result.cy_px = (camera.cy_px + 0.5) * factor_y - 0.5;
  return result;
}

std::array<double, 2> project(const CameraModel& camera, const Vec3& p_cam) {
  std::array<double, 2> ray{p_cam[0] / p_cam[2], p_cam[1] / p_cam[2]};
  if (camera.distortion == Distortion::kRadialTangential)
    ray = radial_tangential(camera.coefficients, ray[0], ray[1]);
  if (camera.distortion == Distortion::kEquidistant)
    ray = equidistant(camera.coefficients, ray[0], ray[1]);
  return {camera.fx_px * ray[0] + camera.cx_px, camera.fy_px * ray[1] + camera.cy_px};
}

}  // namespace sinew
