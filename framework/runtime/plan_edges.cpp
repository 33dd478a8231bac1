// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

template <class Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

template <class Items>
int index_of(const Items& items, const std::string& name) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The writing end of an edge.
struct Writer {
  int stage = -1;
  int output = -1;   ///< -1: not found
  std::string what;  ///< what is wrong; "" with output == -1: said elsewhere
};

/// "slam/track.pose", or "image" for the graph's own input.
Writer find_writer(const GraphPlan& plan, const std::string& from) {
  const std::size_t dot = from.rfind('.');
  Writer writer;
  if (dot == std::string::npos) {
    writer.output = index_of(plan.inputs, from);
    if (writer.output < 0) writer.what = quoted(from) + " is no input of the graph";
    return writer;
  }
  const std::string name = from.substr(0, dot), output = from.substr(dot + 1);
  writer.stage = index_of(plan.stages, name);
  if (writer.stage < 0) {
    writer.what = "unknown stage " + quoted(name);
    return writer;
  }
  const StageEntry* entry = at(plan.stages, writer.stage).entry;
  if (!entry) return writer;
  writer.output = index_of(entry->outputs, output);
  if (writer.output < 0)
    writer.what = entry->name + " has no output " + quoted(output) +
                  did_you_mean(output, names_of(entry->outputs));
  return writer;
}

/// Keys of an edge that have no meaning for the port's role.
void check_keys(PlanBuild& build, int stage, const EdgeSpec& edge, const PortInfo& port,
                const std::string& where) {
  const Role role = port.role;
  const bool latest = role == Role::kLatest;
  const std::string a_port = " of '" + port.name + "', which is a " + role_name(role) + " port";
  const auto refuse = [&](bool wrong, const std::string& what) {
    if (wrong) build.refuse(stage, edge.mark, where, what);
  };
  refuse(edge.tolerance && role != Role::kMatched && role != Role::kGroup,
         "'tolerance' has no meaning on an edge" + a_port + "; remove it");
  refuse(edge.max_age && !latest, "'max_age' has no meaning on an edge" + a_port + "; remove it");
  refuse(edge.max_wait && latest, "'max_wait' has no meaning on an edge" + a_port + "; remove it");
  refuse(edge.queue && latest,
         "'queue' has no meaning on an edge" + a_port + " and keeps the newest; remove it");
  refuse(edge.when_full && latest,
         "'when_full' has no meaning on an edge" + a_port + " and never blocks; remove it");
  refuse(role == Role::kTrigger && edge.on_missing == OnMissing::kRun && !edge.max_wait &&
             !port.max_wait,
         "'on_missing: run' on a trigger needs 'max_wait', after which it runs without");
  refuse(edge.feedback && !latest && role != Role::kSince,
         "'feedback: true' needs a Latest or Since port, and '" + port.name + "' is a " +
             role_name(role) + " port");
  refuse(edge.feedback && edge.when_full == WhenFull::kBlock,
         "a feedback edge never blocks; remove 'when_full'");
}

PlannedEdge planned_edge(const PlanBuild& build, const StageSpec& reader, const EdgeSpec& spec,
                         const PortInfo& port) {
  PlannedEdge edge;
  edge.role = port.role;
  edge.feedback = spec.feedback;
  edge.tolerance = spec.tolerance.value_or(port.tolerance);
  edge.max_age = spec.max_age ? spec.max_age : port.max_age;
  edge.max_wait = spec.max_wait ? spec.max_wait : port.max_wait;
  edge.on_missing = spec.on_missing.value_or(port.on_missing);
  edge.one_beyond = port.one_beyond;
  edge.copies = spec.copies ? spec.copies : reader.copies ? reader.copies : build.spec.copies;
  edge.mark = spec.mark;
  return edge;
}

void add_edge(PlanBuild& build, PlannedEdge edge, const EdgeSpec* written) {
  const int index = static_cast<int>(build.plan.edges.size());
  writer_output(build.plan, edge).edges.push_back(index);
  if (edge.to_stage >= 0) at(build.plan.stages, edge.to_stage).edges.push_back(index);
  build.plan.edges.push_back(std::move(edge));
  build.written.push_back(written);
}

/// The edges of one input port.
class PortReader {
 public:
  PortReader(PlanBuild& build, int stage, int input)
      : build_(build),
        stage_(stage),
        input_(input),
        spec_(at(build.spec.stages, stage)),
        port_(at(at(build.plan.stages, stage).entry->inputs, input)),
        where_(spec_.where + ".in." + port_.name) {}

  void read() {
    const InputSpec* found = nullptr;
    for (const InputSpec& input : spec_.inputs) {
      if (input.port != port_.name) continue;
      if (found)
        refuse(input.mark, "input '" + port_.name + "' is connected twice; keep one");
      else
        found = &input;
    }
    if (found) read(*found);
    // Edges that were refused when the file was read are not there; nor is a misspelt port.
    if (found && found->edges.empty()) build_.sound[static_cast<std::size_t>(stage_)] = false;
    if (!found && !port_.optional && !misspelt())
      build_.refuse(stage_, spec_.mark, spec_.where + ".in", "needs input " + quoted(port_.name));
    at(build_.plan.stages, stage_).at_least.push_back(at_least(found));
  }

 private:
  void refuse(const Mark& mark, const std::string& what) {
    build_.refuse(stage_, mark, where_, what);
  }

  /// Whether an unknown input is answered with "did you mean" this port.
  bool misspelt() const {
    const std::vector<std::string> ports = names_of(at(build_.plan.stages, stage_).entry->inputs);
    for (const InputSpec& input : spec_.inputs)
      if (did_you_mean(input.port, ports) == did_you_mean(port_.name, {port_.name})) return true;
    return false;
  }

  void read(const InputSpec& input) {
    if (input.is_list && !port_.is_list) {
      refuse(input.mark, "'" + port_.name + "' takes one output, not a list");
      return;
    }
    for (std::size_t i = 0; i < input.edges.size(); ++i) read(input.edges[i], static_cast<int>(i));
  }

  void read(const EdgeSpec& spec, int entry) {
    check_keys(build_, stage_, spec, port_, where_);
    const Writer writer = find_writer(build_.plan, spec.from);
    if (!writer.what.empty()) refuse(spec.mark, writer.what);
    if (writer.output < 0) {
      build_.sound[static_cast<std::size_t>(stage_)] = false;
      return;
    }
    PlannedEdge edge = planned_edge(build_, spec_, spec, port_);
    edge.from_stage = writer.stage;
    edge.output = writer.output;
    edge.to_stage = stage_;
    edge.input = input_;
    edge.entry = entry;
    edge.name = spec.from + " -> " + spec_.name + "." + port_.name +
                (port_.is_list ? "[" + std::to_string(entry) + "]" : "");
    add_edge(build_, std::move(edge), &spec);
  }

  int at_least(const InputSpec* input) {
    const std::optional<int> asked = input ? input->at_least : std::nullopt;
    if (port_.role != Role::kGroup) {
      if (asked)
        refuse(input->mark, "'at_least' has no meaning on '" + port_.name + "', which is a " +
                                role_name(port_.role) + " port; remove it");
      return 0;
    }
    const int edges = input ? static_cast<int>(input->edges.size()) : 0;
    const int least = asked.value_or(port_.at_least);
    return least == 0 ? edges : std::min(least, edges);
  }

  PlanBuild& build_;
  const int stage_, input_;
  const StageSpec& spec_;
  const PortInfo& port_;
  const std::string where_;
};

void plan_stage_inputs(PlanBuild& build, int s) {
  const StageSpec& spec = at(build.spec.stages, s);
  const StageEntry& entry = *at(build.plan.stages, s).entry;
  for (const InputSpec& input : spec.inputs)
    if (index_of(entry.inputs, input.port) < 0)
      build.refuse(
          s, input.mark, spec.where + ".in",
          "unknown input " + quoted(input.port) + did_you_mean(input.port, names_of(entry.inputs)));
  auto& first_edge = at(build.plan.stages, s).first_edge;
  for (std::size_t p = 0; p < entry.inputs.size(); ++p) {
    first_edge.push_back(static_cast<std::uint16_t>(at(build.plan.stages, s).edges.size()));
    PortReader(build, s, static_cast<int>(p)).read();
  }
  first_edge.push_back(static_cast<std::uint16_t>(at(build.plan.stages, s).edges.size()));
}

void plan_open_output(PlanBuild& build, const OpenPortSpec& spec) {
  const int index = static_cast<int>(build.plan.outputs.size());
  build.plan.outputs.push_back({spec.name, {}, -1});
  if (spec.target.empty()) return;  // refused when the file was read
  const Writer writer = find_writer(build.plan, spec.target);
  const std::string where = "outputs." + spec.name;
  if (writer.output >= 0 && writer.stage < 0)
    build.problems.add(spec.mark, where, "an output of the graph must come from a stage");
  else if (!writer.what.empty())
    build.problems.add(spec.mark, where, writer.what);
  if (writer.output < 0 || writer.stage < 0) return;
  PlannedEdge edge;
  edge.from_stage = writer.stage;
  edge.output = writer.output;
  edge.input = index;
  edge.name = spec.target + " -> " + spec.name;
  edge.copies = build.spec.copies;
  edge.mark = spec.mark;
  build.plan.outputs.back().edge = static_cast<int>(build.plan.edges.size());
  add_edge(build, std::move(edge), nullptr);
}

}  // namespace

void plan_edges(PlanBuild& build) {
  for (std::size_t s = 0; s < build.plan.stages.size(); ++s)
    if (build.plan.stages[s].entry) plan_stage_inputs(build, static_cast<int>(s));
  for (const OpenPortSpec& spec : build.spec.outputs) plan_open_output(build, spec);
}

}  // namespace sinew
