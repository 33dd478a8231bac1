// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/stereo_sequence.h"

#include <cmath>
#include <string>

#include "framework/core/error.h"

namespace sinew::sim {
namespace {

// Sharp positions within a blurred exposure. Odd, so one is at the stamp.
constexpr int kBlurPoses = 5;

void check(const char* name, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw Error("simulated stereo camera: " + std::string(name) + " is " + std::to_string(value) +
              ", it must lie between " + std::to_string(low) + " and " + std::to_string(high));
}

const StereoSequenceParams& checked(const StereoSequenceParams& params) {
  check("width_px", params.width_px, 1, 8192);
  check("height_px", params.height_px, 1, 8192);
  check("fov_x_deg", params.fov_x_deg, 20, 120);
  check("baseline_m", params.baseline_m, 0, 0.3);
  check("rate_hz", params.rate_hz, 0.1, 1000);
  check("noise_sigma", params.noise_sigma, 0, 50);
  check("exposure_change", params.exposure_change, 0, 0.9);
  check("motion_blur", params.motion_blur, 0, 1);
  check("duration", to_s(params.duration), 0, 1e6);
  return params;
}

/// The tangent for angles up to 60 degrees, from its continued fraction (Lambert 1761): + - * /
/// only, error below 1e-9.
double tangent(double angle_rad) {
  const double squared = angle_rad * angle_rad;
  double fraction = 15;
  for (int odd = 13; odd >= 1; odd -= 2) fraction = odd - squared / fraction;
  return angle_rad / fraction;
}

}  // namespace

StereoRig stereo_rig(const StereoSequenceParams& params) {
  constexpr double kHalfDegree_rad = 0.0087266462599716477;
  const double half = tangent(params.fov_x_deg * kHalfDegree_rad);
  return {params.width_px, params.height_px, params.width_px * 0.5 / half, params.baseline_m};
}

StereoSequence::StereoSequence(const StereoSequenceParams& params)
    : params_(checked(params)),
      world_(params.seed),
      path_(world_, params.seed),
      renderer_(world_, stereo_rig(params)),
      num_frames_(static_cast<int>(std::floor(to_s(params.duration) * params.rate_hz + 1e-6))) {}

Duration StereoSequence::stamp(int frame) const { return duration_from_s(frame / params_.rate_hz); }

void StereoSequence::render(int frame, ImageView<std::uint8_t> left,
                            ImageView<std::uint8_t> right) {
  std::array<Transform, kBlurPoses> poses;
  const std::size_t count = params_.motion_blur > 0 ? kBlurPoses : 1;
  const double exposure_s = params_.motion_blur / params_.rate_hz;
  for (std::size_t i = 0; i < count; ++i) {
    // The middles of equal parts of the exposure.
    const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(count) - 0.5;
    poses[i] = path_.T_world_body(stamp(frame) + duration_from_s(part * exposure_s));
  }
  Exposure exposure;
  exposure.gain = exposure_gain(params_.seed, params_.exposure_change, stamp(frame));
  exposure.noise_sigma = static_cast<float>(params_.noise_sigma);
  exposure.noise_seed =
      static_cast<std::uint32_t>(mix(params_.seed ^ mix(static_cast<std::uint64_t>(frame))));
  renderer_.render({poses.data(), count}, exposure, left, right);
}

}  // namespace sinew::sim
