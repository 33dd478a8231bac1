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
/// that the plan can add its own problems to the same list.
GraphSpec read_graph_file(const std::string& path, const GraphFileOptions& options,
                          Problems& problems);
GraphSpec read_graph_text(const std::string& text, const std::string& name,
                          const GraphFileOptions& options, Problems& problems);

}  // namespace sinew
