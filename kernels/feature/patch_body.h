// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/core/host_device.h"
#include "framework/core/simd.h"
#include "framework/memory/view.h"

/// Square patches of grey pixels at sub-pixel places, compared with gain and bias removed: what
/// lk_track and match_rows share. All sums are integers and fit 32 bits, so that no order of
/// summation matters; what is made of them is float arithmetic in one written order.
namespace sinew {

inline constexpr int kPatch = 11;  ///< side [px]
inline constexpr int kPatchRadius = kPatch / 2;
inline constexpr int kPatchArea = kPatch * kPatch;
inline constexpr int kFraction = 128;     ///< steps between two pixels that are told apart
inline constexpr int kSamplePerGrey = 8;  ///< a sampled value is 0 to 255 * 8

/// A place in an image, rounded to 1 / kFraction px.
struct SubPixel {
  int x, y;                    ///< the pixel up and to the left
  int fraction_x, fraction_y;  ///< 0 to kFraction - 1

  SINEW_HD SINEW_INLINE Float2 place() const {
    return {static_cast<float>(x) + static_cast<float>(fraction_x) / kFraction,
            static_cast<float>(y) + static_cast<float>(fraction_y) / kFraction};
  }
};

/// The place must have passed contains().
SINEW_HD SINEW_INLINE SubPixel to_sub_pixel(Float2 p) {
  const int x = static_cast<int>(p.x * kFraction + 0.5f);
  const int y = static_cast<int>(p.y * kFraction + 0.5f);
  return {x / kFraction, y / kFraction, x % kFraction, y % kFraction};
}

/// Whether p lies on the image; false for NaN.
SINEW_HD SINEW_INLINE bool contains(const ImageView<const std::uint8_t>& image, Float2 p) {
  return p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(image.width) &&
         p.y < static_cast<float>(image.height);
}

/// Whether the patch around p with a margin of one pixel lies in the image; false for NaN.
SINEW_HD SINEW_INLINE bool contains_patch(const ImageView<const std::uint8_t>& image, Float2 p) {
  constexpr float kBefore = kPatchRadius + 1;
  constexpr float kAfter = kPatchRadius + 3;
  return p.x >= kBefore && p.y >= kBefore && p.x <= static_cast<float>(image.width) - kAfter &&
         p.y <= static_cast<float>(image.height) - kAfter;
}

/// Bilinear value between the pixels a b / c d, in 1 / kSamplePerGrey grey levels, rounded down
/// (the same way in both patches, so that it cancels as bias).
SINEW_HD SINEW_INLINE int sample(int a, int b, int c, int d, int fraction_x, int fraction_y) {
  const int above = a * (kFraction - fraction_x) + b * fraction_x;
  const int below = c * (kFraction - fraction_x) + d * fraction_x;
  return ((above >> 1) + (((below - above) * (fraction_y * 256)) >> 16)) >> 3;
}

/// sample() at place `at` moved by whole pixels; the image is continued by its edge.
SINEW_HD SINEW_INLINE int sample_at(const ImageView<const std::uint8_t>& image, const SubPixel& at,
                                    int dx, int dy) {
  const auto clamp = [](int v, int end) { return v < 0 ? 0 : v < end ? v : end - 1; };
  const int x0 = clamp(at.x + dx, image.width), x1 = clamp(at.x + dx + 1, image.width);
  const std::uint8_t* above = image.row(clamp(at.y + dy, image.height));
  const std::uint8_t* below = image.row(clamp(at.y + dy + 1, image.height));
  return sample(above[x0], above[x1], below[x0], below[x1], at.fraction_x, at.fraction_y);
}

/// Sums over the pixels of the patch that is looked for: value t and gradient x, y (differences of
/// the neighbours at both sides, twice the slope).
struct TemplateSums {
  int t = 0, tt = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
};

/// Sums over the pixels i of the patch that it is compared with.
struct PatchSums {
  int i = 0, ii = 0, it = 0, ix = 0, iy = 0;
};

/// kPatchArea^2 times the covariance, exactly.
SINEW_HD SINEW_INLINE float covariance(int sum_ab, int sum_a, int sum_b) {
  return static_cast<float>(static_cast<std::int64_t>(sum_ab) * kPatchArea -
                            static_cast<std::int64_t>(sum_a) * sum_b);
}

/// The template's side of the alignment. A patch displaced by d is modelled as
/// gain * (t + slope * d) + bias; bias and gain are eliminated from the normal equations, which are
/// scaled by kPatchArea^2 and symmetric.
struct PatchNormal {
  float xx, xy, yy;      ///< of the displacement, gain and bias eliminated
  float variance;        ///< of the values
  float x_of_t, y_of_t;  ///< regression of the gradients on the values

  SINEW_HD SINEW_INLINE explicit PatchNormal(const TemplateSums& s)
      : xx(covariance(s.xx, s.x, s.x)),
        xy(covariance(s.xy, s.x, s.y)),
        yy(covariance(s.yy, s.y, s.y)),
        variance(covariance(s.tt, s.t, s.t)),
        x_of_t(0),
        y_of_t(0) {
    if (!(variance > 0)) return;
    const float xt = covariance(s.xt, s.x, s.t), yt = covariance(s.yt, s.y, s.t);
    x_of_t = xt / variance, y_of_t = yt / variance;
    xx -= x_of_t * xt, xy -= x_of_t * yt, yy -= y_of_t * yt;
  }

  /// Factor from the matrix to a mean structure tensor in (grey levels / px)^2.
  static constexpr float kTensor =
      1.0f / (4.0f * kSamplePerGrey * kSamplePerGrey * kPatchArea * kPatchArea);
};

/// What one comparison tells.
struct PatchDifference {
  float correlation = 0;  ///< -1 to 1; 0 where the compared patch is flat
  float contrast = 0;     ///< of the compared patch over the template's
  float x = 0, y = 0;     ///< right-hand side of the normal equations: their solution is half the
                          ///< gain times the displacement of the compared patch [px]

  /// Gain of the model, given what the displacement explains of the regression on the values. Far
  /// from the match patches do not correlate, and only the contrast tells the gain.
  SINEW_HD SINEW_INLINE float gain(float explained) const {
    const float fitted = correlation * contrast - explained;
    return fitted > 0.5f * contrast ? fitted : 0.5f * contrast;
  }
};

SINEW_HD SINEW_INLINE PatchDifference difference(const TemplateSums& t, const PatchNormal& normal,
                                                 const PatchSums& p) {
  const float variance = covariance(p.ii, p.i, p.i);
  if (!(variance > 0) || !(normal.variance > 0)) return {};
  const float it = covariance(p.it, p.i, t.t);
  const float contrast = __builtin_sqrtf(variance / normal.variance);
  return {it / (contrast * normal.variance), contrast,
          covariance(p.ix, p.i, t.x) - normal.x_of_t * it,
          covariance(p.iy, p.i, t.y) - normal.y_of_t * it};
}

/// The plain engine: pixel by pixel.
class PlainPatch {
 public:
  SINEW_HD TemplateSums set_template(const ImageView<const std::uint8_t>& image,
                                     const SubPixel& at) {
    TemplateSums s;
    for (int n = 0; n < kPatchArea; ++n) {
      const int dx = n % kPatch - kPatchRadius, dy = n / kPatch - kPatchRadius;
      const int t = t_[n] = sample_at(image, at, dx, dy);
      const int x = x_[n] = sample_at(image, at, dx + 1, dy) - sample_at(image, at, dx - 1, dy);
      const int y = y_[n] = sample_at(image, at, dx, dy + 1) - sample_at(image, at, dx, dy - 1);
      s.t += t, s.tt += t * t, s.x += x, s.y += y, s.xx += x * x, s.xy += x * y, s.yy += y * y;
      s.xt += x * t, s.yt += y * t;
    }
    return s;
  }

  SINEW_HD PatchSums compare(const ImageView<const std::uint8_t>& image, const SubPixel& at) const {
    PatchSums s;
    for (int n = 0; n < kPatchArea; ++n) {
      const int i = sample_at(image, at, n % kPatch - kPatchRadius, n / kPatch - kPatchRadius);
      s.i += i, s.ii += i * i, s.it += i * t_[n], s.ix += i * x_[n], s.iy += i * y_[n];
    }
    return s;
  }

 private:
  int t_[kPatchArea], x_[kPatchArea], y_[kPatchArea];
};

}  // namespace sinew
