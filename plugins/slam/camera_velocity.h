// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/core/geometry.h"

namespace sinew {

/// How the left camera moves, seen in its own frame. All zero: not known, or standing.
struct CameraVelocity {
  Vec3 angular_rad_s{0, 0, 0};
  Vec3 linear_m_s{0, 0, 0};
};

/// T_then_later: where the camera will be after seconds_s, seen from where it is (rotation and
/// translation at constant rate, each for itself).
Transform moved(const CameraVelocity& velocity, double seconds_s);

/// The velocity that moves by T_then_later in seconds_s > 0. Inverse of moved().
CameraVelocity velocity_between(const Transform& T_then_later, double seconds_s);

}  // namespace sinew
