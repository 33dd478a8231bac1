// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/remap.h"

#include <cmath>

#include "kernels/image/rectify_map.h"
#include "kernels/image/remap_body.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/image_guard.h"

namespace sinew {
namespace {

struct Map {
  Map(int width, int height) : pixel(width, height, 8), weight(width, height, 6) {}
  MutableRemapMap view() { return {pixel.view(), weight.view()}; }
  GuardedImage<RemapPixel> pixel;
  GuardedImage<RemapWeight> weight;
};

CameraModel pinhole(double f, double cx, double cy) {
  return {f, f, cx, cy, Distortion::kNone, {}, {}};
}

TEST_CASE("remap blends four pixels by hand-computed weights") {
  GuardedImage<std::uint8_t> src(2, 2);
  src.view().at(0, 0) = 10;
  src.view().at(1, 0) = 20;
  src.view().at(0, 1) = 30;
  src.view().at(1, 1) = 250;
  Map map(5, 1);
  GuardedImage<std::uint8_t> dst(5, 1);
  const RemapWeight weights[] = {{0, 0}, {128, 128}, {64, 0}, {32, 64}, {0, 0}};
  for (int i = 0; i < 5; ++i) map.weight.view().at(i, 0) = weights[i];
  for (int i = 0; i < 4; ++i) map.pixel.view().at(i, 0) = {0, 0};
  map.pixel.view().at(4, 0) = {-1, -1};
  remap(Lane("main"), src.view(), map.view(), dst.view());
  CHECK(dst.view().at(0, 0) == 10);
  CHECK(dst.view().at(1, 0) == 250);
  CHECK(dst.view().at(2, 0) == 15);
  CHECK(dst.view().at(3, 0) == 49);  // (12.5 + 85) / 2 = 48.75
  CHECK(dst.view().at(4, 0) == 0);
}

TEST_CASE("a map between equal cameras is the identity, its last row and column included") {
  const CameraModel camera = pinhole(50, 31.5, 16);
  GuardedImage<std::uint8_t> src(65, 33), dst(65, 33);
  src.fill_random(3);
  Map map(65, 33);
  build_rectify_map(camera, 65, 33, camera, map.view());
  remap(Lane("main"), src.view(), map.view(), dst.view());
  int wrong = 0;
  for (int y = 0; y < 33; ++y)
    for (int x = 0; x < 65; ++x) wrong += src.view().at(x, y) != dst.view().at(x, y);
  CHECK(wrong == 0);
}

TEST_CASE("a map points where the source camera sees the target's ray") {
  CameraModel source = pinhole(300, 160, 120);
  source.distortion = GENERATE(Distortion::kRadialTangential, Distortion::kEquidistant);
  source.coefficients = {-0.2, 0.05, 0.001, -0.0005, 0};
  CameraModel target = pinhole(250, 150, 110);
  target.T_body_cam.rotation = normalized({1, 0.02, -0.03, 0.01});
  Map map(320, 240);
  build_rectify_map(source, 320, 240, target, map.view());
  CHECK(map.pixel.untouched_outside());
  CHECK(map.weight.untouched_outside());
  double worst = 0;
  int seen = 0;
  for (int v = 0; v < 240; v += 7) {
    for (int u = 0; u < 320; u += 7) {
      const RemapPixel p = map.view().pixel.at(u, v);
      const RemapWeight w = map.view().weight.at(u, v);
      const auto [x, y] = project(
          source, target.T_body_cam.rotation * Vec3{(u - 150) / 250.0, (v - 110) / 250.0, 1});
      const bool in = x >= 0 && y >= 0 && x <= 319 && y <= 239;
      if (p.x < 0) {
        CHECK_FALSE(in);
        continue;
      }
      ++seen;
      worst = std::max({worst, std::abs(p.x + w.x / 128.0 - x), std::abs(p.y + w.y / 128.0 - y)});
    }
  }
  CHECK(seen > 1000);
  CHECK(worst <= 0.5 / 128 + 1e-9);
}

TEST_CASE("rays beyond the distortion's fold and behind the camera come from nowhere") {
  CameraModel source = pinhole(100, 50, 50);
  source.distortion = Distortion::kRadialTangential;
  source.coefficients = {-0.3, 0, 0, 0, 0};
  // r (1 - 0.3 r^2) turns at r = 1 / sqrt(0.9) = 1.054.
  CHECK(usable_radius(source) == Approx(1.054).margin(0.006));
  CHECK(usable_radius(pinhole(1, 0, 0)) == 10);
  Map map(401, 3);
  build_rectify_map(source, 101, 101, pinhole(100, 200, 1), map.view());
  CHECK(map.view().pixel.at(200, 1).x == 50);
  CHECK(map.view().pixel.at(380, 1).x == -1);  // r = 1.8 folds back to 0.05

  CameraModel back = pinhole(100, 50, 50);
  back.T_body_cam.rotation = {0, 0, 1, 0};
  build_rectify_map(pinhole(100, 50, 50), 101, 101, back, map.view());
  CHECK(map.view().pixel.at(50, 1).x == -1);
}

/// A map that turns, leaves the image, jumps and has places of every kind.
void fill_wild(Map& map, Size src, Size dst, double turn, double scale, int jumps) {
  std::mt19937 random(5);
  for (int y = 0; y < dst.height; ++y) {
    for (int x = 0; x < dst.width; ++x) {
      const double sx = scale * (x * std::cos(turn) - y * std::sin(turn)) - 1.5;
      const double sy = scale * (x * std::sin(turn) + y * std::cos(turn)) - 0.5;
      const bool jump = jumps > 0 && random() % static_cast<unsigned>(jumps) == 0;
      map.pixel.view().at(x, y) = {
          static_cast<std::int16_t>(jump ? random() % static_cast<unsigned>(src.width + 2)
                                         : static_cast<std::uint_fast32_t>(std::lround(sx))),
          static_cast<std::int16_t>(std::lround(sy))};
      map.weight.view().at(x, y) = {static_cast<std::uint8_t>(random() % 129),
                                    static_cast<std::uint8_t>(random() % 129)};
    }
  }
}

TEST_CASE("the vectorised remap equals the plain loop and stays within the image") {
  const double turn = GENERATE(0.0, 0.05, -0.3, 3.1);
  const double scale = GENERATE(0.5, 1.0, 2.5);
  const int jumps = GENERATE(0, 3, 50);
  for (const Size from : kSizes) {
    for (const Size to : {Size{1, 1}, Size{17, 5}, Size{150, 9}}) {
      GuardedImage<std::uint8_t> src(from.width, from.height), dst(to.width, to.height, 5);
      src.fill_random(4);
      Map map(to.width, to.height);
      fill_wild(map, from, to, turn, scale, jumps);
      remap(Lane("main"), src.view(), map.view(), dst.view());
      const Remap task{src.view(), map.view(), dst.view()};
      int wrong = 0;
      for (int y = 0; y < to.height; ++y)
        for (int x = 0; x < to.width; ++x) wrong += task.dst.at(x, y) != remapped(task, x, y);
      CAPTURE(from.width, from.height, to.width);
      CHECK(wrong == 0);
      CHECK(dst.untouched_outside());
    }
  }
}

TEST_CASE("remap is within one level of exact bilinear interpolation") {
  std::mt19937 random(6);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    int v[4];
    for (int& value : v) value = static_cast<int>(random() % 256);
    const RemapWeight w{static_cast<std::uint8_t>(random() % 129),
                        static_cast<std::uint8_t>(random() % 129)};
    const double x = w.x / 128.0, y = w.y / 128.0;
    const double exact = (v[0] * (1 - x) + v[1] * x) * (1 - y) + (v[2] * (1 - x) + v[3] * x) * y;
    worst = std::max(worst, std::abs(bilinear(v[0], v[1], v[2], v[3], w) - exact));
  }
  CHECK(worst <= 0.75);
}

}  // namespace
}  // namespace sinew
