// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/sensor.h"

#include <cstring>

#include "plugins/sim/random.h"
#include "plugins/sim/vectors.h"

namespace sinew::sim {
namespace {

using Bytes8 = std::uint8_t __attribute__((vector_size(8)));

// The sum of four bytes has this mean and standard deviation: sqrt(4 * (256^2 - 1) / 12).
constexpr float kSumMean = 510, kSumSigma = 147.80053f;

/// Sums of four random bytes, one for each pixel.
SINEW_INLINE Float8 byte_sums(const Uint8& counter) {
  const Uint8 once = mix(counter);
  const Uint8 twice = mix(once);
  const Uint8 bits = twice ^ (twice >> 12);
  const Uint8 pairs = (bits & 0x00ff00ffu) + ((bits >> 8) & 0x00ff00ffu);
  return to_float(reinterpret_cast<Int8>((pairs & 0xffffu) + (pairs >> 16)));
}

/// A value at a whole number of steps, -1 to 1.
double value_at(std::uint64_t seed, std::int64_t step) {
  return Random(seed ^ mix(static_cast<std::uint64_t>(step))).uniform(-1, 1);
}

}  // namespace

SINEW_SIMD void expose(ImageView<const float> light, const Exposure& exposure,
                       ImageView<std::uint8_t> picture) {
  const float per_sum = exposure.noise_sigma / kSumSigma;
  const float offset = 0.5f - per_sum * kSumMean;
  for (int y = 0; y < picture.height; ++y) {
    const auto row = static_cast<std::uint32_t>(y) * 0x9e3779b1u + exposure.noise_seed;
    for (int x = 0; x < picture.width; x += 8) {
      Float8 grey;
      std::memcpy(&grey, light.row(y) + x, sizeof grey);
      const Uint8 bits = Uint8{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<std::uint32_t>(x);
      grey = grey * exposure.gain + (offset + per_sum * byte_sums(bits * 0x85ebca77u + row));
      grey = min(max(grey, splat(0)), splat(255));
      const Bytes8 bytes = __builtin_convertvector(__builtin_convertvector(grey, Int8), Bytes8);
      const int left = picture.width - x;
      if (left >= 8)
        std::memcpy(picture.row(y) + x, &bytes, 8);
      else
        std::memcpy(picture.row(y) + x, &bytes, static_cast<std::size_t>(left));
    }
  }
}

float exposure_gain(std::uint64_t seed, double change, Duration since_start) {
  constexpr std::int64_t kDrift_ns = 3'000'000'000, kJump_ns = 4'000'000'000;
  const std::int64_t at_ns = since_start.count();
  const std::int64_t step = at_ns / kDrift_ns;
  const double t = static_cast<double>(at_ns % kDrift_ns) / static_cast<double>(kDrift_ns);
  const double from = value_at(seed, step), to = value_at(seed, step + 1);
  const double drift = from + (to - from) * t * t * (3 - 2 * t);
  const double jump = value_at(seed ^ 0x6a756d70u, at_ns / kJump_ns);
  return static_cast<float>(1 + change * 0.5 * (drift + jump));
}

}  // namespace sinew::sim
