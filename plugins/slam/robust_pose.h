// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/memory/view.h"
#include "plugins/slam/landmark.h"

namespace sinew {

/// A landmark, where it is seen now, and (written by the solver) how well the two agree.
struct PoseMatch {
  const Landmark* landmark = nullptr;
  StereoObservation seen;

  Eigen::Vector3d scaled_world = Eigen::Vector3d::Zero();
  Eigen::Matrix3d information = Eigen::Matrix3d::Zero();  ///< of the residual, landmark included
  double error = 0;  ///< squared residual in units of its sigma
  bool inlier = false;
};

/// Where the camera is expected: independent Gaussians about nudged(0, T_cam_world).
struct PosePrior {
  Rigid T_cam_world;
  Vector6d information = Vector6d::Zero();
};

struct RobustPose {
  Rigid T_cam_world;
  Matrix6d information = Matrix6d::Identity();  ///< of the step in nudged(); prior included
  int num_inliers = 0;
};

struct RobustPoseParams {
  double pixel_sigma_px = 0.5;
  double disparity_sigma_px = 0.5;
  int max_hypotheses = 100;
};

/// The pose that most matches agree on (MSAC: Torr and Zisserman, "MLESAC", 2000; each hypothesis
/// is least squares on three matches, started at the prior as in Geiger et al., "StereoScan",
/// 2011), then iteratively reweighted least squares over all of them (Cauchy, then Geman-McClure).
/// Residuals count in units of the noise of image and landmark together. Deterministic in `seed`.
/// Does not allocate. With no matches the answer is the prior.
RobustPose solve_robust_pose(const StereoCamera& camera, const RobustPoseParams& params,
                             const PosePrior& prior, ArrayView<PoseMatch> matches,
                             std::uint64_t seed);

}  // namespace sinew
