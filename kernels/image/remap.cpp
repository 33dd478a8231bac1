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

using I32x4 = std::int32_t __attribute__((vector_size(16)));
using U16x8 = std::uint16_t __attribute__((vector_size(16)));
using U8x8 = std::uint8_t __attribute__((vector_size(8)));

constexpr int kBlock = 64;

/// A run of results on its way, in parts so that all but the gathering works on vectors.
struct Block {
  alignas(64) std::int32_t offset[kBlock];  ///< of the upper left source pixel [bytes]
  alignas(64) std::uint16_t upper[kBlock];  ///< left pixel in the low byte, right one above it
  alignas(64) std::uint16_t lower[kBlock];
};

template <class Vector, class T>
SINEW_INLINE Vector load(const T* p) {
  Vector v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// Where the source pixels lie, 0 for places outside. @return whether all lie inside
SINEW_INLINE bool locate(const Remap& task, const RemapPixel* pixel, Block& block) {
  const auto stride = static_cast<std::int32_t>(task.src.stride_bytes);
  I32x4 all = I32x4{} - 1;
  for (int i = 0; i < kBlock; i += 4) {
    const I32x4 v = load<I32x4>(pixel + i);
    const I32x4 x = v & 0xffff;  // negative ones become larger than every size
    const I32x4 y = (v >> 16) & 0xffff;
    const I32x4 in = (x < task.src.width - 1) & (y < task.src.height - 1);
    const I32x4 offset = (y * stride + x) & in;
    std::memcpy(block.offset + i, &offset, sizeof offset);
    all &= in;
  }
  return (all[0] & all[1] & all[2] & all[3]) != 0;
}

SINEW_INLINE void gather(const Remap& task, Block& block) {
  const std::uint8_t* const upper = task.src.data;
  const std::uint8_t* const lower = task.src.data + task.src.stride_bytes;
  for (int i = 0; i < kBlock; ++i) {
    std::memcpy(&block.upper[i], upper + block.offset[i], 2);
    std::memcpy(&block.lower[i], lower + block.offset[i], 2);
  }
}

/// `bilinear` of eight results.
SINEW_INLINE U8x8 blend_8(const std::uint16_t* upper, const std::uint16_t* lower,
                          const RemapWeight* weight) {
  const U16x8 u = load<U16x8>(upper), l = load<U16x8>(lower), w = load<U16x8>(weight);
  const U16x8 wx = w & 255, wy = w >> 8;
  const U16x8 above = (((u & 255) << 7) + ((u >> 8) - (u & 255)) * wx + 32) >> 6;
  const U16x8 below = (((l & 255) << 7) + ((l >> 8) - (l & 255)) * wx + 32) >> 6;
  return __builtin_convertvector(((above << 7) + (below - above) * wy + 128) >> 8, U8x8);
}

SINEW_INLINE void run_block(const Remap& task, const RemapPixel* pixel, const RemapWeight* weight,
                            std::uint8_t* dst) {
  Block block;
  const bool all_inside = locate(task, pixel, block);
  gather(task, block);
  for (int i = 0; i < kBlock; i += 8) {
    const U8x8 result = blend_8(block.upper + i, block.lower + i, weight + i);
    std::memcpy(dst + i, &result, sizeof result);
  }
  if (all_inside) return;
  for (int i = 0; i < kBlock; ++i)
    if (!inside(task, pixel[i])) dst[i] = 0;
}

SINEW_SIMD void run_on_cpu(const Remap& task) {
  const int width = task.dst.width;
  const bool small = width < kBlock || task.src.width < 2 || task.src.height < 2;
  for (int y = 0; y < task.dst.height; ++y) {
    if (small) {
      for (int x = 0; x < width; ++x) task.dst.at(x, y) = remapped(task, x, y);
      continue;
    }
    // The last block overlaps the one before where the width is no multiple.
    for (int next = 0; next < width; next += kBlock) {
      const int x = std::min(next, width - kBlock);
      run_block(task, task.map.pixel.row(y) + x, task.map.weight.row(y) + x, task.dst.row(y) + x);
    }
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
