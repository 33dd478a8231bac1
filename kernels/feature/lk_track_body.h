// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/feature/lk_track.h"
#include "kernels/feature/patch_body.h"

namespace sinew {

struct LkTrackArgs {
  PyramidView from, to;
  ArrayView<const Float2> points, guesses;
  LkParams params;
  ArrayView<TrackedPoint> tracked;
};

SINEW_HD SINEW_INLINE float smaller_eigenvalue(const PatchNormal& n) {
  const float difference = n.xx - n.yy;
  return 0.5f * (n.xx + n.yy - __builtin_sqrtf(difference * difference + 4 * n.xy * n.xy));
}

SINEW_HD SINEW_INLINE float squared(Float2 d) { return d.x * d.x + d.y * d.y; }

SINEW_HD SINEW_INLINE float residual_of(float correlation) {
  return correlation > 0 ? __builtin_sqrtf(correlation < 1 ? 1 - correlation * correlation : 0) : 1;
}

/// Solves the normal equations (scale: one over their determinant) for where the compared patch
/// lies off the place it was looked for [px].
SINEW_HD SINEW_INLINE Float2 displacement(const PatchNormal& n, float scale,
                                          const PatchDifference& d) {
  const Float2 u{(n.yy * d.x - n.xy * d.y) * scale, (n.xx * d.y - n.xy * d.x) * scale};
  const float factor = 2 / d.gain(n.x_of_t * u.x + n.y_of_t * u.y);
  return {u.x * factor, u.y * factor};
}

/// What is still less like the patch than this after so many iterations, or at the end of a level
/// above the finest, is not followed.
inline constexpr float kLostResidual = 0.9f;
inline constexpr int kPatience = 3;

/// Moves `start` until the patch there looks like the one at `at`: one level.
/// Patch holds the template and sums: PlainPatch, VectorPatch, or a warp of a GPU.
template <class Patch>
SINEW_HD SINEW_INLINE TrackedPoint align(Patch& patch, const ImageView<const std::uint8_t>& from,
                                         const ImageView<const std::uint8_t>& to, Float2 at,
                                         Float2 start, const LkParams& params, float epsilon_px) {
  if (!contains(from, at)) return {start, 1, TrackStatus::kOutOfImage};
  const SubPixel origin = to_sub_pixel(at);
  const TemplateSums sums = patch.set_template(from, origin);
  const PatchNormal normal(sums);
  if (!(smaller_eigenvalue(normal) * PatchNormal::kTensor >= params.min_texture)) {
    return {start, 1, TrackStatus::kNoTexture};
  }
  const float scale = 1 / (normal.xx * normal.yy - normal.xy * normal.xy);
  const Float2 rounding{at.x - origin.place().x, at.y - origin.place().y};
  TrackedPoint best{start, 1, TrackStatus::kNotConverged};
  for (int iteration = 0; iteration < params.max_iterations; ++iteration) {
    const Float2 centre{best.position.x - rounding.x, best.position.y - rounding.y};
    if (!contains(to, centre)) return {best.position, 1, TrackStatus::kOutOfImage};
    const SubPixel place = to_sub_pixel(centre);
    const PatchDifference d = difference(sums, normal, patch.compare(to, place));
    const Float2 step = displacement(normal, scale, d);
    best.residual = residual_of(d.correlation);
    const bool lost = iteration >= kPatience && best.residual > kLostResidual;
    if (lost || !(squared(step) < kPatchRadius * kPatchRadius)) break;
    const Float2 before = best.position;
    best.position = {place.place().x - step.x + rounding.x, place.place().y - step.y + rounding.y};
    const Float2 moved{best.position.x - before.x, best.position.y - before.y};
    if (squared(moved) < epsilon_px * epsilon_px) {
      best.status = TrackStatus::kOk;
      break;
    }
  }
  return best;
}

/// Coarse to fine over the finest `levels`.
template <class Patch>
SINEW_HD SINEW_INLINE TrackedPoint align_levels(Patch& patch, const PyramidView& from,
                                                const PyramidView& to, Float2 at, Float2 start,
                                                const LkParams& params, int levels) {
  if (!contains_patch(from.level[0], at)) return {start, 1, TrackStatus::kOutOfImage};
  TrackedPoint found{start, 1, TrackStatus::kOutOfImage};
  for (int level = (levels < from.levels ? levels : from.levels) - 1; level >= 0; --level) {
    const float up = static_cast<float>(1 << level), down = 1 / up;
    const float epsilon_px = level > 0 ? 4 * params.epsilon_px : params.epsilon_px;
    const TrackedPoint aligned =
        align(patch, from.level[level], to.level[level], {at.x * down, at.y * down},
              {found.position.x * down, found.position.y * down}, params, epsilon_px);
    if (level > 0 && !(aligned.status == TrackStatus::kOk && aligned.residual < kLostResidual)) {
      continue;
    }
    found = {{aligned.position.x * up, aligned.position.y * up}, aligned.residual, aligned.status};
  }
  if (found.status == TrackStatus::kOk && !contains_patch(to.level[0], found.position)) {
    found.status = TrackStatus::kOutOfImage;
  }
  return found;
}

/// The whole of lk_track for one point.
template <class Patch>
SINEW_HD SINEW_INLINE TrackedPoint track_point(Patch& patch, const LkTrackArgs& args, int n) {
  const LkParams& params = args.params;
  const Float2 point = args.points[n];
  const Float2 guess = args.guesses.size > 0 ? args.guesses[n] : point;
  TrackedPoint found = align_levels(patch, args.from, args.to, point, guess, params, params.levels);
  if (found.status != TrackStatus::kOk) return found;
  if (found.residual > params.max_residual) {
    found.status = TrackStatus::kPoorResidual;
  } else if (params.backward_levels > 0) {
    const TrackedPoint back = align_levels(patch, args.to, args.from, found.position, point, params,
                                           params.backward_levels);
    const Float2 off{back.position.x - point.x, back.position.y - point.y};
    const float limit = params.max_backward_px;
    if (back.status != TrackStatus::kOk || !(squared(off) <= limit * limit)) {
      found.status = TrackStatus::kFailedBackward;
    }
  }
  return found;
}

}  // namespace sinew
