// SPDX-License-Identifier: Apache-2.0
#include "framework/config/graph_builder.h"

#include "framework/config/edge_reader.h"
#include "framework/config/lane_reader.h"
#include "framework/config/open_ports.h"

namespace sinew {

GraphSpec GraphBuilder::build(Value root, const std::filesystem::path& file) {
  graph_.file = file;
  graph_.name = file.stem().string();
  Scope scope;
  scope.file = file;
  read_top(root, scope);
  links_.link(graph_, budget_, problems_);
  return std::move(graph_);
}

void GraphBuilder::read_top(Value& root, Scope& scope) {
  MapReader map(root, "", problems_);
  replace_params(root, top_params(root, scope), scope);
  map.find("params");
  check_version(map, root);
  if (const auto name = map.text("name")) {
    graph_.name = *name;
    if (const std::string what = check_name(*name); !what.empty())
      map.add(*root.find("name"), "name", what);
  }
  graph_.lanes = read_lanes(map.find("lanes"), problems_);
  if (const Value* require = map.find("require")) {
    if (require->kind != Value::Kind::kList)
      map.add(*require, "require", "must be a list, not " + in_words(*require));
    for (const Value& item : require->items) {
      std::string word;
      const std::string what = read_scalar(item, word);
      if (!what.empty()) map.add(item, "require", what);
      graph_.require.push_back(word);
    }
  }
  graph_.copies = scope.copies = map.integer("copies", 0, 1'000'000);
  for (InputDeclaration& input : read_input_declarations(map.find("inputs"), problems_))
    graph_.inputs.push_back(std::move(input.port));
  for (const auto& [name, link] : read_output_links(map.find("outputs"), "", problems_))
    graph_.outputs.push_back({name, link.target, "", {}, link.mark});
  const Value* stages = map.find("stages");
  const bool is_file = root.kind == Value::Kind::kMap || root.kind == Value::Kind::kNull;
  if (is_file && (!stages || stages->kind == Value::Kind::kNull))
    problems_.add(stages ? stages->key_mark : root.mark, "", "needs stages");
  map.finish();
  read_stages(stages, scope);
}

ParamTable GraphBuilder::top_params(const Value& root, const Scope& scope) {
  ParamTable params(root.find("params"), scope.file.parent_path(), problems_);
  for (const auto& [name, text] : options_.defines) {
    auto value = read_yaml_text(text, "-D " + name, problems_);
    if (!value) value.emplace().refused = true;
    if (params.set(name, std::move(*value), ".")) continue;
    const std::vector<std::string> names = params.names();
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = names.empty() ? "; it has none" : "; it has " + list_of(names);
    problems_.add({}, "-D", "the graph has no parameter " + in_quotes(name) + hint);
  }
  params.require_values("", nullptr, problems_);
  return params;
}

void GraphBuilder::replace_params(Value& root, const ParamTable& params, const Scope& scope) {
  for (auto& [key, value] : root.entries) {
    if (key == "params") continue;
    if (key == "stages" && value.kind == Value::Kind::kMap) {
      for (auto& [name, block] : value.entries)
        params.replace(block, "stages." + scope.prefix + name, budget_, problems_);
    } else {
      params.replace(value, key, budget_, problems_);
    }
  }
}

void GraphBuilder::check_version(MapReader& map, const Value& root) {
  const Value* version = map.find("sinew");
  if (version && (version->kind != Value::Kind::kScalar || version->text != "1"))
    map.add(*version, "sinew",
            "this Sinew reads version 1 of the language, not " + in_words(*version));
  if (!version && (root.kind == Value::Kind::kMap || root.kind == Value::Kind::kNull))
    problems_.add(root.mark, "", "needs 'sinew: 1', the version of the language");
}

void GraphBuilder::read_stages(const Value* stages, Scope& scope) {
  if (!stages) return;
  const MapReader map(*stages, "stages", problems_);
  for (const auto& [name, value] : stages->entries) {
    if (const std::string what = check_name(name); !what.empty())
      problems_.add(value.key_mark, "stages", what);
    else if (!GraphBudget::take(budget_.blocks, 1))
      return problems_.add({graph_.file.string(), 0, 0}, "", "the graph has too many stages");
    else
      read_block(name, value, scope);
  }
}

void GraphBuilder::read_block(const std::string& name, const Value& value, Scope& scope) {
  StageSpec stage;
  stage.name = scope.prefix + name;
  stage.where = "stages." + stage.name;
  stage.mark = value.key_mark;
  stage.directory = scope.file.parent_path();
  MapReader map(value, stage.where, problems_);
  if (const Value* lane = map.find("lane")) {
    const std::string what = read_scalar(*lane, stage.lane);
    if (!what.empty()) map.add(*lane, "lane", what);
  }
  const Mark lane_mark = value.find("lane") ? value.find("lane")->mark : value.key_mark;
  stage.lane = resolve_lane(stage.lane, lane_mark, map.where("lane"), scope);
  stage.copies = map.integer("copies", 0, 1'000'000);
  if (!stage.copies) stage.copies = scope.copies;
  stage.inputs = read_inputs(map.find("in"), map.where("in"), scope.prefix, problems_);
  stage.with.mark = stage.with.key_mark = stage.mark;
  if (const Value* with = map.find("with")) stage.with = *with;
  const auto use = map.text("use");
  if (!use && !value.find("use") && value.kind != Value::Kind::kScalar)
    problems_.add(value.key_mark, stage.where, "needs 'use', a stage or sub-graph");
  const bool is_stage = use && options_.is_stage && options_.is_stage(*use);
  if (is_stage) stage.use = *use;
  const auto file = use && !is_stage ? find_graph(*use, *value.find("use"), map.where("use"), scope)
                                     : std::nullopt;
  if (file)
    read_sub_graph(map, std::move(stage), *file, scope);
  else
    read_stage(map, std::move(stage));
  map.finish();
}

void GraphBuilder::read_stage(MapReader& map, StageSpec stage) {
  stage.every = map.duration("every", Duration(1));
  stage.deadline = map.duration("deadline", Duration(1));
  stage.timeout = map.duration("timeout", Duration(1));
  if (const auto index = map.choice("on_fault", {"stop", "skip", "restart"}))
    stage.on_fault = static_cast<OnFault>(*index);
  if (stage.use.empty())
    map.find("lanes");  // it may have been meant as a sub-graph
  else
    map.refuse("lanes", "only a sub-graph has lanes to map; write 'lane'");
  links_.add_stage(stage.name);
  graph_.stages.push_back(std::move(stage));
}

std::string GraphBuilder::resolve_lane(const std::string& name, const Mark& mark,
                                       const std::string& where, Scope& scope) {
  if (scope.parent) {
    scope.named_lanes.insert(name);
    const auto mapped = scope.lanes.find(name);
    return mapped == scope.lanes.end() ? scope.lane : mapped->second;
  }
  if (name.empty() || name == "main") return name;
  std::vector<std::string> names;
  for (const LaneSpec& lane : graph_.lanes) {
    if (lane.name == name) return name;
    names.push_back(lane.name);
  }
  problems_.add(mark, where,
                "unknown lane " + in_quotes(name) +
                    (names.empty() ? "; the graph has no lanes" : did_you_mean(name, names)));
  return "";
}

}  // namespace sinew
