// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/pose_estimator.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "plugins/slam/landmark_map.h"
#include "plugins/slam/robust_pose.h"

namespace sinew {
namespace {

constexpr double kMinInterval_s = 1e-3;
constexpr double kMinTurn_rad = 2e-3;  // predictions are no better than the poses they come from,
constexpr double kMinShift_m = 1e-2;   // however short the interval
constexpr double kMaxSurprise = 6;     // a pose further from the prior, in sigmas, is no pose
constexpr std::uint32_t kRememberedKeyframes = 64;  // a refinement later than this is too late
constexpr int kFramesToForgetMap = 2;               // lost so long, the old landmarks are given up

/// The velocity after coasting unseen for a while.
CameraVelocity slowed(const CameraVelocity& velocity, double factor) {
  return {from_eigen(to_eigen(velocity.angular_rad_s) * factor),
          from_eigen(to_eigen(velocity.linear_m_s) * factor)};
}

bool is_surprising(const PosePrior& prior, const Rigid& T_cam_world) {
  const Eigen::Matrix3d turn = T_cam_world.R * prior.T_cam_world.R.transpose();
  Vector6d from_prior;
  from_prior << rotation_log(Eigen::Quaterniond(turn)), T_cam_world.t - turn * prior.T_cam_world.t;
  const Vector6d surprise = from_prior.cwiseAbs2().cwiseProduct(prior.information);
  return !(surprise.maxCoeff() < kMaxSurprise * kMaxSurprise);
}

}  // namespace

struct PoseEstimator::State {
  State(const StereoCamera& stereo_camera, const PoseEstimatorParams& parameters)
      : camera(stereo_camera),
        params(parameters),
        map(stereo_camera, params.pixel_sigma_px, params.disparity_sigma_px, params.max_points) {
    keyframe_points.reserve(static_cast<std::size_t>(params.max_points));
  }

  PosePrior predict(double interval_s) const;
  bool see(const PosePrior& prior, ArrayView<PoseMatch> matches);
  void coast(const PosePrior& prior, double interval_s);
  void make_keyframe(ArrayView<const StereoTrack> points, bool starts_map);
  void update_map(ArrayView<const StereoTrack> points, bool seen);

  const StereoCamera camera;
  const PoseEstimatorParams params;
  LandmarkMap map;

  bool has_map = false;
  bool velocity_known = false;
  int frames_lost = 0;
  std::uint64_t num_frames = 0;
  Rigid T_world_cam;
  PoseEstimate last;

  std::uint32_t num_keyframes = 0;
  std::uint32_t first_keyframe_of_map = 0;
  std::array<Rigid, kRememberedKeyframes> T_world_keyframe;  ///< by index, as they stand now
  std::optional<Keyframe> keyframe;
  std::vector<KeyframePoint> keyframe_points;
};

PosePrior PoseEstimator::State::predict(double interval_s) const {
  const double memory = std::exp(-interval_s / params.velocity_memory_s);
  const CameraVelocity velocity = slowed(last.velocity, memory);
  const double per_frame = interval_s * (1 + frames_lost);
  const double turn_rad = velocity_known
                              ? params.angular_acceleration_rad_s2 * interval_s * per_frame
                              : params.start_turn_rad_s * per_frame;
  const double shift_m = velocity_known ? params.acceleration_m_s2 * interval_s * per_frame
                                        : params.start_speed_m_s * per_frame;
  const double turn = std::max(turn_rad, kMinTurn_rad), shift = std::max(shift_m, kMinShift_m);
  PosePrior prior;
  prior.T_cam_world = (T_world_cam * Rigid(moved(velocity, interval_s))).inverse();
  prior.information << Eigen::Vector3d::Constant(1 / (turn * turn)),
      Eigen::Vector3d::Constant(1 / (shift * shift));
  return prior;
}

/// Whether the matches tell the pose; if so, takes it.
bool PoseEstimator::State::see(const PosePrior& prior, ArrayView<PoseMatch> matches) {
  const RobustPoseParams robust{params.pixel_sigma_px, params.disparity_sigma_px,
                                params.max_hypotheses};
  const RobustPose pose =
      solve_robust_pose(camera, robust, prior, matches, params.seed + num_frames);
  last.num_landmarks = static_cast<std::uint32_t>(matches.size);
  last.num_inliers = static_cast<std::uint32_t>(pose.num_inliers);
  if (pose.num_inliers < params.min_inliers ||
      pose.num_inliers < params.min_inlier_ratio * matches.size ||
      is_surprising(prior, pose.T_cam_world))
    return false;
  T_world_cam = pose.T_cam_world.inverse();
  const Matrix6d covariance = pose.information.inverse();
  for (int i = 0; i < 6; ++i)
    last.sigma[static_cast<std::size_t>(i)] = std::sqrt(std::max(covariance(i, i), 0.0));
  return true;
}

void PoseEstimator::State::coast(const PosePrior& prior, double interval_s) {
  T_world_cam = prior.T_cam_world.inverse();
  last.velocity = slowed(last.velocity, std::exp(-interval_s / params.velocity_memory_s));
  for (int i = 0; i < 6; ++i)
    last.sigma[static_cast<std::size_t>(i)] = 1 / std::sqrt(prior.information[i]);
  ++frames_lost;
}

void PoseEstimator::State::make_keyframe(ArrayView<const StereoTrack> points, bool starts_map) {
  if (starts_map) {
    map.clear();
    first_keyframe_of_map = num_keyframes;
    velocity_known = false;
    frames_lost = 0;
    has_map = true;
  }
  map.extend(points, T_world_cam, keyframe_points);
  const Rigid T_world_previous =
      num_keyframes == 0 ? Rigid() : T_world_keyframe[(num_keyframes - 1) % kRememberedKeyframes];
  keyframe = Keyframe{num_keyframes, T_world_cam.transform(),
                      (T_world_previous.inverse() * T_world_cam).transform(), starts_map};
  T_world_keyframe[num_keyframes++ % kRememberedKeyframes] = T_world_cam;
}

void PoseEstimator::State::update_map(ArrayView<const StereoTrack> points, bool seen) {
  const int mappable = map.num_mappable(points);
  if (seen) {
    map.learn(T_world_cam);
    const double inliers = last.num_inliers;
    if (inliers < params.keyframe_overlap * (inliers + mappable)) make_keyframe(points, false);
    return;
  }
  const bool map_is_useful = has_map && frames_lost < kFramesToForgetMap &&
                             static_cast<int>(last.num_landmarks) >= params.min_inliers;
  if (map_is_useful) return;
  map.clear();
  if (map.num_mappable(points) >= params.min_inliers) make_keyframe(points, true);
}

PoseEstimator::PoseEstimator(const StereoCamera& camera, const PoseEstimatorParams& params)
    : state_(std::make_unique<State>(camera, params)) {}
PoseEstimator::~PoseEstimator() = default;

PoseEstimate PoseEstimator::estimate(Time stamp, ArrayView<const StereoTrack> points) {
  State& s = *state_;
  points.size = std::min(points.size, s.params.max_points);
  s.keyframe.reset();
  s.keyframe_points.clear();
  s.last.num_landmarks = s.last.num_inliers = 0;
  const bool first = !s.has_map;
  const double interval_s = std::max(kMinInterval_s, to_s(stamp - s.last.stamp));
  const PosePrior prior = first ? PosePrior{s.T_world_cam.inverse()} : s.predict(interval_s);
  const Rigid T_world_before = s.T_world_cam;

  const ArrayView<PoseMatch> matches = s.map.match(points);
  const bool seen = !first && s.see(prior, matches);
  if (seen) {
    s.last.velocity =
        velocity_between((T_world_before.inverse() * s.T_world_cam).transform(), interval_s);
    s.velocity_known = true;
    s.frames_lost = 0;
  } else if (!first) {
    s.coast(prior, interval_s);
  }
  s.update_map(points, seen);
  const bool world_made_here = first && s.has_map;
  s.last.state = seen || world_made_here ? TrackingState::kTracking : TrackingState::kLost;
  s.last.stamp = stamp;
  s.last.T_world_cam = s.T_world_cam.transform();
  ++s.num_frames;
  return s.last;
}

std::optional<Keyframe> PoseEstimator::keyframe() const { return state_->keyframe; }

ArrayView<const KeyframePoint> PoseEstimator::keyframe_points() const {
  const std::vector<KeyframePoint>& points = state_->keyframe_points;
  return {points.data(), static_cast<int>(points.size())};
}

void PoseEstimator::apply(const Refinement& refinement,
                          ArrayView<const RefinedLandmark> landmarks) {
  State& s = *state_;
  const std::uint32_t index = refinement.keyframe_index;
  if (!s.has_map || index < s.first_keyframe_of_map || index >= s.num_keyframes ||
      s.num_keyframes - index > kRememberedKeyframes)
    return;
  const Rigid T_new_old =
      Rigid(refinement.T_world_cam) * s.T_world_keyframe[index % kRememberedKeyframes].inverse();
  for (Rigid& T_world_keyframe : s.T_world_keyframe)
    T_world_keyframe = T_new_old * T_world_keyframe;
  s.map.correct(T_new_old, landmarks);
  s.map.set_disparity_offset(refinement.disparity_offset_px);
  s.T_world_cam = T_new_old * s.T_world_cam;
}

void PoseEstimator::reset() {
  const StereoCamera camera = state_->camera;
  const PoseEstimatorParams params = state_->params;
  state_ = std::make_unique<State>(camera, params);
}

}  // namespace sinew
