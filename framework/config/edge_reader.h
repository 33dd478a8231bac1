// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/config/graph_spec.h"

namespace sinew {

/// Reads the `in:` of a stage: port → edge, as `camera.image`, `{from: camera.image, queue: 2}`,
/// `[a.image, b.image]`, a list of such maps, or `{from: [a.image, b.image], tolerance: 5 ms}`.
///
/// @param in      nullptr where nothing is written
/// @param where   "stages.slam.in"
/// @param prefix  "slam/" in front of each `from`: the scope that the names belong to
/// @return an input for each port written; without edges where those were refused
std::vector<InputSpec> read_inputs(const Value* in, const std::string& where,
                                   const std::string& prefix, Problems& problems);

/// What is wrong with a reference "stage.output" or "input" (which only an edge may name), or "".
std::string check_reference(const Value& value, bool may_be_input);

}  // namespace sinew
