// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/tracker.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "plugins/slam/counter_random.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

constexpr int kWidth = 320, kHeight = 240;
constexpr StereoCamera kCamera{300, 300, 160, 120, 0.2};
constexpr double kWall_m = 3;  // a textured wall across the view: 20 px of disparity

double lattice(int x, int y) {
  const auto key =
      static_cast<std::uint64_t>(x + 100000) * 1000003ULL + static_cast<std::uint64_t>(y + 100000);
  return static_cast<double>(counter_random(7, key) >> 40) / (1 << 24);
}

/// Smooth noise, one blob a unit.
double blobs(double x, double y) {
  const int ix = static_cast<int>(std::floor(x)), iy = static_cast<int>(std::floor(y));
  const auto ease = [](double t) { return t * t * (3 - 2 * t); };
  const double fx = ease(x - ix), fy = ease(y - iy);
  const double top = lattice(ix, iy) * (1 - fx) + lattice(ix + 1, iy) * fx;
  const double bottom = lattice(ix, iy + 1) * (1 - fx) + lattice(ix + 1, iy + 1) * fx;
  return top * (1 - fy) + bottom * fy;
}

struct Picture {
  std::vector<std::uint8_t> pixels;
  ImageView<const std::uint8_t> view() const { return {pixels.data(), kWidth, kHeight, kWidth}; }
};

/// The wall as a camera at p_m (not turned) sees it.
Picture render(const Vec3& p_m, double gain = 1) {
  Picture picture{std::vector<std::uint8_t>(kWidth * kHeight)};
  const double per_px = (kWall_m - p_m[2]) / kCamera.fx_px;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const double wall_x = p_m[0] + (x - kCamera.cx_px) * per_px;
      const double wall_y = p_m[1] + (y - kCamera.cy_px) * per_px;
      const double grey =
          150 * blobs(wall_x * 12, wall_y * 12) + 70 * blobs(wall_x * 30, wall_y * 30);
      picture.pixels[static_cast<std::size_t>(y * kWidth + x)] =
          static_cast<std::uint8_t>(std::lround(gain * grey));
    }
  }
  return picture;
}

/// Keeps the pictures alive that the tracker still reads.
class Film {
 public:
  explicit Film(const TrackerParams& params = {}) : tracker(kCamera, kWidth, kHeight, params) {}

  ArrayView<const StereoTrack> take(const Vec3& p_m, const CameraVelocity& velocity = {},
                                    double gain = 1) {
    left_[1] = std::move(left_[0]);
    left_[0] = render(p_m, gain);
    right_ = render({p_m[0] + kCamera.baseline_m, p_m[1], p_m[2]}, gain);
    stamp_ += duration_from_s(0.1);
    return tracker.track(lane_, stamp_, left_[0].view(), right_.view(), velocity);
  }

  Tracker tracker;

 private:
  Lane lane_{"test"};
  Picture left_[2], right_;
  Time stamp_{};
};

std::vector<StereoTrack> copy(ArrayView<const StereoTrack> tracks) {
  return {tracks.begin(), tracks.end()};
}

/// How many points of `before` are in `after` within half a pixel of where the motion takes them.
int num_right(const std::vector<StereoTrack>& before, ArrayView<const StereoTrack> after,
              const Vec3& moved_m) {
  int count = 0;
  for (const StereoTrack& b : before) {
    for (const StereoTrack& a : after) {
      if (a.id != b.id) continue;
      const double zoom = kWall_m / (kWall_m - moved_m[2]);
      const double shift_px = kCamera.fx_px / kWall_m;
      const double u = (b.u_px - kCamera.cx_px - moved_m[0] * shift_px) * zoom + kCamera.cx_px;
      const double v = (b.v_px - kCamera.cy_px - moved_m[1] * shift_px) * zoom + kCamera.cy_px;
      count += std::abs(a.u_px - u) < 0.5 && std::abs(a.v_px - v) < 0.5;
    }
  }
  return count;
}

TEST_CASE("Tracker finds corners all over the first pair and their disparities") {
  Film film;
  const auto tracks = film.take({});
  REQUIRE(tracks.size > 25);
  int with_disparity = 0, right_disparity = 0, left_half = 0;
  std::uint32_t last = 0;
  for (const StereoTrack& t : tracks) {
    CHECK(t.id > last);
    CHECK(t.age == 0);
    last = t.id;
    left_half += t.u_px < kWidth / 2;
    if (!t.has_disparity()) continue;
    ++with_disparity;
    right_disparity += std::abs(t.disparity_px - 20) < 0.5;
  }
  CHECK(with_disparity > 20);
  CHECK(right_disparity >= 0.95 * with_disparity);
  CHECK(left_half > tracks.size / 4);
  CHECK(left_half < 3 * tracks.size / 4);
}

TEST_CASE("Tracker follows the points where the camera takes them") {
  Film film;
  const std::vector<StereoTrack> before = copy(film.take({}));
  const Vec3 moved_m{0.05, -0.02, 0.1};
  const auto after = film.take(moved_m);
  CHECK(num_right(before, after, moved_m) > 0.8 * static_cast<double>(before.size()));
  for (const StereoTrack& t : after) CHECK(t.age <= 1);
}

TEST_CASE("Tracker follows through a change of exposure") {
  Film film;
  const std::vector<StereoTrack> before = copy(film.take({}));
  const auto after = film.take({0.02, 0, 0}, {}, 0.7);
  CHECK(num_right(before, after, {0.02, 0, 0}) > 0.8 * static_cast<double>(before.size()));
}

TEST_CASE("Tracker uses the velocity for motion too fast to follow, and survives a wrong one") {
  Film film;
  const std::vector<StereoTrack> before = copy(film.take({}));
  const Vec3 moved_m{0.6, 0, 0};  // 60 px
  SECTION("right") {
    const auto after = film.take(moved_m, {{}, {6, 0, 0}});
    CHECK(num_right(before, after, moved_m) > 0.5 * static_cast<double>(before.size()));
  }
  SECTION("wrong") {
    const auto after = film.take({}, {{}, {20, 10, 0}});
    CHECK(num_right(before, after, {}) > 0.8 * static_cast<double>(before.size()));
  }
}

TEST_CASE("Tracker never gives an id twice and keeps to its capacity") {
  TrackerParams params;
  params.max_points = 20;
  Film film(params);
  std::set<std::uint32_t> dead, alive;
  for (int i = 0; i < 12; ++i) {
    if (i == 6) film.tracker.reset();
    const auto tracks = film.take({0.1 * i, 0, 0});
    REQUIRE(tracks.size <= 20);
    std::set<std::uint32_t> now;
    for (const StereoTrack& t : tracks) {
      now.insert(t.id);
      CHECK(dead.count(t.id) == 0);
    }
    for (const std::uint32_t id : alive)
      if (now.count(id) == 0) dead.insert(id);
    alive = now;
  }
  CHECK(dead.size() > 20);
}

TEST_CASE("Tracker has no points where there is nothing to see") {
  Tracker tracker(kCamera, kWidth, kHeight, {});
  const Picture grey{std::vector<std::uint8_t>(kWidth * kHeight, 90)};
  const Lane lane("test");
  for (int i = 0; i < 3; ++i)
    CHECK(tracker.track(lane, time_from_ns(i), grey.view(), grey.view(), {}).size == 0);
}

TEST_CASE("Tracker gives the same bits for the same pictures") {
  Film a, b;
  for (int i = 0; i < 4; ++i) {
    const Vec3 p_m{0.03 * i, 0, 0.05 * i};
    const std::vector<StereoTrack> x = copy(a.take(p_m)), y = copy(b.take(p_m));
    REQUIRE(x.size() == y.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      CHECK(x[k].id == y[k].id);
      CHECK(x[k].u_px == y[k].u_px);
      CHECK(x[k].disparity_px == y[k].disparity_px);
    }
  }
}

}  // namespace
}  // namespace sinew
