// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "tools/sinew/stage_text.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

constexpr auto kOneLine = JsonWriter::Layout::kOneLine;
constexpr const char* kDuration = "^[0-9.]+ ?(ns|us|ms|s|min|h)$";
constexpr const char* kBytes = "^[0-9.]+ ?(B|KiB|MiB|GiB|TiB|kB|MB|GB)$";
constexpr const char* kParameter = "\\$\\{";

void write_type(JsonWriter& json, const char* name, const char* type) {
  json.key(name).begin_object(kOneLine).field("type", type).end_object();
}

void write_pattern(JsonWriter& json, const char* name, const char* pattern) {
  json.key(name).begin_object(kOneLine).field("type", "string").field("pattern", pattern);
  json.end_object();
}

void write_reference(JsonWriter& json, const char* name, const char* definition) {
  json.key(name).begin_object(kOneLine).field("$ref", std::string("#/$defs/") + definition);
  json.end_object();
}

template <class... Names>
void write_choice(JsonWriter& json, const char* name, Names... names) {
  json.key(name).begin_object(kOneLine).key("enum").begin_array(kOneLine);
  (json.value(names), ...);
  json.end_array().end_object();
}

/// A map whose names are the user's own.
void write_map_of(JsonWriter& json, const char* name, const char* definition) {
  json.key(name).begin_object().field("type", "object");
  write_reference(json, "additionalProperties", definition);
  json.end_object();
}

/// {"type": "object", "additionalProperties": false, "properties": {…}}, less the closing.
void begin_strict(JsonWriter& json) {
  json.field("type", "object").field("additionalProperties", false);
  json.key("properties").begin_object();
}

/// What a parameter's value may be; the type's words are those of ParamInfo.
void write_value(JsonWriter& json, const ParamInfo& param, const std::string& type) {
  json.begin_object(kOneLine);
  if (type == "bool") json.field("type", "boolean");
  if (type == "integer" || type == "number") {
    json.field("type", type);
    if (param.min) json.field("minimum", *param.min);
    if (param.max) json.field("maximum", *param.max);
  }
  if (type == "string" || type == "path")
    json.key("type")
        .begin_array(kOneLine)
        .value("string")
        .value("number")
        .value("boolean")
        .end_array();
  if (type == "duration") json.field("type", "string").field("pattern", kDuration);
  if (type == "bytes") json.field("type", "string").field("pattern", kBytes);
  if (type == "choice") {
    json.key("enum").begin_array(kOneLine);
    for (const std::string& choice : param.choices) json.value(choice);
    json.end_array();
  }
  if (type.starts_with("list of ")) {
    json.field("type", "array").key("items");
    write_value(json, param, type.substr(8));
  }
  json.end_object();
}

void write_param(JsonWriter& json, const ParamInfo& param, const StageEntry& stage) {
  const std::string unit = unit_text(param.name);
  json.key(param.name).begin_object();
  json.field("description", param.doc + (unit.empty() ? "" : " [" + unit + "]") +
                                (param.required ? "" : " Default: " + default_text(param, stage)));
  json.key("anyOf").begin_array();
  write_value(json, param, param.type);
  json.begin_object(kOneLine).field("type", "string").field("pattern", kParameter).end_object();
  json.end_array().end_object();
}

/// What `with` and `in` may hold where `use` names this stage.
void write_stage_rule(JsonWriter& json, const StageEntry& stage) {
  json.begin_object().key("if").begin_object(kOneLine).key("properties").begin_object(kOneLine);
  json.key("use").begin_object(kOneLine).field("const", stage.name).end_object();
  json.end_object().end_object();
  json.key("then").begin_object().field("description", stage.doc).key("properties").begin_object();
  json.key("with").begin_object();
  begin_strict(json);
  for (const ParamInfo& param : stage.params) write_param(json, param, stage);
  json.end_object().end_object().key("in").begin_object();
  begin_strict(json);
  for (const PortInfo& port : stage.inputs) {
    json.key(port.name).begin_object(kOneLine).field("$ref", "#/$defs/input");
    json.field("description", role_text(port) + " of " + type_text(port) + ": " + port.doc);
    json.end_object();
  }
  json.end_object().end_object().end_object().end_object().end_object();
}

void write_lane(JsonWriter& json) {
  json.key("lane").begin_object();
  begin_strict(json);
  write_pattern(json, "gpu", "^(none|shared|[0-9.]+ ?%)$");
  write_pattern(json, "priority", "^(low|normal|high|realtime\\([0-9]+\\))$");
  json.end_object().end_object();
}

void write_edge(JsonWriter& json) {
  json.key("input").begin_object().key("anyOf").begin_array();
  json.begin_object(kOneLine).field("type", "string").end_object();
  json.begin_object(kOneLine).field("type", "array").end_object();
  json.begin_object();
  begin_strict(json);
  json.key("from").begin_object(kOneLine).key("type").begin_array(kOneLine);
  json.value("string").value("array").end_array().end_object();
  for (const char* name : {"queue", "at_least", "copies"}) write_type(json, name, "integer");
  for (const char* name : {"tolerance", "max_age", "max_wait"})
    write_reference(json, name, "duration");
  write_choice(json, "when_full", "block", "drop_oldest");
  write_choice(json, "on_missing", "skip", "run");
  write_type(json, "feedback", "boolean");
  json.end_object().end_object().end_array().end_object();
}

void write_stage(JsonWriter& json) {
  json.key("stage").begin_object();
  begin_strict(json);
  json.key("use").begin_object().field("description", "A stage, a graph file, or a sub-graph");
  json.field("type", "string").key("examples").begin_array();
  for (const std::string& name : public_stage_names()) json.value(name);
  json.end_array().end_object();
  write_type(json, "lane", "string");
  for (const char* name : {"lanes", "with", "in"}) write_type(json, name, "object");
  for (const char* name : {"every", "deadline", "timeout"}) write_reference(json, name, "duration");
  write_choice(json, "on_fault", "stop", "skip", "restart");
  write_type(json, "copies", "integer");
  json.end_object().key("required").begin_array(kOneLine).value("use").end_array();
  json.key("allOf").begin_array();
  for (const StageEntry* stage : public_stages()) write_stage_rule(json, *stage);
  json.end_array().end_object();
}

std::string schema() {
  JsonWriter json;
  json.begin_object().field("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.field("title", "Sinew graph file");
  begin_strict(json);
  json.key("sinew").begin_object(kOneLine).field("const", 1).end_object();
  write_type(json, "name", "string");
  for (const char* name : {"params", "inputs", "outputs"}) write_type(json, name, "object");
  write_map_of(json, "lanes", "lane");
  write_type(json, "require", "array");
  write_map_of(json, "stages", "stage");
  write_type(json, "copies", "integer");
  json.end_object()
      .key("required")
      .begin_array(kOneLine)
      .value("sinew")
      .value("stages")
      .end_array();
  json.key("$defs").begin_object();
  write_pattern(json, "duration", (std::string(kDuration) + "|" + kParameter).c_str());
  write_lane(json);
  write_edge(json);
  write_stage(json);
  json.end_object().end_object();
  return json.take();
}

}  // namespace

int print_schema() {
  std::fputs(schema().c_str(), stdout);
  return 0;
}

}  // namespace sinew
