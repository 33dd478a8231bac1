// SPDX-License-Identifier: Apache-2.0
// Sub-graphs: how GraphBuilder finds, reads and checks them.
#include <algorithm>

#include "framework/config/graph_builder.h"
#include "framework/config/open_ports.h"

namespace sinew {
namespace {

constexpr int kMaxNesting = 16;

bool is_there(const std::filesystem::path& file) {
  std::error_code none;  // what cannot be looked at is not there
  return std::filesystem::exists(file, none);
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code none;
  return a == b || std::filesystem::equivalent(a, b, none);
}

/// The names of the sub-graphs in a folder, sorted.
std::vector<std::string> graph_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (std::filesystem::directory_iterator entry(folder, none), end; !none && entry != end;
       entry.increment(none))
    if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::optional<std::filesystem::path> GraphBuilder::find_graph(const std::string& use,
                                                              const Value& place,
                                                              const std::string& where,
                                                              const Scope& scope) {
  const std::filesystem::path folder =
      place.directory.empty() ? scope.file.parent_path() : place.directory;
  const std::filesystem::path& config = options_.config_directory;
  if (use.ends_with(".yaml")) {
    for (const auto& file : {(folder / use).lexically_normal(), (config / use).lexically_normal()})
      if (is_there(file)) return file;
    problems_.add(place.mark, where,
                  "there is no " + in_quotes(use) + " in " +
                      in_quotes(folder.empty() ? "." : folder.string()) + " nor in " +
                      in_quotes(config.string()));
    return {};
  }
  const std::filesystem::path graphs = config / "graphs";
  const std::filesystem::path file = graphs / (use + ".yaml");
  if (use.find('/') == std::string::npos && is_there(file)) return file;
  std::vector<std::string> known = options_.stage_names;
  for (std::string& name : graph_names(graphs)) known.push_back(std::move(name));
  problems_.add(place.mark, where,
                "unknown stage or sub-graph " + in_quotes(use) + did_you_mean(use, known));
  return {};
}

void GraphBuilder::read_sub_graph(MapReader& map, StageSpec block,
                                  const std::filesystem::path& file, Scope& scope) {
  for (const char* key : {"every", "deadline", "timeout", "on_fault"})
    map.refuse(key, "belongs to a stage, and this is a sub-graph");
  Scope inner;
  inner.prefix = block.name + "/";
  inner.file = file;
  inner.parent = &scope;
  inner.lane = block.lane;
  inner.copies = block.copies;
  read_lane_map(map, block.where, scope, inner);
  SubGraph graph{block.name, block.where, block.mark, true, block.inputs, {}, {}};
  auto root = may_nest(file, block, scope) ? read_file(file, block) : std::nullopt;
  if (!root) return links_.add_sub_graph(std::move(graph));

  replace_params(*root, sub_graph_params(map, block, *root, file), inner);
  read_sub_graph_body(*root, std::move(graph), inner);
  check_lane_map(map, inner);
}

ParamTable GraphBuilder::sub_graph_params(MapReader& map, const StageSpec& block, const Value& root,
                                          const std::filesystem::path& file) {
  ParamTable params(root.find("params"), file.parent_path(), problems_);
  const MapReader with(block.with, map.where("with"), problems_);
  for (const auto& [name, value] : block.with.entries)
    if (!params.set(name, value, block.directory))
      problems_.add(value.key_mark, map.where("with"),
                    "unknown parameter " + in_quotes(name) + did_you_mean(name, params.names()));
  params.require_values(map.where("with"), &block.with.mark, problems_);
  return params;
}

void GraphBuilder::read_sub_graph_body(const Value& root, SubGraph graph, Scope& inner) {
  MapReader body(root, "", problems_);
  body.find("params");
  check_version(body, root);
  body.text("name");
  for (const char* key : {"lanes", "require"})
    body.refuse(key, "belongs to the whole graph, and this is a sub-graph");
  if (const auto copies = body.integer("copies", 0, 1'000'000); !inner.copies)
    inner.copies = copies;
  graph.refused = false;
  for (const InputDeclaration& input : read_input_declarations(body.find("inputs"), problems_))
    graph.ports.emplace_back(input.port.name, input.optional);
  graph.outputs = read_output_links(body.find("outputs"), inner.prefix, problems_);
  links_.add_sub_graph(std::move(graph));
  const Value* stages = body.find("stages");
  if (!stages || stages->kind == Value::Kind::kNull)
    problems_.add(stages ? stages->key_mark : root.mark, "", "needs stages");
  body.finish();
  read_stages(stages, inner);
}

bool GraphBuilder::may_nest(const std::filesystem::path& file, const StageSpec& block,
                            const Scope& scope) {
  std::string chain = file.filename().string();
  int depth = 1;
  for (const Scope* outer = &scope; outer; outer = outer->parent, ++depth) {
    chain = outer->file.filename().string() + " → " + chain;
    if (is_same_file(outer->file, file)) {
      problems_.add(block.mark, block.where, "the graph uses itself: " + chain);
      return false;
    }
  }
  if (depth > kMaxNesting + 1)
    problems_.add(
        block.mark, block.where,
        "sub-graphs are nested more than " + std::to_string(kMaxNesting) + " levels: " + chain);
  return depth <= kMaxNesting + 1;
}

std::optional<Value> GraphBuilder::read_file(const std::filesystem::path& file,
                                             const StageSpec& block) {
  const auto [known, is_new] = files_.try_emplace(file.string());
  if (is_new) known->second = read_yaml_file(file.string(), problems_);
  std::optional<Value> root = known->second;
  if (root && root->kind != Value::Kind::kMap && root->kind != Value::Kind::kNull) {
    problems_.add(root->mark, "", "must be a map, not " + in_words(*root));
    root.reset();
  }
  if (!root)
    problems_.add(block.mark, block.where, "its graph " + in_quotes(file.string()) + " is refused");
  return root;
}

void GraphBuilder::read_lane_map(MapReader& map, const std::string& where, Scope& outer,
                                 Scope& inner) {
  const Value* lanes = map.find("lanes");
  if (!lanes) return;
  const MapReader is_map(*lanes, where + ".lanes", problems_);
  for (const auto& [name, value] : lanes->entries) {
    std::string lane;
    const std::string what = read_scalar(value, lane);
    if (!what.empty()) problems_.add(value.mark, where + ".lanes." + name, what);
    inner.lanes[name] = resolve_lane(lane, value.mark, where + ".lanes." + name, outer);
  }
}

void GraphBuilder::check_lane_map(MapReader& map, const Scope& inner) {
  const Value* lanes = map.find("lanes");
  if (!lanes) return;
  const std::vector<std::string> named(inner.named_lanes.begin(), inner.named_lanes.end());
  for (const auto& [name, value] : lanes->entries)
    if (!inner.named_lanes.contains(name))
      problems_.add(
          value.key_mark, map.where("lanes"),
          "no stage of the sub-graph has a lane " + in_quotes(name) + did_you_mean(name, named));
}

}  // namespace sinew
