// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/memory/view.h"
#include "plugins/slam/keyframe.h"
#include "plugins/slam/landmark.h"
#include "plugins/slam/robust_pose.h"
#include "plugins/slam/stereo_track.h"

namespace sinew {

/// The landmarks of the points that are tracked now, in the order of their ids. A point's track
/// ends for good, so its landmark goes with it. Does not allocate after construction.
class LandmarkMap {
 public:
  LandmarkMap(const StereoCamera& camera, double pixel_sigma_px, double disparity_sigma_px,
              int max_points);

  /// Drops what is no longer tracked and pairs the rest with where it is seen.
  /// @return valid until the map changes
  ArrayView<PoseMatch> match(ArrayView<const StereoTrack> points);

  /// Learns from the last match(), whose inliers are marked: inliers sharpen their landmark
  /// (extended Kalman filter, the pose taken as known), repeated outliers (moving things) are not
  /// used again.
  void learn(const Rigid& T_world_cam);

  /// Points with a disparity and no landmark yet.
  int num_mappable(ArrayView<const StereoTrack> points) const;

  /// Makes landmarks of these; writes all landmarks that may be trusted to `seen`.
  void extend(ArrayView<const StereoTrack> points, const Rigid& T_world_cam,
              std::vector<KeyframePoint>& seen);

  /// Sets the landmarks that are listed and moves the others by T_new_old.
  void correct(const Rigid& T_new_old, ArrayView<const RefinedLandmark> refined);

  /// By how much disparities that come from now on are too large.
  void set_disparity_offset(double offset_px) { disparity_offset_px_ = offset_px; }

  void clear() { entries_.clear(); }

 private:
  struct Entry {
    Landmark landmark;
    int outliers = 0;
    bool rejected = false;
    bool trusted = false;  ///< an inlier when last seen, or new
  };

  StereoObservation observation(const StereoTrack& point) const;
  void sharpen(const Rigid& T_cam_world, const PoseMatch& match, Landmark& landmark) const;

  StereoCamera camera_;
  double pixel_sigma_px_, disparity_sigma_px_;
  double disparity_offset_px_ = 0;
  std::vector<Entry> entries_, next_;
  std::vector<PoseMatch> matches_;
};

}  // namespace sinew
