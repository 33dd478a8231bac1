// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/memory/view.h"

namespace sinew {

struct Grey {
  ImageView<const Rgb8> src;
  ImageView<std::uint8_t> dst;
  int first = 0, third = 0;  ///< weights of the first and third byte, of 256
};

inline constexpr int kGreyRed = 77, kGreyGreen = 150, kGreyBlue = 29;  // of 256

SINEW_HD inline std::uint8_t grey_of(const Grey& task, Rgb8 p) {
  // At most 255 * 256 + 128: fits 16 bits, which vectors hold the most of.
  const int sum = task.first * p.r + kGreyGreen * p.g + task.third * p.b + 128;
  return static_cast<std::uint8_t>(static_cast<std::uint16_t>(sum) >> 8);
}

}  // namespace sinew
