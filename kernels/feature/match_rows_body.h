// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/feature/match_rows.h"
#include "kernels/feature/patch_body.h"

namespace sinew {

struct MatchRowsArgs {
  PyramidView left, right;
  ArrayView<const Float2> points;
  ArrayView<const float> priors;
  RowMatchParams params;
  ArrayView<RowMatch> matches;
};

inline constexpr int kWindow = 8;  ///< side of the patches of the search [px]
inline constexpr int kWindowArea = kWindow * kWindow;
inline constexpr int kMaxSearch = 256;  ///< places along a row; farther ones are not searched

/// Columns [begin, end) of the upper left pixel of the window.
struct RowRange {
  int begin, end;
};

/// What a search along a row found.
struct RowBest {
  int x = -1;            ///< upper left pixel of the window; -1: nowhere
  float score = -1;      ///< correlation
  float elsewhere = -1;  ///< best correlation more than kPeakWidth away
};

inline constexpr int kPeakWidth = 2;

struct WindowSums {
  int i = 0, ii = 0, it = 0;
};

/// Correlation, squared but with its sign: what is compared needs no root.
SINEW_HD SINEW_INLINE float squared_correlation(const WindowSums& p, const WindowSums& t) {
  const float covariance = static_cast<float>(kWindowArea * p.it - p.i * t.i);
  const float variances = static_cast<float>(kWindowArea * p.ii - p.i * p.i) *
                          static_cast<float>(kWindowArea * t.ii - t.i * t.i);
  const float size = covariance < 0 ? -covariance : covariance;
  return variances > 0 ? covariance * size / variances : -1;
}

SINEW_HD SINEW_INLINE float signed_root(float square) {
  return square < 0 ? -__builtin_sqrtf(-square) : __builtin_sqrtf(square);
}

/// The best of squared correlations, the first of equal ones, and the best away from it.
SINEW_HD SINEW_INLINE RowBest best_of(const float* scores, const RowRange& range) {
  const int count = range.end - range.begin;
  if (count <= 0) return {};
  int best = 0;
  for (int n = 1; n < count; ++n) {
    if (scores[n] > scores[best]) best = n;
  }
  float elsewhere = -1;
  for (int n = 0; n < count; ++n) {
    const int away = n < best ? best - n : n - best;
    if (away > kPeakWidth && scores[n] > elsewhere) elsewhere = scores[n];
  }
  return {range.begin + best, signed_root(scores[best]), signed_root(elsewhere)};
}

/// The plain engine of the search.
struct PlainSearch {
  SINEW_HD RowBest operator()(const ImageView<const std::uint8_t>& from, int x, int y,
                              const ImageView<const std::uint8_t>& in, const RowRange& range) {
    float scores[kMaxSearch];
    for (int at = range.begin; at < range.end; ++at) {
      WindowSums t, p;
      for (int n = 0; n < kWindowArea; ++n) {
        const int dx = n % kWindow, dy = n / kWindow;
        const int tv = from.at(x + dx, y + dy), i = in.at(at + dx, y + dy);
        t.i += tv, t.ii += tv * tv, p.i += i, p.ii += i * i, p.it += i * tv;
      }
      scores[at - range.begin] = squared_correlation(p, t);
    }
    return best_of(scores, range);
  }
};

/// Upper left pixel of the window around p in the level, moved into the image.
SINEW_HD SINEW_INLINE int window_start(float p, int level, int size) {
  const int start = static_cast<int>(p / static_cast<float>(1 << level) + 0.5f) - kWindow / 2;
  const int last = size - kWindow;
  return start < 0 ? 0 : start < last ? start : last;
}

/// The places within a few pixels of x that lie in the image and not right of `last`.
SINEW_HD SINEW_INLINE RowRange around(int x, int radius, int width, int last) {
  const int end = x + radius < last ? x + radius : last;
  return {x - radius > 0 ? x - radius : 0, (end < width - kWindow ? end : width - kWindow) + 1};
}

/// Where to search the right image of a level for the window at x.
SINEW_HD SINEW_INLINE RowRange search_range(const RowMatchParams& params, float prior, int x,
                                            int level, int width) {
  const float scale = 1 / static_cast<float>(1 << level);
  float nearest = 0, farthest = params.max_disparity_px * scale;
  if (prior >= 0) {
    const float low = (prior - params.prior_radius_px) * scale;
    const float high = (prior + params.prior_radius_px) * scale;
    nearest = low > nearest ? low : nearest;
    farthest = high < farthest ? high : farthest;
  }
  if (!(nearest <= farthest)) return {0, 0};
  const int after_last = x - static_cast<int>(nearest) + 1, past = width - kWindow + 1;
  const int end = after_last < past ? after_last : past;
  const int first = x - static_cast<int>(farthest + 1), least = end - kMaxSearch;
  const int begin = first > least ? first : least;
  return {begin > 0 ? begin : 0, end};
}

/// Scores of places that look the same differ by this much.
inline constexpr float kSameScore = 0.02f;

/// The level of the full search: the one asked for, or the coarsest that a window fits into.
SINEW_HD SINEW_INLINE int search_level(const PyramidView& pyramid, int asked) {
  int level = asked < pyramid.levels - 1 ? asked : pyramid.levels - 1;
  while (level > 0 &&
         (pyramid.level[level].width < 2 * kWindow || pyramid.level[level].height < kWindow)) {
    --level;
  }
  return level;
}

/// Whether the window that was found at `found` in `right` is found at x in `left` again, among
/// what the search for it had to choose from, mirrored.
template <class Search>
SINEW_HD SINEW_INLINE bool is_found_back(Search& search, const MatchRowsArgs& args, int level,
                                         int x, int y, int found, const RowRange& range) {
  const ImageView<const std::uint8_t>& left = args.left.level[level];
  const int first = found + (x - range.end + 1), last = found + (x - range.begin);
  const int past = left.width - kWindow + 1;
  const RowBest back = search(args.right.level[level], found, y, left,
                              {first > 0 ? first : 0, last < past ? last + 1 : past});
  const int off = back.x < x ? x - back.x : back.x - x;
  return static_cast<float>(off) <= args.params.max_inconsistency_px;
}

/// The full search at one level. The disparity is in pixels of level 0.
template <class Search>
SINEW_HD SINEW_INLINE RowMatch search_row(Search& search, const MatchRowsArgs& args, Float2 point,
                                          float prior, int level) {
  const RowMatchParams& params = args.params;
  const ImageView<const std::uint8_t>& left = args.left.level[level];
  const int x = window_start(point.x, level, left.width);
  const int y = window_start(point.y, level, left.height);
  const RowRange range = search_range(params, prior, x, level, left.width);
  const RowBest best = search(left, x, y, args.right.level[level], range);
  RowMatch match{0, best.score, RowMatchStatus::kOutOfImage};
  if (best.x < 0) return match;
  match.disparity_px = static_cast<float>((x - best.x) << level);
  if (!(best.score > 0)) {
    match.status = RowMatchStatus::kPoorScore;
  } else if (1 - best.score + kSameScore > params.max_ratio * (1 - best.elsewhere)) {
    match.status = RowMatchStatus::kAmbiguous;
  } else {
    const bool back = is_found_back(search, args, level, x, y, best.x, range);
    match.status = back ? RowMatchStatus::kOk : RowMatchStatus::kInconsistent;
  }
  return match;
}

/// Whole-pixel disparity at level 0 of the point, with its score at the search level.
template <class Search>
SINEW_HD SINEW_INLINE RowMatch search_levels(Search& search, const MatchRowsArgs& args,
                                             Float2 point, float prior) {
  int level = search_level(args.left, args.params.search_level);
  RowMatch match = search_row(search, args, point, prior, level);
  if (match.status != RowMatchStatus::kOk) return match;
  int disparity = static_cast<int>(match.disparity_px) >> level;
  while (level > 0) {
    --level;
    const ImageView<const std::uint8_t>& fine = args.left.level[level];
    const int x = window_start(point.x, level, fine.width);
    const int y = window_start(point.y, level, fine.height);
    const RowBest best = search(fine, x, y, args.right.level[level],
                                around(x - 2 * disparity, kPeakWidth, fine.width, x));
    if (best.x < 0) return {match.disparity_px, match.score, RowMatchStatus::kOutOfImage};
    disparity = x - best.x;
    match.disparity_px = static_cast<float>(disparity << level);
  }
  return match;
}

inline constexpr float kMaxDrift = 2;        ///< of the alignment from where the search ended [px]
inline constexpr float kRowEpsilon = 0.02f;  ///< a step below this ends the alignment [px]

/// Aligns along the row at level 0, from a whole-pixel disparity.
template <class Patch>
SINEW_HD SINEW_INLINE RowMatch align_row(Patch& patch, const MatchRowsArgs& args, Float2 point,
                                         RowMatch match) {
  const ImageView<const std::uint8_t>&left = args.left.level[0], &right = args.right.level[0];
  const SubPixel origin = to_sub_pixel(point);
  const TemplateSums sums = patch.set_template(left, origin);
  const PatchNormal normal(sums);
  if (!(normal.xx * PatchNormal::kTensor >= args.params.min_texture)) {
    return {match.disparity_px, match.score, RowMatchStatus::kNoTexture};
  }
  const float start = match.disparity_px;
  match.status = RowMatchStatus::kNotConverged;
  for (int iteration = 0; iteration < args.params.max_iterations; ++iteration) {
    const Float2 place{origin.place().x - match.disparity_px, origin.place().y};
    if (!contains_patch(right, place)) {
      match.status = RowMatchStatus::kOutOfImage;
      break;
    }
    const SubPixel at = to_sub_pixel(place);
    const PatchDifference d = difference(sums, normal, patch.compare(right, at));
    match.score = d.correlation;
    const float u = d.x / normal.xx;
    const float step = 2 * u / d.gain(normal.x_of_t * u);
    const float disparity = origin.place().x - at.place().x + step;
    const float off = disparity - start, moved = disparity - match.disparity_px;
    if (!(off > -kMaxDrift && off < kMaxDrift)) break;
    match.disparity_px = disparity;
    if (moved > -kRowEpsilon && moved < kRowEpsilon) {
      match.status = RowMatchStatus::kOk;
      break;
    }
  }
  return match;
}

/// The whole of match_rows for one point.
template <class Patch, class Search>
SINEW_HD SINEW_INLINE RowMatch match_point(Patch& patch, Search& search, const MatchRowsArgs& args,
                                           int n) {
  const Float2 point = args.points[n];
  if (!contains_patch(args.left.level[0], point)) return {};
  const float prior = args.priors.size > 0 ? args.priors[n] : -1;
  RowMatch match = search_levels(search, args, point, prior);
  if (match.status != RowMatchStatus::kOk) return match;
  match = align_row(patch, args, point, match);
  if (match.status == RowMatchStatus::kOk && !(match.score >= args.params.min_score)) {
    match.status = RowMatchStatus::kPoorScore;
  }
  return match;
}

}  // namespace sinew
