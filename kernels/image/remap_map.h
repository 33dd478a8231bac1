// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/memory/view.h"

namespace sinew {

/// Where a pixel of the result comes from: the upper left of four source pixels. x = -1: nowhere.
struct RemapPixel {
  std::int16_t x, y;
};

/// How far beyond that pixel, in 1/128 px: 0 to 128.
struct RemapWeight {
  std::uint8_t x, y;
};

inline constexpr int kRemapOne = 128;

/// A map from the pixels of a result to places in a source, six bytes a pixel. Places are rounded
/// to 1/128 px, so they are off by at most 1/256 px in x and in y: at most 2 levels of the result
/// at an edge from black to white, 0.1 levels in usual images.
struct RemapMap {
  ImageView<const RemapPixel> pixel;    ///< [H][W] of the result
  ImageView<const RemapWeight> weight;  ///< [H][W] of the result
};

/// The same to write.
struct MutableRemapMap {
  ImageView<RemapPixel> pixel;
  ImageView<RemapWeight> weight;

  SINEW_HD operator RemapMap() const { return {pixel, weight}; }
};

}  // namespace sinew
