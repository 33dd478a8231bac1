// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "framework/memory/view.h"
#include "kernels/image/yuv.h"

namespace sinew {

/// From Y, U, V to R, G, B. Gains are fixed point: luma of 2^14, colours of 2^13.
struct YuvMatrix {
  std::int16_t luma_offset, luma_gain;
  std::int16_t red_v, green_u, green_v, blue_u;
};

/// @param red, blue weights of R and B in Y
constexpr YuvMatrix yuv_matrix(double red, double blue, bool limited) {
  const double luma = limited ? 255.0 / 219 : 1.0, colour = limited ? 255.0 / 224 : 1.0;
  const double green = 1 - red - blue;
  const auto fixed = [](double gain, int one) {
    return static_cast<std::int16_t>(gain * one + (gain < 0 ? -0.5 : 0.5));
  };
  return {static_cast<std::int16_t>(limited ? 16 : 0),
          fixed(luma, 1 << 14),
          fixed(colour * 2 * (1 - red), 1 << 13),
          fixed(-colour * 2 * (1 - blue) * blue / green, 1 << 13),
          fixed(-colour * 2 * (1 - red) * red / green, 1 << 13),
          fixed(colour * 2 * (1 - blue), 1 << 13)};
}

constexpr YuvMatrix yuv_matrix(ColorSpace space) {
  const bool bt601 = space == ColorSpace::kBt601Limited || space == ColorSpace::kBt601Full;
  return bt601 ? yuv_matrix(0.299, 0.114, is_limited(space))
               : yuv_matrix(0.2126, 0.0722, is_limited(space));
}

struct YuvToRgb {
  ImageView<const std::uint8_t>
      luma;  ///< the bytes from the first Y on; width and height in pixels
  const std::uint8_t* u;
  const std::uint8_t* v;
  std::ptrdiff_t chroma_stride_bytes;
  int luma_step;     ///< bytes from one Y to the next
  int chroma_step;   ///< bytes from one U to the next
  int chroma_shift;  ///< 1 where two rows share their colours
  ImageView<Rgb8> dst;
  YuvMatrix matrix;
};

/// The upper half of the product. Everything is in 16 bits, which vectors hold the most of.
SINEW_HD inline std::int16_t scaled_by(std::int16_t value, std::int16_t gain) {
  return static_cast<std::int16_t>((value * gain) >> 16);
}

SINEW_HD inline std::uint8_t clamped(std::int16_t level_32) {
  std::int16_t level = static_cast<std::int16_t>(static_cast<std::int16_t>(level_32 + 16) >> 5);
  level = level < 0 ? std::int16_t{0} : level;
  level = level > 255 ? std::int16_t{255} : level;
  return static_cast<std::uint8_t>(level);
}

/// Sums are in 1/32 level.
SINEW_HD inline Rgb8 rgb_of(const YuvMatrix& m, std::uint8_t y, std::uint8_t u, std::uint8_t v) {
  const std::int16_t luma =
      scaled_by(static_cast<std::int16_t>((y - m.luma_offset) * 128), m.luma_gain);
  const auto u_256 = static_cast<std::int16_t>((u - 128) * 256);
  const auto v_256 = static_cast<std::int16_t>((v - 128) * 256);
  const auto red = static_cast<std::int16_t>(luma + scaled_by(v_256, m.red_v));
  const auto green =
      static_cast<std::int16_t>(luma + scaled_by(u_256, m.green_u) + scaled_by(v_256, m.green_v));
  const auto blue = static_cast<std::int16_t>(luma + scaled_by(u_256, m.blue_u));
  return {clamped(red), clamped(green), clamped(blue)};
}

/// Pixel (x, y) of the result.
SINEW_HD inline Rgb8 converted(const YuvToRgb& task, int x, int y) {
  const std::ptrdiff_t chroma =
      (y >> task.chroma_shift) * task.chroma_stride_bytes + (x >> 1) * task.chroma_step;
  return rgb_of(task.matrix, task.luma.row(y)[x * task.luma_step], task.u[chroma], task.v[chroma]);
}

}  // namespace sinew
