// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/core/geometry.h"

namespace sinew {

/// How far an estimated trajectory is from the truth.
struct TrajectoryError {
  int pairs = 0;
  double length_m = 0;           ///< of the true way
  double ape_se3_m = 0;          ///< root mean square after rigid alignment
  double ape_sim3_m = 0;         ///< the same with the scale free
  double end_drift_percent = 0;  ///< of the last position, both starting at one pose, per way
  double end_rotation_deg = 0;   ///< of the last orientation, both starting at one pose
};

/// Compares poses pairwise. The alignment is Umeyama's (IEEE PAMI 13(4), 1991).
/// @param truth, estimate  T_world_body of equal count, in two worlds
TrajectoryError trajectory_error(const std::vector<Transform>& truth,
                                 const std::vector<Transform>& estimate);

}  // namespace sinew
