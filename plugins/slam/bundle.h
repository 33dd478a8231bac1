// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "plugins/slam/landmark.h"
#include "plugins/slam/stereo_camera.h"

namespace sinew {

inline constexpr int kMaxBundlePoses = 16;

/// A landmark and how each pose of the bundle sees it.
struct BundleLandmark {
  Landmark landmark;
  /// What poses that have left the bundle knew of it: a Gaussian about prior_coordinates.
  Eigen::Matrix3d prior_information = Eigen::Matrix3d::Zero();
  Eigen::Vector3d prior_coordinates = Eigen::Vector3d::Zero();
  std::uint32_t seen_by = 0;  ///< bit i: by pose i
  std::array<StereoObservation, kMaxBundlePoses> seen;
};

struct BundleParams {
  int max_iterations = 5;
  double pixel_sigma_px = 0.5;
  double disparity_sigma_px = 0.5;
};

/// What a bundle adjusts beside the landmarks.
struct BundleState {
  std::array<Rigid, kMaxBundlePoses> T_cam_world;
  /// By how much all disparities are too large. A fraction of a pixel in the calibration, or a
  /// millisecond between the two shutters, makes far things too near or too far, all alike.
  double disparity_offset_px = 0;
  double offset_prior_px = 0;           ///< what is known of it beforehand: a Gaussian
  double offset_prior_information = 0;  ///< [1/px^2]
};

/// Levenberg-Marquardt over poses and landmarks with Cauchy weights; landmarks are eliminated
/// first. Does not allocate after construction.
class Bundle {
 public:
  Bundle(const StereoCamera& camera, const BundleParams& params, int max_observations,
         int max_landmarks);

  /// Improves poses and landmarks in place.
  ///
  /// @param state  pose i for each bit of `seen_by`
  /// @param free   bit i: pose i may move
  /// @return       whether the cost fell
  bool solve(BundleState& state, std::uint32_t free, std::vector<BundleLandmark>& landmarks);

  /// How much the last solve() knows of the disparity offset, prior included [1/px^2].
  double offset_information() const { return offset_information_; }

  /// Turns what one pose, taken as known, knows of a landmark into part of its prior.
  void absorb(const BundleState& state, int pose, BundleLandmark& landmark) const;

 private:
  using Matrix3x6 = Eigen::Matrix<double, 3, 6>;
  struct Eliminated {
    int index;  ///< of the landmark
    Eigen::Matrix3d H_inverse;
    Eigen::Vector3d g;
    Eigen::Vector3d H_offset;  ///< between it and the disparity offset
  };
  struct Term;

  double cost(const BundleState& state, const std::vector<BundleLandmark>& landmarks) const;
  Term linearize(const BundleState& state, int pose, const BundleLandmark& landmark) const;
  void build(const BundleState& state, std::uint32_t free,
             const std::vector<BundleLandmark>& landmarks, double damping);
  void add_terms(const BundleState& state, std::uint32_t free, const BundleLandmark& landmark,
                 Eigen::Matrix3d& H, Eliminated& eliminated);
  void eliminate(const BundleState& state, std::uint32_t free, const BundleLandmark& landmark,
                 int index, double damping);
  void step(BundleState& state, std::uint32_t free, std::vector<BundleLandmark>& landmarks);

  StereoCamera camera_;
  BundleParams params_;
  Eigen::MatrixXd H_;
  Eigen::VectorXd g_, delta_;
  Eigen::LDLT<Eigen::MatrixXd> ldlt_;
  std::vector<Eliminated> eliminated_;
  std::vector<Matrix3x6> H_landmark_pose_;  ///< of the eliminated, pose after pose
  BundleState saved_;
  double offset_information_ = 0;
  std::vector<Eigen::Vector3d> saved_coordinates_;
};

}  // namespace sinew
