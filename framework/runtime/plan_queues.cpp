// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/runtime/plan_build.h"

// Depths rest on one number, `behind`: the most frames that can be unfinished in a stage and in all
// that is before it, on the longest way from a source,
//
//   behind(s) = in_flight + keeps + max over inputs (waiting + behind(writer))
//
// where `waiting` is the queue of a trigger (and the newest frame that a blocked live source holds
// behind it) and 1 (the message being handed over) of a partner:
// a partner's further messages belong to frames that the trigger's side counts. Then
//
//   depth of a Matched or Since edge = max(port's depth, trigger's queue, 1 + behind(trigger's
//                                      writer)): it keeps what its trigger is still to meet
//   hold                             = 1 + max over partners (1 + behind(writer)): triggers wait
//                                      for as many frames as the partner's way can hold
//
// Latest and feedback edges carry no frame onward and do not count.

namespace sinew {
namespace {

constexpr int kMostFrames = 256;
/// Of a Since edge whose port declares no depth: several messages may come between two triggers.
constexpr int kSinceDepth = 16;

/// Marks every edge on the way from a source to this one.
void mark_lossless(GraphPlan& plan, PlannedEdge& edge, const std::string& port) {
  if (edge.lossless) return;
  edge.lossless = true;
  edge.policy_reason = "lossless for " + port;
  if (edge.from_stage < 0) return;
  for (const int e : at(plan.stages, edge.from_stage).edges)
    if (carries_frames(at(plan.edges, e))) mark_lossless(plan, at(plan.edges, e), port);
}

void find_lossless(GraphPlan& plan) {
  for (PlannedEdge& edge : plan.edges) {
    if (edge.to_stage < 0 || !carries_frames(edge)) continue;
    const PortInfo& port = reader_port(plan, edge);
    if (port.lossless)
      mark_lossless(plan, edge, at(plan.stages, edge.to_stage).name + "." + port.name);
  }
}

bool leaves_live_source(const GraphPlan& plan, const PlannedEdge& edge) {
  return edge.from_stage >= 0 && at(plan.stages, edge.from_stage).entry->is_live;
}

void set_policy(PlanBuild& build, PlannedEdge& edge, const EdgeSpec* written) {
  const Clock clock = build.plan.clock;
  const bool writes_policy = written && written->when_full;
  edge.when_full = WhenFull::kDropOldest;
  if (edge.role == Role::kLatest) {
    edge.policy_reason = "newest only";
  } else if (edge.feedback) {
    edge.policy_reason = "feedback never blocks";
  } else if (clock == Clock::kLockstep) {
    edge.when_full = WhenFull::kBlock;
    edge.policy_reason = "lockstep";
  } else if (writes_policy) {
    edge.when_full = *written->when_full;
    if (edge.lossless && edge.when_full == WhenFull::kDropOldest)
      build.plan.notes.push_back("edge " + edge.name +
                                 " drops messages, as written, though it is " + edge.policy_reason);
    edge.policy_reason = "written";
  } else if (clock == Clock::kReplay) {
    edge.when_full = WhenFull::kBlock;
    edge.policy_reason = "offline graph";
  } else if (edge.lossless) {
    edge.when_full = WhenFull::kBlock;
  } else {
    edge.policy_reason = "live graph";
  }
  // In lockstep the depth must not depend on the lanes: a blocked source is part of what happens.
  const bool deeper = !edge.same_lane || clock == Clock::kLockstep;
  edge.depth = edge.when_full == WhenFull::kBlock && deeper ? 2 : 1;
  if (written && written->queue) edge.depth = *written->queue;
  edge.holds_newest = leaves_live_source(build.plan, edge) && clock == Clock::kLive &&
                      edge.when_full == WhenFull::kBlock;
}

class Depths {
 public:
  explicit Depths(PlanBuild& build)
      : build_(build), plan_(build.plan), behind_(plan_.stages.size(), 0) {}

  void run() {
    for (const int s : build_.order) {
      PlannedStage& stage = at(plan_.stages, s);
      gather_groups(stage);
      meet_partners(stage);
      at(behind_, s) = frames_behind(stage);
    }
    for (PlannedEdge& edge : plan_.edges)
      if (edge.feedback && edge.role == Role::kSince)
        deepen(edge, std::max(kSinceDepth, 1 + writer_behind(edge)));
  }

 private:
  int writer_behind(const PlannedEdge& edge) const {
    return edge.from_stage < 0 ? 1 : at(behind_, edge.from_stage);
  }

  void deepen(PlannedEdge& edge, int frames) {
    edge.depth =
        std::min(kMostFrames, std::max({edge.depth, frames, reader_port(plan_, edge).depth}));
  }

  /// A member of a group waits for the slowest of the others.
  void gather_groups(const PlannedStage& stage) {
    int slowest = 0;
    for (const int e : stage.edges)
      if (at(plan_.edges, e).role == Role::kGroup)
        slowest = std::max(slowest, writer_behind(at(plan_.edges, e)));
    for (const int e : stage.edges)
      if (at(plan_.edges, e).role == Role::kGroup) deepen(at(plan_.edges, e), slowest);
  }

  void meet_partners(PlannedStage& stage) {
    int trigger = 1, partner = 0;
    for (const int e : stage.edges) {
      const PlannedEdge& edge = at(plan_.edges, e);
      if (is_trigger(edge.role)) trigger = std::max({trigger, edge.depth, 1 + writer_behind(edge)});
    }
    for (const int e : stage.edges) {
      PlannedEdge& edge = at(plan_.edges, e);
      if (!is_partner(edge.role) || edge.feedback) continue;
      deepen(edge, edge.role == Role::kSince ? std::max(kSinceDepth, trigger) : trigger);
      partner = std::max(partner, 1 + writer_behind(edge));
    }
    if (partner > 0) hold_triggers(stage, std::min(kMostFrames, 1 + partner));
  }

  /// Members of a group wait in their queues.
  void hold_triggers(PlannedStage& stage, int frames) {
    for (const int e : stage.edges) {
      PlannedEdge& edge = at(plan_.edges, e);
      if (edge.role == Role::kTrigger) stage.hold = frames;
      if (edge.role == Role::kGroup) deepen(edge, frames);
    }
  }

  int frames_behind(const PlannedStage& stage) const {
    int longest = 0;
    for (const int e : stage.edges) {
      const PlannedEdge& edge = at(plan_.edges, e);
      if (!carries_frames(edge)) continue;
      const int waiting = is_trigger(edge.role) ? edge.depth + (edge.holds_newest ? 1 : 0) : 1;
      longest = std::max(longest, waiting + reader_port(plan_, edge).keeps + writer_behind(edge));
    }
    return std::min(kMostFrames, stage.in_flight + longest);
  }

  PlanBuild& build_;
  GraphPlan& plan_;
  std::vector<int> behind_;
};

}  // namespace

void plan_queues(PlanBuild& build) {
  find_lossless(build.plan);
  for (std::size_t e = 0; e < build.plan.edges.size(); ++e)
    set_policy(build, build.plan.edges[e], build.written[e]);
  Depths(build).run();
}

}  // namespace sinew
