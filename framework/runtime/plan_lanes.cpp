// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

using Gpu = LaneSpec::Gpu;

constexpr const char* kMain = "main";

std::string percent(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g%%", value);
  return text;
}

Mark whole_file(const PlanBuild& build) { return {build.plan.file, 0, 0}; }

LaneSpec plain_lane(const std::string& name) {
  LaneSpec lane;
  lane.name = name;
  return lane;
}

/// A shared lane needs something that the others leave.
void check_shared(PlanBuild& build) {
  double sum = 0;
  for (const LaneSpec& lane : build.spec.lanes)
    if (lane.gpu == Gpu::kPercent) sum += lane.gpu_percent;
  // Thirds written thrice may sum to a rounding error below 100.
  for (const LaneSpec& lane : build.spec.lanes)
    if (lane.gpu == Gpu::kShared && sum > 100 - 1e-6)
      build.problems.add(lane.mark, "lanes." + lane.name + ".gpu",
                         "'shared' is what the other lanes leave of the GPU, and they ask for all "
                         "of it; reduce a share");
}

/// "52 of 132 SMs (39.4%), unit 2", as the board file describes its GPU. Shares are rounded down to
/// the unit in file order, at least one unit each; a shared lane is on what is left.
std::string board_share(const PlanBuild& build, const LaneSpec& asked) {
  const int total = build.board.gpu_sms, unit = std::max(1, build.board.gpu_split_unit);
  int left = total, mine = 0;
  for (const LaneSpec& lane : build.spec.lanes) {
    if (lane.gpu != Gpu::kPercent) continue;
    const int units = static_cast<int>(std::floor(lane.gpu_percent / 100 * total / unit));
    const int sms = std::min(left, std::max(1, units) * unit);
    left -= sms;
    if (lane.name == asked.name) mine = sms;
  }
  if (asked.gpu == Gpu::kShared) mine = left;
  char text[96];
  std::snprintf(text, sizeof text, "%d of %d SMs (%.1f%%), unit %d", mine, total,
                100.0 * mine / total, unit);
  return text;
}

void grant(PlanBuild& build, PlannedLane& lane) {
  lane.granted = "CPU";
  if (lane.asked.gpu == Gpu::kNone) return;
  lane.granted = "CPU (no GPU here)";
  if (build.board.gpu_sms > 0)
    lane.granted += "; with " + build.board.gpu_name + ": " + board_share(build, lane.asked);
  build.plan.notes.push_back(
      "lane '" + lane.name + "' asks for " +
      (lane.asked.gpu == Gpu::kShared ? "a shared" : percent(lane.asked.gpu_percent) + " of the") +
      " GPU and runs on the CPU: there is no GPU here");
}

int add_lane(PlanBuild& build, const LaneSpec& asked, bool source_lane) {
  PlannedLane lane;
  lane.name = asked.name;
  lane.asked = asked;
  lane.source_lane = source_lane;
  const auto& known = build.board.lanes;
  if (const auto it = known.find(asked.name); it != known.end()) {
    lane.cpus = it->second.cpus;
    lane.wait = it->second.wait;
  }
  for (const int cpu : lane.cpus)
    if (cpu < 0 || (build.board.cpus > 0 && cpu >= build.board.cpus))
      build.problems.add(asked.mark.line > 0 ? asked.mark : whole_file(build), "lanes." + lane.name,
                         "board '" + build.board.name + "' puts this lane on CPU " +
                             std::to_string(cpu) + ", and it has " +
                             std::to_string(build.board.cpus) + "; correct the board file");
  build.plan.lanes.push_back(std::move(lane));
  return static_cast<int>(build.plan.lanes.size()) - 1;
}

const LaneSpec* declared(const PlanBuild& build, const std::string& name) {
  for (const LaneSpec& lane : build.spec.lanes)
    if (lane.name == name) return &lane;
  return nullptr;
}

/// The name of the lane that a stage runs on; a problem where it names none that there is.
std::string lane_name(PlanBuild& build, const StageSpec& spec, const StageEntry* entry) {
  if (spec.lane.empty()) return entry && entry->is_source && entry->is_live ? spec.name : kMain;
  if (spec.lane == kMain || declared(build, spec.lane)) return spec.lane;
  build.problems.add(spec.mark, spec.where + ".lane", "unknown lane " + quoted(spec.lane));
  return kMain;
}

void place_stages(PlanBuild& build, const std::vector<std::string>& lane_of, const LaneSpec& asked,
                  bool source_lane) {
  if (std::find(lane_of.begin(), lane_of.end(), asked.name) == lane_of.end()) return;
  const int lane = add_lane(build, asked, source_lane);
  for (std::size_t s = 0; s < lane_of.size(); ++s) {
    if (lane_of[s] != asked.name) continue;
    build.plan.stages[s].lane = lane;
    build.plan.lanes.back().stages.push_back(static_cast<int>(s));
    const StageEntry* entry = build.plan.stages[s].entry;
    if (entry && entry->is_source && entry->is_live) build.plan.lanes.back().polls = true;
  }
}

void check_require(PlanBuild& build) {
  const std::vector<std::string> known{"gpu", "green_contexts", "priority", "realtime"};
  std::string gpu_lane;
  for (const PlannedLane& lane : build.plan.lanes)
    if (gpu_lane.empty() && lane.asked.gpu != Gpu::kNone) gpu_lane = lane.name;
  for (const std::string& name : build.spec.require) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      build.problems.add(
          whole_file(build), "require",
          "'" + name + "' is nothing that can be required" + did_you_mean(name, known));
    else if ((name == "gpu" || name == "green_contexts") && !gpu_lane.empty())
      build.problems.add(whole_file(build), "require",
                         "lane '" + gpu_lane +
                             "' asks for a GPU, and there is none here; remove '" + name +
                             "' to run it on the CPU");
  }
}

}  // namespace

void plan_lanes(PlanBuild& build) {
  check_shared(build);
  std::vector<std::string> lane_of;
  for (std::size_t s = 0; s < build.plan.stages.size(); ++s)
    lane_of.push_back(lane_name(build, build.spec.stages[s], build.plan.stages[s].entry));

  for (const LaneSpec& lane : build.spec.lanes) place_stages(build, lane_of, lane, false);
  if (!declared(build, kMain)) place_stages(build, lane_of, plain_lane(kMain), false);
  for (std::size_t s = 0; s < lane_of.size(); ++s) {
    const bool own = build.spec.stages[s].lane.empty() && lane_of[s] != kMain;
    if (own && !declared(build, lane_of[s]))
      place_stages(build, lane_of, plain_lane(lane_of[s]), true);
  }
  for (const LaneSpec& lane : build.spec.lanes)
    if (std::find(lane_of.begin(), lane_of.end(), lane.name) == lane_of.end())
      build.plan.notes.push_back("lane '" + lane.name + "' has no stage and is not started");

  for (PlannedLane& lane : build.plan.lanes) grant(build, lane);
  for (PlannedEdge& edge : build.plan.edges)
    edge.same_lane =
        edge.from_stage >= 0 && edge.to_stage >= 0 &&
        at(build.plan.stages, edge.from_stage).lane == at(build.plan.stages, edge.to_stage).lane;
  check_require(build);
}

}  // namespace sinew
