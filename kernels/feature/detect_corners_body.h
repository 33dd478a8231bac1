// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/core/simd.h"
#include "kernels/feature/detect_corners.h"

namespace sinew {

/// The raster of the score: a block is 2x2 pixels; its score sums gradients over 3x3 blocks.
struct CornerGrid {
  int cell_blocks;  ///< side of a cell
  int cell_columns, cell_rows;
  int block_columns, block_rows;
  int first_block;  ///< where corners may lie: first_block to the ends, in x and in y
  int end_block_x, end_block_y;

  SINEW_HD static CornerGrid of(int width, int height, const CornerParams& params) {
    const int cell_px = params.cell_px / 2 * 2;
    const int border = params.border_px > 6 ? params.border_px : 6;  // what the peaks' scores read
    return {cell_px / 2,
            (width + cell_px - 1) / cell_px,
            (height + cell_px - 1) / cell_px,
            width / 2,
            height / 2,
            (border + 1) / 2,
            (width - border) / 2,
            (height - border) / 2};
  }
  SINEW_HD int cells() const { return cell_columns * cell_rows; }
};

/// The scratch buffer, taken apart. Maps of blocks are row-major, block_columns wide.
struct CornerScratch {
  float* scores;              ///< of blocks
  std::uint8_t* taken;        ///< of blocks: something lies nearer than the minimum distance
  int* held;                  ///< of cells: corners and occupied points
  Corner* found;              ///< of cells times per_cell: the corners
  int* found_count;           ///< of cells
  std::int32_t* tensor_rows;  ///< kTensorRows rows of block_columns
};

struct DetectCornersArgs {
  ImageView<const std::uint8_t> image;
  ArrayView<const Float2> occupied;
  CornerParams params;
  CornerGrid grid;
  CornerScratch scratch;
  ArrayView<Corner> corners;
  ArrayView<int> count;
};

/// Structure tensor: sums of products of Sobel gradients.
struct CornerTensor {
  std::int32_t xx = 0, xy = 0, yy = 0;
};

SINEW_HD inline CornerTensor block_tensor(const ImageView<const std::uint8_t>& image, int block_x,
                                          int block_y) {
  CornerTensor t;
  for (int n = 0; n < 4; ++n) {
    const int x = 2 * block_x + n % 2, y = 2 * block_y + n / 2;
    const std::uint8_t *a = image.row(y - 1) + x, *b = image.row(y) + x, *c = image.row(y + 1) + x;
    const int dx = (a[1] + 2 * b[1] + c[1]) - (a[-1] + 2 * b[-1] + c[-1]);
    const int dy = (c[-1] + 2 * c[0] + c[1]) - (a[-1] + 2 * a[0] + a[1]);
    t.xx += dx * dx, t.xy += dx * dy, t.yy += dy * dy;
  }
  return t;
}

/// To a mean over 36 pixels of gradients in grey levels / px (Sobel: 8 times that).
inline constexpr float kCornerScale = 1.0f / (36 * 64);

SINEW_HD inline float corner_score(const CornerTensor& t) {
  const float xx = static_cast<float>(t.xx), xy = static_cast<float>(t.xy),
              yy = static_cast<float>(t.yy);
  const float trace = xx + yy;
  return (xx * yy - xy * xy) / (trace > 1 ? trace : 1) * kCornerScale;
}

SINEW_HD inline float block_score(const ImageView<const std::uint8_t>& image, int block_x,
                                  int block_y) {
  CornerTensor sum;
  for (int n = 0; n < 9; ++n) {
    const CornerTensor t = block_tensor(image, block_x + n % 3 - 1, block_y + n / 3 - 1);
    sum.xx += t.xx, sum.xy += t.xy, sum.yy += t.yy;
  }
  return corner_score(sum);
}

/// Whether the score at c is the largest of its 3x3 neighbours; of equal ones the first is.
SINEW_HD SINEW_INLINE bool is_peak(const float* c, int columns) {
  const float *a = c - columns, *b = c + columns;
  return *c > a[-1] && *c > a[0] && *c > a[1] && *c > c[-1] && *c >= c[1] && *c >= b[-1] &&
         *c >= b[0] && *c >= b[1];
}

/// Vertex of the parabola through three scores, -0.5 to 0.5; centre > before, centre >= after.
SINEW_HD SINEW_INLINE float parabola_peak(float before, float centre, float after) {
  const float offset = 0.5f * (before - after) / (before - 2 * centre + after);
  return offset < -0.5f ? -0.5f : offset > 0.5f ? 0.5f : offset;
}

SINEW_HD inline Corner corner_at(const float* scores, int columns, int block_x, int block_y) {
  const float* c = scores + block_y * columns + block_x;
  return {static_cast<float>(2 * block_x) + 0.5f + 2 * parabola_peak(c[-1], c[0], c[1]),
          static_cast<float>(2 * block_y) + 0.5f + 2 * parabola_peak(c[-columns], c[0], c[columns]),
          c[0]};
}

struct BlockSpan {
  int begin, end;
};

/// The blocks of a row whose centres lie nearer to p than the distance.
SINEW_HD inline BlockSpan blocks_near(Float2 p, float distance_px, int block_y, int columns) {
  const float dy = static_cast<float>(2 * block_y) + 0.5f - p.y;
  const float room = distance_px * distance_px - dy * dy;
  if (!(room > 0)) return {0, 0};
  const float half = __builtin_sqrtf(room);
  const float left = (p.x - half - 0.5f) / 2, right = (p.x + half - 0.5f) / 2;
  const int begin = left < 0 ? 0 : static_cast<int>(left) + 1;
  const int end = right < 0 ? 0 : static_cast<int>(right) + 1;
  return {begin, end < columns ? end : columns};
}

/// Writes the corners of all cells that reach the quality, in the order of cells.
SINEW_HD inline void collect_corners(const DetectCornersArgs& args) {
  const CornerScratch& scratch = args.scratch;
  const int per_cell = args.params.per_cell;
  float best = 0;
  for (int cell = 0; cell < args.grid.cells(); ++cell) {
    if (scratch.found_count[cell] == 0) continue;
    const float first = scratch.found[cell * per_cell].score;
    best = first > best ? first : best;
  }
  int count = 0;
  for (int cell = 0; cell < args.grid.cells(); ++cell) {
    for (int n = 0; n < scratch.found_count[cell]; ++n) {
      const Corner& corner = scratch.found[cell * per_cell + n];
      const bool good = corner.score >= args.params.min_quality * best;
      if (good && count < args.corners.size) args.corners[count++] = corner;
    }
  }
  args.count[0] = count;
}

}  // namespace sinew
