// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/detect_corners_body.h"

/// Launches: prepare, score, then fill for each of the four turns of cells, then collect. The
/// cells of one turn do not touch, so the order within it is free.
namespace sinew {
namespace {

constexpr int kTile = 16;
constexpr unsigned kAllLanes = 0xffffffffu;

__device__ int lane() { return static_cast<int>(threadIdx.x) % 32; }

/// One warp marks the blocks near p; a lane takes every 32nd row.
__device__ void take_surroundings(const DetectCornersArgs& args, Float2 p) {
  const float distance = args.params.min_distance_px;
  const int begin = max(static_cast<int>((p.y - distance) / 2) - 1, 0);
  const int end = min(static_cast<int>((p.y + distance) / 2) + 2, args.grid.block_rows);
  for (int y = begin + lane(); y < end; y += 32) {
    const BlockSpan span = blocks_near(p, distance, y, args.grid.block_columns);
    for (int x = span.begin; x < span.end; ++x) {
      args.scratch.taken[y * args.grid.block_columns + x] = 1;
    }
  }
}

/// The better of two peaks, and of equal ones the first in the raster; -1: none.
struct BestPeak {
  float score = 0;
  int at = -1;

  __device__ void consider(float other_score, int other) {
    if (other < 0) return;
    const bool better = at < 0 || other_score > score || (other_score == score && other < at);
    if (better) score = other_score, at = other;
  }
};

__device__ BestPeak best_peak(const DetectCornersArgs& args, int cell_x, int cell_y) {
  const CornerGrid& grid = args.grid;
  const int side = grid.cell_blocks, columns = grid.block_columns;
  const int x_begin = max(cell_x * side, grid.first_block);
  const int x_end = min((cell_x + 1) * side, grid.end_block_x);
  const int y_begin = max(cell_y * side, grid.first_block);
  const int y_end = min((cell_y + 1) * side, grid.end_block_y);
  BestPeak best;
  for (int y = y_begin; y < y_end; ++y) {
    for (int x = x_begin + lane(); x < x_end; x += 32) {
      const int at = y * columns + x;
      const float* score = args.scratch.scores + at;
      if (*score >= args.params.min_score && !args.scratch.taken[at] && is_peak(score, columns)) {
        best.consider(*score, at);
      }
    }
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    const float score = __shfl_xor_sync(kAllLanes, best.score, offset);
    best.consider(score, __shfl_xor_sync(kAllLanes, best.at, offset));
  }
  return best;
}

}  // namespace
}  // namespace sinew

/// One warp a block, as many blocks as occupied points; taken, held and found_count are zero
/// before.
extern "C" __global__ void sinew_detect_corners_prepare(
    const __grid_constant__ sinew::DetectCornersArgs args) {
  const sinew::Float2 p = args.occupied[static_cast<int>(blockIdx.x)];
  const bool inside = p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(args.image.width) &&
                      p.y < static_cast<float>(args.image.height);
  if (!inside) return;
  const int side = 2 * args.grid.cell_blocks;
  if (threadIdx.x == 0) {
    atomicAdd(args.scratch.held + static_cast<int>(p.y) / side * args.grid.cell_columns +
                  static_cast<int>(p.x) / side,
              1);
  }
  sinew::take_surroundings(args, p);
}

/// A thread a block of pixels, tiles of 16x16: tensors to shared memory, then sums of nine.
extern "C" __global__ void sinew_detect_corners_score(
    const __grid_constant__ sinew::DetectCornersArgs args) {
  using sinew::kTile;
  __shared__ sinew::CornerTensor tensors[kTile + 2][kTile + 2];
  const int x0 = static_cast<int>(blockIdx.x) * kTile, y0 = static_cast<int>(blockIdx.y) * kTile;
  const int columns = args.grid.block_columns, rows = args.grid.block_rows;
  for (int n = threadIdx.x; n < (kTile + 2) * (kTile + 2); n += kTile * kTile) {
    const int dx = n % (kTile + 2), dy = n / (kTile + 2), x = x0 + dx - 1, y = y0 + dy - 1;
    const bool inside = x >= 1 && y >= 1 && x < columns - 1 && y < rows - 1;
    tensors[dy][dx] = inside ? sinew::block_tensor(args.image, x, y) : sinew::CornerTensor{};
  }
  __syncthreads();
  const int dx = static_cast<int>(threadIdx.x) % kTile, dy = static_cast<int>(threadIdx.x) / kTile;
  const int x = x0 + dx, y = y0 + dy;
  if (x >= columns || y >= rows) return;
  sinew::CornerTensor sum;
  for (int n = 0; n < 9; ++n) {
    const sinew::CornerTensor& t = tensors[dy + n / 3][dx + n % 3];
    sum.xx += t.xx, sum.xy += t.xy, sum.yy += t.yy;
  }
  args.scratch.scores[y * columns + x] = sinew::corner_score(sum);
}

/// One warp a cell of the turn: cells (2 x + parity_x, 2 y + parity_y).
extern "C" __global__ void sinew_detect_corners_fill(
    const __grid_constant__ sinew::DetectCornersArgs args, int parity_x, int parity_y) {
  const int cell_x = 2 * static_cast<int>(blockIdx.x) + parity_x;
  const int cell_y = 2 * static_cast<int>(blockIdx.y) + parity_y;
  if (cell_x >= args.grid.cell_columns || cell_y >= args.grid.cell_rows) return;
  const int cell = cell_y * args.grid.cell_columns + cell_x, columns = args.grid.block_columns;
  const int held = args.scratch.held[cell];
  int count = 0;
  for (; held + count < args.params.per_cell; ++count) {
    const sinew::BestPeak best = sinew::best_peak(args, cell_x, cell_y);
    if (best.at < 0) break;
    const sinew::Corner corner =
        sinew::corner_at(args.scratch.scores, columns, best.at % columns, best.at / columns);
    if (threadIdx.x == 0) args.scratch.found[cell * args.params.per_cell + count] = corner;
    sinew::take_surroundings(args, {corner.x_px, corner.y_px});
    __syncwarp();  // the next peak sees what is taken
  }
  if (threadIdx.x == 0) args.scratch.found_count[cell] = count;
}

/// One thread: a few hundred corners, in the order of cells.
extern "C" __global__ void sinew_detect_corners_collect(
    const __grid_constant__ sinew::DetectCornersArgs args) {
  sinew::collect_corners(args);
}
