// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/lk_track.h"

#include "framework/core/error.h"
#include "kernels/feature/lk_track_body.h"
#include "kernels/feature/patch_vector.h"

namespace sinew {
namespace {

SINEW_SIMD void track_points(const LkTrackArgs& args) {
  VectorPatch patch;
  for (int n = 0; n < args.points.size; ++n) args.tracked[n] = track_point(patch, args, n);
}

}  // namespace

void lk_track(const Lane& /*lane*/, const PyramidView& from, const PyramidView& to,
              ArrayView<const Float2> points, ArrayView<const Float2> guesses,
              const LkParams& params, ArrayView<TrackedPoint> tracked) {
  SINEW_ASSERT(from.levels >= 1 && from.levels == to.levels, from.levels, to.levels);
  SINEW_ASSERT(guesses.size == 0 || guesses.size == points.size, guesses.size, points.size);
  SINEW_ASSERT(tracked.size == points.size, tracked.size, points.size);
  SINEW_ASSERT(params.levels >= 1 && params.max_iterations >= 1, params.levels,
               params.max_iterations);
  track_points({from, to, points, guesses, params, tracked});
}

}  // namespace sinew
