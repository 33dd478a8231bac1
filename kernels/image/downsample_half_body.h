// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/memory/view.h"

namespace sinew {

struct DownsampleHalf {
  ImageView<const std::uint8_t> src;
  ImageView<std::uint8_t> dst;
};

/// The index that stands for i, at most 2 beyond the ends of 0 to n - 1: 2 1 | 0 1 2.
SINEW_HD inline int mirrored(int i, int n) {
  if (n == 1) return 0;
  if (i < 0) return -i;
  return i < n ? i : 2 * (n - 1) - i;
}

/// The binomial filter of five values; exact.
SINEW_HD inline int binomial(int a, int b, int c, int d, int e) {
  return a + e + 4 * (b + d) + 6 * c;
}

/// Pixel (x, y) of the result.
SINEW_HD inline std::uint8_t downsampled(const DownsampleHalf& task, int x, int y) {
  int column[5] = {};
  for (int i = 0; i < 5; ++i) {
    const std::uint8_t* row = task.src.row(mirrored(2 * y + i - 2, task.src.height));
    const int w = task.src.width;
    column[i] = binomial(row[mirrored(2 * x - 2, w)], row[mirrored(2 * x - 1, w)], row[2 * x],
                         row[mirrored(2 * x + 1, w)], row[mirrored(2 * x + 2, w)]);
  }
  const int sum = binomial(column[0], column[1], column[2], column[3], column[4]);
  return static_cast<std::uint8_t>((sum + 128) >> 8);
}

}  // namespace sinew
