// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "framework/core/time.h"
#include "framework/memory/view.h"
#include "plugins/slam/camera_velocity.h"
#include "plugins/slam/keyframe.h"
#include "plugins/slam/stereo_camera.h"
#include "plugins/slam/stereo_track.h"

namespace sinew {

struct PoseEstimatorParams {
  int max_points = 300;             ///< longest list of tracked points that may come
  double pixel_sigma_px = 0.5;      ///< noise of a tracked position
  double disparity_sigma_px = 0.5;  ///< noise of a disparity
  int max_hypotheses = 100;         ///< of the robust start, each from three points
  int min_inliers = 10;             ///< fewer: lost
  double min_inlier_ratio = 0.25;   ///< of the landmarks in view; fewer: lost
  double keyframe_overlap = 0.75;   ///< a new keyframe once landmarks are less of the points
  double acceleration_m_s2 = 10;    ///< how fast the velocity may change (one sigma)
  double angular_acceleration_rad_s2 = 10;
  double start_speed_m_s = 10;   ///< speed where none is known yet (one sigma)
  double start_turn_rad_s = 2;   ///< the same of turning
  double velocity_memory_s = 1;  ///< unseen motion is taken to die away in this time
  std::uint64_t seed = 1;        ///< of the robust start; same seed, same bits
};

enum class TrackingState : std::uint8_t { kTracking, kLost };

/// Where the left camera was when a pair was taken. World is the first left camera's frame.
struct PoseEstimate {
  Time stamp{};
  Transform T_world_cam;    ///< while lost: coasting, slowing down
  CameraVelocity velocity;  ///< for Tracker::track of the next pair
  TrackingState state = TrackingState::kLost;
  std::uint32_t num_landmarks = 0;  ///< tracked points with a landmark
  std::uint32_t num_inliers = 0;    ///< of these, agreeing with the pose
  std::array<double, 6>
      sigma{};  ///< of the pose along the camera's axes: rotation x y z [rad], then position [m]
};

/// The camera's pose from tracked points and landmarks of its own: a robust start, then weighted
/// least squares over (u, v, disparity) with a weak prior of smooth motion. Landmarks come from the
/// stereo depth of keyframes and are filtered as they are seen again. Same input, same bits.
/// Used by one thread. Not copyable.
class PoseEstimator {
 public:
  /// Allocates all that is ever needed.
  PoseEstimator(const StereoCamera& camera, const PoseEstimatorParams& params);
  ~PoseEstimator();

  /// Takes the points of the next pair. Does not allocate or wait.
  ///
  /// @param stamp   capture time, later than that of the last
  /// @param points  from Tracker: ids strictly increasing, at most max_points (more are ignored)
  /// @return        always finite; `state` says whether it is more than a guess
  PoseEstimate estimate(Time stamp, ArrayView<const StereoTrack> points);

  /// The keyframe that the last estimate() made, if it made one.
  std::optional<Keyframe> keyframe() const;
  /// Its points; valid until the next estimate().
  ArrayView<const KeyframePoint> keyframe_points() const;

  /// Takes what Refiner found, whenever it comes: moves the map, the current pose and what follows.
  /// Does not allocate. Ignored if the tracking was lost since that keyframe.
  void apply(const Refinement& refinement, ArrayView<const RefinedLandmark> landmarks);

  /// Forgets everything; the next pair's camera is the world.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sinew
