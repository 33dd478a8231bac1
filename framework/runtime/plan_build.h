// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/runtime/plan.h"

// The steps of plan_graph, in their order; only plan*.cpp include this. Each adds what is wrong to
// `problems` and goes on with what is right.

namespace sinew {

/// What the steps share.
struct PlanBuild {
  const GraphSpec& spec;
  const Board& board;
  const PlanOptions& options;
  Problems& problems;
  GraphPlan plan;

  std::vector<const EdgeSpec*> written;  ///< per edge of the plan; nullptr: a graph output's
  std::vector<bool> sound;               ///< per stage: `plan` may be called
  std::vector<int> order;                ///< stages, writers before readers; empty with a cycle

  /// A problem of one stage: its shapes are not asked for.
  void refuse(int stage, const Mark& mark, const std::string& where, const std::string& what) {
    sound[static_cast<std::size_t>(stage)] = false;
    problems.add(mark, where, what);
  }
};

/// Registry entries and parameters.
void plan_stages(PlanBuild& build);
/// What the program feeds: types and shapes of the graph's own inputs.
void plan_open_inputs(PlanBuild& build);
/// "stage.output" → ports; the keys of every edge; the graph's own outputs.
void plan_edges(PlanBuild& build);
/// A stage is a source, has one trigger, or runs on a timer.
void plan_triggers(PlanBuild& build);
/// Lanes, shares, `require`, and where each stage runs.
void plan_lanes(PlanBuild& build);
void plan_clock(PlanBuild& build);
/// Ranks. @return false where there is a cycle that no feedback edge closes
bool plan_order(PlanBuild& build);
/// Payload types, also of Any ports; then the shapes, by each stage's own `plan`.
void plan_types(PlanBuild& build);
void plan_shapes(PlanBuild& build);
/// Policy and depth of every edge, places for held triggers. For a plan without problems.
void plan_queues(PlanBuild& build);
void plan_pools(PlanBuild& build);

// ---- looking things up ----------------------------------------------------------------------

template <class Container>
decltype(auto) at(Container& container, int index) {
  return container[static_cast<std::size_t>(index)];
}

inline const PortInfo& reader_port(const GraphPlan& plan, const PlannedEdge& edge) {
  return at(at(plan.stages, edge.to_stage).entry->inputs, edge.input);
}

template <class Plan>
auto& writer_output(Plan& plan, const PlannedEdge& edge) {
  return edge.from_stage < 0 ? at(plan.inputs, edge.output).output
                             : at(at(plan.stages, edge.from_stage).outputs, edge.output);
}

/// Edges by which a frame goes on: not those that only look at the newest, and none that goes back.
inline bool carries_frames(const PlannedEdge& edge) {
  return edge.role != Role::kLatest && !edge.feedback;
}

inline bool is_trigger(Role role) { return role == Role::kTrigger || role == Role::kGroup; }

inline bool is_partner(Role role) { return role == Role::kMatched || role == Role::kSince; }

/// Whether an output hands on payloads that came in by this port.
inline bool passes_on(const PortInfo& output, const StageEntry& entry, int input) {
  return output.aliases == input ||
         (output.type == nullptr && at(entry.inputs, input).type == nullptr);
}

/// "a trigger", "a Latest port", for messages and explain.
std::string role_name(Role role);
std::string clock_name(Clock clock);

}  // namespace sinew
