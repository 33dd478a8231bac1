// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/match_rows.h"

#include "framework/core/error.h"
#include "kernels/feature/match_rows_body.h"
#include "kernels/feature/patch_vector.h"

namespace sinew {
namespace {

/// PlainSearch with a row of the window in one vector.
struct VectorSearch {
  SINEW_INLINE RowBest operator()(const ImageView<const std::uint8_t>& from, int x, int y,
                                  const ImageView<const std::uint8_t>& in, const RowRange& range) {
    Int16x8 t[kWindow];
    Int16x8 sum_t{};
    Int32x4 sum_tt{};
    for (int row = 0; row < kWindow; ++row) {
      t[row] = load_pixels(from.row(y + row) + x);
      sum_t += t[row], sum_tt += multiply_add_pairs(t[row], t[row]);
    }
    const WindowSums sums{sum(sum_t), sum(sum_tt), 0};
    for (int at = range.begin; at < range.end; ++at) {
      Int16x8 i{};
      Int32x4 ii{}, it{};
      const std::uint8_t* pixels = in.row(y) + at;
#pragma GCC unroll 8
      for (int row = 0; row < kWindow; ++row, pixels += in.stride_bytes) {
        const Int16x8 value = load_pixels(pixels);
        i += value, ii += multiply_add_pairs(value, value);
        it += multiply_add_pairs(value, t[row]);
      }
      scores[at - range.begin] = squared_correlation({sum(i), sum(ii), sum(it)}, sums);
    }
    return best_of(scores, range);
  }

  float scores[kMaxSearch];
};

SINEW_SIMD void match_points(const MatchRowsArgs& args) {
  VectorPatch patch;
  VectorSearch search;
  for (int n = 0; n < args.points.size; ++n) {
    args.matches[n] = match_point(patch, search, args, n);
  }
}

}  // namespace

void match_rows(const Lane& /*lane*/, const PyramidView& left, const PyramidView& right,
                ArrayView<const Float2> points, ArrayView<const float> priors,
                const RowMatchParams& params, ArrayView<RowMatch> matches) {
  SINEW_ASSERT(left.levels >= 1 && left.levels == right.levels, left.levels, right.levels);
  SINEW_ASSERT(priors.size == 0 || priors.size == points.size, priors.size, points.size);
  SINEW_ASSERT(matches.size == points.size, matches.size, points.size);
  SINEW_ASSERT(params.search_level >= 0, params.search_level);
  SINEW_ASSERT(params.max_disparity_px >= 0, params.max_disparity_px);
  match_points({left, right, points, priors, params, matches});
}

}  // namespace sinew
