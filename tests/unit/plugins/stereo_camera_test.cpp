// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/stereo_camera.h"

#include "framework/core/error.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

CameraModel model(double x_m) {
  CameraModel camera;
  camera.fx_px = camera.fy_px = 400;
  camera.cx_px = 320;
  camera.cy_px = 240;
  camera.T_body_cam.translation_m = {x_m, 0.5, 0};
  return camera;
}

TEST_CASE("A rectified pair becomes a stereo camera") {
  const StereoCamera camera = stereo_camera(model(-0.1), model(0.1));
  CHECK(camera.fx_px == 400);
  CHECK(camera.cy_px == 240);
  CHECK(camera.baseline_m == Approx(0.2));
}

TEST_CASE("A pair that is not rectified is refused") {
  CameraModel right = model(0.1);
  SECTION("not calibrated") { right.fx_px = 0; }
  SECTION("distorted") { right.distortion = Distortion::kEquidistant; }
  SECTION("other intrinsics") { right.cx_px += 1; }
  SECTION("turned") { right.T_body_cam.rotation = {std::cos(0.01), std::sin(0.01), 0, 0}; }
  SECTION("exchanged") { right.T_body_cam.translation_m[0] = -0.3; }
  SECTION("one above the other") { right.T_body_cam.translation_m[1] = 0.6; }
  CHECK_THROWS_AS(stereo_camera(model(-0.1), right), Error);
}

}  // namespace
}  // namespace sinew
