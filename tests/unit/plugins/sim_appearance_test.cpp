// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "plugins/sim/camera_path.h"
#include "tests/support/catch.h"
#include "tests/unit/plugins/sim_pictures.h"

namespace sinew::sim {
namespace {

/// The share of blocks of 8 x 8 pixels whose mean gradient is below 1.5 grey levels a pixel.
double low_texture_share(const Picture& picture) {
  constexpr int kBlock = 8;
  int low = 0, blocks = 0;
  for (int y = 0; y + kBlock < picture.height; y += kBlock)
    for (int x = 0; x + kBlock < picture.width; x += kBlock) {
      int sum = 0;
      for (int dy = 0; dy < kBlock; ++dy)
        for (int dx = 0; dx < kBlock; ++dx) {
          const int here = picture.at(x + dx, y + dy);
          sum += std::max(std::abs(picture.at(x + dx + 1, y + dy) - here),
                          std::abs(picture.at(x + dx, y + dy + 1) - here));
        }
      low += sum < 1.5 * kBlock * kBlock;
      ++blocks;
    }
  return static_cast<double>(low) / blocks;
}

TEST_CASE("a sixth to a third of what is seen has little texture, in every world") {
  for (const auto& [width, height] : {std::pair{320, 240}, {640, 480}})
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      const World world(seed);
      const CameraPath path(world, seed);
      StereoRenderer renderer(world, {width, height, width * 0.6, 0.12});
      double sum = 0;
      constexpr int kFrames = 16;
      for (int i = 0; i < kFrames; ++i)
        sum +=
            low_texture_share(draw(renderer, path.T_world_body(i * std::chrono::seconds(5))).left);
      INFO("seed " << seed << ", width " << width);
      CHECK(sum / kFrames > 1.0 / 6);
      CHECK(sum / kFrames < 1.0 / 3);
    }
}

TEST_CASE("half a pixel of shift changes the picture as interpolation says: it does not alias") {
  const World world(6);
  const CameraPath path(world, 6);
  constexpr int kWidth = 320;
  StereoRenderer renderer(world, {kWidth, 240, 200, 0});
  double wrong = 0, changed = 0;
  for (int i = 0; i < 20; ++i) {
    const Transform T_world_body = path.T_world_body(i * std::chrono::seconds(4));
    // A yaw of half a pixel at the middle of the picture, where the comparison is made.
    const double half_yaw = 0.5 * 0.5 / 200;
    const Transform turned{normalized(T_world_body.rotation * Quaternion{1, 0, 0, half_yaw}),
                           T_world_body.translation_m};
    const Picture here = draw(renderer, T_world_body).left, there = draw(renderer, turned).left;
    for (int y = 90; y < 150; ++y)
      for (int x = kWidth / 2 - 40; x < kWidth / 2 + 40; ++x) {
        // Turning left by half a pixel shows at x what was at x - 1/2.
        const double expected = 0.5 * (here.at(x - 1, y) + here.at(x, y));
        wrong += std::abs(there.at(x, y) - expected);
        changed += std::abs(here.at(x, y) - here.at(x - 1, y));
      }
  }
  CHECK(changed > 0);
  CHECK(wrong < 0.3 * changed);  // independent pixels would give 0.87
}

TEST_CASE("sensor noise has the spread asked for, no bias, and differs between the eyes") {
  const World world(1);
  const CameraPath path(world, 1);
  StereoRenderer renderer(world, {320, 240, 200, 0});  // no baseline: the same light twice
  const Transform T_world_body = path.T_world_body({});
  const Picture clean = draw(renderer, T_world_body).left;
  const Pair noisy = draw(renderer, T_world_body, {.gain = 1, .noise_sigma = 4, .noise_seed = 9});
  double sum = 0, squares = 0, product = 0, neighbours = 0;
  int count = 0;
  for (int y = 0; y < 240; ++y)
    for (int x = 1; x < 320; ++x) {
      if (std::min(clean.at(x, y), clean.at(x - 1, y)) < 30 || clean.at(x, y) > 225) continue;
      const double left = noisy.left.at(x, y) - clean.at(x, y);
      sum += left;
      squares += left * left;
      product += left * (noisy.right.at(x, y) - clean.at(x, y));
      neighbours += left * (noisy.left.at(x - 1, y) - clean.at(x - 1, y));
      ++count;
    }
  REQUIRE(count > 20000);
  CHECK(std::abs(sum / count) < 0.1);
  CHECK(std::sqrt(squares / count) == Approx(4).epsilon(0.03));
  CHECK(std::abs(product / squares) < 0.03);
  CHECK(std::abs(neighbours / squares) < 0.03);
}

TEST_CASE("the gain stays in its range, drifts slowly and jumps now and then") {
  double least = 2, most = 0;
  int jumps = 0;
  float before = exposure_gain(5, 0.2, {});
  for (Duration time{}; time < std::chrono::seconds(120); time += std::chrono::milliseconds(50)) {
    const float gain = exposure_gain(5, 0.2, time);
    jumps += std::abs(gain - before) > 0.02f;
    least = std::min<double>(least, gain);
    most = std::max<double>(most, gain);
    before = gain;
  }
  CHECK(least >= 0.8);
  CHECK(most <= 1.2);
  CHECK(most - least > 0.15);
  CHECK(jumps >= 15);
  CHECK(jumps <= 30);
  CHECK(exposure_gain(5, 0, std::chrono::seconds(7)) == 1.0f);
}

}  // namespace
}  // namespace sinew::sim
