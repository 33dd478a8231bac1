// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/robust_pose.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "plugins/slam/counter_random.h"

namespace sinew {
namespace {

constexpr double kOutlierError = 11.34;  // 99 % of chi-squared with three degrees of freedom
constexpr double kOutlierErrorNoDisparity = 9.21;  // with two
constexpr double kBehind = 1e12;                   // error of a match that cannot be seen

enum class Kernel { kNone, kCauchy, kGemanMcClure };

double robust_weight(Kernel kernel, double error) {
  const double x = 1 / (1 + error / kOutlierError);
  switch (kernel) {
    case Kernel::kNone:
      return 1;
    case Kernel::kCauchy:
      return x;
    case Kernel::kGemanMcClure:
      return x * x;
  }
  return 1;
}

struct NormalEquations {
  Matrix6d H = Matrix6d::Zero();
  Vector6d g = Vector6d::Zero();

  void add(const PosePrior& prior, const Rigid& T_cam_world) {
    Vector6d from_prior;
    const Eigen::Matrix3d turn = T_cam_world.R * prior.T_cam_world.R.transpose();
    from_prior.head<3>() = rotation_log(Eigen::Quaterniond(turn));
    from_prior.tail<3>() = T_cam_world.t - turn * prior.T_cam_world.t;
    H.diagonal() += prior.information;
    g -= prior.information.cwiseProduct(from_prior);
  }

  /// Also writes the match's error.
  void add(const StereoCamera& camera, const Rigid& T_cam_world, Kernel kernel, PoseMatch& match) {
    const ScaledPoint p =
        seen_from(T_cam_world, match.scaled_world, match.landmark->inverse_depth());
    match.error = kBehind;
    if (p.q[2] < kMinScaledDepth) return;
    const Eigen::Vector3d residual = match.seen.uvd_px - project(camera, p);
    const Eigen::Vector3d weighted = match.information * residual;
    match.error = residual.dot(weighted);
    const double weight = robust_weight(kernel, match.error);
    const Eigen::Matrix<double, 3, 6> J = pose_jacobian(p, projection_jacobian(camera, p));
    const Eigen::Matrix<double, 3, 6> WJ = weight * match.information * J;
    H.noalias() += J.transpose() * WJ;
    g.noalias() += WJ.transpose() * residual;
  }

  Vector6d step() const { return H.ldlt().solve(g); }
};

double error_at(const StereoCamera& camera, const Rigid& T_cam_world, const PoseMatch& match) {
  const ScaledPoint p = seen_from(T_cam_world, match.scaled_world, match.landmark->inverse_depth());
  if (p.q[2] < kMinScaledDepth) return kBehind;
  const Eigen::Vector3d residual = match.seen.uvd_px - project(camera, p);
  return residual.dot(match.information * residual);
}

class Solver {
 public:
  Solver(const StereoCamera& camera, const RobustPoseParams& params, const PosePrior& prior,
         ArrayView<PoseMatch> matches)
      : camera_(camera), params_(params), prior_(prior), matches_(matches) {}

  /// Noise of the image plus that of the landmark as the image shows it.
  void weigh(const Rigid& T_cam_world) {
    for (PoseMatch& match : matches_) {
      match.scaled_world = match.landmark->scaled_world();
      const ScaledPoint p =
          seen_from(T_cam_world, match.scaled_world, match.landmark->inverse_depth());
      Eigen::Matrix3d noise = Eigen::Matrix3d::Zero();
      noise.diagonal() << square(params_.pixel_sigma_px), square(params_.pixel_sigma_px),
          square(params_.disparity_sigma_px);
      if (p.q[2] > kMinScaledDepth) {
        const Rigid T_cam_ref = T_cam_world * match.landmark->T_world_ref;
        const Eigen::Matrix3d J =
            landmark_jacobian(camera_, T_cam_ref, p, projection_jacobian(camera_, p));
        noise += J * match.landmark->covariance * J.transpose();
      }
      match.information.setZero();
      if (match.seen.has_disparity)
        match.information = noise.inverse();
      else
        match.information.topLeftCorner<2, 2>() = noise.topLeftCorner<2, 2>().inverse();
    }
  }

  double cost(const Rigid& T_cam_world, double best) const {
    NormalEquations at_prior;
    at_prior.add(prior_, T_cam_world);
    const Vector6d& g = at_prior.g;
    double sum = g.cwiseAbs2().cwiseQuotient(prior_.information).sum();
    for (int i = 0; i < matches_.size && sum < best; ++i)
      sum += std::min(error_at(camera_, T_cam_world, matches_[i]), kOutlierError);
    return sum;
  }

  /// The best of the prior and of poses through three matches each.
  Rigid search(std::uint64_t seed) {
    Rigid best = prior_.T_cam_world;
    double best_cost = cost(best, INFINITY);
    int wanted = matches_.size < 3 ? 0 : params_.max_hypotheses;
    for (int i = 0; i < wanted; ++i) {
      const Rigid hypothesis = through_three(counter_random(seed, static_cast<unsigned>(i)));
      const double hypothesis_cost = cost(hypothesis, best_cost);
      if (!(hypothesis_cost < best_cost)) continue;
      best = hypothesis;
      best_cost = hypothesis_cost;
      wanted = std::min(wanted, hypotheses_needed(best));
    }
    return best;
  }

  /// Least squares over all matches, to convergence.
  NormalEquations descend(Rigid& T_cam_world, Kernel kernel) {
    for (int iteration = 0;; ++iteration) {
      NormalEquations equations;
      equations.add(prior_, T_cam_world);
      for (PoseMatch& match : matches_) equations.add(camera_, T_cam_world, kernel, match);
      const Vector6d step = equations.step();
      if (iteration == kMaxIterations || !step.allFinite()) return equations;
      T_cam_world = nudged(step, T_cam_world);
      if (step.squaredNorm() < kConverged * kConverged) return equations;
    }
  }

 private:
  static constexpr int kMaxIterations = 6;
  static constexpr int kIterationsOfThree = 4;
  static constexpr int kMinHypotheses = 8;
  static constexpr double kConverged = 1e-6;  // rad and m

  static double square(double x) { return x * x; }

  Rigid through_three(std::uint64_t random) {
    const auto n = static_cast<std::uint64_t>(matches_.size);
    const std::uint64_t a = (random & 0x1fffff) % n;
    const std::uint64_t b = (a + 1 + (random >> 21 & 0x1fffff) % (n - 1)) % n;
    const std::uint64_t c = (a + 1 + (random >> 42 & 0x1fffff) % (n - 1)) % n;
    Rigid T_cam_world = prior_.T_cam_world;
    for (int iteration = 0; iteration < kIterationsOfThree; ++iteration) {
      NormalEquations equations;
      equations.add(prior_, T_cam_world);
      for (const std::uint64_t i : {a, b, c})
        equations.add(camera_, T_cam_world, Kernel::kNone, matches_[static_cast<int>(i)]);
      const Vector6d step = equations.step();
      if (!step.allFinite()) break;
      T_cam_world = nudged(step, T_cam_world);
    }
    return T_cam_world;
  }

  /// So many that 99.9 % sure one had no outlier, judged by the inliers of the best so far.
  int hypotheses_needed(const Rigid& T_cam_world) const {
    int inliers = 0;
    for (const PoseMatch& match : matches_)
      inliers += error_at(camera_, T_cam_world, match) < kOutlierError;
    const double all_three = std::pow(static_cast<double>(inliers) / matches_.size, 3);
    if (all_three > 0.999) return kMinHypotheses;
    const double needed = std::log(0.001) / std::log(1 - std::max(all_three, 1e-6));
    return std::max(kMinHypotheses, static_cast<int>(std::min(needed + 1, 1e6)));
  }

  const StereoCamera& camera_;
  const RobustPoseParams& params_;
  const PosePrior& prior_;
  ArrayView<PoseMatch> matches_;
};

}  // namespace

RobustPose solve_robust_pose(const StereoCamera& camera, const RobustPoseParams& params,
                             const PosePrior& prior, ArrayView<PoseMatch> matches,
                             std::uint64_t seed) {
  Solver solver(camera, params, prior, matches);
  solver.weigh(prior.T_cam_world);
  RobustPose result;
  result.T_cam_world = solver.search(seed);
  solver.weigh(result.T_cam_world);
  solver.descend(result.T_cam_world, Kernel::kCauchy);
  solver.weigh(result.T_cam_world);
  result.information = solver.descend(result.T_cam_world, Kernel::kGemanMcClure).H;
  for (PoseMatch& match : matches) {
    match.error = error_at(camera, result.T_cam_world, match);
    match.inlier =
        match.error < (match.seen.has_disparity ? kOutlierError : kOutlierErrorNoDisparity);
    result.num_inliers += match.inlier;
  }
  return result;
}

}  // namespace sinew
