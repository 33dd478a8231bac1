// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/stereo_rectify.h"

#include <vector>

#include "framework/core/error.h"
#include "kernels/image/rectify_map.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

struct Pair {
  CameraModel left, right;
};

/// Two lenses with distortion, 11 cm apart, turned against each other, in a body that looks along
/// x.
Pair crooked_pair(Distortion distortion) {
  CameraModel left{458, 457, 367, 248, distortion, {-0.28, 0.07, 0.0002, 0.00002, 0}, {}};
  CameraModel right{455, 456, 380, 255, distortion, {-0.27, 0.06, -0.0001, 0.00003, 0}, {}};
  if (distortion == Distortion::kEquidistant) {
    left.coefficients = {-0.01, 0.03, -0.02, 0.005, 0};
    right.coefficients = {-0.012, 0.028, -0.02, 0.004, 0};
  }
  const Quaternion forward{0.5, -0.5, 0.5, -0.5};  // z of the camera is x of the body
  left.T_body_cam = {forward * normalized({1, 0.01, -0.02, 0.005}), {0.1, 0.055, 0.3}};
  right.T_body_cam = {forward * normalized({1, -0.008, 0.015, 0.01}), {0.105, -0.055, 0.297}};
  return {left, right};
}

TEST_CASE("a point is seen in the same row by both rectified cameras, at disparity f b / z") {
  const Pair real = crooked_pair(Distortion::kRadialTangential);
  const auto [left, right, baseline_m] = rectify_stereo(real.left, real.right, 752, 480);
  CHECK(baseline_m == Approx(0.110154).epsilon(1e-4));
  CHECK(left.fx_px == left.fy_px);
  CHECK(left.distortion == Distortion::kNone);
  for (const Vec3 p_body : {Vec3{4, 0.3, 0.2}, Vec3{9, -3, 1.5}, Vec3{1.5, 0.4, -0.2}}) {
    const Vec3 p_left = inverse(left.T_body_cam) * p_body;
    const auto a = project(left, p_left);
    const auto b = project(right, inverse(right.T_body_cam) * p_body);
    CHECK(a[1] == Approx(b[1]).margin(1e-9));
    CHECK(a[0] - b[0] == Approx(left.fx_px * baseline_m / p_left[2]));
  }
}

TEST_CASE("every pixel of both rectified images is seen, and the view is not wasted") {
  const Pair real = crooked_pair(GENERATE(Distortion::kRadialTangential, Distortion::kEquidistant));
  const StereoRectification rectified = rectify_stereo(real.left, real.right, 752, 480);
  int nowhere = 0;
  for (const auto& [source, target] :
       {Pair{real.left, rectified.left}, Pair{real.right, rectified.right}}) {
    std::vector<RemapPixel> pixel(752 * 480);
    std::vector<RemapWeight> weight(752 * 480);
    build_rectify_map(source, 752, 480, target,
                      {{pixel.data(), 752, 480, 752 * 4}, {weight.data(), 752, 480, 752 * 2}});
    for (const RemapPixel& p : pixel) nowhere += p.x < 0;
  }
  CHECK(nowhere <= 10);
  CHECK(rectified.left.fx_px > 350);
  CHECK(rectified.left.fx_px < 650);
}

TEST_CASE("a pair that is already rectified stays as it is") {
  CameraModel left{700, 700, 599.5, 184.5, Distortion::kNone, {}, {}};
  CameraModel right = left;
  right.T_body_cam.translation_m = {0.54, 0, 0};
  const StereoRectification same = rectify_stereo(left, right, 1200, 370);
  CHECK(same.left.fx_px == Approx(700).epsilon(0.003));
  CHECK(same.left.cx_px == Approx(599.5).margin(0.01));
  CHECK(same.left.cy_px == Approx(184.5).margin(0.01));
  CHECK(same.right.T_body_cam.translation_m[0] == 0.54);
  CHECK(same.left.T_body_cam.rotation.w == Approx(1));
}

TEST_CASE("pairs that cannot be rectified are refused") {
  const auto [left, right] = crooked_pair(Distortion::kNone);
  CHECK_THROWS_WITH(rectify_stereo(left, left, 752, 480), Catch::Contains("in the same place"));
  CHECK_THROWS_WITH(rectify_stereo(right, left, 752, 480), Catch::Contains("exchange them"));
  CameraModel apart = right;
  apart.T_body_cam.rotation = right.T_body_cam.rotation * Quaternion{0, 0, 1, 0};
  CHECK_THROWS_AS(rectify_stereo(left, apart, 752, 480), Error);
}

}  // namespace
}  // namespace sinew
