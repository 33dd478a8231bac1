// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/lane/lane.h"
#include "framework/memory/view.h"
#include "kernels/image/pyramid.h"

namespace sinew {

enum class RowMatchStatus : std::uint8_t {
  kOk,
  kOutOfImage,    ///< the patch, or every place it could match, does not lie in the image
  kNoTexture,     ///< the patch has no gradient along the row
  kAmbiguous,     ///< another disparity looks nearly as good
  kPoorScore,     ///< what was found does not look like the patch
  kInconsistent,  ///< searched back from the right image, it does not meet the point
  kNotConverged,  ///< the sub-pixel alignment left the place that the search found
};

struct RowMatch {
  float disparity_px = 0;  ///< x in the left image minus x in the right image
  float score = 0;         ///< correlation of the patches at the end, -1 to 1
  RowMatchStatus status = RowMatchStatus::kOutOfImage;
};

struct RowMatchParams {
  float max_disparity_px = 128;
  int search_level = 2;       ///< pyramid level of the full search (the coarsest there if fewer)
  float prior_radius_px = 6;  ///< how far from a prior disparity the search goes
  float min_texture = 2;      ///< mean squared slope along the row [(grey levels / px)^2]
  float min_score = 0.7f;
  float max_ratio = 0.7f;          ///< of 1 - score, the best over the best elsewhere
  float max_inconsistency_px = 2;  ///< at search_level, in its pixels
  int max_iterations = 8;          ///< of the sub-pixel alignment
};

/// Finds the disparity of sparse points of a rectified stereo pair.
///
/// Correlation (zero-mean, normalised) of 8x8 patches over all disparities at a coarse level, the
/// best followed down to level 0, there aligned along the row by one-dimensional Lucas-Kanade with
/// gain and bias removed. Fixed point and integer sums: every machine gets the same bits.
///
/// @param left, right  rectified pyramids of equal shape
/// @param points       f32[N][2], in the left image [px]
/// @param priors       f32[N] or f32[0], expected disparities [px], negative where there is none;
/// empty: none at all
/// @param matches      RowMatch[N], out: as many as points
/// Any thread; returns at once on a GPU lane; never allocates.
void match_rows(const Lane& lane, const PyramidView& left, const PyramidView& right,
                ArrayView<const Float2> points, ArrayView<const float> priors,
                const RowMatchParams& params, ArrayView<RowMatch> matches);

}  // namespace sinew
