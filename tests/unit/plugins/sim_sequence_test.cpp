// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include "framework/core/error.h"
#include "plugins/sim/stereo_sequence.h"
#include "tests/support/catch.h"
#include "tests/unit/plugins/sim_pictures.h"

namespace sinew::sim {
namespace {

StereoSequenceParams small(std::uint64_t seed) {
  StereoSequenceParams params;
  params.seed = seed;
  params.width_px = 161;
  params.height_px = 121;
  params.motion_blur = 0.5;
  return params;
}

Pair frame_of(StereoSequence& sequence, int frame) {
  Pair pair(sequence.rig().width_px, sequence.rig().height_px);
  sequence.render(frame, pair.left.view(), pair.right.view());
  return pair;
}

/// FNV-1a.
std::uint64_t checksum(const Pair& pair) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const auto* bytes : {&pair.left.bytes, &pair.right.bytes})
    for (const std::uint8_t byte : *bytes) sum = (sum ^ byte) * 0x100000001b3u;
  return sum;
}

TEST_CASE("the same seed gives the same bits, in any order; another seed other ones") {
  StereoSequence a(small(11)), b(small(11)), c(small(12));
  const std::uint64_t third = checksum(frame_of(a, 3));
  const std::uint64_t fourth = checksum(frame_of(a, 4));
  CHECK(third != fourth);
  CHECK(checksum(frame_of(b, 4)) == fourth);
  CHECK(checksum(frame_of(b, 3)) == third);
  CHECK(checksum(frame_of(c, 3)) != third);
}

TEST_CASE("every machine draws these bits") {
  StereoSequence sequence(small(1));
  CHECK(checksum(frame_of(sequence, 0)) == 0x5b8ceabe8898880f);
  CHECK(checksum(frame_of(sequence, 700)) == 0xb150f0c7dffb9dfa);
}

TEST_CASE("stamps are exact to a nanosecond and as many as fit the duration") {
  StereoSequenceParams params = small(1);
  params.rate_hz = 30;
  params.duration = std::chrono::seconds(2);
  const StereoSequence sequence(params);
  CHECK(sequence.num_frames() == 60);
  CHECK(sequence.stamp(0) == Duration(0));
  CHECK(sequence.stamp(1) == Duration(33'333'333));
  CHECK(sequence.stamp(59) == Duration(1'966'666'667));
}

TEST_CASE("the field of view gives the focal length") {
  StereoSequenceParams params = small(1);
  for (const double fov_x_deg : {20.0, 60.0, 90.0, 120.0}) {
    params.fov_x_deg = fov_x_deg;
    const StereoSequence sequence(params);
    const double half_rad = fov_x_deg / 2 * 3.14159265358979323846 / 180;
    CHECK(sequence.rig().focal_px ==
          Approx(params.width_px / 2.0 / std::tan(half_rad)).epsilon(1e-8));
  }
}

TEST_CASE("motion blur smears, exposure changes brighten, none leaves the picture sharp") {
  StereoSequenceParams params = small(3);
  params.noise_sigma = params.exposure_change = params.motion_blur = 0;
  StereoSequence sharp(params);
  params.motion_blur = 1;
  params.rate_hz = 5;
  StereoSequence blurred(params);
  const auto detail = [](const Picture& picture) {
    double sum = 0;
    for (int y = 0; y < picture.height; ++y)
      for (int x = 1; x < picture.width; ++x)
        sum += std::abs(picture.at(x, y) - picture.at(x - 1, y));
    return sum;
  };
  for (const int second : {2, 4, 6}) {
    const Picture still = frame_of(sharp, second * 20).left;
    const Picture smeared = frame_of(blurred, second * 5).left;
    REQUIRE(sharp.stamp(second * 20) == blurred.stamp(second * 5));
    CHECK(detail(smeared) < 0.9 * detail(still));
    CHECK(detail(smeared) > 0.1 * detail(still));
  }
}

TEST_CASE("a parameter out of range is named") {
  const auto message = [](auto&& change) {
    StereoSequenceParams params;
    change(params);
    try {
      StereoSequence sequence(params);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using Params = StereoSequenceParams;
  CHECK(message([](Params& p) { p.width_px = 0; }).find("width_px") != std::string::npos);
  CHECK(message([](Params& p) { p.fov_x_deg = 130; }).find("fov_x_deg") != std::string::npos);
  CHECK(message([](Params& p) { p.noise_sigma = -1; }).find("noise_sigma") != std::string::npos);
  CHECK(message([](Params& p) { p.rate_hz = std::nan(""); }).find("rate_hz") != std::string::npos);
  CHECK(message([](Params&) {}).empty());
}

}  // namespace
}  // namespace sinew::sim
