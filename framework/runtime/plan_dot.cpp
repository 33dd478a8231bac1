// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/plan_build.h"
#include "framework/runtime/plan_drawing.h"

namespace sinew {
namespace {

std::string dot_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string cluster(const GraphPlan& plan, std::size_t index) {
  const PlannedLane& lane = plan.lanes[index];
  std::string text = "  subgraph cluster_" + std::to_string(index) +
                     " {\n    label=" + dot_text("lane " + lane.name) + ";\n";
  for (auto s = lane.stages.rbegin(); s != lane.stages.rend(); ++s) {
    const PlannedStage& stage = at(plan.stages, *s);
    std::string label = dot_text(stage.name);
    label.insert(label.size() - 1, "\\n" + stage.entry->name);
    text += "    " + dot_text(stage.name) + " [label=" + label + "];\n";
  }
  return text + "  }\n";
}

std::string arrow(const GraphPlan& plan, const PlannedEdge& edge) {
  const std::string from = edge.from_stage < 0 ? "in " + at(plan.inputs, edge.output).name
                                               : at(plan.stages, edge.from_stage).name;
  const std::string to = edge.to_stage < 0 ? "out " + at(plan.outputs, edge.input).name
                                           : at(plan.stages, edge.to_stage).name;
  std::string label;
  if (edge.from_stage >= 0)
    label = at(at(plan.stages, edge.from_stage).entry->outputs, edge.output).name;
  if (edge.to_stage >= 0) label += (label.empty() ? "" : " to ") + reader_port(plan, edge).name;
  std::string text = "  " + dot_text(from) + " -> " + dot_text(to) + " [label=" + dot_text(label);
  if (!carries_frames(edge)) text += ", style=dashed";
  if (edge.feedback) text += ", constraint=false";
  return text + "];\n";
}

}  // namespace

std::string to_dot(const GraphPlan& plan) {
  std::string text = "digraph " + dot_text(plan.name) +
                     " {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n"
                     "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (std::size_t l = 0; l < plan.lanes.size(); ++l) text += cluster(plan, l);
  for (const PlannedPort& port : plan.inputs)
    text += "  " + dot_text("in " + port.name) + " [shape=ellipse];\n";
  for (const PlannedPort& port : plan.outputs)
    text += "  " + dot_text("out " + port.name) + " [shape=ellipse];\n";
  for (const PlannedEdge& edge : plan.edges) text += arrow(plan, edge);
  return text + "}\n";
}

}  // namespace sinew
