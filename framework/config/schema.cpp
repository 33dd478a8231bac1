// SPDX-License-Identifier: Apache-2.0
#include "framework/config/schema.h"

#include <nlohmann/json.hpp>

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kName = "^[A-Za-z0-9_-]+$";
constexpr const char* kDuration = R"(^[-+]?[0-9.]+([eE][-+]?[0-9]+)? ?(ns|us|ms|s|min|h)$)";
constexpr const char* kBytes = R"(^[0-9.]+ ?(B|KiB|MiB|GiB|TiB|kB|MB|GB)$)";

Json ref(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }

/// `type`, or a text that holds a ${parameter}.
Json or_parameter(Json type) {
  return {{"anyOf", Json::array({std::move(type), ref("parameter")})}};
}

Json closed_map(Json properties) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

/// A map of any names to values of one type.
Json named(Json type) {
  return {{"type", "object"},
          {"propertyNames", {{"pattern", kName}}},
          {"additionalProperties", std::move(type)}};
}

Json words(const std::vector<std::string>& choices) { return {{"enum", choices}}; }

Json type_of(const ParamInfo& info) {
  if (info.type == "bool") return {{"type", "boolean"}};
  if (info.type == "choice") return words(info.choices);
  if (info.type == "duration") return ref("duration");
  if (info.type == "bytes") return {{"type", "string"}, {"pattern", kBytes}};
  if (info.type == "string" || info.type == "path")
    return {{"type", Json::array({"string", "number", "boolean"})}};
  if (info.type == "list of string")
    return {{"type", "array"}, {"items", {{"type", Json::array({"string", "number", "boolean"})}}}};
  Json number = {{"type", info.type == "integer" ? "integer" : "number"}};
  if (info.min) number["minimum"] = *info.min;
  if (info.max) number["maximum"] = *info.max;
  if (info.type != "list of number") return number;
  return {{"type", "array"}, {"items", std::move(number)}};
}

Json definitions() {
  const Json edge_keys = {{"queue", or_parameter({{"type", "integer"}, {"minimum", 1}})},
                          {"when_full", words({"block", "drop_oldest"})},
                          {"tolerance", ref("duration")},
                          {"max_age", ref("duration")},
                          {"max_wait", ref("duration")},
                          {"on_missing", words({"skip", "run"})},
                          {"at_least", or_parameter({{"type", "integer"}, {"minimum", 1}})},
                          {"copies", or_parameter({{"type", "integer"}, {"minimum", 0}})},
                          {"feedback", {{"type", "boolean"}}}};
  const Json outputs = {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}};
  Json from = {{"from", {{"anyOf", Json::array({{{"type", "string"}}, outputs})}}}};
  from.update(edge_keys);
  Json one = closed_map(std::move(from));
  one["required"] = Json::array({"from"});
  const Json entries = {
      {"type", "array"},
      {"items", {{"anyOf", Json::array({{{"type", "string"}}, ref("edge_map")})}}},
      {"minItems", 1}};
  return {{"parameter", {{"type", "string"}, {"pattern", R"(\$\{[A-Za-z0-9_-]+\})"}}},
          {"duration", or_parameter({{"type", "string"}, {"pattern", kDuration}})},
          {"copies", or_parameter({{"type", "integer"}, {"minimum", 0}})},
          {"edge_map", std::move(one)},
          {"edge", {{"anyOf", Json::array({{{"type", "string"}}, ref("edge_map"), entries})}}}};
}

Json lane_schema() {
  const Json share = {{"type", "string"}, {"pattern", R"(^(none|shared|[0-9.]+ ?%)$)"}};
  const Json priority = {{"type", "string"},
                         {"pattern", R"(^(low|normal|high|realtime\([0-9]+\))$)"}};
  Json lane = closed_map({{"gpu", or_parameter(share)}, {"priority", or_parameter(priority)}});
  lane["type"] = Json::array({"object", "null"});
  return lane;
}

/// The keys of a block that do not depend on its stage.
Json block_schema(const std::vector<StageSchema>& stages) {
  Json names = Json::array();
  for (const StageSchema& stage : stages)
    names.push_back({{"const", stage.name}, {"description", stage.doc}});
  names.push_back(
      {{"type", "string"}, {"description", "A graph file or a graph of config/graphs"}});
  Json block = closed_map({{"use", {{"anyOf", std::move(names)}}},
                           {"lane", {{"type", "string"}}},
                           {"lanes", named({{"type", "string"}})},
                           {"in", named(ref("edge"))},
                           {"with", {{"type", Json::array({"object", "null"})}}},
                           {"every", ref("duration")},
                           {"deadline", ref("duration")},
                           {"timeout", ref("duration")},
                           {"on_fault", or_parameter(words({"stop", "skip", "restart"}))},
                           {"copies", ref("copies")}});
  block["required"] = Json::array({"use"});
  return block;
}

/// "If the block uses this stage, its `with` and `in` hold these keys."
Json stage_rule(const StageSchema& stage) {
  Json params = Json::object(), inputs = Json::object(), required = Json::array();
  for (const ParamInfo& info : stage.params) {
    params[info.name] = or_parameter(type_of(info));
    params[info.name]["description"] = info.doc;
    if (info.required) required.push_back(info.name);
  }
  for (const std::string& port : stage.inputs) inputs[port] = ref("edge");
  Json with = closed_map(std::move(params));
  Json then = {{"properties", {{"in", closed_map(std::move(inputs))}}}};
  if (required.empty()) {
    with["type"] = Json::array({"object", "null"});
  } else {
    with["required"] = std::move(required);
    then["required"] = Json::array({"with"});
  }
  then["properties"]["with"] = std::move(with);
  return {{"if", {{"properties", {{"use", {{"const", stage.name}}}}}, {"required", {"use"}}}},
          {"then", std::move(then)}};
}

}  // namespace

std::string graph_schema(const std::vector<StageSchema>& stages) {
  Json block = block_schema(stages);
  if (!stages.empty()) block["allOf"] = Json::array();
  for (const StageSchema& stage : stages) block["allOf"].push_back(stage_rule(stage));
  Json input = closed_map({{"type", {{"type", "string"}}},
                           {"shape", {{"type", "object"}}},
                           {"optional", {{"type", "boolean"}}}});
  input["type"] = Json::array({"object", "null"});
  Json schema = closed_map({{"sinew", {{"const", 1}}},
                            {"name", {{"type", "string"}, {"pattern", kName}}},
                            {"params", named(Json::object())},
                            {"lanes", named(lane_schema())},
                            {"require", {{"type", "array"}, {"items", {{"type", "string"}}}}},
                            {"copies", ref("copies")},
                            {"inputs", named(std::move(input))},
                            {"outputs", named({{"type", "string"}})},
                            {"stages", named(std::move(block))}});
  schema["required"] = Json::array({"sinew", "stages"});
  schema["definitions"] = definitions();
  Json head = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Sinew graph"}};
  head.update(schema);
  return head.dump(2) + "\n";
}

}  // namespace sinew
