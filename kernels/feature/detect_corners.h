// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"

namespace sinew {

/// A point that can be tracked in both directions. Pixel centres lie on whole numbers.
struct Corner {
  float x_px, y_px;
  float score;  ///< det / trace of the mean structure tensor [(grey levels / px)^2]
};

struct CornerParams {
  int cell_px = 32;             ///< side of a grid cell, 8 to 128; odd values count as one less
  int per_cell = 1;             ///< corners and occupied points a cell may hold together
  float min_distance_px = 10;   ///< to occupied points and between corners; at most cell_px - 2
  float min_score = 8;          ///< corners below are no corners [(grey levels / px)^2]
  float min_quality = 0.0005f;  ///< and those below this fraction of the best of this call
  int border_px = 8;            ///< no corner nearer than this to the image's edge
};

/// Bytes of scratch that detect_corners needs for an image of that size.
std::size_t detect_corners_scratch_bytes(int width, int height, const CornerParams& params);

/// Finds corners spread over a grid: the best few of each cell that keep their distance from the
/// occupied points and from each other. A cell that occupied points fill costs nothing.
///
/// The score is det / trace of the structure tensor over 6x6 pixels (Foerstner and Guelch 1987;
/// between half the smaller eigenvalue and all of it), computed on every second pixel of every
/// second row, refined by a parabola.
///
/// @param image     u8[H][W]
/// @param occupied  f32[N][2], points that exist already [px]; those outside the image are ignored
/// @param scratch   u8[S], S = detect_corners_scratch_bytes(), aligned to 16
/// @param corners   Corner[K], out: ordered by cell, row by row, within a cell best first; corners
/// beyond its
///                  size are dropped
/// @param count     int[1], out: how many corners were written
/// Any thread; returns at once on a GPU lane; never allocates. The same result on every machine.
void detect_corners(const Lane& lane, ImageView<const std::uint8_t> image,
                    ArrayView<const Float2> occupied, const CornerParams& params,
                    ArrayView<std::byte> scratch, ArrayView<Corner> corners, ArrayView<int> count);

}  // namespace sinew
