// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "framework/messages/payload.h"

namespace sinew {

enum class PoseState : std::uint8_t { kTracking, kLost };

inline std::string_view to_string(PoseState state) {
  return state == PoseState::kTracking ? "tracking" : "lost";
}

/// Where the body is. While lost, the transform is the last bounded guess.
struct Pose {
  Transform T_world_body;
  PoseState state = PoseState::kTracking;
};

SINEW_MESSAGE(Pose, field<&Pose::T_world_body>("maps body to world [m]"),
              field<&Pose::state>("tracking or lost"))

}  // namespace sinew
