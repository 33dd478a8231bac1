// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

enum class Visit { kNew, kOpen, kDone };

/// Depth first along the readers. Finds cycles and, for each stage, the longest way from a source.
class Walk {
 public:
  explicit Walk(PlanBuild& build)
      : build_(build),
        visits_(build.plan.stages.size(), Visit::kNew),
        levels_(build.plan.stages.size(), 0) {}

  /// @return whether there is no cycle
  bool run() {
    for (std::size_t s = 0; s < visits_.size(); ++s) visit(static_cast<int>(s));
    return acyclic_;
  }

  const std::vector<int>& levels() const { return levels_; }

 private:
  void visit(int s) {
    if (at(visits_, s) != Visit::kNew) return;
    at(visits_, s) = Visit::kOpen;
    path_.push_back(s);
    for (const int e : at(build_.plan.stages, s).edges) {
      const PlannedEdge& edge = at(build_.plan.edges, e);
      if (edge.feedback || edge.from_stage < 0) continue;
      if (at(visits_, edge.from_stage) == Visit::kOpen) report(edge);
      visit(edge.from_stage);
      at(levels_, s) = std::max(at(levels_, s), at(levels_, edge.from_stage) + 1);
    }
    path_.pop_back();
    at(visits_, s) = Visit::kDone;
  }

  /// The path runs from readers to writers; a cycle is told the way messages go.
  void report(const PlannedEdge& edge) {
    acyclic_ = false;
    const auto start = std::find(path_.begin(), path_.end(), edge.from_stage);
    std::string text = at(build_.plan.stages, edge.from_stage).name;
    for (auto s = path_.end(); s-- != start;) text += " -> " + at(build_.plan.stages, *s).name;
    const PlannedStage& reader = at(build_.plan.stages, edge.to_stage);
    build_.problems.add(
        edge.mark, reader.where + ".in." + reader_port(build_.plan, edge).name,
        "cycle " + text + "; close it on a Latest or Since port with " + "'feedback: true'");
  }

  PlanBuild& build_;
  std::vector<Visit> visits_;
  std::vector<int> levels_, path_;
  bool acyclic_ = true;
};

/// Whether what `from` writes can come to `to`, by any edges.
bool reaches(const GraphPlan& plan, int from, int to) {
  std::vector<bool> seen(plan.stages.size());
  std::vector<int> open{to};
  while (!open.empty()) {
    const int s = open.back();
    open.pop_back();
    if (s == from) return true;
    if (s < 0 || seen[static_cast<std::size_t>(s)]) continue;
    seen[static_cast<std::size_t>(s)] = true;
    for (const int e : at(plan.stages, s).edges) open.push_back(at(plan.edges, e).from_stage);
  }
  return false;
}

void check_feedback(PlanBuild& build) {
  for (const PlannedEdge& edge : build.plan.edges) {
    if (!edge.feedback) continue;
    if (edge.from_stage >= 0 && reaches(build.plan, edge.to_stage, edge.from_stage)) continue;
    const PlannedStage& reader = at(build.plan.stages, edge.to_stage);
    build.problems.add(edge.mark, reader.where + ".in." + reader_port(build.plan, edge).name,
                       "'feedback: true' closes no cycle here; remove it");
  }
}

}  // namespace

bool plan_order(PlanBuild& build) {
  check_feedback(build);
  Walk walk(build);
  if (!walk.run()) return false;
  const std::vector<int>& levels = walk.levels();
  for (std::size_t s = 0; s < levels.size(); ++s) build.order.push_back(static_cast<int>(s));
  std::stable_sort(build.order.begin(), build.order.end(),
                   [&](int a, int b) { return at(levels, a) < at(levels, b); });
  for (std::size_t i = 0; i < build.order.size(); ++i)
    at(build.plan.stages, build.order[i]).rank = static_cast<int>(i);
  for (PlannedLane& lane : build.plan.lanes)
    std::sort(lane.stages.begin(), lane.stages.end(), [&](int a, int b) {
      return at(build.plan.stages, a).rank > at(build.plan.stages, b).rank;
    });
  return true;
}

}  // namespace sinew
