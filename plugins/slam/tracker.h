// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "framework/core/time.h"
#include "framework/lane/lane.h"
#include "framework/memory/view.h"
#include "plugins/slam/camera_velocity.h"
#include "plugins/slam/stereo_camera.h"
#include "plugins/slam/stereo_track.h"

namespace sinew {

struct TrackerParams {
  int max_points = 300;  ///< capacity of the list of tracked points
  int pyramid_levels =
      5;             ///< more follow faster motion; one less is used where a velocity is known
  int cell_px = 40;  ///< a corner is looked for in each square of this size without a point
  double min_corner_score = 8;    ///< of detect_corners [(grey levels / px)^2]
  double max_disparity_px = 128;  ///< how near a point may be and still be matched
};

/// Follows corners through a rectified stereo sequence: left to left by Lucas-Kanade, left to right
/// along the row, new corners where none are. Used by one thread, that of the lane. Not copyable.
class Tracker {
 public:
  /// @param width, height  of every image to come [px]. Allocates all that is ever needed.
  Tracker(const StereoCamera& camera, int width, int height, const TrackerParams& params);
  ~Tracker();

  /// Follows the points into the next pair. Does not allocate. A CPU lane has finished on return.
  ///
  /// @param stamp     capture time of the pair, later than that of the last
  /// @param left      u8[height][width], rectified; must stay readable until the next call has
  ///                  returned, or reset()
  /// @param right     u8[height][width], rectified
  /// @param velocity  latest known motion of the camera: says where to look for the points first
  /// @return          at most max_points, ids strictly increasing; valid until the next call
  ArrayView<const StereoTrack> track(const Lane& lane, Time stamp,
                                     ImageView<const std::uint8_t> left,
                                     ImageView<const std::uint8_t> right,
                                     const CameraVelocity& velocity);

  /// Forgets all points and the last pair; ids go on.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sinew
