// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

std::string first_live_source(const GraphPlan& plan) {
  for (const PlannedStage& stage : plan.stages)
    if (stage.entry && stage.entry->is_source && stage.entry->is_live) return stage.name;
  return "";
}

}  // namespace

void plan_clock(PlanBuild& build) {
  GraphPlan& plan = build.plan;
  const std::string live = first_live_source(plan);
  plan.clock = build.options.clock.value_or(live.empty() ? Clock::kLockstep : Clock::kLive);
  plan.clock_reason = build.options.clock ? "as asked"
                      : live.empty()      ? "no source is live"
                                          : "source '" + live + "' is live";
  if (plan.clock == Clock::kLive) return;
  const std::string clock = clock_name(plan.clock);
  for (std::size_t s = 0; s < plan.stages.size(); ++s) {
    const PlannedStage& stage = plan.stages[s];
    if (!stage.entry || !stage.entry->is_source) continue;
    if (stage.entry->is_live)
      build.refuse(static_cast<int>(s), stage.mark, stage.where,
                   "this source is live, and the clock is " + clock + "; run with --clock live");
    else if (!stage.entry->has_next_stamp)
      build.refuse(static_cast<int>(s), stage.mark, stage.where,
                   "this source cannot tell its next stamp, which the " + clock +
                       " clock needs; run with --clock live");
  }
}

}  // namespace sinew
