// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/feature/patch_body.h"

namespace sinew {

inline constexpr unsigned kAllLanes = 0xffffffffu;
inline constexpr int kWarpsPerBlock = 4;

/// The sum over the warp, in every lane.
__device__ inline int warp_sum(int value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(kAllLanes, value, offset);
  return value;
}

/// The point of this warp, or count and beyond.
__device__ inline int warp_point() {
  return static_cast<int>(blockIdx.x) * kWarpsPerBlock + static_cast<int>(threadIdx.x) / 32;
}

/// PlainPatch shared by a warp: a lane holds every 32nd pixel; all lanes get the sums, so that they
/// stay together.
class WarpPatch {
 public:
  __device__ TemplateSums set_template(const ImageView<const std::uint8_t>& image,
                                       const SubPixel& at) {
    TemplateSums s;
    for_each_pixel([&](int slot, int dx, int dy) {
      const int t = t_[slot] = sample_at(image, at, dx, dy);
      const int x = x_[slot] = sample_at(image, at, dx + 1, dy) - sample_at(image, at, dx - 1, dy);
      const int y = y_[slot] = sample_at(image, at, dx, dy + 1) - sample_at(image, at, dx, dy - 1);
      s.t += t, s.tt += t * t, s.x += x, s.y += y, s.xx += x * x, s.xy += x * y, s.yy += y * y;
      s.xt += x * t, s.yt += y * t;
    });
    return {warp_sum(s.t),  warp_sum(s.tt), warp_sum(s.x),  warp_sum(s.y), warp_sum(s.xx),
            warp_sum(s.xy), warp_sum(s.yy), warp_sum(s.xt), warp_sum(s.yt)};
  }

  __device__ PatchSums compare(const ImageView<const std::uint8_t>& image, const SubPixel& at) {
    PatchSums s;
    for_each_pixel([&](int slot, int dx, int dy) {
      const int i = sample_at(image, at, dx, dy);
      s.i += i, s.ii += i * i, s.it += i * t_[slot], s.ix += i * x_[slot], s.iy += i * y_[slot];
    });
    return {warp_sum(s.i), warp_sum(s.ii), warp_sum(s.it), warp_sum(s.ix), warp_sum(s.iy)};
  }

 private:
  static constexpr int kSlots = (kPatchArea + 31) / 32;

  template <class Use>
  __device__ static void for_each_pixel(Use use) {
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) {
      const int n = slot * 32 + static_cast<int>(threadIdx.x) % 32;
      if (n < kPatchArea) use(slot, n % kPatch - kPatchRadius, n / kPatch - kPatchRadius);
    }
  }

  int t_[kSlots], x_[kSlots], y_[kSlots];
};

}  // namespace sinew
