// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include "framework/runtime/plan_build.h"

namespace sinew {
namespace {

std::string type_name(const PayloadType* type) {
  return type ? std::string(type->name) : "an unknown type";
}

void mark_unsound(PlanBuild& build, int stage) {
  build.sound[static_cast<std::size_t>(stage)] = false;
}

std::string input_where(const GraphPlan& plan, const PlannedEdge& edge) {
  return at(plan.stages, edge.to_stage).where + ".in." + reader_port(plan, edge).name;
}

/// The first edge into an Any port that is no feedback, or nullptr.
const PlannedEdge* first_any(const GraphPlan& plan, const PlannedStage& stage) {
  for (const int e : stage.edges) {
    const PlannedEdge& edge = at(plan.edges, e);
    if (!edge.feedback && reader_port(plan, edge).type == nullptr) return &edge;
  }
  return nullptr;
}

bool has_any_output(const StageEntry& entry) {
  for (const PortInfo& port : entry.outputs)
    if (!port.type) return true;
  return false;
}

void resolve_outputs(PlanBuild& build, int s) {
  PlannedStage& stage = at(build.plan.stages, s);
  const PlannedEdge* any = first_any(build.plan, stage);
  for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
    const PortInfo& port = stage.entry->outputs[o];
    stage.outputs[o].type = port.type ? port.type
                            : any     ? writer_output(build.plan, *any).type
                                      : nullptr;
    if (stage.outputs[o].type || any || !build.sound[static_cast<std::size_t>(s)]) continue;
    build.refuse(
        s, stage.mark, stage.where,
        "output '" + port.name + "' takes the type of an Any input, and none is connected");
  }
}

void check_type(PlanBuild& build, const PlannedEdge& edge) {
  const PayloadType* written = writer_output(build.plan, edge).type;
  const PortInfo& port = reader_port(build.plan, edge);
  if (!written) return mark_unsound(build, edge.to_stage);
  const PlannedStage& reader = at(build.plan.stages, edge.to_stage);
  const PayloadType* expected = port.type;
  std::string why;
  if (!expected && has_any_output(*reader.entry)) {
    // What it passes on lands in slots of one type.
    const PlannedEdge* first = first_any(build.plan, reader);
    expected = first ? writer_output(build.plan, *first).type : nullptr;
    why = ", the type of its first Any input";
  }
  if (expected && expected->name != written->name)
    build.refuse(edge.to_stage, edge.mark, input_where(build.plan, edge),
                 "'" + port.name + "' takes " + type_name(expected) + why + ", but '" +
                     edge.name.substr(0, edge.name.find(" -> ")) + "' is " + type_name(written));
}

// ---- shapes ---------------------------------------------------------------------------------

/// One walk along the order. A feedback edge brings the shape that the walk before has found.
class ShapeWalk {
 public:
  ShapeWalk(PlanBuild& build, Problems& problems)
      : build_(build), problems_(problems), planned_(build.plan.stages.size()) {}

  void run() {
    for (const int s : build_.order) planned_[static_cast<std::size_t>(s)] = plan(s);
  }

 private:
  bool plan(int s) {
    if (!build_.sound[static_cast<std::size_t>(s)]) return false;
    PlannedStage& stage = at(build_.plan.stages, s);
    Shapes inputs;
    for (const int e : stage.edges) {
      const PlannedEdge& edge = at(build_.plan.edges, e);
      if (!edge.feedback && edge.from_stage >= 0 && !at(planned_, edge.from_stage)) return false;
      inputs.add(reader_port(build_.plan, edge).name, writer_output(build_.plan, edge).shape);
    }
    stage.input_shapes = inputs;
    if (!ask(stage) || !any_inputs_agree(stage)) return false;
    set_outputs(stage);
    return true;
  }

  bool ask(PlannedStage& stage) {
    try {
      stage.output_shapes = stage.entry->plan(stage.params.get(), stage.input_shapes);
      return true;
    } catch (const std::exception& error) {
      problems_.add(stage.mark, stage.where, error.what());
      return false;
    }
  }

  /// An Any output has one shape, so all that may come out of it must have that shape.
  bool any_inputs_agree(const PlannedStage& stage) {
    const PlannedEdge* first = first_any(build_.plan, stage);
    if (!first || !has_any_output(*stage.entry)) return true;
    for (const int e : stage.edges) {
      const PlannedEdge& edge = at(build_.plan.edges, e);
      if (reader_port(build_.plan, edge).type) continue;
      if (writer_output(build_.plan, edge).shape == writer_output(build_.plan, *first).shape)
        continue;
      problems_.add(edge.mark, input_where(build_.plan, edge),
                    "what comes by '" + edge.name + "' has another shape than '" + first->name +
                        "'; all that this stage passes on must have one");
      return false;
    }
    return true;
  }

  void set_outputs(PlannedStage& stage) {
    const PlannedEdge* any = first_any(build_.plan, stage);
    for (std::size_t o = 0; o < stage.outputs.size(); ++o) {
      const PortInfo& port = stage.entry->outputs[o];
      if (stage.output_shapes.count(port.name) == 0) {
        if (!port.type && any)
          stage.output_shapes.add(port.name, writer_output(build_.plan, *any).shape);
        else if (port.aliases >= 0 &&
                 stage.input_shapes.count(at(stage.entry->inputs, port.aliases).name) > 0)
          stage.output_shapes.add(
              port.name, stage.input_shapes.at(at(stage.entry->inputs, port.aliases).name, 0));
        else
          stage.output_shapes.add(port.name, {});
      }
      stage.outputs[o].shape = stage.output_shapes.at(port.name, 0);
    }
  }

  PlanBuild& build_;
  Problems& problems_;
  std::vector<bool> planned_;
};

void check_feedback_shapes(PlanBuild& build) {
  for (const PlannedEdge& edge : build.plan.edges) {
    if (!edge.feedback) continue;
    const PlannedStage& reader = at(build.plan.stages, edge.to_stage);
    const std::string& port = reader_port(build.plan, edge).name;
    if (reader.input_shapes.count(port) <= edge.entry) continue;
    if (reader.input_shapes.at(port, edge.entry) == writer_output(build.plan, edge).shape) continue;
    build.problems.add(edge.mark, input_where(build.plan, edge),
                       "the shape that comes back by this edge depends on itself");
  }
}

}  // namespace

void plan_types(PlanBuild& build) {
  for (const int s : build.order)
    if (at(build.plan.stages, s).entry) resolve_outputs(build, s);
  for (const PlannedEdge& edge : build.plan.edges)
    if (edge.to_stage >= 0) check_type(build, edge);
}

void plan_shapes(PlanBuild& build) {
  bool feedback = false;
  for (const PlannedEdge& edge : build.plan.edges) feedback |= edge.feedback;
  if (feedback) {
    Problems ignored;
    ShapeWalk(build, ignored).run();
  }
  ShapeWalk(build, build.problems).run();
  check_feedback_shapes(build);
}

}  // namespace sinew
