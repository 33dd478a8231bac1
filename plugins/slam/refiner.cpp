// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/refiner.h"

#include <algorithm>
#include <vector>

#include "framework/core/error.h"
#include "plugins/slam/bundle.h"

namespace sinew {
namespace {

constexpr int kMinShared = 10;  // landmarks in common with the window, for a keyframe to join it

constexpr double kMinOffsetSigma_px = 1e-6;
constexpr double kBestOffsetSigma_px = 0.01;  // never so sure that a change goes unseen

std::uint32_t bit(int i) { return std::uint32_t{1} << i; }

}  // namespace

struct Refiner::State {
  State(const StereoCamera& stereo_camera, const RefinerParams& parameters);

  void start(const Keyframe& keyframe);
  void drop_oldest();
  int num_shared(ArrayView<const KeyframePoint> points) const;
  void add(ArrayView<const KeyframePoint> points, int slot);
  std::uint32_t free_poses() const;
  void learn_offset();
  void list_landmarks(int slot);

  const StereoCamera camera;
  const RefinerParams params;
  Bundle bundle;
  BundleState state;  ///< poses by slot: a ring
  int oldest = 0;
  int num_keyframes = 0;
  std::uint32_t last_index = 0;
  std::vector<BundleLandmark> landmarks, next;  ///< by id
  std::vector<RefinedLandmark> refined;
};

Refiner::State::State(const StereoCamera& stereo_camera, const RefinerParams& parameters)
    : camera(stereo_camera),
      params(parameters),
      bundle(stereo_camera,
             {params.max_iterations, params.pixel_sigma_px, params.disparity_sigma_px},
             params.window * params.max_points, params.window * params.max_points) {
  SINEW_ASSERT(params.window >= 2 && params.window <= kMaxBundlePoses, params.window);
  SINEW_ASSERT(params.fixed >= 1 && params.fixed < params.window, params.fixed);
  const double sigma_px = std::max(params.disparity_offset_sigma_px, kMinOffsetSigma_px);
  state.offset_prior_information = 1 / (sigma_px * sigma_px);
  const auto capacity = static_cast<std::size_t>(params.window * params.max_points);
  landmarks.reserve(capacity);
  next.reserve(capacity);
  refined.reserve(static_cast<std::size_t>(params.max_points));
}

void Refiner::State::start(const Keyframe& keyframe) {
  landmarks.clear();
  oldest = 0;
  num_keyframes = 1;
  state.T_cam_world[0] = Rigid(keyframe.T_world_cam).inverse();
}

/// What the leaving keyframe saw stays as priors of its landmarks; its pose is taken as known.
void Refiner::State::drop_oldest() {
  std::erase_if(landmarks, [&](BundleLandmark& l) {
    if (l.seen_by & bit(oldest)) bundle.absorb(state, oldest, l);
    return l.seen_by == 0;
  });
  oldest = (oldest + 1) % params.window;
  --num_keyframes;
}

int Refiner::State::num_shared(ArrayView<const KeyframePoint> points) const {
  int count = 0;
  auto landmark = landmarks.begin();
  for (const KeyframePoint& point : points) {
    while (landmark != landmarks.end() && landmark->landmark.id < point.id) ++landmark;
    count += landmark != landmarks.end() && landmark->landmark.id == point.id;
  }
  return count;
}

/// Merges the points of the keyframe in this slot into the landmarks; new ones need a disparity.
void Refiner::State::add(ArrayView<const KeyframePoint> points, int slot) {
  next.clear();
  auto landmark = landmarks.begin();
  const Rigid T_world_cam = state.T_cam_world[static_cast<std::size_t>(slot)].inverse();
  for (const KeyframePoint& point : points) {
    while (landmark != landmarks.end() && landmark->landmark.id < point.id)
      next.push_back(*landmark++);
    const bool has_disparity = point.disparity_px >= 0;
    const Eigen::Vector3d uvd(point.u_px, point.v_px, has_disparity ? point.disparity_px : 0);
    if (landmark != landmarks.end() && landmark->landmark.id == point.id) {
      next.push_back(*landmark++);
    } else if (has_disparity) {
      BundleLandmark fresh;
      const Eigen::Vector3d corrected(uvd[0], uvd[1],
                                      std::max(0.0, uvd[2] - state.disparity_offset_px));
      fresh.landmark = landmark_from_stereo(camera, point.id, T_world_cam, corrected,
                                            params.pixel_sigma_px, params.disparity_sigma_px);
      next.push_back(fresh);
    } else {
      continue;
    }
    next.back().seen_by |= bit(slot);
    next.back().seen[static_cast<std::size_t>(slot)] = {uvd, has_disparity};
  }
  next.insert(next.end(), landmark, landmarks.end());
  landmarks.swap(next);
}

std::uint32_t Refiner::State::free_poses() const {
  std::uint32_t free = 0;
  for (int i = std::min(params.fixed, num_keyframes - 1); i < num_keyframes; ++i)
    free |= bit((oldest + i) % params.window);
  return free;
}

/// The disparity offset belongs to the cameras: what one window knows of it is the prior of the
/// next. A keyframe stays for a whole window, so each time only its share is new.
void Refiner::State::learn_offset() {
  const double fresh = bundle.offset_information() - state.offset_prior_information;
  const double limit = 1 / (kBestOffsetSigma_px * kBestOffsetSigma_px);
  state.offset_prior_px = state.disparity_offset_px;
  if (fresh > 0 && state.offset_prior_information < limit)
    state.offset_prior_information =
        std::min(limit, state.offset_prior_information + fresh / params.window);
}

void Refiner::State::list_landmarks(int slot) {
  refined.clear();
  for (const BundleLandmark& l : landmarks) {
    const bool refined_here = (l.seen_by & bit(slot)) && (l.seen_by & ~bit(slot));
    const Landmark& landmark = l.landmark;
    if (refined_here)
      refined.push_back(
          {landmark.id, from_eigen(landmark.scaled_world() / landmark.inverse_depth())});
  }
}

Refiner::Refiner(const StereoCamera& camera, const RefinerParams& params)
    : state_(std::make_unique<State>(camera, params)) {}
Refiner::~Refiner() = default;

std::optional<Refinement> Refiner::refine(const Keyframe& keyframe,
                                          ArrayView<const KeyframePoint> points) {
  State& s = *state_;
  points.size = std::min(points.size, s.params.max_points);
  s.refined.clear();
  const bool joins = s.num_keyframes > 0 && !keyframe.starts_map &&
                     keyframe.index == s.last_index + 1 && s.num_shared(points) >= kMinShared;
  s.last_index = keyframe.index;
  if (!joins) {
    s.start(keyframe);
    s.add(points, 0);
    return std::nullopt;
  }
  const int previous = (s.oldest + s.num_keyframes - 1) % s.params.window;
  const Rigid T_world_previous = s.state.T_cam_world[static_cast<std::size_t>(previous)].inverse();
  if (s.num_keyframes == s.params.window) s.drop_oldest();
  const int slot = (s.oldest + s.num_keyframes++) % s.params.window;
  Rigid& T_cam_world = s.state.T_cam_world[static_cast<std::size_t>(slot)];
  T_cam_world = (T_world_previous * Rigid(keyframe.T_previous_cam)).inverse();
  s.add(points, slot);
  if (!s.bundle.solve(s.state, s.free_poses(), s.landmarks)) return std::nullopt;
  s.learn_offset();
  s.list_landmarks(slot);
  return Refinement{keyframe.index, T_cam_world.inverse().transform(), s.state.disparity_offset_px};
}

ArrayView<const RefinedLandmark> Refiner::landmarks() const {
  return {state_->refined.data(), static_cast<int>(state_->refined.size())};
}

void Refiner::reset() {
  const StereoCamera camera = state_->camera;
  const RefinerParams params = state_->params;
  state_ = std::make_unique<State>(camera, params);
}

}  // namespace sinew
