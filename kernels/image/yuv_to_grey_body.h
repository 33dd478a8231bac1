// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/memory/view.h"
#include "kernels/image/yuv.h"

namespace sinew {

struct YuvToGrey {
  ImageView<const std::uint8_t>
      luma;           ///< the bytes from the first Y on; width and height in pixels
  int luma_step = 1;  ///< bytes from one Y to the next
  bool limited = false;
  ImageView<std::uint8_t> dst;
};

/// 16 to 235 spread over 0 to 255: 149 / 128 for 255 / 219, in 16 bits.
SINEW_HD inline std::uint8_t spread(std::uint8_t y) {
  const auto above = static_cast<std::uint16_t>(y < 16 ? 0 : y - 16);
  const auto level = static_cast<std::uint16_t>(static_cast<std::uint16_t>(above * 149 + 64) >> 7);
  return static_cast<std::uint8_t>(level > 255 ? 255 : level);
}

/// Pixel (x, y) of the result.
SINEW_HD inline std::uint8_t grey_of(const YuvToGrey& task, int x, int y) {
  const std::uint8_t luma = task.luma.row(y)[x * task.luma_step];
  return task.limited ? spread(luma) : luma;
}

}  // namespace sinew
