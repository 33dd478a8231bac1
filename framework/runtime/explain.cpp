// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/core/text_table.h"
#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

std::string joined(const std::vector<std::string>& items, const std::string& none) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text.empty() ? none : text;
}

std::string header(const GraphPlan& plan) {
  std::string board = plan.board.empty() ? "unnamed" : plan.board;
  if (plan.board_cpus > 0) board += ", " + std::to_string(plan.board_cpus) + " CPUs";
  std::string text = "graph  " + plan.name + (plan.file.empty() ? "" : "  (" + plan.file + ")");
  text += "\nclock  " + clock_name(plan.clock) + ": " + plan.clock_reason;
  text += "\nboard  " + board + "\n";
  if (!plan.require.empty()) text += "require  " + joined(plan.require, "") + "\n";
  return text;
}

std::string lanes(const GraphPlan& plan) {
  TextTable table({"lane", "asked", "granted", "cpus", "wait", "stages, most downstream first"});
  for (const PlannedLane& lane : plan.lanes) {
    std::vector<std::string> cpus, stages;
    for (const int cpu : lane.cpus) cpus.push_back(std::to_string(cpu));
    for (const int s : lane.stages) stages.push_back(at(plan.stages, s).name);
    table.add({lane.name, asked_text(lane.asked), lane.granted, joined(cpus, "any"),
               lane.wait == WaitKind::kSpin ? "spin" : "block", joined(stages, "")});
  }
  return "\nlanes\n" + table.text(2);
}

std::string runs_on(const GraphPlan& plan, const PlannedStage& stage) {
  if (stage.entry->is_source) return stage.entry->is_live ? "live source" : "source";
  if (stage.every) return "every " + ParamCodec::print(*stage.every);
  for (const int e : stage.edges)
    if (is_trigger(at(plan.edges, e).role)) return reader_port(plan, at(plan.edges, e)).name;
  return "";
}

/// What the user may care about beyond the defaults.
std::string settings(const PlannedStage& stage) {
  std::vector<std::string> parts;
  if (stage.hold > 0) parts.push_back("holds " + std::to_string(stage.hold));
  if (stage.deadline) parts.push_back("deadline " + ParamCodec::print(*stage.deadline));
  if (stage.timeout) parts.push_back("timeout " + ParamCodec::print(*stage.timeout));
  if (stage.on_fault == OnFault::kSkip) parts.push_back("on_fault skip");
  if (stage.on_fault == OnFault::kRestart) parts.push_back("on_fault restart");
  const auto defaults = stage.entry->make_params();
  for (const ParamInfo& info : stage.entry->params) {
    const std::string value = info.print(info, stage.params.get());
    if (value != info.print(info, defaults.get())) parts.push_back(info.name + ": " + value);
  }
  return joined(parts, "");
}

std::string stages(const GraphPlan& plan) {
  std::vector<const PlannedStage*> ordered;
  for (const PlannedStage& stage : plan.stages) ordered.push_back(&stage);
  std::sort(ordered.begin(), ordered.end(),
            [](const auto* a, const auto* b) { return a->rank < b->rank; });
  TextTable table({"stage", "use", "lane", "runs on", "settings that differ from the defaults"});
  for (const PlannedStage* stage : ordered)
    table.add({stage->name, stage->entry->name, at(plan.lanes, stage->lane).name,
               runs_on(plan, *stage), settings(*stage)});
  return "\nstages, upstream first\n" + table.text(2);
}

std::string policy(const PlannedEdge& edge) {
  if (edge.role == Role::kLatest) return "newest";
  return (edge.when_full == WhenFull::kBlock ? "block " : "drop_oldest ") +
         std::to_string(edge.depth);
}

/// Limits of a join, as they hold.
std::string limits(const GraphPlan& plan, const PlannedEdge& edge) {
  std::vector<std::string> parts;
  if (edge.tolerance.count() != 0)
    parts.push_back("tolerance " + ParamCodec::print(edge.tolerance));
  if (edge.max_age) parts.push_back("max_age " + ParamCodec::print(*edge.max_age));
  if (edge.max_wait) parts.push_back("max_wait " + ParamCodec::print(*edge.max_wait));
  const bool latest = edge.role == Role::kLatest;
  if (edge.on_missing == OnMissing::kRun && !latest) parts.push_back("on_missing run");
  if (edge.on_missing == OnMissing::kSkip && latest) parts.push_back("on_missing skip");
  if (edge.role == Role::kGroup)
    parts.push_back("at_least " +
                    std::to_string(at(at(plan.stages, edge.to_stage).at_least, edge.input)));
  return joined(parts, "");
}

std::string edges(const GraphPlan& plan) {
  TextTable table({"edge", "role", "lanes", "when full", "why", "space", "copies", "limits"});
  for (const PlannedEdge& edge : plan.edges) {
    const PlannedOutput& output = writer_output(plan, edge);
    // Every lane is a CPU lane here, so no edge needs a copy.
    const std::string copies =
        edge.copies ? "0 (at most " + std::to_string(*edge.copies) + ")" : "0";
    table.add({edge.name, edge.to_stage < 0 ? "output" : role_name(edge.role),
               edge.same_lane ? "same" : "across", policy(edge), edge.policy_reason,
               std::string(to_string(output.space)), copies, limits(plan, edge)});
  }
  return table.empty() ? "" : "\nedges\n" + table.text(2);
}

std::string shape_text(const PlannedOutput& output) {
  const Shape& shape = output.shape;
  std::string text(output.type->name);
  if (shape.image.width > 0)
    text += " " + std::to_string(shape.image.width) + "x" + std::to_string(shape.image.height) +
            " " + std::string(to_string(shape.image.format));
  if (shape.capacity > 0) text += " [" + std::to_string(shape.capacity) + "]";
  return text;
}

void add_pool(TextTable& table, const std::string& name, const PlannedOutput& output,
              const PortInfo* port) {
  std::string buffers = std::to_string(output.buffers), bytes;
  if (output.buffers > 0)
    bytes = bytes_text(static_cast<std::size_t>(output.buffers) * output.shape.bulk_bytes);
  else if (output.type->has_bulk && port && (port->aliases >= 0 || !port->type))
    bytes = "passes an input on";
  table.add({name, shape_text(output), std::to_string(output.messages), buffers, bytes});
}

std::string pools(const GraphPlan& plan) {
  TextTable table({"pool", "holds", "messages", "buffers", "bytes"});
  for (const PlannedPort& port : plan.inputs) add_pool(table, port.name, port.output, nullptr);
  for (const PlannedStage& stage : plan.stages)
    for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
      const PortInfo& port = stage.entry->outputs[o];
      add_pool(table, stage.name + "." + port.name, stage.outputs[o], &port);
    }
  if (table.empty()) return "";
  return "\npools\n" + table.text(2) + "  host memory in all: " + bytes_text(plan.host_bytes) +
         "\n";
}

std::string notes(const GraphPlan& plan) {
  std::string text;
  for (const std::string& note : plan.notes) text += "  " + note + "\n";
  return text.empty() ? "" : "\nnotes\n" + text;
}

}  // namespace

std::string asked_text(const LaneSpec& asked) {
  std::string text = "CPU";
  if (asked.gpu == LaneSpec::Gpu::kShared) text = "GPU shared";
  if (asked.gpu == LaneSpec::Gpu::kPercent)
    text = "GPU " + ParamCodec::print(asked.gpu_percent) + "%";
  if (asked.priority == Priority::kLow) text += ", priority low";
  if (asked.priority == Priority::kHigh) text += ", priority high";
  if (asked.priority == Priority::kRealtime)
    text += ", priority realtime(" + std::to_string(asked.realtime_priority) + ")";
  return text;
}

std::string explain(const GraphPlan& plan) {
  return header(plan) + lanes(plan) + stages(plan) + edges(plan) + pools(plan) + notes(plan);
}

}  // namespace sinew
