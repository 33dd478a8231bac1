// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/stereo_rectify.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/error.h"
#include "kernels/image/rectify_map.h"

namespace sinew {
namespace {

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 unit(const Vec3& v) {
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

/// The turn of both rectified cameras.
Quaternion common_rotation(const CameraModel& left, const CameraModel& right) {
  const Vec3 &a = left.T_body_cam.translation_m, &b = right.T_body_cam.translation_m;
  const Vec3 x = unit({b[0] - a[0], b[1] - a[1], b[2] - a[2]});
  const Vec3 left_z = left.T_body_cam.rotation * Vec3{0, 0, 1};
  const Vec3 right_z = right.T_body_cam.rotation * Vec3{0, 0, 1};
  const Vec3 mean_z{left_z[0] + right_z[0], left_z[1] + right_z[1], left_z[2] + right_z[2]};
  const Vec3 y = unit(cross(mean_z, x));
  const Vec3 z = cross(x, y);
  return quaternion_from_matrix({x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]});
}

/// What is seen through the plane at distance 1 of the rectified camera.
struct Field {
  double left = -1e9, right = 1e9, top = -1e9, bottom = 1e9;
};

bool sees(const CameraModel& camera, int width, int height, const Vec3& ray) {
  const auto [x, y] = project(camera, ray);
  return x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1;
}

/// How far from the axis of the camera, in direction (c, s), it sees.
double seen_radius(const CameraModel& camera, int width, int height, double c, double s) {
  constexpr double kStep = 0.005;
  const double limit = std::min(std::tan(std::numbers::pi / 3), usable_radius(camera));
  const auto seen = [&](double r) {
    return r <= limit && sees(camera, width, height, {c * r, s * r, 1});
  };
  double inner = 0;
  while (seen(inner + kStep)) inner += kStep;
  double outer = inner + kStep;
  for (int i = 0; i < 12; ++i) {
    const double middle = (inner + outer) / 2;
    (seen(middle) ? inner : outer) = middle;
  }
  return inner;
}

/// Shrinks the field to what the camera sees. Each point of the outline of that bounds one side of
/// the field, so none lies within.
void shrink(Field& field, const CameraModel& camera, int width, int height,
            const Quaternion& R_rect_cam) {
  constexpr int kDirections = 720;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * i / kDirections;
    const double c = std::cos(angle), s = std::sin(angle);
    const double radius = seen_radius(camera, width, height, c, s);
    const Vec3 p_cam{c * radius, s * radius, 1};
    const Vec3 p_rect = R_rect_cam * p_cam;
    const double z = std::max(p_rect[2], 1e-3);  // beside or behind: leaves no field
    const auto [u, v] = project(camera, p_cam);
    if (std::min(u, width - 1 - u) < std::min(v, height - 1 - v)) {
      if (2 * u < width - 1)
        field.left = std::max(field.left, p_rect[0] / z);
      else
        field.right = std::min(field.right, p_rect[0] / z);
    } else {
      if (2 * v < height - 1)
        field.top = std::max(field.top, p_rect[1] / z);
      else
        field.bottom = std::min(field.bottom, p_rect[1] / z);
    }
  }
}

void check_place(const CameraModel& left, const CameraModel& right, double baseline_m) {
  if (!(baseline_m > 1e-6))
    throw Error("the two cameras of a stereo pair are in the same place: check their T_body_cam");
  const Vec3 x_left = inverse(left.T_body_cam) * right.T_body_cam.translation_m;
  if (x_left[0] < 0.5 * baseline_m)
    throw Error(
        "the right camera of a stereo pair does not stand to the right of the left one: "
        "exchange them, or check their T_body_cam");
}

}  // namespace

StereoRectification rectify_stereo(const CameraModel& left, const CameraModel& right, int width,
                                   int height) {
  SINEW_ASSERT(left.known() && right.known() && width > 1 && height > 1, width, height);
  const Vec3 &a = left.T_body_cam.translation_m, &b = right.T_body_cam.translation_m;
  const double baseline_m = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  check_place(left, right, baseline_m);
  const Quaternion R_body_rect = common_rotation(left, right);
  Field field;
  for (const CameraModel* camera : {&left, &right})
    shrink(field, *camera, width, height, inverse(R_body_rect) * camera->T_body_cam.rotation);
  if (!(field.right - field.left > 0.01 && field.bottom - field.top > 0.01))
    throw Error(
        "the two cameras of a stereo pair have no view in common: check their T_body_cam "
        "and intrinsics");
  // The field reaches half a pixel beyond the outer pixel centres.
  const double f =
      std::max(width / (field.right - field.left), height / (field.bottom - field.top));
  const CameraModel common{f,
                           f,
                           (width - 1 - f * (field.left + field.right)) / 2,
                           (height - 1 - f * (field.top + field.bottom)) / 2,
                           Distortion::kNone,
                           {},
                           {R_body_rect, {}}};
  StereoRectification result{common, common, baseline_m};
  result.left.T_body_cam.translation_m = a;
  result.right.T_body_cam.translation_m = b;
  return result;
}

}  // namespace sinew
