// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/remap.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "framework/core/error.h"
#include "framework/core/simd.h"
#include "kernels/image/remap_body.h"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little,
              "pairs of pixels are loaded as one number");

using U16x8 = std::uint16_t __attribute__((vector_size(16)));
using U64x2 = std::uint64_t __attribute__((vector_size(16)));
using U8x16 = std::uint8_t __attribute__((vector_size(16)));
using U8x8 = std::uint8_t __attribute__((vector_size(8)));

constexpr int kWindowWidth = 16, kWindowHeight = 3;

template <class Vector, class T>
SINEW_INLINE Vector load(const T* p) {
  Vector v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// The source pixels of eight results: the left one in the low byte, the right one above it.
struct Pairs {
  U16x8 upper, lower;
};

/// Takes them from a window of 16x3 source pixels, in which neighbours of a rectified image nearly
/// always lie. @return whether they do
SINEW_INLINE bool fetch(const Remap& task, const RemapPixel* pixel, Pairs& pairs) {
  const int x0 = std::min<int>({pixel[0].x, pixel[7].x, task.src.width - kWindowWidth});
  const int y0 = std::min<int>({pixel[0].y, pixel[7].y, task.src.height - kWindowHeight});
  if (x0 < 0 || y0 < 0) return false;
  const U16x8 a = load<U16x8>(pixel), b = load<U16x8>(pixel + 4);
  const U16x8 x = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  const U16x8 y = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  const U16x8 dx = x - static_cast<std::uint16_t>(x0), dy = y - static_cast<std::uint16_t>(y0);
  const U64x2 beyond = (U64x2)((dx > kWindowWidth - 2) | (dy > kWindowHeight - 2));
  if ((beyond[0] | beyond[1]) != 0) return false;
  const U8x16 index = (U8x16)(dx * 257 + 256);  // dx and, above it, dx + 1
  const std::uint8_t* const corner = task.src.row(y0) + x0;
  U16x8 row[kWindowHeight];
  for (int i = 0; i < kWindowHeight; ++i)
    row[i] = (U16x8)__builtin_shuffle(load<U8x16>(corner + i * task.src.stride_bytes), index);
  const U16x8 is_first = (U16x8)(dy == 0);
  pairs.upper = (row[0] & is_first) | (row[1] & ~is_first);
  pairs.lower = (row[1] & is_first) | (row[2] & ~is_first);
  return true;
}

/// `bilinear` of eight results.
SINEW_INLINE U8x8 blend(const Pairs& pairs, const RemapWeight* weight) {
  const U16x8 u = pairs.upper, l = pairs.lower, w = load<U16x8>(weight);
  const U16x8 wx = w & 255, wy = w >> 8;
  const U16x8 above = (((u & 255) << 7) + ((u >> 8) - (u & 255)) * wx + 32) >> 6;
  const U16x8 below = (((l & 255) << 7) + ((l >> 8) - (l & 255)) * wx + 32) >> 6;
  return __builtin_convertvector(((above << 7) + (below - above) * wy + 128) >> 8, U8x8);
}

SINEW_SIMD void run_on_cpu(const Remap& task) {
  for (int y = 0; y < task.dst.height; ++y) {
    const RemapPixel* const pixel = task.map.pixel.row(y);
    const RemapWeight* const weight = task.map.weight.row(y);
    std::uint8_t* const dst = task.dst.row(y);
    int x = 0;
    for (; x + 8 <= task.dst.width; x += 8) {
      Pairs pairs;
      if (fetch(task, pixel + x, pairs)) {
        const U8x8 result = blend(pairs, weight + x);
        std::memcpy(dst + x, &result, sizeof result);
      } else {
        for (int i = x; i < x + 8; ++i) dst[i] = remapped(task, i, y);
      }
    }
    for (; x < task.dst.width; ++x) dst[x] = remapped(task, x, y);
  }
}

}  // namespace

void remap(const Lane&, ImageView<const std::uint8_t> src, const RemapMap& map,
           ImageView<std::uint8_t> dst) {
  SINEW_ASSERT(map.pixel.width == dst.width && map.pixel.height == dst.height, map.pixel.width,
               map.pixel.height, dst.width, dst.height);
  SINEW_ASSERT(map.weight.width == dst.width && map.weight.height == dst.height, map.weight.width,
               map.weight.height, dst.width, dst.height);
  const Remap task{src, map, dst};
  run_on_cpu(task);
}

}  // namespace sinew
