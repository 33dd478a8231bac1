// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/core/geometry.h"

namespace sinew {

/// A picture of a trajectory from above, with the truth under it where there is one, a scale bar,
/// start and end. The two axes in which the way is longest are shown.
/// @param truth  as many as `estimate`, or empty
std::string trajectory_svg(const std::vector<Transform>& estimate,
                           const std::vector<Transform>& truth);

}  // namespace sinew
