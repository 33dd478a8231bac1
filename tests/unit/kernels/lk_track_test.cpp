// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/lk_track.h"

#include <cstring>
#include <limits>

#include "kernels/feature/lk_track_body.h"
#include "kernels/feature/patch_vector.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/texture.h"

namespace sinew {
namespace {

using test::Pyramid;
using test::texture;
using test::view_of;

std::vector<TrackedPoint> track(const Pyramid& from, const Pyramid& to,
                                const std::vector<Float2>& points, const LkParams& params = {},
                                const std::vector<Float2>& guesses = {}) {
  std::vector<TrackedPoint> tracked(points.size());
  lk_track(Lane("test"), from.view(), to.view(), view_of(std::as_const(points)),
           view_of(std::as_const(guesses)), params, view_of(tracked));
  return tracked;
}

std::vector<Float2> raster(int width, int height, int margin) {
  std::vector<Float2> points;
  for (int y = margin; y < height - margin; y += 11) {
    for (int x = margin; x < width - margin; x += 13) {
      points.push_back({static_cast<float>(x) + 0.31f, static_cast<float>(y) + 0.77f});
    }
  }
  return points;
}

bool same_bits(const TrackedPoint& a, const TrackedPoint& b) {
  return std::memcmp(&a.position, &b.position, sizeof(Float2)) == 0 && a.residual == b.residual &&
         a.status == b.status;
}

TEST_CASE("a sample lies between its four pixels") {
  CHECK(sample(10, 10, 10, 10, 0, 0) == 80);
  CHECK(sample(255, 255, 255, 255, 127, 127) == 2040);
  CHECK(sample(0, 100, 0, 100, 64, 0) == 400);
  CHECK(sample(0, 0, 200, 200, 0, 32) == 400);
  CHECK(sample(0, 100, 100, 200, 64, 64) == 800);
}

TEST_CASE("sums of a ramp are what a hand computes") {
  // t = 8 * (10 + 2 x) at columns 2 to 12 of every row; gradient 8 * 4 along x and none along y.
  const test::Picture ramp(17, 15, [](int x, int) { return 10 + 2 * x; });
  VectorPatch patch;
  const TemplateSums s = patch.set_template(ramp.view(), to_sub_pixel({7, 7}));
  CHECK(s.t == 121 * 8 * 24);
  CHECK(s.tt == 11 * 64 * (11 * 24 * 24 + 4 * 110));
  CHECK(s.x == 121 * 32);
  CHECK(s.xx == 121 * 32 * 32);
  CHECK(s.xt == 32 * s.t);
  CHECK((s.y == 0 && s.xy == 0 && s.yy == 0 && s.yt == 0));
  const PatchSums p = patch.compare(ramp.view(), to_sub_pixel({7.5f, 7}));
  CHECK(p.i == 121 * 8 * 25);
  CHECK(p.ix == 32 * p.i);
  CHECK(p.it == s.tt + 8 * s.t);
}

TEST_CASE("vectors and the plain loop make the same sums anywhere") {
  const bool saturated = GENERATE(false, true);
  const test::Picture picture(37, 29, [&](int x, int y) {
    return saturated ? (x < 18 ? 255 : 0) : (x * 7919 + y * 104729) % 256;
  });
  for (int n = 0; n < 400; ++n) {
    const SubPixel at{n % 37, n * 7 % 29, n * 31 % 128, n * 57 % 128};
    const SubPixel to{n * 5 % 37, n * 3 % 29, n * 91 % 128, n * 17 % 128};
    VectorPatch fast;
    PlainPatch plain;
    const TemplateSums a = fast.set_template(picture.view(), at);
    const TemplateSums b = plain.set_template(picture.view(), at);
    REQUIRE(std::memcmp(&a, &b, sizeof(a)) == 0);
    const PatchSums c = fast.compare(picture.view(), to), d = plain.compare(picture.view(), to);
    REQUIRE(std::memcmp(&c, &d, sizeof(c)) == 0);
  }
}

TEST_CASE("a point follows a shift to a fiftieth of a pixel, whatever gain and bias do") {
  const Pyramid from(161, 123, 4, [](int x, int y) { return texture(x, y); });
  const double gain = GENERATE(1.0, 0.6, 1.2), bias = GENERATE(0.0, 15.0);
  const Float2 shift = GENERATE(Float2{0, 0}, Float2{0.37f, -0.61f}, Float2{1.75f, -1.3f});
  const Pyramid to(161, 123, 4, [&](int x, int y) {
    return gain * (texture(x - double{shift.x}, y - double{shift.y}) - 128) + 128 + bias;
  });
  const std::vector<Float2> points = raster(161, 123, 20);
  LkParams params;
  params.epsilon_px = 0.01f;
  const std::vector<TrackedPoint> tracked = track(from, to, points, params);
  const double contrast = std::fmin(gain, 1.0);  // rounding to grey levels counts for more below 1
  int precise = 0;
  for (std::size_t n = 0; n < points.size(); ++n) {
    INFO(points[n].x << " " << points[n].y);
    REQUIRE(tracked[n].status == TrackStatus::kOk);
    const double x = std::fabs(tracked[n].position.x - points[n].x - shift.x) * contrast;
    const double y = std::fabs(tracked[n].position.y - points[n].y - shift.y) * contrast;
    CHECK(std::fmax(x, y) < 0.03);
    precise += std::fmax(x, y) < 0.02 ? 1 : 0;
    CHECK(tracked[n].residual < 0.05f);
  }
  CHECK(precise * 20 >= static_cast<int>(points.size()) * 19);
}

TEST_CASE("coarse levels catch a shift that the finest alone does not") {
  const auto scene = [](double x, double y) {
    return 0.4 * texture(x, y) + 0.6 * texture(0.12 * x, 0.12 * y);
  };
  const Pyramid from(251, 203, 4, [&](int x, int y) { return scene(x, y); });
  const Pyramid to(251, 203, 4, [&](int x, int y) { return scene(x - 13.4, y + 8.7); });
  const std::vector<Float2> points = raster(251, 203, 40);
  const auto right_of = [&](int levels) {
    LkParams params;
    params.levels = levels;
    const std::vector<TrackedPoint> tracked = track(from, to, points, params);
    int right = 0;
    for (std::size_t n = 0; n < points.size(); ++n) {
      const double x = tracked[n].position.x - points[n].x - 13.4f;
      const double y = tracked[n].position.y - points[n].y + 8.7f;
      right += tracked[n].status == TrackStatus::kOk && std::hypot(x, y) < 0.08 ? 1 : 0;
    }
    return 100 * right / static_cast<int>(points.size());
  };
  CHECK(right_of(4) > 85);
  CHECK(right_of(1) < 25);
}

TEST_CASE("guesses take the place of coarse levels") {
  const Pyramid from(161, 123, 1, [](int x, int y) { return texture(x, y); });
  const Pyramid to(161, 123, 1, [](int x, int y) { return texture(x - 20, y); });
  const std::vector<TrackedPoint> tracked = track(from, to, {{60, 60}}, {}, {{81, 59}});
  CHECK(tracked[0].status == TrackStatus::kOk);
  CHECK(tracked[0].position.x == Approx(80).margin(0.02));
  CHECK(tracked[0].position.y == Approx(60).margin(0.02));
}

TEST_CASE("the vectorised kernel and the plain loop track to the same bits") {
  const Pyramid from(83, 71, 4, [](int x, int y) { return texture(x, y) + (x * 7 + y * 13) % 9; });
  const Pyramid to(83, 71, 4, [](int x, int y) { return texture(x - 2.3, y + 1.6); });
  std::vector<Float2> points;
  for (int n = 0; n < 500; ++n) {
    points.push_back({static_cast<float>(n * 37 % 900) / 10 - 3, static_cast<float>(n % 77) - 3});
  }
  LkParams params;
  params.backward_levels = GENERATE(0, 1, 3);
  const std::vector<TrackedPoint> fast = track(from, to, points, params);
  std::vector<TrackedPoint> plain(points.size());
  const LkTrackArgs args{from.view(), to.view(), view_of(std::as_const(points)),
                         {},          params,    view_of(plain)};
  for (int n = 0; n < static_cast<int>(points.size()); ++n) {
    PlainPatch patch;
    const TrackedPoint expected = track_point(patch, args, n);
    REQUIRE(same_bits(fast[static_cast<std::size_t>(n)], expected));
  }
}

TEST_CASE("a status says why a point was not tracked") {
  const auto pattern = [](int x, int y) { return texture(x, y); };
  const Pyramid from(100, 80, 3, pattern), flat(100, 80, 3, [](int, int) { return 99; });
  const Pyramid ramp(100, 80, 3, [](int x, int) { return 2 * x; });
  const auto status = [](const Pyramid& a, const Pyramid& b, Float2 p, Float2 guess) {
    const TrackedPoint tracked = track(a, b, {p}, {}, {guess})[0];
    CHECK(std::isfinite(tracked.residual));
    CHECK(tracked.residual >= 0);
    return tracked.status;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(status(from, from, {50, 40}, {50, 40}) == TrackStatus::kOk);
  CHECK(status(flat, from, {50, 40}, {50, 40}) == TrackStatus::kNoTexture);
  CHECK(status(ramp, ramp, {50, 40}, {50, 40}) == TrackStatus::kNoTexture);
  CHECK(status(from, flat, {50, 40}, {50, 40}) == TrackStatus::kNotConverged);
  CHECK(status(from, from, {-1, 40}, {50, 40}) == TrackStatus::kOutOfImage);
  CHECK(status(from, from, {2, 40}, {50, 40}) == TrackStatus::kOutOfImage);
  CHECK(status(from, from, {99, 79}, {50, 40}) == TrackStatus::kOutOfImage);
  CHECK(status(from, from, {nan, 40}, {50, 40}) == TrackStatus::kOutOfImage);
  CHECK(status(from, from, {50, 40}, {500, 40}) == TrackStatus::kOutOfImage);
  CHECK(status(from, from, {50, 40}, {50, nan}) == TrackStatus::kOutOfImage);
}

TEST_CASE("a point that another hides fails backwards or by its residual") {
  const Pyramid from(100, 80, 3, [](int x, int y) { return texture(x, y); });
  const Pyramid other(100, 80, 3, [](int x, int y) { return texture(y * 1.3 + 300, x * 0.8); });
  int ok = 0;
  const std::vector<TrackedPoint> tracked = track(from, other, raster(100, 80, 12));
  for (const TrackedPoint& t : tracked) ok += t.status == TrackStatus::kOk ? 1 : 0;
  CHECK(ok * 10 < static_cast<int>(tracked.size()));
}

TEST_CASE("tiny images and no points are no error") {
  const Pyramid dot(1, 1, 1, [](int, int) { return 5; });
  CHECK(track(dot, dot, {{0, 0}})[0].status == TrackStatus::kOutOfImage);
  CHECK(track(dot, dot, {}).empty());
  const Pyramid least(14, 14, 4, [](int x, int y) { return texture(x, y); });
  CHECK(track(least, least, {{6, 6}})[0].status == TrackStatus::kOk);
}

}  // namespace
}  // namespace sinew
