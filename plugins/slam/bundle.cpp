// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/bundle.h"

#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>

namespace sinew {
namespace {

constexpr double kCauchyError = 4;         // squared residual, in sigmas, where weights halve
constexpr double kMinInverseDepth = 1e-5;  // [1/m]
constexpr double kFirstDamping = 1e-4;
constexpr double kEnough = 1e-4;  // relative fall of the cost that ends the iteration

double robust_cost(double error) { return kCauchyError * std::log1p(error / kCauchyError); }

bool is_used(const BundleLandmark& landmark) {
  return std::popcount(landmark.seen_by) >= 2 ||
         (landmark.seen_by != 0 && landmark.prior_information(2, 2) > 0);
}

/// Calls f(i) for each set bit.
template <class F>
void for_each_bit(std::uint32_t bits, F f) {
  for (; bits != 0; bits &= bits - 1) f(std::countr_zero(bits));
}

}  // namespace

struct Bundle::Term {
  bool valid = false;
  double error = 0;
  double weight = 0;
  Eigen::Vector3d residual;
  Matrix3x6 J_pose;
  Eigen::Matrix3d J_landmark;
  Eigen::Vector3d information;
};

Bundle::Bundle(const StereoCamera& camera, const BundleParams& params, int max_observations,
               int max_landmarks)
    : camera_(camera),
      params_(params),
      H_(6 * kMaxBundlePoses, 6 * kMaxBundlePoses),
      g_(6 * kMaxBundlePoses),
      delta_(6 * kMaxBundlePoses),
      ldlt_(6 * kMaxBundlePoses) {
  eliminated_.reserve(static_cast<std::size_t>(max_landmarks));
  saved_coordinates_.reserve(static_cast<std::size_t>(max_landmarks));
  H_landmark_pose_.reserve(static_cast<std::size_t>(max_observations));
}

Bundle::Term Bundle::linearize(const Rigid& T_cam_world, const StereoObservation& seen,
                               const Landmark& landmark) const {
  Term term;
  const ScaledPoint p = seen_from(T_cam_world, landmark.scaled_world(), landmark.inverse_depth());
  if (p.q[2] < kMinScaledDepth) return term;
  const double pixel = 1 / (params_.pixel_sigma_px * params_.pixel_sigma_px);
  const double disparity =
      seen.has_disparity ? 1 / (params_.disparity_sigma_px * params_.disparity_sigma_px) : 0;
  const Eigen::Matrix3d J_q = projection_jacobian(camera_, p);
  term.valid = true;
  term.information = {pixel, pixel, disparity};
  term.residual = seen.uvd_px - project(camera_, p);
  term.error = term.residual.cwiseAbs2().dot(term.information);
  term.weight = 1 / (1 + term.error / kCauchyError);
  term.J_pose = pose_jacobian(p, J_q);
  term.J_landmark = landmark_jacobian(camera_, T_cam_world * landmark.T_world_ref, p, J_q);
  return term;
}

void Bundle::absorb(const Rigid& T_cam_world, int pose, BundleLandmark& landmark) const {
  const Eigen::Vector3d& now = landmark.landmark.coordinates;
  landmark.seen_by &= ~(std::uint32_t{1} << pose);
  const Term term =
      linearize(T_cam_world, landmark.seen[static_cast<std::size_t>(pose)], landmark.landmark);
  if (!term.valid) return;
  const Eigen::Matrix3d JtW =
      term.weight * term.J_landmark.transpose() * term.information.asDiagonal();
  const Eigen::Vector3d pull =
      JtW * term.residual + landmark.prior_information * (landmark.prior_coordinates - now);
  landmark.prior_information += JtW * term.J_landmark;
  Eigen::Matrix3d information = landmark.prior_information;
  information.diagonal().array() += 1e-9;  // without a disparity the depth may be unknown
  landmark.prior_coordinates = now + information.inverse() * pull;
}

double Bundle::cost(const std::array<Rigid, kMaxBundlePoses>& T_cam_world,
                    const std::vector<BundleLandmark>& landmarks) const {
  const double pixel = 1 / (params_.pixel_sigma_px * params_.pixel_sigma_px);
  const double disparity = 1 / (params_.disparity_sigma_px * params_.disparity_sigma_px);
  constexpr double kBehind = 1e4;
  double sum = 0;
  for (const BundleLandmark& landmark : landmarks) {
    if (!is_used(landmark)) continue;
    const Eigen::Vector3d off = landmark.landmark.coordinates - landmark.prior_coordinates;
    sum += off.dot(landmark.prior_information * off);
    const Eigen::Vector3d scaled_world = landmark.landmark.scaled_world();
    for_each_bit(landmark.seen_by, [&](int i) {
      const auto pose = static_cast<std::size_t>(i);
      const StereoObservation& seen = landmark.seen[pose];
      const ScaledPoint p =
          seen_from(T_cam_world[pose], scaled_world, landmark.landmark.inverse_depth());
      if (p.q[2] < kMinScaledDepth) {
        sum += robust_cost(kBehind);
        return;
      }
      const Eigen::Vector3d r = seen.uvd_px - project(camera_, p);
      sum += robust_cost(pixel * (r[0] * r[0] + r[1] * r[1]) +
                         (seen.has_disparity ? disparity * r[2] * r[2] : 0));
    });
  }
  return sum;
}

void Bundle::eliminate(const std::array<Rigid, kMaxBundlePoses>& T_cam_world, std::uint32_t free,
                       const BundleLandmark& landmark, int index, double damping) {
  const Landmark& l = landmark.landmark;
  Eigen::Matrix3d H = landmark.prior_information;
  Eigen::Vector3d g = landmark.prior_information * (landmark.prior_coordinates - l.coordinates);
  const std::size_t first = H_landmark_pose_.size();
  for_each_bit(landmark.seen_by, [&](int i) {
    const auto pose = static_cast<std::size_t>(i);
    const Term term = linearize(T_cam_world[pose], landmark.seen[pose], l);
    const Eigen::Vector3d information = term.valid ? Eigen::Vector3d(term.weight * term.information)
                                                   : Eigen::Vector3d(Eigen::Vector3d::Zero());
    if (term.valid) {
      const Eigen::Matrix3d JtW = term.J_landmark.transpose() * information.asDiagonal();
      H.noalias() += JtW * term.J_landmark;
      g.noalias() += JtW * term.residual;
    }
    if (!(free >> i & 1)) return;
    if (!term.valid) {
      H_landmark_pose_.push_back(Matrix3x6::Zero());
      return;
    }
    const Matrix3x6 WJ = information.asDiagonal() * term.J_pose;
    H_.block<6, 6>(6 * i, 6 * i).noalias() += term.J_pose.transpose() * WJ;
    g_.segment<6>(6 * i).noalias() += WJ.transpose() * term.residual;
    H_landmark_pose_.push_back(term.J_landmark.transpose() * WJ);
  });
  H.diagonal() += damping * H.diagonal() + Eigen::Vector3d::Constant(1e-9);
  const Eigen::Matrix3d H_inverse = H.inverse();
  eliminated_.push_back({index, H_inverse, g});
  std::size_t a = first;
  for_each_bit(landmark.seen_by & free, [&](int i) {
    const Eigen::Matrix<double, 6, 3> A = H_landmark_pose_[a].transpose() * H_inverse;
    g_.segment<6>(6 * i).noalias() -= A * g;
    std::size_t b = first;
    for_each_bit(landmark.seen_by & free, [&](int j) {
      if (j <= i) H_.block<6, 6>(6 * i, 6 * j).noalias() -= A * H_landmark_pose_[b];
      ++b;
    });
    ++a;
  });
}

void Bundle::build(const std::array<Rigid, kMaxBundlePoses>& T_cam_world, std::uint32_t free,
                   const std::vector<BundleLandmark>& landmarks, double damping) {
  H_.setZero();
  g_.setZero();
  eliminated_.clear();
  H_landmark_pose_.clear();
  for (std::size_t i = 0; i < landmarks.size(); ++i)
    if (is_used(landmarks[i]))
      eliminate(T_cam_world, free, landmarks[i], static_cast<int>(i), damping);
  for (int i = 0; i < kMaxBundlePoses; ++i) {
    auto diagonal = H_.diagonal().segment<6>(6 * i);
    if (free >> i & 1)
      diagonal += damping * diagonal;
    else
      diagonal.setOnes();
  }
}

void Bundle::step(std::array<Rigid, kMaxBundlePoses>& T_cam_world, std::uint32_t free,
                  std::vector<BundleLandmark>& landmarks) {
  ldlt_.compute(H_);  // reads the lower triangle
  delta_ = g_;
  ldlt_.solveInPlace(delta_);
  if (!delta_.allFinite()) return;
  std::size_t next = 0;
  for (const Eliminated& eliminated : eliminated_) {
    BundleLandmark& landmark = landmarks[static_cast<std::size_t>(eliminated.index)];
    Eigen::Vector3d g = eliminated.g;
    for_each_bit(landmark.seen_by & free, [&](int i) {
      g.noalias() -= H_landmark_pose_[next++] * delta_.segment<6>(6 * i);
    });
    Eigen::Vector3d& coordinates = landmark.landmark.coordinates;
    coordinates += eliminated.H_inverse * g;
    coordinates[2] = std::max(coordinates[2], kMinInverseDepth);
  }
  for_each_bit(free, [&](int i) {
    Rigid& pose = T_cam_world[static_cast<std::size_t>(i)];
    pose = nudged(delta_.segment<6>(6 * i), pose);
  });
}

bool Bundle::solve(std::array<Rigid, kMaxBundlePoses>& T_cam_world, std::uint32_t free,
                   std::vector<BundleLandmark>& landmarks) {
  const double start = cost(T_cam_world, landmarks);
  double best = start;
  double damping = kFirstDamping;
  for (int iteration = 0; iteration < params_.max_iterations; ++iteration) {
    saved_poses_ = T_cam_world;
    saved_coordinates_.clear();
    for (const BundleLandmark& l : landmarks) saved_coordinates_.push_back(l.landmark.coordinates);
    build(T_cam_world, free, landmarks, damping);
    step(T_cam_world, free, landmarks);
    const double now = cost(T_cam_world, landmarks);
    if (now < best) {
      const bool enough = best - now < kEnough * best;
      best = now;
      damping *= 0.1;
      if (enough) break;
    } else {
      T_cam_world = saved_poses_;
      for (std::size_t i = 0; i < landmarks.size(); ++i)
        landmarks[i].landmark.coordinates = saved_coordinates_[i];
      damping *= 100;
    }
  }
  return best < start;
}

}  // namespace sinew
