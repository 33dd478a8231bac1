// SPDX-License-Identifier: Apache-2.0
#include "framework/config/graph_file.h"

#include "framework/config/graph_builder.h"

namespace sinew {
namespace {

GraphSpec build(std::optional<Value> root, const std::string& name, const GraphFileOptions& options,
                Problems& problems) {
  if (!root) {
    GraphSpec empty;
    empty.file = name;
    return empty;
  }
  return GraphBuilder(options, problems).build(std::move(*root), name);
}

}  // namespace

GraphSpec read_graph_file(const std::string& path, const GraphFileOptions& options,
                          Problems& problems) {
  return build(read_yaml_file(path, problems), path, options, problems);
}

GraphSpec read_graph_text(const std::string& text, const std::string& name,
                          const GraphFileOptions& options, Problems& problems) {
  return build(read_yaml_text(text, name, problems), name, options, problems);
}

}  // namespace sinew
