// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/config/graph_links.h"
#include "framework/config/graph_spec.h"

namespace sinew {

/// One entry of `inputs:` of a graph file.
struct InputDeclaration {
  OpenPortSpec port;
  bool optional = false;
};

/// Reads `inputs: {left: {type: Image, shape: {…}}, mask: {optional: true}}`; an entry may be
/// empty.
std::vector<InputDeclaration> read_input_declarations(const Value* inputs, Problems& problems);

/// Reads `outputs: {pose: pose.pose}`.
/// @param prefix  in front of each target: "slam/"
std::vector<std::pair<std::string, OutputLink>> read_output_links(const Value* outputs,
                                                                  const std::string& prefix,
                                                                  Problems& problems);

}  // namespace sinew
