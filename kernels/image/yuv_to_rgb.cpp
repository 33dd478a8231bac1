// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/yuv_to_rgb.h"

#include <cstring>
#include <utility>

#include "framework/core/error.h"
#include "framework/core/simd.h"
#include "kernels/image/yuv_to_rgb_body.h"

namespace sinew {
namespace {

using U8x16 = std::uint8_t __attribute__((vector_size(16)));

constexpr int kBlock = 64;

/// A run of pixels, taken apart so that each loop works on vectors.
struct Block {
  alignas(64) std::uint8_t y[kBlock], u[kBlock], v[kBlock];
  alignas(64) std::uint8_t pair_u[kBlock / 2], pair_v[kBlock / 2];
  alignas(64) std::uint8_t r[kBlock], g[kBlock], b[kBlock];
};

/// Pixels x to x + count - 1 of row `row`; x is even.
template <int kLumaStep, int kChromaStep>
SINEW_INLINE void take_apart(const YuvToRgb& task, int x, int row, int count, Block& block) {
  const std::uint8_t* luma = task.luma.row(row) + x * kLumaStep;
  const std::ptrdiff_t chroma =
      (row >> task.chroma_shift) * task.chroma_stride_bytes + x / 2 * kChromaStep;
  const std::uint8_t* u = task.u + chroma;
  const std::uint8_t* v = task.v + chroma;
  for (int i = 0; i < count; ++i) block.y[i] = luma[i * kLumaStep];
  for (int i = 0; i < count / 2; ++i) block.pair_u[i] = u[i * kChromaStep];
  for (int i = 0; i < count / 2; ++i) block.pair_v[i] = v[i * kChromaStep];
}

/// Each value twice.
SINEW_INLINE void double_up(const std::uint8_t* pairs, std::uint8_t* pixels) {
  for (int i = 0; i < kBlock / 2; i += 16) {
    U8x16 p;
    std::memcpy(&p, pairs + i, sizeof p);
    const U8x16 twice[2] = {
        __builtin_shufflevector(p, p, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7),
        __builtin_shufflevector(p, p, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15)};
    std::memcpy(pixels + 2 * i, twice, sizeof twice);
  }
}

SINEW_INLINE void convert(const YuvMatrix& matrix, Block& block) {
  double_up(block.pair_u, block.u);
  double_up(block.pair_v, block.v);
  for (int i = 0; i < kBlock; ++i) {
    const Rgb8 p = rgb_of(matrix, block.y[i], block.u[i], block.v[i]);
    block.r[i] = p.r;
    block.g[i] = p.g;
    block.b[i] = p.b;
  }
}

/// Bytes 16 kPart to 16 kPart + 15 of sixteen pixels of three bytes.
template <int kPart, int... kByte>
SINEW_INLINE U8x16 part_of_16(U8x16 r, U8x16 g, U8x16 b, std::integer_sequence<int, kByte...>) {
  constexpr int kFirst = 16 * kPart;
  const U8x16 rg = __builtin_shufflevector(
      r, g, ((kFirst + kByte) % 3 == 0 ? (kFirst + kByte) / 3 : 16 + (kFirst + kByte) / 3)...);
  return __builtin_shufflevector(
      rg, b, ((kFirst + kByte) % 3 == 2 ? 16 + (kFirst + kByte) / 3 : kByte)...);
}

SINEW_INLINE void put_together(const Block& block, Rgb8* dst) {
  constexpr auto kBytes = std::make_integer_sequence<int, 16>{};
  for (int i = 0; i < kBlock; i += 16) {
    U8x16 r, g, b;
    std::memcpy(&r, block.r + i, 16);
    std::memcpy(&g, block.g + i, 16);
    std::memcpy(&b, block.b + i, 16);
    const U8x16 parts[3] = {part_of_16<0>(r, g, b, kBytes), part_of_16<1>(r, g, b, kBytes),
                            part_of_16<2>(r, g, b, kBytes)};
    std::memcpy(dst + i, parts, sizeof parts);
  }
}

template <int kLumaStep, int kChromaStep>
SINEW_INLINE void run_rows(const YuvToRgb& task) {
  const YuvMatrix matrix = task.matrix;
  Block block{};
  for (int y = 0; y < task.dst.height; ++y) {
    int x = 0;
    for (; x + kBlock <= task.dst.width; x += kBlock) {
      take_apart<kLumaStep, kChromaStep>(task, x, y, kBlock, block);
      convert(matrix, block);
      put_together(block, task.dst.row(y) + x);
    }
    if (x == task.dst.width) continue;
    take_apart<kLumaStep, kChromaStep>(task, x, y, task.dst.width - x, block);
    convert(matrix, block);
    for (int i = 0; x + i < task.dst.width; ++i)
      task.dst.at(x + i, y) = {block.r[i], block.g[i], block.b[i]};
  }
}

SINEW_SIMD void run_nv12_on_cpu(const YuvToRgb& task) { run_rows<1, 2>(task); }
SINEW_SIMD void run_yuv422_on_cpu(const YuvToRgb& task) { run_rows<2, 4>(task); }

}  // namespace

void nv12_to_rgb(const Lane&, ImageView<const std::uint8_t> luma, ImageView<const Uv8> chroma,
                 ColorSpace color_space, ImageView<Rgb8> dst) {
  SINEW_ASSERT(luma.width == dst.width && luma.height == dst.height, luma.width, luma.height,
               dst.width, dst.height);
  SINEW_ASSERT(2 * chroma.width == dst.width && 2 * chroma.height == dst.height, chroma.width,
               chroma.height, dst.width, dst.height);
  const auto* const u = reinterpret_cast<const std::uint8_t*>(chroma.data);
  const YuvToRgb task{luma, u, u + 1, chroma.stride_bytes, 1, 2, 1, dst, yuv_matrix(color_space)};
  run_nv12_on_cpu(task);
}

void yuv422_to_rgb(const Lane&, ImageView<const Yuv422> src, LumaPlace luma_place,
                   ColorSpace color_space, ImageView<Rgb8> dst) {
  SINEW_ASSERT(src.width == dst.width && src.height == dst.height, src.width, src.height, dst.width,
               dst.height);
  SINEW_ASSERT(src.width % 2 == 0, src.width);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(src.data);
  const bool first = luma_place == LumaPlace::kFirst;
  const std::uint8_t* const luma = bytes + (first ? 0 : 1);
  const std::uint8_t* const u = bytes + (first ? 1 : 0);
  const YuvToRgb task{{luma, src.width, src.height, src.stride_bytes},
                      u,
                      u + 2,
                      src.stride_bytes,
                      2,
                      4,
                      0,
                      dst,
                      yuv_matrix(color_space)};
  run_yuv422_on_cpu(task);
}

}  // namespace sinew
