// SPDX-License-Identifier: Apache-2.0
#include "framework/config/open_ports.h"

#include "framework/config/edge_reader.h"
#include "framework/config/map_reader.h"

namespace sinew {

std::vector<InputDeclaration> read_input_declarations(const Value* inputs, Problems& problems) {
  std::vector<InputDeclaration> read;
  if (!inputs) return read;
  const MapReader map(*inputs, "inputs", problems);
  for (const auto& [name, value] : inputs->entries) {
    if (const std::string what = check_name(name); !what.empty())
      problems.add(value.key_mark, "inputs", what);
    InputDeclaration input;
    input.port.name = name;
    input.port.mark = value.key_mark;
    MapReader keys(value, map.where(name), problems);
    input.port.type = keys.text("type").value_or("");
    if (const Value* shape = keys.find("shape")) {
      const MapReader is_map(*shape, keys.where("shape"), problems);
      input.port.shape = *shape;
    }
    input.optional = keys.flag("optional").value_or(false);
    keys.finish();
    read.push_back(std::move(input));
  }
  return read;
}

std::vector<std::pair<std::string, OutputLink>> read_output_links(const Value* outputs,
                                                                  const std::string& prefix,
                                                                  Problems& problems) {
  std::vector<std::pair<std::string, OutputLink>> read;
  if (!outputs) return read;
  const MapReader map(*outputs, "outputs", problems);
  for (const auto& [name, value] : outputs->entries) {
    if (value.refused) continue;
    std::string what = check_name(name);
    if (!what.empty()) problems.add(value.key_mark, "outputs", what);
    what = check_reference(value, false);
    if (what.empty())
      read.emplace_back(name, OutputLink{prefix + value.text, map.where(name), value.mark});
    else
      problems.add(value.mark, map.where(name), what);
  }
  return read;
}

}  // namespace sinew
