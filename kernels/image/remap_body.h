// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/image/remap_map.h"

namespace sinew {

struct Remap {
  ImageView<const std::uint8_t> src;
  RemapMap map;
  ImageView<std::uint8_t> dst;
};

/// Whether all four source pixels of `p` lie in the source.
SINEW_HD inline bool inside(const Remap& task, RemapPixel p) {
  return p.x >= 0 && p.y >= 0 && p.x < task.src.width - 1 && p.y < task.src.height - 1;
}

/// Between a and b above, c and d below. All fits 16 bits, so that vectors hold as many as can be:
/// the two rows are rounded to half a level first.
SINEW_HD inline std::uint8_t bilinear(int a, int b, int c, int d, RemapWeight w) {
  const int above = (a * kRemapOne + (b - a) * w.x + 32) >> 6;
  const int below = (c * kRemapOne + (d - c) * w.x + 32) >> 6;
  return static_cast<std::uint8_t>((above * kRemapOne + (below - above) * w.y + 128) >> 8);
}

/// Pixel (x, y) of the result.
SINEW_HD inline std::uint8_t remapped(const Remap& task, int x, int y) {
  const RemapPixel p = task.map.pixel.at(x, y);
  if (!inside(task, p)) return 0;
  const std::uint8_t* upper = task.src.row(p.y) + p.x;
  const std::uint8_t* lower = task.src.row(p.y + 1) + p.x;
  return bilinear(upper[0], upper[1], lower[0], lower[1], task.map.weight.at(x, y));
}

}  // namespace sinew
