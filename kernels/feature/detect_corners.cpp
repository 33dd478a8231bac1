// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/detect_corners.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "framework/core/error.h"
#include "kernels/feature/detect_corners_body.h"
#include "kernels/feature/int16x8.h"

namespace sinew {
namespace {

constexpr int kMinCell = 8, kMaxCell = 128;
constexpr int kChannels = 3;  // xx, xy, yy
constexpr int kTensorRows =
    kChannels * (1 + 3);  // a row of tensors, and three summed along the row

/// Lays the parts out one after another; with base null it only measures.
std::size_t take_apart(std::byte* base, const CornerGrid& grid, const CornerParams& params,
                       CornerScratch& scratch) {
  std::size_t used = 0;
  const auto take = [&](auto*& part, int count) {
    part = reinterpret_cast<std::remove_reference_t<decltype(part)>>(base + used);
    used += (static_cast<std::size_t>(std::max(count, 0)) * sizeof(*part) + 15) / 16 * 16;
  };
  const int blocks = grid.block_columns * grid.block_rows;
  take(scratch.scores, blocks);
  take(scratch.taken, blocks);
  take(scratch.held, grid.cells());
  take(scratch.found, grid.cells() * params.per_cell);
  take(scratch.found_count, grid.cells());
  take(scratch.tensor_rows, kTensorRows * grid.block_columns);
  return used;
}

/// Tensors of the four blocks from block_x on. Reads the pixels 2 * block_x - 1 to + 8.
SINEW_INLINE void tensors_of_four(const ImageView<const std::uint8_t>& image, int block_x,
                                  int block_y, std::int32_t* const (&rows)[kChannels]) {
  const int x = 2 * block_x;
  Int16x8 left[4], middle[4], right[4];
  for (int n = 0; n < 4; ++n) {
    const std::uint8_t* p = image.row(2 * block_y - 1 + n) + x;
    left[n] = load_pixels(p - 1), middle[n] = load_pixels(p), right[n] = load_pixels(p + 1);
  }
  Int32x4 xx{}, xy{}, yy{};
  for (int n = 1; n <= 2; ++n) {
    const Int16x8 dx = (right[n - 1] - left[n - 1]) + (right[n + 1] - left[n + 1]) +
                       (right[n] - left[n]) + (right[n] - left[n]);
    const Int16x8 dy = (left[n + 1] - left[n - 1]) + (right[n + 1] - right[n - 1]) +
                       (middle[n + 1] - middle[n - 1]) + (middle[n + 1] - middle[n - 1]);
    xx += multiply_add_pairs(dx, dx), xy += multiply_add_pairs(dx, dy);
    yy += multiply_add_pairs(dy, dy);
  }
  store_vector(rows[0] + block_x, xx);
  store_vector(rows[1] + block_x, xy);
  store_vector(rows[2] + block_x, yy);
}

SINEW_INLINE Float4 scores_of_four(const Int32x4 (&tensor)[kChannels]) {
  const Float4 xx = __builtin_convertvector(tensor[0], Float4),
               xy = __builtin_convertvector(tensor[1], Float4),
               yy = __builtin_convertvector(tensor[2], Float4);
  const Float4 trace = xx + yy, one = Float4{} + 1.0f;
  return (xx * yy - xy * xy) / (trace > one ? trace : one) * kCornerScale;
}

/// Calls use(x) for x = begin, begin + 4, …, the last time with end - 4. At least four.
template <class Use>
SINEW_INLINE void by_fours(int begin, int end, Use use) {
  for (int x = begin; x < end - 4; x += 4) use(x);
  use(end - 4);
}

struct BlockArea {
  int x_begin, x_end, y_begin, y_end;
};

/// Scores of all blocks of the area, at least four wide, row by row: sums along the row of the last
/// three rows are kept.
SINEW_SIMD void score_area(const DetectCornersArgs& args, const BlockArea& area) {
  const int columns = args.grid.block_columns;
  const auto row = [&](int n) { return args.scratch.tensor_rows + n * columns; };
  std::int32_t* const tensors[kChannels] = {row(0), row(1), row(2)};
  for (int y = area.y_begin - 1; y <= area.y_end; ++y) {
    by_fours(
        area.x_begin - 1, area.x_end + 1, [&](int x) __attribute__((always_inline)) {
          tensors_of_four(args.image, x, y, tensors);
        });
    const int newest = kChannels * (1 + (y + 3) % 3), older = kChannels * (1 + (y + 2) % 3),
              oldest = kChannels * (1 + (y + 1) % 3);
    const bool complete = y > area.y_begin;
    float* scores = args.scratch.scores + (y - 1) * columns;
    by_fours(
        area.x_begin, area.x_end, [&](int x) __attribute__((always_inline)) {
          Int32x4 sums[kChannels];
          for (int c = 0; c < kChannels; ++c) {
            const std::int32_t* t = tensors[c] + x;
            sums[c] =
                load_vector<Int32x4>(t - 1) + load_vector<Int32x4>(t) + load_vector<Int32x4>(t + 1);
            store_vector(row(newest + c) + x, sums[c]);
            if (complete) {
              sums[c] += load_vector<Int32x4>(row(older + c) + x) +
                         load_vector<Int32x4>(row(oldest + c) + x);
            }
          }
          if (complete) store_vector(scores + x, scores_of_four(sums));
        });
  }
}

void score_narrow_area(const DetectCornersArgs& args, const BlockArea& area) {
  for (int y = area.y_begin; y < area.y_end; ++y) {
    for (int x = area.x_begin; x < area.x_end; ++x) {
      args.scratch.scores[y * args.grid.block_columns + x] = block_score(args.image, x, y);
    }
  }
}

/// Marks the blocks near p as taken.
void take_surroundings(const DetectCornersArgs& args, Float2 p) {
  const CornerGrid& grid = args.grid;
  const float distance = args.params.min_distance_px;
  const int begin = std::max(static_cast<int>((p.y - distance) / 2) - 1, 0);
  const int end = std::min(static_cast<int>((p.y + distance) / 2) + 2, grid.block_rows);
  for (int y = begin; y < end; ++y) {
    const BlockSpan span = blocks_near(p, distance, y, grid.block_columns);
    if (span.begin >= span.end) continue;
    std::memset(args.scratch.taken + y * grid.block_columns + span.begin, 1,
                static_cast<std::size_t>(span.end - span.begin));
  }
}

void enter_occupied(const DetectCornersArgs& args) {
  const CornerGrid& grid = args.grid;
  std::fill_n(args.scratch.held, grid.cells(), 0);
  std::fill_n(args.scratch.found_count, grid.cells(), 0);
  std::fill_n(args.scratch.taken, grid.block_columns * grid.block_rows, std::uint8_t{0});
  for (const Float2& p : args.occupied) {
    const bool inside = p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(args.image.width) &&
                        p.y < static_cast<float>(args.image.height);
    if (!inside) continue;
    const int side = 2 * grid.cell_blocks;
    ++args.scratch
          .held[static_cast<int>(p.y) / side * grid.cell_columns + static_cast<int>(p.x) / side];
    take_surroundings(args, p);
  }
}

BlockArea cells_area(const CornerGrid& grid, int x_begin, int x_end, int y) {
  const int side = grid.cell_blocks;
  return {std::max(x_begin * side, grid.first_block), std::min(x_end * side, grid.end_block_x),
          std::max(y * side, grid.first_block), std::min((y + 1) * side, grid.end_block_y)};
}

struct Peak {
  float score;
  int x, y;  // block
};

/// Whether one of the four blocks from c on may be a peak; most are not.
SINEW_INLINE bool may_hold_peak(const float* c, int columns, Float4 min_score) {
  const Float4 centre = load_vector<Float4>(c);
  const Int32x4 peak = (centre >= min_score) & (centre > load_vector<Float4>(c - 1)) &
                       (centre >= load_vector<Float4>(c + 1)) &
                       (centre > load_vector<Float4>(c - columns)) &
                       (centre >= load_vector<Float4>(c + columns));
  typedef std::int64_t Int64x2 __attribute__((vector_size(16)));
  const Int64x2 halves = (Int64x2)peak;
  return (halves[0] | halves[1]) != 0;
}

/// The peaks of a cell that reach the score and are not taken, in the order of the raster.
int gather_peaks(const DetectCornersArgs& args, const BlockArea& area, Peak* peaks) {
  const int columns = args.grid.block_columns;
  const Float4 min_score = Float4{} + args.params.min_score;
  int count = 0;
  for (int y = area.y_begin; y < area.y_end; ++y) {
    const float* scores = args.scratch.scores + y * columns;
    const std::uint8_t* taken = args.scratch.taken + y * columns;
    for (int four = area.x_begin; four < area.x_end; four += 4) {
      if (!may_hold_peak(scores + four, columns, min_score)) continue;
      for (int x = four; x < std::min(four + 4, area.x_end); ++x) {
        if (scores[x] >= args.params.min_score && !taken[x] && is_peak(scores + x, columns)) {
          peaks[count++] = {scores[x], x, y};
        }
      }
    }
  }
  return count;
}

/// Fills a cell with its best peaks, as far as those found before leave room.
void fill_cell(const DetectCornersArgs& args, int cell_x, int cell_y) {
  Peak peaks[kMaxCell / 4 * (kMaxCell / 4)];  // no two peaks are neighbours
  const CornerScratch& scratch = args.scratch;
  const int cell = cell_y * args.grid.cell_columns + cell_x;
  int left = gather_peaks(args, cells_area(args.grid, cell_x, cell_x + 1, cell_y), peaks);
  while (left > 0 && scratch.held[cell] < args.params.per_cell) {
    const auto better = [](const Peak& a, const Peak& b) { return a.score < b.score; };
    Peak* best = std::max_element(peaks, peaks + left, better);
    const Corner corner = corner_at(scratch.scores, args.grid.block_columns, best->x, best->y);
    scratch.found[cell * args.params.per_cell + scratch.found_count[cell]++] = corner;
    ++scratch.held[cell];
    take_surroundings(args, {corner.x_px, corner.y_px});
    left = static_cast<int>(
        std::remove_if(peaks, peaks + left,
                       [&](const Peak& p) {
                         return scratch.taken[p.y * args.grid.block_columns + p.x] != 0;
                       }) -
        peaks);
  }
}

bool has_room(const DetectCornersArgs& args, int cell_x, int cell_y) {
  return args.scratch.held[cell_y * args.grid.cell_columns + cell_x] < args.params.per_cell;
}

/// Scores each run of cells with room, with the rim of one block that peaks are compared with.
void score_cell_row(const DetectCornersArgs& args, int cell_y) {
  for (int x = 0; x < args.grid.cell_columns; ++x) {
    if (!has_room(args, x, cell_y)) continue;
    const int begin = x;
    while (x + 1 < args.grid.cell_columns && has_room(args, x + 1, cell_y)) ++x;
    BlockArea area = cells_area(args.grid, begin, x + 1, cell_y);
    if (area.x_begin >= area.x_end || area.y_begin >= area.y_end) continue;
    area = {area.x_begin - 1, area.x_end + 1, area.y_begin - 1, area.y_end + 1};
    area.x_end - area.x_begin >= 4 ? score_area(args, area) : score_narrow_area(args, area);
  }
}

/// Cells of every second row and column first, so that cells of one turn do not touch: each turn
/// could run in parallel and gives the same corners.
void fill_cells(const DetectCornersArgs& args) {
  for (int parity_y = 0; parity_y < 2; ++parity_y) {
    for (int y = parity_y; y < args.grid.cell_rows; y += 2) {
      score_cell_row(args, y);
      for (int parity_x = 0; parity_x < 2; ++parity_x) {
        for (int x = parity_x; x < args.grid.cell_columns; x += 2) {
          if (has_room(args, x, y)) fill_cell(args, x, y);
        }
      }
    }
  }
}

}  // namespace

std::size_t detect_corners_scratch_bytes(int width, int height, const CornerParams& params) {
  CornerScratch scratch;
  return take_apart(nullptr, CornerGrid::of(width, height, params), params, scratch);
}

void detect_corners(const Lane& /*lane*/, ImageView<const std::uint8_t> image,
                    ArrayView<const Float2> occupied, const CornerParams& params,
                    ArrayView<std::byte> scratch, ArrayView<Corner> corners, ArrayView<int> count) {
  SINEW_ASSERT(params.cell_px >= kMinCell && params.cell_px <= kMaxCell, params.cell_px);
  SINEW_ASSERT(params.per_cell >= 1, params.per_cell);
  SINEW_ASSERT(params.min_distance_px >= 0 &&
                   params.min_distance_px <= static_cast<float>(params.cell_px - 2),
               params.min_distance_px, params.cell_px);
  SINEW_ASSERT(params.min_score > 0, params.min_score);
  SINEW_ASSERT(count.size == 1, count.size);
  DetectCornersArgs args{image, occupied, params, CornerGrid::of(image.width, image.height, params),
                         {},    corners,  count};
  const std::size_t needed = take_apart(scratch.data, args.grid, params, args.scratch);
  SINEW_ASSERT(static_cast<std::size_t>(scratch.size) >= needed, scratch.size, needed);
  enter_occupied(args);
  fill_cells(args);
  collect_corners(args);
}

}  // namespace sinew
