// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "kernels/image/remap_map.h"

namespace sinew {

/// Fetches each pixel of the result from where the map says, bilinear between four source pixels,
/// in integers: exact weights of 1/128, one rounding, halves upwards. A pixel whose four source
/// pixels do not all lie in the source is 0.
/// @param src u8[H][W], at least 2x2 (everything lies outside a smaller one)
/// @param map of the size of dst; made by build_rectify_map
/// @param dst u8[H'][W'], of the size of map; must not overlap src
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
void remap(const Lane& lane, ImageView<const std::uint8_t> src, const RemapMap& map,
           ImageView<std::uint8_t> dst);

}  // namespace sinew
