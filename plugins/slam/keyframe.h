// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/core/geometry.h"

namespace sinew {

/// A pair that was chosen to carry the map. World is the first left camera's frame.
struct Keyframe {
  std::uint32_t index = 0;  ///< counts keyframes since the estimator's first, from 0
  Transform T_world_cam;
  Transform T_previous_cam;  ///< from the keyframe before, as that one stands now
  bool starts_map = false;   ///< the first one, or the first after a loss: shares no landmark
};

/// One landmark as a keyframe sees it.
struct KeyframePoint {
  std::uint32_t id = 0;  ///< of StereoTrack; strictly increasing along a keyframe's list
  float u_px = 0, v_px = 0;
  float disparity_px = -1;  ///< as measured; negative: not matched in the right image
};

/// A landmark as it stands after refinement.
struct RefinedLandmark {
  std::uint32_t id = 0;  ///< strictly increasing along the list
  Vec3 p_world{0, 0, 0};
};

/// What refinement says of the newest keyframe it has seen; a list of RefinedLandmark goes with it.
struct Refinement {
  std::uint32_t keyframe_index = 0;
  Transform T_world_cam;
  double disparity_offset_px = 0;  ///< by how much all disparities were found to be too large
};

}  // namespace sinew
