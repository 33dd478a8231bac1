// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"
#include "kernels/image/yuv.h"

namespace sinew {

/// Colour image of a camera's YUV (ITU-R BT.601-7 and BT.709-6, equations by color_space). Each
/// pixel takes the colour sample of its pair or square as it is. Within one level of the unrounded
/// equations clamped to 0 to 255.
/// @param luma u8[H][W], H and W even
/// @param chroma u8[H/2][W/2][2]
/// @param dst u8[H][W][3]; must not overlap the sources
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
void nv12_to_rgb(const Lane& lane, ImageView<const std::uint8_t> luma, ImageView<const Uv8> chroma,
                 ColorSpace color_space, ImageView<Rgb8> dst);

/// The same of one plane that holds pairs of pixels.
/// @param src u8[H][W][2], W even
/// @param dst u8[H][W][3]; must not overlap src
void yuv422_to_rgb(const Lane& lane, ImageView<const Yuv422> src, LumaPlace luma_place,
                   ColorSpace color_space, ImageView<Rgb8> dst);

}  // namespace sinew
