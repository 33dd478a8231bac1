// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "framework/core/text_table.h"
#include "tools/sinew/stage_text.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

constexpr std::size_t kWidth = 100, kDocIndent = 6;

void add_part(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
}

/// "number [m/s], 0 to 16, default 1.5, live"
std::string param_facts(const ParamInfo& param, const StageEntry& stage) {
  const std::string unit = unit_text(param.name);
  std::string facts = param.type + (unit.empty() ? "" : " [" + unit + "]");
  add_part(facts, range_text(param));
  add_part(facts, param.required ? "required" : "default " + default_text(param, stage));
  if (param.live) add_part(facts, "live");
  return facts;
}

/// "trigger of Image, optional, keeps 2"
std::string input_facts(const PortInfo& port) {
  std::string facts = role_text(port) + " of " + type_text(port);
  if (port.optional) add_part(facts, "optional");
  if (port.lossless) add_part(facts, "lossless");
  if (port.keeps > 0) add_part(facts, "keeps " + std::to_string(port.keeps));
  if (port.tolerance > Duration(0)) add_part(facts, "tolerance " + duration_text(port.tolerance));
  if (port.max_age) add_part(facts, "max_age " + duration_text(*port.max_age));
  if (port.max_wait) add_part(facts, "max_wait " + duration_text(*port.max_wait));
  if (port.role == Role::kMatched || port.max_wait || port.max_age)
    add_part(facts, port.on_missing == OnMissing::kSkip ? "on_missing skip" : "on_missing run");
  if (port.role == Role::kGroup)
    add_part(facts,
             port.at_least > 0 ? "at_least " + std::to_string(port.at_least) : "all of them");
  add_part(facts, port.on_lane ? "read on the lane" : "read by the CPU");
  return facts;
}

std::string output_facts(const PortInfo& port, const StageEntry& stage) {
  std::string facts = type_text(port);
  if (port.aliases >= 0)
    add_part(facts, "passes on " + stage.inputs[static_cast<std::size_t>(port.aliases)].name);
  if (port.maybe) add_part(facts, "not on each run");
  add_part(facts, port.on_lane ? "written on the lane" : "written by the CPU");
  return facts;
}

void print_row(const std::string& name, const std::string& facts, const std::string& doc) {
  std::printf("  %s: %s\n", name.c_str(), wrapped(facts, kWidth, kDocIndent).c_str());
  std::printf("      %s\n", wrapped(doc, kWidth - kDocIndent, kDocIndent).c_str());
}

void print_text(const StageEntry& stage) {
  std::printf("%s (%s): %s\n", stage.name.c_str(), kind_text(stage).c_str(), stage.doc.c_str());
  if (!stage.params.empty()) std::printf("\nparameters (with:)\n");
  for (const ParamInfo& param : stage.params)
    print_row(param.name, param_facts(param, stage), param.doc);
  if (!stage.inputs.empty()) std::printf("\ninputs (in:)\n");
  for (const PortInfo& port : stage.inputs) print_row(port.name, input_facts(port), port.doc);
  if (!stage.outputs.empty()) std::printf("\noutputs\n");
  for (const PortInfo& port : stage.outputs)
    print_row(port.name, output_facts(port, stage), port.doc);
  if (!stage.commands.empty()) std::printf("\ncommands\n");
  for (const CommandInfo& command : stage.commands)
    std::printf("  %s\n      %s\n", command.name.c_str(),
                wrapped(command.doc, kWidth - kDocIndent, kDocIndent).c_str());
}

void write_param(JsonWriter& json, const ParamInfo& param, const StageEntry& stage) {
  json.begin_object().field("name", param.name).field("type", param.type);
  json.field("unit", unit_text(param.name)).field("doc", param.doc);
  if (param.min) json.field("min", *param.min);
  if (param.max) json.field("max", *param.max);
  if (!param.choices.empty()) {
    json.key("choices").begin_array(JsonWriter::Layout::kOneLine);
    for (const std::string& choice : param.choices) json.value(choice);
    json.end_array();
  }
  if (!param.required) json.field("default", default_text(param, stage));
  json.field("required", param.required).field("live", param.live).end_object();
}

void write_ports(JsonWriter& json, const char* key, const std::vector<PortInfo>& ports,
                 bool input) {
  json.key(key).begin_array();
  for (const PortInfo& port : ports) {
    json.begin_object().field("name", port.name).field("type", type_text(port));
    if (input) json.field("role", role_text(port)).field("optional", port.optional);
    if (input) json.field("lossless", port.lossless).field("keeps", port.keeps);
    json.field("on_lane", port.on_lane).field("doc", port.doc).end_object();
  }
  json.end_array();
}

std::string json_text(const StageEntry& stage) {
  JsonWriter json;
  json.begin_object().field("name", stage.name).field("kind", kind_text(stage));
  json.field("doc", stage.doc).key("params").begin_array();
  for (const ParamInfo& param : stage.params) write_param(json, param, stage);
  json.end_array();
  write_ports(json, "inputs", stage.inputs, true);
  write_ports(json, "outputs", stage.outputs, false);
  json.key("commands").begin_array();
  for (const CommandInfo& command : stage.commands)
    json.begin_object().field("name", command.name).field("doc", command.doc).end_object();
  json.end_array().end_object();
  return json.take();
}

}  // namespace

int describe_stage(const std::string& name, bool json) {
  const StageEntry& stage = require_stage(name);
  if (json)
    std::fputs(json_text(stage).c_str(), stdout);
  else
    print_text(stage);
  return 0;
}

}  // namespace sinew
