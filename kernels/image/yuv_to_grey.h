// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"
#include "kernels/image/yuv.h"

namespace sinew {

/// Grey image of a camera's luma: its values as they are where the range is full, else 16 to 235
/// spread over 0 to 255 and clamped, rounded within one level. So grey equals what a colourless
/// pixel has in yuv_to_rgb.
/// @param luma u8[H][W], plane 0 of NV12
/// @param dst u8[H][W]; must not overlap luma
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
void nv12_to_grey(const Lane& lane, ImageView<const std::uint8_t> luma, ColorSpace color_space,
                  ImageView<std::uint8_t> dst);

/// The same of one plane that holds pairs of pixels.
/// @param src u8[H][W/2][4]
/// @param dst u8[H][W]; must not overlap src
void yuv422_to_grey(const Lane& lane, ImageView<const Yuv422> src, LumaPlace luma_place,
                    ColorSpace color_space, ImageView<std::uint8_t> dst);

}  // namespace sinew
