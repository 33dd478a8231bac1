// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/runtime/plan.h"

// The stages plan_test.* (registered in plan_stages.cpp) and how tests plan with them.
//
//   plan_test.camera   source, stamps known          → left, right: Image (width_px x height_px)
//   plan_test.live     live source                   → image: Image
//   plan_test.unstamped source without next_stamp    → image: Image
//   plan_test.imu      source                        → sample: PlanSample
//   plan_test.filter   image (on_lane)               → image: Image
//   plan_test.detect   image                         → boxes: PlanBoxes (a list of 50)
//   plan_test.overlay  image, boxes: Matched         → image: Image, aliases image
//   plan_test.track    left (lossless), right: Matched (lossless), samples: Since (depth 64,
//                      optional), map: Latest (optional) → pose: Pose
//   plan_test.refine   pose, replies: Since (optional) → map: PlanBoxes
//   plan_test.gate     in: Any                       → out: Any
//   plan_test.select   in: List<Any>                 → out: Any
//   plan_test.batch    images: Group                 → image: Image
//   plan_test.both     image, pose (both triggers, optional), newest: Latest<Image> (optional)
//   plan_test.delay    image (keeps 3)               → image, aliases image
//   plan_test.sink     in: Any
//   plan_test.picky    image; plan refuses more than 1000 px of width

namespace sinew {

struct PlanSample {
  double value = 0;
};
SINEW_MESSAGE(PlanSample, field<&PlanSample::value>("a number"))

struct PlanBox {
  float score = 0;
};
struct PlanBoxes : Items<PlanBox> {};
SINEW_MESSAGE(PlanBoxes, field<&PlanBoxes::count>("how many"))

/// Plans a graph written as YAML; the file is called "test.yaml".
GraphPlan plan_text(const std::string& yaml, const PlanOptions& options = {},
                    const Board& board = {});

/// The same where problems are expected. @return their text, "" without any
std::string plan_problems(const std::string& yaml, const PlanOptions& options = {},
                          const Board& board = {});

/// Of a stage, an edge or an output by name; asserts that there is one.
const PlannedStage& stage_named(const GraphPlan& plan, const std::string& name);
const PlannedEdge& edge_named(const GraphPlan& plan, const std::string& name);
const PlannedOutput& output_named(const GraphPlan& plan, const std::string& stage, int output = 0);

}  // namespace sinew
