// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"

namespace sinew {

/// The order of the three bytes of a pixel: as Rgb8 names them, or r and b exchanged.
enum class ChannelOrder : std::uint8_t { kRgb, kBgr };

/// Grey of a colour image: 0.299 R + 0.587 G + 0.114 B (luma of ITU-R BT.601, full range), within
/// one level.
/// @param src u8[H][W][3]
/// @param dst u8[H][W]; must not overlap src
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
void grey(const Lane& lane, ImageView<const Rgb8> src, ChannelOrder order,
          ImageView<std::uint8_t> dst);

}  // namespace sinew
