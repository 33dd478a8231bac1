// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/match_rows.h"

#include <limits>

#include "kernels/feature/match_rows_body.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/texture.h"

namespace sinew {
namespace {

using test::Pyramid;
using test::texture;
using test::view_of;

/// Rich enough that 8x8 pixels of a coarse level are like no others of the row.
double scene(double x, double y) {
  return 0.5 * texture(x, y) + 0.5 * texture(0.37 * x + 40 * std::sin(0.013 * x), 0.41 * y + 9);
}

std::vector<RowMatch> match(const Pyramid& left, const Pyramid& right,
                            const std::vector<Float2>& points, const RowMatchParams& params = {},
                            const std::vector<float>& priors = {}) {
  std::vector<RowMatch> matches(points.size());
  match_rows(Lane("test"), left.view(), right.view(), view_of(std::as_const(points)),
             view_of(std::as_const(priors)), params, view_of(matches));
  return matches;
}

TEST_CASE("the search finds a window by hand") {
  // A bright pixel at column 9 of row 3, and the same at column 5 of the right image.
  const test::Picture left(24, 8, [](int x, int y) { return x == 9 && y == 3 ? 200 : 50; });
  const test::Picture right(24, 8, [](int x, int y) { return x == 5 && y == 3 ? 90 : 10; });
  PlainSearch search;
  const RowBest best = search(left.view(), 6, 0, right.view(), {0, 12});
  CHECK(best.x == 2);
  CHECK(best.score == Approx(1));
  CHECK(best.elsewhere == Approx(-1.0 / 63));
  CHECK(search(left.view(), 6, 0, right.view(), {4, 4}).x == -1);
}

TEST_CASE("disparities are right to a twentieth of a pixel, whatever gain and bias do") {
  const double disparity = GENERATE(0.0, 0.4, 7.25, 31.6, 60.9), gain = GENERATE(1.0, 0.7);
  const Pyramid left(331, 91, 4, [](int x, int y) { return scene(x, y); });
  const Pyramid right(331, 91, 4,
                      [&](int x, int y) { return gain * (scene(x + disparity, y) - 128) + 140; });
  std::vector<Float2> points;
  for (int x = 80; x < 310; x += 9) points.push_back({static_cast<float>(x) + 0.6f, 45.3f});
  RowMatchParams params;
  params.max_disparity_px = 70;
  const std::vector<RowMatch> matches = match(left, right, points, params);
  int found = 0;
  for (const RowMatch& m : matches) {
    if (m.status != RowMatchStatus::kOk) continue;
    ++found;
    CHECK(m.disparity_px == Approx(disparity).margin(0.05));
    CHECK(m.score > 0.99f);
  }
  CHECK(found * 10 >= static_cast<int>(points.size()) * 9);
}

TEST_CASE("a prior settles what is ambiguous") {
  // Stripes that repeat every 16 pixels.
  const auto stripes = [](double x, double y) {
    return 128 + 60 * std::sin(x * 0.39269908) + 20 * std::sin(0.3 * y);
  };
  const Pyramid left(200, 60, 3, [&](int x, int y) { return stripes(x, y); });
  const Pyramid right(200, 60, 3, [&](int x, int y) { return stripes(x + 20, y); });
  CHECK(match(left, right, {{120, 30}})[0].status == RowMatchStatus::kAmbiguous);
  const RowMatch near = match(left, right, {{120, 30}}, {}, {19})[0];
  CHECK(near.status == RowMatchStatus::kOk);
  CHECK(near.disparity_px == Approx(20).margin(0.05));
  CHECK(match(left, right, {{120, 30}}, {}, {37})[0].disparity_px == Approx(36).margin(0.05));
  CHECK(match(left, right, {{120, 30}}, {}, {-1})[0].status == RowMatchStatus::kAmbiguous);
}

TEST_CASE("vectors and the plain loops match to the same bits") {
  const auto rough = [](int x, int y) { return (x * 7919 + y * 104729) % 31; };
  const Pyramid left(203, 61, 3, [&](int x, int y) { return scene(x, y) + rough(x, y); });
  const Pyramid right(203, 61, 3, [&](int x, int y) { return scene(x + 9.7, y) + rough(x, y); });
  std::vector<Float2> points;
  std::vector<float> priors;
  for (int n = 0; n < 600; ++n) {
    points.push_back({static_cast<float>(n * 37 % 2100) / 10 - 3, static_cast<float>(n % 67) - 3});
    priors.push_back(n % 3 == 0 ? static_cast<float>(n % 40) : -1.0f);
  }
  const std::vector<RowMatch> fast = match(left, right, points, {}, priors);
  std::vector<RowMatch> plain(points.size());
  const MatchRowsArgs args{
      left.view(), right.view(),  view_of(std::as_const(points)), view_of(std::as_const(priors)),
      {},          view_of(plain)};
  for (int n = 0; n < static_cast<int>(points.size()); ++n) {
    PlainPatch patch;
    PlainSearch search;
    const RowMatch expected = match_point(patch, search, args, n);
    const RowMatch& found = fast[static_cast<std::size_t>(n)];
    REQUIRE(found.status == expected.status);
    REQUIRE(found.disparity_px == expected.disparity_px);
    REQUIRE(found.score == expected.score);
  }
}

TEST_CASE("a status says why a point was not matched") {
  const Pyramid left(200, 60, 3, [](int x, int y) { return scene(x, y); });
  const Pyramid flat(200, 60, 3, [](int, int) { return 99; });
  const Pyramid rows(200, 60, 3, [](int, int y) { return scene(30, y); });
  const Pyramid other(200, 60, 3, [](int x, int y) { return scene(2 * y + 500, 1.7 * x); });
  const auto status = [](const Pyramid& a, const Pyramid& b, Float2 p) {
    const RowMatch m = match(a, b, {p})[0];
    CHECK(std::isfinite(m.disparity_px));
    CHECK((m.score >= -1 && m.score <= 1.001f));
    return m.status;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(status(left, left, {100, 30}) == RowMatchStatus::kOk);
  CHECK(status(flat, left, {100, 30}) == RowMatchStatus::kPoorScore);
  CHECK(status(left, flat, {100, 30}) == RowMatchStatus::kPoorScore);
  CHECK(status(rows, rows, {100, 30}) == RowMatchStatus::kAmbiguous);
  CHECK(status(left, left, {3, 30}) == RowMatchStatus::kOutOfImage);
  CHECK(status(left, left, {-7, nan}) == RowMatchStatus::kOutOfImage);
  CHECK(status(left, left, {198, 58}) == RowMatchStatus::kOutOfImage);
  CHECK(status(left, other, {100, 30}) != RowMatchStatus::kOk);
}

TEST_CASE("the far side of an edge that the right camera does not see is found out") {
  // A near square at 24 pixels of disparity in front of a far wall at 4.
  const auto wall = [](double x, double y) { return scene(x, y); };
  const auto near = [](double x, double y) { return scene(1.3 * x + 400, 1.1 * y + 90); };
  const Pyramid left(260, 80, 3,
                     [&](int x, int y) { return x >= 120 && x < 200 ? near(x, y) : wall(x, y); });
  const Pyramid right(260, 80, 3, [&](int x, int y) {
    return x >= 96 && x < 176 ? near(x + 24, y) : wall(x + 4, y);
  });
  for (int x = 107; x < 113; ++x) {  // seen by the left camera alone
    const RowMatch m = match(left, right, {{static_cast<float>(x), 40}})[0];
    CHECK(m.status != RowMatchStatus::kOk);
  }
  CHECK(match(left, right, {{160, 40}})[0].disparity_px == Approx(24).margin(0.05));
  CHECK(match(left, right, {{60, 40}})[0].disparity_px == Approx(4).margin(0.05));
}

TEST_CASE("tiny images, few levels and no points are no error when matching") {
  const Pyramid dot(1, 1, 1, [](int, int) { return 5; });
  CHECK(match(dot, dot, {{0, 0}})[0].status == RowMatchStatus::kOutOfImage);
  CHECK(match(dot, dot, {}).empty());
  const Pyramid strip(300, 15, 1, [](int x, int y) { return scene(x, y); });
  RowMatchParams wide;
  wide.max_disparity_px = 5000;
  CHECK(match(strip, strip, {{290, 7}}, wide)[0].status != RowMatchStatus::kOutOfImage);
}

}  // namespace
}  // namespace sinew
