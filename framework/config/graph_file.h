// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/config/graph_spec.h"
#include "framework/config/problems.h"

namespace sinew {

struct GraphFileOptions {
  /// -D name=value: replaces a default of `params`. The value is read as YAML.
  std::vector<std::pair<std::string, std::string>> defines;
  std::filesystem::path config_directory;  ///< holds graphs/ (sub-graphs by name)
  /// Whether a `use:` names a stage; the names are for "did you mean".
  std::function<bool(const std::string&)> is_stage;
  std::vector<std::string> stage_names;
};

/// Reads a graph file, replaces parameters, expands sub-graphs. Opens nothing but graph files.
/// Everything that is wrong lands in `problems`; what could be read is returned all the same, so
/// that the plan can add its own problems to the same list. A stage with an unknown `use` and an
/// input with refused edges are in it, empty: the plan passes over those.
///
/// - A parameter without a value (`data:`) must be given, by -D or by the block's `with`.
/// - `inputs: {left, right, mask: {optional: true}}`: the edges inside a sub-graph to an optional
///   input that its block does not connect are left out. What a block writes on an edge (queue,
///   max_age, …) comes before what is written on the edges inside.
/// - A lane of a stage in a sub-graph is looked up in the block's `lanes`, else it is the block's
///   `lane`. `copies` of a graph or block holds for the stages in it that say nothing else.
/// - A path in `use:` is looked up as a parameter's path is: beside the file, then in config/.
GraphSpec read_graph_file(const std::string& path, const GraphFileOptions& options,
                          Problems& problems);
GraphSpec read_graph_text(const std::string& text, const std::string& name,
                          const GraphFileOptions& options, Problems& problems);

}  // namespace sinew
