// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"

namespace sinew {

inline constexpr int kMaxPyramidLevels = 8;

/// An image pyramid that somebody else owns. Plain data, passed to kernels by value. Pixel (x, y)
/// of level l lies at pixel (2^l x, 2^l y) of level 0.
struct PyramidView {
  ImageView<const std::uint8_t> level[kMaxPyramidLevels];
  int levels = 0;
};

/// Where the levels of a pyramid lie in one buffer. Level 0 is the image itself and takes no room.
struct PyramidLayout {
  struct Level {
    int width = 0;                 ///< [px]
    int height = 0;                ///< [px]
    int stride_bytes = 0;          ///< a multiple of 64, 0 at level 0
    std::size_t offset_bytes = 0;  ///< from the start of the buffer, a multiple of 64
  };
  Level level[kMaxPyramidLevels];
  int levels = 0;
  std::size_t bytes = 0;  ///< of the buffer that holds levels 1 and up

  /// Halves the sides, rounded up, from level to level, and stops early at a level of one pixel.
  /// @param max_levels in 1 to kMaxPyramidLevels, level 0 included
  static PyramidLayout of(int width, int height, int max_levels);
};

/// The pyramid of which level 0 is `base` and the others lie in `buffer`, as `layout` says. The
/// base has the size that the layout was made for. Neither waits nor allocates.
/// @param base u8[H][W], of the size that the layout was made for
PyramidView pyramid_view(ImageView<const std::uint8_t> base, const PyramidLayout& layout,
                         const std::byte* buffer);

/// Fills levels 1 and up, each from the one before by downsample_half, and returns the view.
/// @param base u8[H][W]
/// @param buffer layout.bytes, 64-byte aligned, where the lane can write
/// On a CPU lane it has finished when it returns; on a GPU lane it is enqueued. Does not allocate.
PyramidView build_pyramid(const Lane& lane, ImageView<const std::uint8_t> base,
                          const PyramidLayout& layout, std::byte* buffer);

}  // namespace sinew
