// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/plan.h"

#include "framework/config/graph_file.h"
#include "framework/runtime/plan_build.h"

namespace sinew {

GraphPlan plan_graph(const GraphSpec& spec, const Board& board, const PlanOptions& options,
                     Problems& problems) {
  PlanBuild build{spec, board, options, problems, {}, {}, {}, {}};
  build.plan.name = spec.name;
  build.plan.file = spec.file.string();
  build.plan.board = board.name;
  build.plan.board_cpus = board.cpus;
  build.plan.require = spec.require;
  if (spec.stages.empty() && problems.empty())
    problems.add({build.plan.file, 0, 0}, "stages", "a graph needs at least one stage");

  plan_stages(build);
  plan_open_inputs(build);
  plan_edges(build);
  plan_triggers(build);
  plan_lanes(build);
  plan_clock(build);
  if (plan_order(build)) {
    plan_types(build);
    plan_shapes(build);
  }
  if (problems.empty()) {
    plan_queues(build);
    plan_pools(build);
  }
  return std::move(build.plan);
}

GraphPlan load_graph(const std::string& path,
                     const std::vector<std::pair<std::string, std::string>>& defines,
                     const Board& board, const PlanOptions& options) {
  GraphFileOptions file_options;
  file_options.defines = defines;
  file_options.config_directory = options.config_directory;
  file_options.is_stage = [](const std::string& name) { return find_stage(name) != nullptr; };
  for (const StageEntry* entry : all_stages()) file_options.stage_names.push_back(entry->name);

  Problems problems;
  const GraphSpec spec = read_graph_file(path, file_options, problems);
  GraphPlan plan = plan_graph(spec, board, options, problems);
  problems.throw_if_any();
  return plan;
}

std::string role_name(Role role) {
  switch (role) {
    case Role::kTrigger:
      return "trigger";
    case Role::kMatched:
      return "Matched";
    case Role::kLatest:
      return "Latest";
    case Role::kSince:
      return "Since";
    case Role::kGroup:
      return "Group";
  }
  return "?";
}

std::string clock_name(Clock clock) {
  switch (clock) {
    case Clock::kLive:
      return "live";
    case Clock::kReplay:
      return "replay";
    case Clock::kLockstep:
      return "lockstep";
  }
  return "?";
}

}  // namespace sinew
