// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

/// @return whether all of them are right
bool read_stage_params(PlanBuild& build, const StageSpec& spec, PlannedStage& stage) {
  const std::string where = spec.where + ".with";
  const Mark& mark = spec.with.kind == Value::Kind::kNull ? spec.mark : spec.with.mark;
  Problems found;
  stage.params = stage.entry->make_params();
  read_params(stage.entry->params, spec.with, stage.params.get(),
              {&found, where, spec.directory, build.options.config_directory});
  // What holds between parameters is asked only of parameters that hold by themselves.
  if (found.empty() && stage.entry->check_params)
    stage.entry->check_params(stage.params.get(), found, mark, where);
  build.problems.add_all(found);
  return found.empty();
}

PlannedStage planned_stage(PlanBuild& build, const StageSpec& spec) {
  PlannedStage stage;
  stage.name = spec.name;
  stage.where = spec.where;
  stage.mark = spec.mark;
  stage.every = spec.every;
  stage.deadline = spec.deadline;
  stage.timeout = spec.timeout;
  stage.on_fault = spec.on_fault;
  stage.entry = find_stage(spec.use);
  build.sound.push_back(stage.entry != nullptr);
  if (!stage.entry) {
    // An empty name was refused when the file was read.
    if (!spec.use.empty())
      build.problems.add(spec.mark, spec.where + ".use", "unknown stage " + in_quotes(spec.use));
    return stage;
  }
  build.sound.back() = read_stage_params(build, spec, stage);
  stage.outputs.resize(stage.entry->outputs.size());
  return stage;
}

/// The triggers of a stage: those connected, and all that its type has.
struct Triggers {
  std::vector<std::string> connected, all;
  bool required_missing = false;
};

Triggers triggers_of(const PlannedStage& stage) {
  Triggers triggers;
  for (std::size_t p = 0; p < stage.entry->inputs.size(); ++p) {
    const PortInfo& port = stage.entry->inputs[p];
    if (!is_trigger(port.role)) continue;
    const bool connected = stage.first_edge[p] < stage.first_edge[p + 1];
    triggers.all.push_back(port.name);
    if (connected) triggers.connected.push_back(port.name);
    triggers.required_missing |= !connected && !port.optional;
  }
  return triggers;
}

/// "'a', 'b' and 'c'", with the word given.
std::string listed(const std::vector<std::string>& names, const std::string& word) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "'" : &name == &names.back() ? " " + word + " '" : ", '") + name + "'";
  return text;
}

/// @return what is wrong, or ""
std::string broken_rule(const PlannedStage& stage) {
  const Triggers triggers = triggers_of(stage);
  if (stage.entry->is_source) {
    if (stage.every) return "a source sets its own pace; remove 'every'";
    if (!triggers.connected.empty())
      return "a source has no trigger; remove input " + listed(triggers.connected, "and");
    return "";
  }
  if (triggers.required_missing) return "";  // said where inputs are checked
  if (triggers.connected.size() > 1)
    return "inputs " + listed(triggers.connected, "and") +
           " would both trigger this stage; connect one of them";
  if (triggers.connected.size() == 1 && stage.every)
    return "input " + listed(triggers.connected, "and") +
           " triggers this stage already; remove it or 'every'";
  if (triggers.connected.empty() && !stage.every)
    return "nothing triggers this stage; " +
           (triggers.all.empty() ? "" : "connect " + listed(triggers.all, "or") + ", or ") +
           "write 'every: 50 ms'";
  return "";
}

}  // namespace

void plan_stages(PlanBuild& build) {
  for (const StageSpec& spec : build.spec.stages)
    build.plan.stages.push_back(planned_stage(build, spec));
}

void plan_triggers(PlanBuild& build) {
  for (std::size_t s = 0; s < build.plan.stages.size(); ++s) {
    const PlannedStage& stage = build.plan.stages[s];
    if (!stage.entry) continue;
    const std::string what = broken_rule(stage);
    if (!what.empty()) build.refuse(static_cast<int>(s), stage.mark, stage.where, what);
  }
}

}  // namespace sinew
