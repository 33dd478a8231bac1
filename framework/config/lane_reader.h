// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/config/graph_spec.h"

namespace sinew {

/// Reads the `lanes:` of a graph file; nullptr where there are none. Shares over 100 % in all are a
/// problem.
std::vector<LaneSpec> read_lanes(const Value* lanes, Problems& problems);

}  // namespace sinew
