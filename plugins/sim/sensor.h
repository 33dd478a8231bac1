// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/core/time.h"
#include "framework/memory/view.h"

namespace sinew::sim {

/// What a sensor makes of light.
struct Exposure {
  float gain = 1;                ///< grey levels per grey level of light
  float noise_sigma = 0;         ///< of independent noise, about Gaussian [grey levels]
  std::uint32_t noise_seed = 0;  ///< another one for every picture
};

/// Turns light [H'][W'] (at least as large as the picture, rows and pointers of whole vectors) into
/// a picture u8[H][W], rounded and clipped.
void expose(ImageView<const float> light, const Exposure& exposure,
            ImageView<std::uint8_t> picture);

/// The gain of an automatic exposure that drifts slowly and jumps about every four seconds:
/// between 1 - change and 1 + change.
float exposure_gain(std::uint64_t seed, double change, Duration since_start);

}  // namespace sinew::sim
