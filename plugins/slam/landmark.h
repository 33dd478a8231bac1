// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "plugins/slam/rigid.h"
#include "plugins/slam/stereo_camera.h"

namespace sinew {

/// What a rectified pair says of a point: (u, v, disparity) and how sure each is.
struct StereoObservation {
  Eigen::Vector3d uvd_px = Eigen::Vector3d::Zero();
  bool has_disparity = false;
};

/// A point as (x/z, y/z, 1/z) of a fixed frame, so that far points stay well-behaved (Civera et
/// al., "Inverse Depth Parametrization for Monocular SLAM", 2008).
struct Landmark {
  std::uint32_t id = 0;
  Rigid T_world_ref;  ///< the frame of the coordinates: where the point was first seen from
  Eigen::Vector3d coordinates = Eigen::Vector3d::Zero();
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();

  double inverse_depth() const { return coordinates[2]; }
  /// The point's world coordinates times its inverse depth.
  Eigen::Vector3d scaled_world() const {
    return T_world_ref.R * Eigen::Vector3d(coordinates[0], coordinates[1], 1) +
           coordinates[2] * T_world_ref.t;
  }
};

/// A point before the camera, scaled by its inverse depth in the landmark's frame.
struct ScaledPoint {
  Eigen::Vector3d q;
  double inverse_depth;
};

/// Points nearer than this part of their reference depth are behind the camera or on the lens.
inline constexpr double kMinScaledDepth = 1e-3;

inline ScaledPoint seen_from(const Rigid& T_cam_world, const Eigen::Vector3d& scaled_world,
                             double inverse_depth) {
  return {T_cam_world.R * scaled_world + inverse_depth * T_cam_world.t, inverse_depth};
}

/// (u, v, disparity) of a point with q.z > 0.
inline Eigen::Vector3d project(const StereoCamera& camera, const ScaledPoint& p) {
  const double scale = 1 / p.q[2];
  return {camera.fx_px * p.q[0] * scale + camera.cx_px,
          camera.fy_px * p.q[1] * scale + camera.cy_px,
          camera.fx_px * camera.baseline_m * p.inverse_depth * scale};
}

/// d project / d q.
inline Eigen::Matrix3d projection_jacobian(const StereoCamera& camera, const ScaledPoint& p) {
  const double scale = 1 / p.q[2];
  Eigen::Matrix3d J;
  J << camera.fx_px * scale, 0, -camera.fx_px * p.q[0] * scale * scale,  //
      0, camera.fy_px * scale, -camera.fy_px * p.q[1] * scale * scale,   //
      0, 0, -camera.fx_px * camera.baseline_m * p.inverse_depth * scale * scale;
  return J;
}

/// d project / d nudged(step, T_cam_world), from d project / d q.
inline Eigen::Matrix<double, 3, 6> pose_jacobian(const ScaledPoint& p, const Eigen::Matrix3d& J_q) {
  Eigen::Matrix<double, 3, 6> J;
  J.leftCols<3>() = -J_q * skew(p.q);
  J.rightCols<3>() = J_q * p.inverse_depth;
  return J;
}

/// d project / d landmark coordinates, from d project / d q.
inline Eigen::Matrix3d landmark_jacobian(const StereoCamera& camera, const Rigid& T_cam_ref,
                                         const ScaledPoint& p, const Eigen::Matrix3d& J_q) {
  Eigen::Matrix3d d_q;
  d_q << T_cam_ref.R.col(0), T_cam_ref.R.col(1), T_cam_ref.t;
  Eigen::Matrix3d J = J_q * d_q;
  J(2, 2) += camera.fx_px * camera.baseline_m / p.q[2];
  return J;
}

/// The landmark that one stereo observation with a disparity makes.
inline Landmark landmark_from_stereo(const StereoCamera& camera, std::uint32_t id,
                                     const Rigid& T_world_cam, const Eigen::Vector3d& uvd_px,
                                     double pixel_sigma_px, double disparity_sigma_px) {
  const double inverse_fb = 1 / (camera.fx_px * camera.baseline_m);
  Landmark landmark;
  landmark.id = id;
  landmark.T_world_ref = T_world_cam;
  landmark.coordinates = {(uvd_px[0] - camera.cx_px) / camera.fx_px,
                          (uvd_px[1] - camera.cy_px) / camera.fy_px, uvd_px[2] * inverse_fb};
  const Eigen::Vector3d sigma(pixel_sigma_px / camera.fx_px, pixel_sigma_px / camera.fy_px,
                              disparity_sigma_px * inverse_fb);
  landmark.covariance = sigma.cwiseAbs2().asDiagonal();
  return landmark;
}

}  // namespace sinew
