// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "framework/runtime/plan_build.h"

// A writer always finds a free slot, so a pool has as many as can be in use:
//
//   messages = 1 (being written) + writer's frames in flight + Σ readers (queue + Latest slot
//              + held triggers + frames in flight + keeps)
//   buffers  = messages + Σ outputs that pass the payload on (their messages - 1), and on
//
// where a run of a Since port takes a whole queue, and behind the queue of a blocked live source
// waits its newest frame.

namespace sinew {
namespace {

/// Messages that a reader may hold of one edge.
int held_by_reader(const GraphPlan& plan, const PlannedEdge& edge) {
  const int queued = edge.depth + (edge.holds_newest ? 1 : 0);
  if (edge.to_stage < 0) return queued + 2;  // the program looks at one while it takes the next
  const PlannedStage& reader = at(plan.stages, edge.to_stage);
  const PortInfo& port = reader_port(plan, edge);
  int held = queued + port.keeps + reader.in_flight;
  if (edge.role == Role::kLatest) held += 1;
  if (edge.role == Role::kSince) held += reader.in_flight * edge.depth;
  if (is_trigger(edge.role)) held += reader.hold;
  return held;
}

void size_messages(const GraphPlan& plan, PlannedOutput& output, int in_flight) {
  output.messages = 1 + in_flight;
  output.one_lane = true;
  for (const int e : output.edges) {
    output.messages += held_by_reader(plan, at(plan.edges, e));
    output.one_lane = output.one_lane && at(plan.edges, e).same_lane;
  }
}

/// Sums what stages that pass payloads on may hold of them; each output once.
class PassedOn {
 public:
  explicit PassedOn(const GraphPlan& plan) : plan_(plan) {}

  int count(const PlannedOutput& output) {
    int held = 0;
    for (const int e : output.edges) {
      const PlannedEdge& edge = at(plan_.edges, e);
      if (edge.to_stage < 0) continue;
      const PlannedStage& stage = at(plan_.stages, edge.to_stage);
      for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
        const std::pair<int, std::size_t> key(edge.to_stage, o);
        if (!passes_on(stage.entry->outputs[o], *stage.entry, edge.input) ||
            std::find(seen_.begin(), seen_.end(), key) != seen_.end())
          continue;
        seen_.push_back(key);
        held += stage.outputs[o].messages - 1 + count(stage.outputs[o]);
      }
    }
    return held;
  }

 private:
  const GraphPlan& plan_;
  std::vector<std::pair<int, std::size_t>> seen_;
};

void size_buffers(GraphPlan& plan, PlannedOutput& output) {
  if (!output.type->has_bulk || output.shape.bulk_bytes == 0) return;
  output.buffers = output.messages + PassedOn(plan).count(output);
  plan.host_bytes += static_cast<std::size_t>(output.buffers) * output.shape.bulk_bytes;
}

}  // namespace

void plan_pools(PlanBuild& build) {
  GraphPlan& plan = build.plan;
  for (PlannedStage& stage : plan.stages)
    for (PlannedOutput& output : stage.outputs) size_messages(plan, output, stage.in_flight);
  for (PlannedPort& port : plan.inputs) {
    size_messages(plan, port.output, 1);
    port.output.one_lane = false;
  }
  for (PlannedStage& stage : plan.stages)
    for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
      const PortInfo& port = stage.entry->outputs[o];
      if (port.type && port.aliases < 0) size_buffers(plan, stage.outputs[o]);
    }
  for (PlannedPort& port : plan.inputs) size_buffers(plan, port.output);
  for (PlannedPort& port : plan.outputs)
    if (port.edge >= 0) {
      const PlannedOutput& writer = writer_output(plan, at(plan.edges, port.edge));
      port.output.type = writer.type;
      port.output.shape = writer.shape;
    }
}

}  // namespace sinew
