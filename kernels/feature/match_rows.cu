// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/match_rows_body.h"
#include "kernels/feature/patch_warp.cuh"

namespace sinew {
namespace {

/// PlainSearch shared by a warp: a lane scores every 32nd place, all lanes read the scores.
struct WarpSearch {
  float* scores;  ///< kMaxSearch in shared memory, of this warp

  __device__ RowBest operator()(const ImageView<const std::uint8_t>& from, int x, int y,
                                const ImageView<const std::uint8_t>& in, const RowRange& range) {
    __syncwarp();  // the scores of the search before have been read
    for (int at = range.begin + static_cast<int>(threadIdx.x) % 32; at < range.end; at += 32) {
      WindowSums t, p;
      for (int n = 0; n < kWindowArea; ++n) {
        const int dx = n % kWindow, dy = n / kWindow;
        const int tv = from.at(x + dx, y + dy), i = in.at(at + dx, y + dy);
        t.i += tv, t.ii += tv * tv, p.i += i, p.ii += i * i, p.it += i * tv;
      }
      scores[at - range.begin] = squared_correlation(p, t);
    }
    __syncwarp();
    return best_of(scores, range);
  }
};

}  // namespace
}  // namespace sinew

/// A warp a point: blocks of 128, points.size / 4 of them, rounded up.
extern "C" __global__ void sinew_match_rows(const __grid_constant__ sinew::MatchRowsArgs args) {
  __shared__ float scores[sinew::kWarpsPerBlock][sinew::kMaxSearch];
  const int n = sinew::warp_point();
  if (n >= args.points.size) return;
  sinew::WarpPatch patch;
  sinew::WarpSearch search{scores[threadIdx.x / 32]};
  const sinew::RowMatch match = sinew::match_point(patch, search, args, n);
  if (threadIdx.x % 32 == 0) args.matches[n] = match;
}
