// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"

namespace sinew {

/// Halves an image after the 5-tap binomial filter (1 4 6 4 1)/16 in x and in y (Burt and Adelson
/// 1983 with a = 3/8). Pixel (x, y) of the result is centred on pixel (2x, 2y) of the source, so
/// coordinates halve exactly: cx of a camera becomes cx / 2. Outside, the source is mirrored
/// without repeating its edge pixel (2 1 | 0 1 2). Both sums are exact; the result is rounded once,
/// halves upwards.
/// @param src u8[H][W], H and W at least 1
/// @param dst u8[(H + 1) / 2][(W + 1) / 2]; must not overlap src
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
void downsample_half(const Lane& lane, ImageView<const std::uint8_t> src,
                     ImageView<std::uint8_t> dst);

}  // namespace sinew
