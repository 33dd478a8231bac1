// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew {

/// One physical point as it is followed through rectified stereo pairs.
struct StereoTrack {
  std::uint32_t id =
      0;  ///< the same in every pair the point is followed through; never given twice
  float u_px = 0, v_px = 0;  ///< in the left image; pixel centres at integers
  float disparity_px = -1;   ///< u_left - u_right; negative: not matched in the right image
  std::uint32_t age = 0;     ///< pairs it was tracked through; 0: detected in this one

  bool has_disparity() const { return disparity_px >= 0; }
};

}  // namespace sinew
