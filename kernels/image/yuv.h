// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew {

/// How Y, U and V stand for a colour. Limited: Y from 16 to 235, U and V from 16 to 240; full: 0 to
/// 255 for all.
enum class ColorSpace : std::uint8_t {
  kBt601Limited,  ///< what most cameras send in YUYV
  kBt601Full,     ///< JPEG
  kBt709Limited,  ///< HD video
  kBt709Full,
};

constexpr bool is_limited(ColorSpace space) {
  return space == ColorSpace::kBt601Limited || space == ColorSpace::kBt709Limited;
}

/// One pixel of plane 1 of PixelFormat::kNv12: the colour of 2x2 pixels.
struct Uv8 {
  std::uint8_t u, v;
};

/// Half of a pair of pixels of PixelFormat::kYuyv or kUyvy: a luma and one of the pair's colours.
struct Yuv422 {
  std::uint8_t first, second;
};

/// Which comes first in a Yuv422.
enum class LumaPlace : std::uint8_t {
  kFirst,   ///< kYuyv: Y0 U Y1 V
  kSecond,  ///< kUyvy: U Y0 V Y1
};

}  // namespace sinew
