// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/landmark_map.h"

#include <Eigen/LU>
#include <algorithm>

#include "framework/core/error.h"

namespace sinew {
namespace {

constexpr int kOutliersToReject = 3;
constexpr double kMinInverseDepth = 1e-5;  // [1/m]; beyond, a point is at infinity

KeyframePoint keyframe_point(const StereoTrack& point) {
  return {point.id, point.u_px, point.v_px, point.disparity_px};
}

}  // namespace

LandmarkMap::LandmarkMap(const StereoCamera& camera, double pixel_sigma_px,
                         double disparity_sigma_px, int max_points)
    : camera_(camera), pixel_sigma_px_(pixel_sigma_px), disparity_sigma_px_(disparity_sigma_px) {
  const auto capacity = static_cast<std::size_t>(max_points);
  entries_.reserve(capacity);
  next_.reserve(capacity);
  matches_.reserve(capacity);
}

StereoObservation LandmarkMap::observation(const StereoTrack& point) const {
  const double disparity_px =
      point.has_disparity() ? std::max(0.0, point.disparity_px - disparity_offset_px_) : 0;
  return {{point.u_px, point.v_px, disparity_px}, point.has_disparity()};
}

ArrayView<PoseMatch> LandmarkMap::match(ArrayView<const StereoTrack> points) {
  next_.clear();
  matches_.clear();
  auto entry = entries_.begin();
  for (const StereoTrack& point : points) {
    while (entry != entries_.end() && entry->landmark.id < point.id) ++entry;
    if (entry == entries_.end()) break;
    if (entry->landmark.id != point.id) continue;
    next_.push_back(*entry);
    if (entry->rejected) continue;
    PoseMatch match;
    match.seen = observation(point);
    match.landmark = &next_.back().landmark;
    matches_.push_back(match);
  }
  entries_.swap(next_);
  return {matches_.data(), static_cast<int>(matches_.size())};
}

void LandmarkMap::learn(const Rigid& T_world_cam) {
  const Rigid T_cam_world = T_world_cam.inverse();
  auto match = matches_.begin();
  for (Entry& entry : entries_) {
    if (entry.rejected) continue;
    entry.trusted = match->inlier;
    if (match->inlier) {
      sharpen(T_cam_world, *match, entry.landmark);
      entry.outliers = 0;
    } else {
      entry.rejected = ++entry.outliers == kOutliersToReject;
    }
    ++match;
  }
}

void LandmarkMap::sharpen(const Rigid& T_cam_world, const PoseMatch& match,
                          Landmark& landmark) const {
  const ScaledPoint p = seen_from(T_cam_world, landmark.scaled_world(), landmark.inverse_depth());
  if (p.q[2] < kMinScaledDepth) return;
  Eigen::Matrix3d J = landmark_jacobian(camera_, T_cam_world * landmark.T_world_ref, p,
                                        projection_jacobian(camera_, p));
  Eigen::Vector3d residual = match.seen.uvd_px - project(camera_, p);
  if (!match.seen.has_disparity) {
    J.row(2).setZero();
    residual[2] = 0;
  }
  Eigen::Matrix3d noise = J * landmark.covariance * J.transpose();
  noise(0, 0) += pixel_sigma_px_ * pixel_sigma_px_;
  noise(1, 1) += pixel_sigma_px_ * pixel_sigma_px_;
  noise(2, 2) += disparity_sigma_px_ * disparity_sigma_px_;
  const Eigen::Matrix3d gain = landmark.covariance * J.transpose() * noise.inverse();
  const Eigen::Matrix3d rest = Eigen::Matrix3d::Identity() - gain * J;
  landmark.coordinates += gain * residual;
  landmark.coordinates[2] = std::max(landmark.coordinates[2], kMinInverseDepth);
  const Eigen::Matrix3d covariance = rest * landmark.covariance;
  landmark.covariance = 0.5 * (covariance + covariance.transpose());
}

int LandmarkMap::num_mappable(ArrayView<const StereoTrack> points) const {
  int count = 0;
  auto entry = entries_.begin();
  for (const StereoTrack& point : points) {
    while (entry != entries_.end() && entry->landmark.id < point.id) ++entry;
    const bool known = entry != entries_.end() && entry->landmark.id == point.id;
    count += !known && point.has_disparity();
  }
  return count;
}

void LandmarkMap::extend(ArrayView<const StereoTrack> points, const Rigid& T_world_cam,
                         std::vector<KeyframePoint>& seen) {
  next_.clear();
  seen.clear();
  auto entry = entries_.begin();
  for (const StereoTrack& point : points) {
    while (entry != entries_.end() && entry->landmark.id < point.id) ++entry;
    if (entry != entries_.end() && entry->landmark.id == point.id) {
      next_.push_back(*entry);
      if (entry->trusted) seen.push_back(keyframe_point(point));
    } else if (point.has_disparity()) {
      const Eigen::Vector3d uvd = observation(point).uvd_px;
      next_.push_back({landmark_from_stereo(camera_, point.id, T_world_cam, uvd, pixel_sigma_px_,
                                            disparity_sigma_px_)});
      next_.back().trusted = true;
      seen.push_back(keyframe_point(point));
    }
  }
  entries_.swap(next_);
}

void LandmarkMap::correct(const Rigid& T_new_old, ArrayView<const RefinedLandmark> refined) {
  const RefinedLandmark* next = refined.begin();
  for (Entry& entry : entries_) {
    Landmark& landmark = entry.landmark;
    while (next != refined.end() && next->id < landmark.id) ++next;
    landmark.T_world_ref = T_new_old * landmark.T_world_ref;
    if (next == refined.end() || next->id != landmark.id) continue;
    const Eigen::Vector3d p = landmark.T_world_ref.inverse() * to_eigen(next->p_world);
    if (p[2] > 0) landmark.coordinates = {p[0] / p[2], p[1] / p[2], 1 / p[2]};
  }
}

}  // namespace sinew
