// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "tools/sinew/home.h"
#include "tools/sinew/stage_text.h"

namespace sinew {
namespace {

constexpr auto kOneLine = JsonWriter::Layout::kOneLine;

const char* clock_text(Clock clock) {
  return clock == Clock::kLive ? "live" : clock == Clock::kReplay ? "replay" : "lockstep";
}

void write_stage(JsonWriter& json, const GraphPlan& plan, const PlannedStage& stage) {
  json.begin_object().field("name", stage.name).field("use", stage.entry->name);
  json.field("lane", plan.lanes[static_cast<std::size_t>(stage.lane)].name);
  json.field("hold", stage.hold).field("rank", stage.rank);
  json.key("params").begin_object(kOneLine);
  for (const ParamInfo& param : stage.entry->params)
    json.field(param.name, param.print(param, stage.params.get()));
  json.end_object().key("outputs").begin_array();
  for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
    const PlannedOutput& output = stage.outputs[o];
    json.begin_object(kOneLine).field("name", stage.entry->outputs[o].name);
    json.field("type", output.type->name).field("space", to_string(output.space));
    json.field("messages", output.messages).field("buffers", output.buffers);
    json.field("buffer_bytes", output.shape.bulk_bytes).end_object();
  }
  json.end_array().end_object();
}

void write_edge(JsonWriter& json, const GraphPlan& plan, const PlannedEdge& edge) {
  json.begin_object(kOneLine).field("name", edge.name);
  if (edge.to_stage >= 0) {
    const PlannedStage& reader = plan.stages[static_cast<std::size_t>(edge.to_stage)];
    json.field("role", role_text(reader.entry->inputs[static_cast<std::size_t>(edge.input)]));
  }
  json.field("same_lane", edge.same_lane).field("feedback", edge.feedback);
  json.field("depth", edge.depth);
  json.field("when_full", edge.when_full == WhenFull::kBlock ? "block" : "drop_oldest");
  json.field("why", edge.policy_reason).end_object();
}

void write_lane(JsonWriter& json, const GraphPlan& plan, const PlannedLane& lane) {
  json.begin_object(kOneLine).field("name", lane.name).field("granted", lane.granted);
  json.field("wait", lane.wait == WaitKind::kSpin ? "spin" : "block");
  json.key("cpus").begin_array(kOneLine);
  for (const int cpu : lane.cpus) json.value(cpu);
  json.end_array().key("stages").begin_array(kOneLine);
  for (const int s : lane.stages) json.value(plan.stages[static_cast<std::size_t>(s)].name);
  json.end_array().end_object();
}

std::string json_text(const GraphPlan& plan) {
  JsonWriter json;
  json.begin_object().field("graph", plan.name).field("file", plan.file);
  json.field("clock", clock_text(plan.clock)).field("board", plan.board);
  json.key("lanes").begin_array();
  for (const PlannedLane& lane : plan.lanes) write_lane(json, plan, lane);
  json.end_array().key("stages").begin_array();
  for (const PlannedStage& stage : plan.stages) write_stage(json, plan, stage);
  json.end_array().key("edges").begin_array();
  for (const PlannedEdge& edge : plan.edges) write_edge(json, plan, edge);
  json.end_array().field("host_bytes", plan.host_bytes).key("notes").begin_array();
  for (const std::string& note : plan.notes) json.value(note);
  json.end_array().end_object();
  return json.take();
}

}  // namespace

int explain_graph(const GraphArguments& arguments) {
  const GraphPlan plan = load_plan(arguments);
  std::fputs((arguments.json ? json_text(plan) : explain(plan)).c_str(), stdout);
  return 0;
}

}  // namespace sinew
