// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/trajectory_error.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/error.h"

namespace sinew {
namespace {

Eigen::Vector3d position(const Transform& T) {
  return {T.translation_m[0], T.translation_m[1], T.translation_m[2]};
}

Eigen::Matrix3Xd positions(const std::vector<Transform>& poses) {
  Eigen::Matrix3Xd points(3, static_cast<Eigen::Index>(poses.size()));
  for (std::size_t i = 0; i < poses.size(); ++i)
    points.col(static_cast<Eigen::Index>(i)) = position(poses[i]);
  return points;
}

double rms_after_alignment(const Eigen::Matrix3Xd& truth, const Eigen::Matrix3Xd& estimate,
                           bool with_scale) {
  const Eigen::Matrix4d T = Eigen::umeyama(estimate, truth, with_scale);
  const Eigen::Matrix3Xd aligned =
      (T.topLeftCorner<3, 3>() * estimate).colwise() + T.topRightCorner<3, 1>();
  return std::sqrt((truth - aligned).squaredNorm() / static_cast<double>(truth.cols()));
}

double angle_deg(const Quaternion& q) {
  const double sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  return 2 * std::atan2(sine, std::abs(q.w)) * 180 / std::numbers::pi;
}

}  // namespace

TrajectoryError trajectory_error(const std::vector<Transform>& truth,
                                 const std::vector<Transform>& estimate) {
  SINEW_ASSERT(truth.size() == estimate.size(), truth.size(), estimate.size());
  TrajectoryError error;
  error.pairs = static_cast<int>(truth.size());
  if (truth.empty()) return error;
  for (std::size_t i = 1; i < truth.size(); ++i)
    error.length_m += (position(truth[i]) - position(truth[i - 1])).norm();
  const Eigen::Matrix3Xd p_truth = positions(truth), p_estimate = positions(estimate);
  constexpr std::size_t kLeastForAlignment = 3;
  if (truth.size() >= kLeastForAlignment) {
    error.ape_se3_m = rms_after_alignment(p_truth, p_estimate, false);
    const bool moves = (p_estimate.colwise() - p_estimate.col(0)).norm() > 0;
    error.ape_sim3_m = moves ? rms_after_alignment(p_truth, p_estimate, true) : error.ape_se3_m;
  }
  const Transform true_way = inverse(truth.front()) * truth.back();
  const Transform way = inverse(estimate.front()) * estimate.back();
  const Transform off = inverse(true_way) * way;
  error.end_rotation_deg = angle_deg(off.rotation);
  if (error.length_m > 0) error.end_drift_percent = 100 * position(off).norm() / error.length_m;
  return error;
}

}  // namespace sinew
