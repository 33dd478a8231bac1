// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/downsample_half.h"

#include <algorithm>
#include <cstring>

#include "framework/core/error.h"
#include "framework/core/simd.h"
#include "kernels/image/downsample_half_body.h"

namespace sinew {
namespace {

using U16x8 = std::uint16_t __attribute__((vector_size(16)));
using U32x4 = std::uint32_t __attribute__((vector_size(16)));
using U8x16 = std::uint8_t __attribute__((vector_size(16)));

constexpr int kTile = 512;  // results in x; their column sums fit the L1 cache

/// Column sums of a tile, with two mirrored or neighbouring ones on either side of it and room for
/// the last vector.
struct ColumnSums {
  alignas(64) std::uint16_t value[2 * kTile + 64];
};

/// Sums of the five rows about row 2y at columns 2 x0 - 2 to 2 x1.
SINEW_INLINE void sum_columns(const DownsampleHalf& task, int x0, int x1, int y, ColumnSums& sums) {
  const int w = task.src.width;
  const std::uint8_t* r[5];
  for (int i = 0; i < 5; ++i) r[i] = task.src.row(mirrored(2 * y + i - 2, task.src.height));
  const auto sum = [&](int x) __attribute__((always_inline)) {
    return static_cast<std::uint16_t>(binomial(r[0][x], r[1][x], r[2][x], r[3][x], r[4][x]));
  };
  const int first = 2 * x0 - 2;
  const int begin = std::max(first, 0);
  const int end = std::min(2 * x1 + 1, w);
  for (int x = begin; x < end; ++x) sums.value[x - first] = sum(x);
  for (int x = first; x < begin; ++x) sums.value[x - first] = sum(mirrored(x, w));
  for (int x = end; x < 2 * x1 + 1; ++x) sums.value[x - first] = sum(mirrored(x, w));
}

SINEW_INLINE U16x8 load(const std::uint16_t* p) {
  U16x8 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// Four results, one in the low byte of each element: of ten column sums from p on.
SINEW_INLINE U32x4 filter_4(const std::uint16_t* p) {
  const U16x8 before = load(p), centre = load(p + 2), after = load(p + 4);
  // Even elements hold the taps 1 6 1, odd ones the taps 4 4; neither can exceed 16 bits.
  const U16x8 even = before + after + 6 * centre;
  const U16x8 odd = 4 * (before + centre);
  return (((U32x4)even & 0xffff) + ((U32x4)odd >> 16) + 128) >> 8;
}

SINEW_INLINE U8x16 filter_16(const std::uint16_t* p) {
  // Little-endian: element 2i of the pair holds result i.
  const U16x8 a = (U16x8)filter_4(p), b = (U16x8)filter_4(p + 8);
  const U16x8 c = (U16x8)filter_4(p + 16), d = (U16x8)filter_4(p + 24);
  const U8x16 ab = (U8x16)__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  const U8x16 cd = (U8x16)__builtin_shufflevector(c, d, 0, 2, 4, 6, 8, 10, 12, 14);
  return __builtin_shufflevector(ab, cd, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

SINEW_INLINE void filter_row(const ColumnSums& sums, std::uint8_t* dst, int count) {
  int x = 0;
  for (; x + 16 <= count; x += 16) {
    const U8x16 result = filter_16(sums.value + 2 * x);
    std::memcpy(dst + x, &result, sizeof result);
  }
  if (x == count) return;
  const U8x16 result = filter_16(sums.value + 2 * x);
  std::memcpy(dst + x, &result, static_cast<std::size_t>(count - x));
}

SINEW_SIMD void run_on_cpu(const DownsampleHalf& task) {
  ColumnSums sums{};
  for (int y = 0; y < task.dst.height; ++y) {
    for (int x0 = 0; x0 < task.dst.width; x0 += kTile) {
      const int x1 = std::min(x0 + kTile, task.dst.width);
      sum_columns(task, x0, x1, y, sums);
      filter_row(sums, task.dst.row(y) + x0, x1 - x0);
    }
  }
}

}  // namespace

void downsample_half(const Lane&, ImageView<const std::uint8_t> src, ImageView<std::uint8_t> dst) {
  SINEW_ASSERT(dst.width == (src.width + 1) / 2 && dst.height == (src.height + 1) / 2, src.width,
               src.height, dst.width, dst.height);
  const DownsampleHalf task{src, dst};
  run_on_cpu(task);
}

}  // namespace sinew
