// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/camera_velocity.h"

#include "framework/core/error.h"
#include "plugins/slam/rigid.h"

namespace sinew {

Transform moved(const CameraVelocity& velocity, double seconds_s) {
  const Eigen::Quaterniond q = rotation_exp(to_eigen(velocity.angular_rad_s) * seconds_s);
  return {{q.w(), q.x(), q.y(), q.z()}, from_eigen(to_eigen(velocity.linear_m_s) * seconds_s)};
}

CameraVelocity velocity_between(const Transform& T_then_later, double seconds_s) {
  SINEW_ASSERT(seconds_s > 0, seconds_s);
  const Quaternion& q = T_then_later.rotation;
  return {from_eigen(rotation_log(Eigen::Quaterniond(q.w, q.x, q.y, q.z)) / seconds_s),
          from_eigen(to_eigen(T_then_later.translation_m) / seconds_s)};
}

}  // namespace sinew
