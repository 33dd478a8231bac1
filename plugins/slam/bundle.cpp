// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/bundle.h"

#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>

namespace sinew {
namespace {

constexpr int kOffset = 6 * kMaxBundlePoses;  // row of the disparity offset
constexpr double kCauchyError = 4;            // squared residual, in sigmas, where weights halve
constexpr double kMinInverseDepth = 1e-5;     // [1/m]
constexpr double kFirstDamping = 1e-4;
constexpr double kEnough = 1e-4;  // relative fall of the cost that ends the iteration

Eigen::Vector3d information_of(const BundleParams& params, const StereoObservation& seen) {
  const double pixel = 1 / (params.pixel_sigma_px * params.pixel_sigma_px);
  const double disparity = 1 / (params.disparity_sigma_px * params.disparity_sigma_px);
  return {pixel, pixel, seen.has_disparity ? disparity : 0};
}

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

/// One observation at the present state; all zero if the point is not before the camera.
struct Bundle::Term {
  Eigen::Vector3d residual = Eigen::Vector3d::Zero();
  Eigen::Vector3d information = Eigen::Vector3d::Zero();  ///< diagonal, robust weight included
  Matrix3x6 J_pose = Matrix3x6::Zero();
  Eigen::Matrix3d J_landmark = Eigen::Matrix3d::Zero();
};

Bundle::Bundle(const StereoCamera& camera, const BundleParams& params, int max_observations,
               int max_landmarks)
    : camera_(camera),
      params_(params),
      H_(kOffset + 1, kOffset + 1),
      g_(kOffset + 1),
      delta_(kOffset + 1),
      ldlt_(kOffset + 1) {
  eliminated_.reserve(static_cast<std::size_t>(max_landmarks));
  saved_coordinates_.reserve(static_cast<std::size_t>(max_landmarks));
  H_landmark_pose_.reserve(static_cast<std::size_t>(max_observations));
}

Bundle::Term Bundle::linearize(const BundleState& state, int pose,
                               const BundleLandmark& landmark) const {
  Term term;
  const Rigid& T_cam_world = state.T_cam_world[static_cast<std::size_t>(pose)];
  const StereoObservation& seen = landmark.seen[static_cast<std::size_t>(pose)];
  const Landmark& l = landmark.landmark;
  const ScaledPoint p = seen_from(T_cam_world, l.scaled_world(), l.inverse_depth());
  if (p.q[2] < kMinScaledDepth) return term;
  const Eigen::Matrix3d J_q = projection_jacobian(camera_, p);
  term.residual = seen.uvd_px - project(camera_, p);
  term.residual[2] -= state.disparity_offset_px;
  term.information = information_of(params_, seen);
  const double error = term.residual.cwiseAbs2().dot(term.information);
  term.information /= 1 + error / kCauchyError;
  term.J_pose = pose_jacobian(p, J_q);
  term.J_landmark = landmark_jacobian(camera_, T_cam_world * l.T_world_ref, p, J_q);
  return term;
}

void Bundle::absorb(const BundleState& state, int pose, BundleLandmark& landmark) const {
  const Eigen::Vector3d& now = landmark.landmark.coordinates;
  const Term term = linearize(state, pose, landmark);
  const Eigen::Matrix3d JtW = term.J_landmark.transpose() * term.information.asDiagonal();
  const Eigen::Vector3d pull =
      JtW * term.residual + landmark.prior_information * (landmark.prior_coordinates - now);
  landmark.seen_by &= ~(std::uint32_t{1} << pose);
  landmark.prior_information += JtW * term.J_landmark;
  Eigen::Matrix3d information = landmark.prior_information;
  information.diagonal().array() += 1e-9;  // without a disparity the depth may be unknown
  landmark.prior_coordinates = now + information.inverse() * pull;
}

double Bundle::cost(const BundleState& state, const std::vector<BundleLandmark>& landmarks) const {
  constexpr double kBehind = 1e4;
  const double offset = state.disparity_offset_px - state.offset_prior_px;
  double sum = state.offset_prior_information * offset * offset;
  for (const BundleLandmark& landmark : landmarks) {
    if (!is_used(landmark)) continue;
    const Landmark& l = landmark.landmark;
    const Eigen::Vector3d off = l.coordinates - landmark.prior_coordinates;
    const Eigen::Vector3d scaled_world = l.scaled_world();
    sum += off.dot(landmark.prior_information * off);
    for_each_bit(landmark.seen_by, [&](int i) {
      const auto pose = static_cast<std::size_t>(i);
      const ScaledPoint p = seen_from(state.T_cam_world[pose], scaled_world, l.inverse_depth());
      double error = kBehind;
      if (p.q[2] >= kMinScaledDepth) {
        Eigen::Vector3d residual = landmark.seen[pose].uvd_px - project(camera_, p);
        residual[2] -= state.disparity_offset_px;
        error = residual.cwiseAbs2().dot(information_of(params_, landmark.seen[pose]));
      }
      sum += kCauchyError * std::log1p(error / kCauchyError);
    });
  }
  return sum;
}

/// Adds what the poses say of one landmark to their own blocks, to H and to the landmark's.
void Bundle::add_terms(const BundleState& state, std::uint32_t free, const BundleLandmark& landmark,
                       Eigen::Matrix3d& H, Eliminated& eliminated) {
  for_each_bit(landmark.seen_by, [&](int i) {
    const Term term = linearize(state, i, landmark);
    const Eigen::Matrix3d JtW = term.J_landmark.transpose() * term.information.asDiagonal();
    H.noalias() += JtW * term.J_landmark;
    eliminated.g.noalias() += JtW * term.residual;
    eliminated.H_offset += JtW.col(2);
    H_(kOffset, kOffset) += term.information[2];
    g_[kOffset] += term.information[2] * term.residual[2];
    if (!(free >> i & 1)) return;
    const Matrix3x6 WJ = term.information.asDiagonal() * term.J_pose;
    H_.block<6, 6>(6 * i, 6 * i).noalias() += term.J_pose.transpose() * WJ;
    H_.block<1, 6>(kOffset, 6 * i) += WJ.row(2);
    g_.segment<6>(6 * i).noalias() += WJ.transpose() * term.residual;
    H_landmark_pose_.push_back(term.J_landmark.transpose() * WJ);
  });
}

void Bundle::eliminate(const BundleState& state, std::uint32_t free, const BundleLandmark& landmark,
                       int index, double damping) {
  Eigen::Matrix3d H = landmark.prior_information;
  Eliminated eliminated;
  eliminated.index = index;
  eliminated.H_offset.setZero();
  eliminated.g =
      landmark.prior_information * (landmark.prior_coordinates - landmark.landmark.coordinates);
  const std::size_t first = H_landmark_pose_.size();
  add_terms(state, free, landmark, H, eliminated);
  H.diagonal() += damping * H.diagonal() + Eigen::Vector3d::Constant(1e-9);
  eliminated.H_inverse = H.inverse();
  eliminated_.push_back(eliminated);

  std::size_t a = first;
  for_each_bit(landmark.seen_by & free, [&](int i) {
    const Eigen::Matrix<double, 6, 3> A = H_landmark_pose_[a++].transpose() * eliminated.H_inverse;
    g_.segment<6>(6 * i).noalias() -= A * eliminated.g;
    H_.block<1, 6>(kOffset, 6 * i) -= (A * eliminated.H_offset).transpose();
    std::size_t b = first;
    for_each_bit(landmark.seen_by & free, [&](int j) {
      if (j <= i) H_.block<6, 6>(6 * i, 6 * j).noalias() -= A * H_landmark_pose_[b];
      ++b;
    });
  });
  const Eigen::Vector3d a_offset = eliminated.H_inverse * eliminated.H_offset;
  g_[kOffset] -= a_offset.dot(eliminated.g);
  H_(kOffset, kOffset) -= a_offset.dot(eliminated.H_offset);
}

void Bundle::build(const BundleState& state, std::uint32_t free,
                   const std::vector<BundleLandmark>& landmarks, double damping) {
  H_.setZero();
  g_.setZero();
  eliminated_.clear();
  H_landmark_pose_.clear();
  for (std::size_t i = 0; i < landmarks.size(); ++i)
    if (is_used(landmarks[i])) eliminate(state, free, landmarks[i], static_cast<int>(i), damping);
  for (int i = 0; i < kMaxBundlePoses; ++i) {
    auto diagonal = H_.diagonal().segment<6>(6 * i);
    if (free >> i & 1)
      diagonal += damping * diagonal;
    else
      diagonal.setOnes();
  }
  H_(kOffset, kOffset) += state.offset_prior_information;
  g_[kOffset] -=
      state.offset_prior_information * (state.disparity_offset_px - state.offset_prior_px);
}

void Bundle::step(BundleState& state, std::uint32_t free, std::vector<BundleLandmark>& landmarks) {
  ldlt_.compute(H_);  // reads the lower triangle
  delta_ = g_;
  ldlt_.solveInPlace(delta_);
  if (!delta_.allFinite()) return;
  state.disparity_offset_px += delta_[kOffset];
  std::size_t next = 0;
  for (const Eliminated& eliminated : eliminated_) {
    BundleLandmark& landmark = landmarks[static_cast<std::size_t>(eliminated.index)];
    Eigen::Vector3d g = eliminated.g - eliminated.H_offset * delta_[kOffset];
    for_each_bit(landmark.seen_by & free, [&](int i) {
      g.noalias() -= H_landmark_pose_[next++] * delta_.segment<6>(6 * i);
    });
    Eigen::Vector3d& coordinates = landmark.landmark.coordinates;
    coordinates += eliminated.H_inverse * g;
    coordinates[2] = std::max(coordinates[2], kMinInverseDepth);
  }
  for_each_bit(free, [&](int i) {
    Rigid& pose = state.T_cam_world[static_cast<std::size_t>(i)];
    pose = nudged(delta_.segment<6>(6 * i), pose);
  });
}

bool Bundle::solve(BundleState& state, std::uint32_t free, std::vector<BundleLandmark>& landmarks) {
  const double start = cost(state, landmarks);
  double best = start;
  double damping = kFirstDamping;
  for (int iteration = 0; iteration < params_.max_iterations; ++iteration) {
    saved_ = state;
    saved_coordinates_.clear();
    for (const BundleLandmark& l : landmarks) saved_coordinates_.push_back(l.landmark.coordinates);
    build(state, free, landmarks, damping);
    step(state, free, landmarks);
    const double now = cost(state, landmarks);
    if (now < best) {
      const bool enough = best - now < kEnough * best;
      best = now;
      damping *= 0.1;
      if (enough) break;
    } else {
      state = saved_;
      for (std::size_t i = 0; i < landmarks.size(); ++i)
        landmarks[i].landmark.coordinates = saved_coordinates_[i];
      damping *= 100;
    }
  }
  delta_.setZero();
  delta_[kOffset] = 1;
  ldlt_.solveInPlace(delta_);
  offset_information_ = delta_[kOffset] > 0 ? 1 / delta_[kOffset] : 0;
  return best < start;
}

}  // namespace sinew
