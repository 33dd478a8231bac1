// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "framework/core/error.h"
#include "plugins/sim/camera_path.h"
#include "tests/support/catch.h"
#include "tests/unit/plugins/sim_pictures.h"

namespace sinew::sim {
namespace {

constexpr StereoRig kRig{320, 240, 200, 0.12};

/// The texture of a surface in plain double arithmetic: the renderer's oracle.
double lattice_oracle(std::int64_t i, std::int64_t j, std::uint32_t seed) {
  // The renderer counts cells from the bits of 1.5 * 2^23.
  constexpr std::int64_t kBits = 0x4b400000;
  std::uint32_t bits = static_cast<std::uint32_t>(i + kBits) * 0x9e3779b1u +
                       static_cast<std::uint32_t>(j + kBits) * 0x85ebca77u + seed;
  bits ^= bits >> 15;
  bits *= 0x2c1b3c6du;
  return static_cast<std::int32_t>(bits) * 0x1p-31;
}

double texture_oracle(const Texture& texture, double u_m, double v_m, double footprint_m) {
  double grey = texture.mean_grey, contrast = texture.contrast_grey;
  double u = u_m / texture.wavelength_m, v = v_m / texture.wavelength_m;
  double wavelength_m = texture.wavelength_m;
  std::uint32_t seed = texture.seed;
  for (int octave = 0; octave < texture.num_octaves; ++octave) {
    const double i = std::floor(u), j = std::floor(v);
    const double s = (u - i) * (u - i) * (3 - 2 * (u - i));
    const double t = (v - j) * (v - j) * (3 - 2 * (v - j));
    const auto value = [&](int di, int dj) {
      return lattice_oracle(static_cast<std::int64_t>(i) + di, static_cast<std::int64_t>(j) + dj,
                            seed);
    };
    const double noise = (1 - t) * ((1 - s) * value(0, 0) + s * value(1, 0)) +
                         t * ((1 - s) * value(0, 1) + s * value(1, 1));
    grey += contrast * std::clamp(2 - 2.5 * footprint_m / wavelength_m, 0.0, 1.0) * noise;
    const double turned = 1.6 * u - 1.2 * v;
    v = 1.2 * u + 1.6 * v;
    u = turned;
    wavelength_m /= 2;
    contrast *= 0.875;
    seed += 0x632be59bu;
  }
  return std::clamp(grey, 0.0, 255.0);
}

/// What a pixel shows by ray query, where the whole pixel is one surface.
std::optional<double> grey_by_query(const World& world, const Transform& T_world_cam,
                                    const CameraModel& camera, int x, int y) {
  std::optional<Hit> hit;
  for (const double dx : {-0.6, 0.6, 0.0})
    for (const double dy : {-0.6, 0.6, 0.0}) {
      const Vec3 ray = T_world_cam.rotation * ray_of(camera, x + dx, y + dy);
      const auto other = world.cast(T_world_cam.translation_m, ray);
      if (!other || (hit && other->surface != hit->surface)) return {};
      hit = other;
    }
  const Surface& surface = world.surfaces()[static_cast<std::size_t>(hit->surface)];
  const Vec3 ray_cam = ray_of(camera, x, y);
  const Vec3 ray = T_world_cam.rotation * ray_cam;
  const auto n = static_cast<std::size_t>(surface.axis);
  const auto along = [&](std::size_t axis) {
    return T_world_cam.translation_m[axis] + hit->depth * ray[axis];
  };
  const double squared = 1 + ray_cam[0] * ray_cam[0] + ray_cam[1] * ray_cam[1];
  const double distance_m = std::abs(surface.position_m - T_world_cam.translation_m[n]);
  const double footprint_m = hit->depth * hit->depth * squared / (camera.fx_px * distance_m);
  return texture_oracle(surface.texture, along((n + 1) % 3), along((n + 2) % 3), footprint_m);
}

TEST_CASE("both pictures show what ray queries find") {
  const World world(2);
  const CameraPath path(world, 2);
  StereoRenderer renderer(world, kRig);
  Random random(1);
  int compared = 0, wrong = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const Transform T_world_body = path.T_world_body(std::chrono::milliseconds(3700 * frame));
    const Pair pair = draw(renderer, T_world_body);
    for (int k = 0; k < 100; ++k) {
      const int x = random.below(kRig.width_px), y = random.below(kRig.height_px);
      for (const bool left : {true, false}) {
        const CameraModel camera = left ? kRig.left() : kRig.right();
        const auto grey = grey_by_query(world, T_world_body * camera.T_body_cam, camera, x, y);
        if (!grey) continue;
        ++compared;
        const int shown = left ? pair.left.at(x, y) : pair.right.at(x, y);
        wrong += std::abs(shown - *grey) > 1;
      }
    }
  }
  CHECK(compared > 3000);
  CHECK(wrong == 0);
}

/// How far the patch around (x, y) of the left picture lies from the place `at` in the right one,
/// looked for within 2 px, or nothing where the patch says little.
std::optional<double> miss_px(const Pair& pair, int x, int y, double at) {
  constexpr int kHalf = 3;
  int contrast = 0;
  for (int dx = -kHalf; dx < kHalf; ++dx)
    for (int dy = -kHalf; dy <= kHalf; ++dy)
      contrast += std::abs(pair.left.at(x + dx + 1, y + dy) - pair.left.at(x + dx, y + dy));
  if (contrast < 3 * 2 * kHalf * (2 * kHalf + 1)) return {};
  double best = 1e9, best_off_px = 9;
  for (double off_px = -2; off_px <= 2; off_px += 0.125) {
    double difference = 0;
    for (int dx = -kHalf; dx <= kHalf; ++dx)
      for (int dy = -kHalf; dy <= kHalf; ++dy) {
        const double right_x = at + dx + off_px;
        const int whole = static_cast<int>(right_x);
        const double right = pair.right.at(whole, y + dy) * (whole + 1 - right_x) +
                             pair.right.at(whole + 1, y + dy) * (right_x - whole);
        difference += std::abs(right - pair.left.at(x + dx, y + dy));
      }
    if (difference < best) best = difference, best_off_px = off_px;
  }
  return std::abs(best_off_px);
}

TEST_CASE("a point of the left picture lies at f b / z in the right one") {
  const World world(4);
  const CameraPath path(world, 4);
  StereoRenderer renderer(world, kRig);
  Random random(3);
  int close = 0, compared = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const Transform T_world_body = path.T_world_body(std::chrono::milliseconds(1700 * frame));
    const Pair pair = draw(renderer, T_world_body);
    const Transform T_world_left = T_world_body * kRig.left().T_body_cam;
    for (int k = 0; k < 40; ++k) {
      const int x = 60 + random.below(250), y = 10 + random.below(220);
      const auto hit =
          world.cast(T_world_left.translation_m, T_world_left.rotation * ray_of(kRig.left(), x, y));
      REQUIRE(hit);
      const double right_x = x - kRig.focal_px * kRig.baseline_m / hit->depth;
      if (right_x < 6) continue;
      const auto miss = miss_px(pair, x, y, right_x);
      if (!miss) continue;
      ++compared;
      close += *miss <= 0.26;
    }
  }
  CHECK(compared > 150);
  CHECK(close > 0.85 * compared);  // the rest lies at edges, where a patch has two depths
}

TEST_CASE("any size works and nothing is written beside the picture") {
  const World world(1);
  const CameraPath path(world, 1);
  for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {33, 17}, {161, 1}, {1, 50}}) {
    StereoRenderer renderer(world, {width, height, 100, 0.1});
    const int stride = width + 5;
    std::vector<std::uint8_t> left(static_cast<std::size_t>(stride * height), 123), right = left;
    const Transform T_world_body = path.T_world_body(std::chrono::seconds(1));
    renderer.render({&T_world_body, 1}, {.gain = 1, .noise_sigma = 0, .noise_seed = 0},
                    {left.data(), width, height, stride}, {right.data(), width, height, stride});
    const Pair pair = draw(renderer, T_world_body);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < stride; ++x) {
        const auto i = static_cast<std::size_t>(y * stride + x);
        CHECK(left[i] == (x < width ? pair.left.at(x, y) : 123));
        CHECK(right[i] == (x < width ? pair.right.at(x, y) : 123));
      }
  }
}

TEST_CASE("a rig that cannot be is refused") {
  const World world(1);
  CHECK_THROWS_AS(StereoRenderer(world, {0, 240, 200, 0.1}), Error);
  CHECK_THROWS_AS(StereoRenderer(world, {320, 240, 0, 0.1}), Error);
  CHECK_THROWS_AS(StereoRenderer(world, {320, 240, 200, -0.1}), Error);
}

TEST_CASE("poses of an exposure are averaged") {
  const World world(1);
  const CameraPath path(world, 1);
  StereoRenderer renderer(world, kRig);
  const Transform a = path.T_world_body(std::chrono::seconds(1));
  const Transform b = path.T_world_body(std::chrono::milliseconds(1200));
  const Pair of_a = draw(renderer, a), of_b = draw(renderer, b);
  Pair both(kRig.width_px, kRig.height_px);
  const Transform poses[] = {a, b};
  renderer.render(poses, {}, both.left.view(), both.right.view());
  int wrong = 0;
  for (int y = 0; y < kRig.height_px; ++y)
    for (int x = 0; x < kRig.width_px; ++x) {
      const int from_a = of_a.left.at(x, y), from_b = of_b.left.at(x, y);
      if (std::min(from_a, from_b) == 0 || std::max(from_a, from_b) == 255) continue;  // clipped
      wrong += std::abs(both.left.at(x, y) - (from_a + from_b) / 2.0) > 1;
    }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace sinew::sim
