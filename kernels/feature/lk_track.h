// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"
#include "kernels/image/pyramid.h"

namespace sinew {

enum class TrackStatus : std::uint8_t {
  kOk,
  kOutOfImage,      ///< the patch at the point, or at where it went, does not lie in the image
  kNoTexture,       ///< the patch has no gradient in one direction
  kNotConverged,    ///< still moving after the last iteration
  kPoorResidual,    ///< what is there does not look like the patch
  kFailedBackward,  ///< tracked back, it does not meet the point it came from
};

struct TrackedPoint {
  Float2 position{};   ///< [px] in `to`; the last estimate where the status is not kOk
  float residual = 1;  ///< sqrt(1 - c^2), c = correlation of the patches: 0 same, 1 unlike
  TrackStatus status = TrackStatus::kOutOfImage;
};

struct LkParams {
  int levels = 4;  ///< pyramid levels used, from the finest; those not there are not
  int backward_levels =
      1;  ///< the same for the way back, which starts at the point itself; 0: no check
  int max_iterations = 10;       ///< per level
  float epsilon_px = 0.03f;      ///< a step below this ends a level, in that level's pixels
  float max_backward_px = 0.5f;  ///< how far the way back may end from the point
  float max_residual = 0.6f;
  float min_texture = 2;  ///< smaller eigenvalue of the mean structure tensor [(grey / px)^2]
};

/// Side of the patch that lk_track compares [px].
inline constexpr int kLkPatch = 11;

/// Pyramidal Lucas-Kanade: where the patch around each point of `from` lies in `to`.
///
/// Inverse compositional (Baker and Matthews 2004) for a translation, with gain and bias removed by
/// normalising both patches in each step. Pixels are sampled in fixed point and summed as integers,
/// so every machine gets the same bits. At the finest level the patch with a margin of one pixel
/// must lie in the image; above it the image is continued by its edge.
///
/// @param from, to  pyramids of equal shape (pixel x of level l lies at x * 2^l of level 0)
/// @param points    f32[N][2], in `from` [px]; pixel centres lie on whole numbers
/// @param guesses   f32[N][2] or f32[0][2], where to start in `to` [px]; empty: at `points`.
/// Otherwise as many
/// @param tracked   TrackedPoint[N], out: as many as points
/// Any thread; returns at once on a GPU lane; never allocates.
void lk_track(const Lane& lane, const PyramidView& from, const PyramidView& to,
              ArrayView<const Float2> points, ArrayView<const Float2> guesses,
              const LkParams& params, ArrayView<TrackedPoint> tracked);

}  // namespace sinew
