// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/feature/int16x8.h"
#include "kernels/feature/patch_body.h"

namespace sinew {

/// PlainPatch in vectors of eight: a row of the patch is two of them, the lanes beyond kPatch are
/// masked. The same sums.
class VectorPatch {
 public:
  SINEW_INLINE TemplateSums set_template(const ImageView<const std::uint8_t>& image,
                                         const SubPixel& at) {
    const Source source = source_of<kRows>(image, at.x - kPatchRadius - 1, at.y - kPatchRadius - 1);
    for_each_row<kRows>(
        source, at, [&](int y, int half, Int16x8 value) __attribute__((always_inline)) {
          store_vector(&values_[y][half * 8], value);
        });
    Int16x8 t[2] = {}, x[2] = {},
            y[2] = {};  // of a half: kPatch values fit 16 bits, twice as many do not
    Int32x4 tt{}, xx{}, xy{}, yy{}, xt{}, yt{};
    for (int row = 0; row < kPatch; ++row) {
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const int column = half * 8;
        const Int16x8 mask = lanes(half);
        const Int16x8 value = load_vector<Int16x8>(&values_[row + 1][column + 1]) & mask;
        const Int16x8 dx = (load_vector<Int16x8>(&values_[row + 1][column + 2]) -
                            load_vector<Int16x8>(&values_[row + 1][column])) &
                           mask;
        const Int16x8 dy = (load_vector<Int16x8>(&values_[row + 2][column + 1]) -
                            load_vector<Int16x8>(&values_[row][column + 1])) &
                           mask;
        t_[row][half] = value, x_[row][half] = dx, y_[row][half] = dy;
        t[half] += value, x[half] += dx, y[half] += dy;
        tt += multiply_add_pairs(value, value);
        xx += multiply_add_pairs(dx, dx), xy += multiply_add_pairs(dx, dy);
        yy += multiply_add_pairs(dy, dy);
        xt += multiply_add_pairs(dx, value), yt += multiply_add_pairs(dy, value);
      }
    }
    return {sum(t[0]) + sum(t[1]),
            sum(tt),
            sum(x[0]) + sum(x[1]),
            sum(y[0]) + sum(y[1]),
            sum(xx),
            sum(xy),
            sum(yy),
            sum(xt),
            sum(yt)};
  }

  SINEW_INLINE PatchSums compare(const ImageView<const std::uint8_t>& image, const SubPixel& at) {
    const Source source = source_of<kPatch>(image, at.x - kPatchRadius, at.y - kPatchRadius);
    Int16x8 i[2] = {};
    Int32x4 ii{}, it{}, ix{}, iy{};
    for_each_row<kPatch>(
        source, at, [&](int row, int half, Int16x8 sampled) __attribute__((always_inline)) {
          const Int16x8 value = sampled & lanes(half);
          i[half] += value;
          ii += multiply_add_pairs(value, value), it += multiply_add_pairs(value, t_[row][half]);
          ix += multiply_add_pairs(value, x_[row][half]);
          iy += multiply_add_pairs(value, y_[row][half]);
        });
    return {sum(i[0]) + sum(i[1]), sum(ii), sum(it), sum(ix), sum(iy)};
  }

 private:
  static constexpr int kRows = kPatch + 2;  ///< of the template, with what its gradients need
  static constexpr int kColumns = 17;       ///< that two vectors read
  static constexpr int kCopiedStride = 24;

  struct Source {
    const std::uint8_t* data;
    std::ptrdiff_t stride_bytes;
  };

  static SINEW_INLINE Int16x8 lanes(int half) {
    return half == 0 ? Int16x8{-1, -1, -1, -1, -1, -1, -1, -1} : Int16x8{-1, -1, -1};
  }

  /// The pixels that `rows` sampled rows need, copied with the edge continued where they do not all
  /// lie in the image.
  template <int rows>
  SINEW_INLINE Source source_of(const ImageView<const std::uint8_t>& image, int x0, int y0) {
    if (x0 >= 0 && y0 >= 0 && x0 + kColumns <= image.width && y0 + rows + 1 <= image.height) {
      return {image.row(y0) + x0, image.stride_bytes};
    }
    const auto clamp = [](int v, int end) { return v < 0 ? 0 : v < end ? v : end - 1; };
    for (int y = 0; y <= rows; ++y) {
      const std::uint8_t* from = image.row(clamp(y0 + y, image.height));
      for (int x = 0; x < kColumns; ++x) copied_[y][x] = from[clamp(x0 + x, image.width)];
    }
    return {&copied_[0][0], kCopiedStride};
  }

  /// Calls use(row, half, eight sampled values).
  template <int rows, class Use>
  static SINEW_INLINE void for_each_row(const Source& source, const SubPixel& at, Use use) {
    const Int16x8 right = splat16(at.fraction_x);
    const Int16x8 down = splat16(at.fraction_y * 256);
    const auto between = [&](const std::uint8_t* p) __attribute__((always_inline)) {
      const Int16x8 pixels = load_pixels(p);
      return pixels * kFraction + (load_pixels(p + 1) - pixels) * right;
    };
    Int16x8 above[2] = {between(source.data), between(source.data + 8)};
    for (int row = 0; row < rows; ++row) {
      const std::uint8_t* p = source.data + (row + 1) * source.stride_bytes;
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const Int16x8 below = between(p + half * 8);
        use(row, half, ((above[half] >> 1) + multiply_high(below - above[half], down)) >> 3);
        above[half] = below;
      }
    }
  }

  std::int16_t values_[kRows][24] = {};  ///< as far as gradients of masked lanes read
  Int16x8 t_[kPatch][2], x_[kPatch][2], y_[kPatch][2];
  std::uint8_t copied_[kRows + 1][kCopiedStride] = {};
};

}  // namespace sinew
