// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

using namespace sinew;

TEST_CASE("shapes travel from the source through every stage") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: shapes
stages:
  sink: {use: plan_test.sink, in: {in: gate.out}}
  gate: {use: plan_test.gate, in: {in: filter.image}}
  filter: {use: plan_test.filter, in: {image: camera.left}}
  camera: {use: plan_test.camera, with: {width_px: 100, height_px: 40}}
)");
  const PlannedOutput& gate = output_named(plan, "gate");
  REQUIRE(gate.type != nullptr);
  CHECK(gate.type->name == "Image");
  CHECK(gate.shape.image.width == 100);
  CHECK(gate.shape.image.height == 40);
  CHECK(gate.shape.bulk_bytes == 128 * 40);
  CHECK(stage_named(plan, "gate").output_shapes.count("out") == 1);
  CHECK(stage_named(plan, "gate").input_shapes.at("in", 0) == gate.shape);
}

TEST_CASE("ranks grow from writers to readers, and ties keep the order of the file") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: ranks
stages:
  sink: {use: plan_test.sink, in: {in: overlay.image}}
  overlay: {use: plan_test.overlay, in: {image: camera.left, boxes: detect.boxes}}
  detect: {use: plan_test.detect, in: {image: camera.left}}
  filter: {use: plan_test.filter, in: {image: camera.right}}
  camera: {use: plan_test.camera}
)");
  CHECK(stage_named(plan, "camera").rank == 0);
  CHECK(stage_named(plan, "detect").rank == 1);
  CHECK(stage_named(plan, "filter").rank == 2);
  CHECK(stage_named(plan, "overlay").rank == 3);
  CHECK(stage_named(plan, "sink").rank == 4);
}

TEST_CASE("a feedback edge brings the shape of what comes back") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: loop
stages:
  camera: {use: plan_test.camera}
  track:
    use: plan_test.track
    in: {left: camera.left, right: camera.right, map: {from: refine.map, feedback: true}}
  refine: {use: plan_test.refine, in: {pose: track.pose}}
)");
  CHECK(stage_named(plan, "track").input_shapes.at("map", 0).capacity == 10);
  CHECK(stage_named(plan, "track").rank < stage_named(plan, "refine").rank);
  CHECK(edge_named(plan, "refine.map -> track.map").feedback);
}

TEST_CASE("inputs and outputs of the graph are typed and shaped") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: open
inputs:
  image: {type: Image, shape: {format: RGB, width_px: 32, height_px: 16}}
  boxes: {type: PlanBoxes, shape: {capacity: 7}}
outputs:
  drawn: overlay.image
stages:
  overlay: {use: plan_test.overlay, in: {image: image, boxes: boxes}}
)");
  REQUIRE(plan.inputs.size() == 2);
  CHECK(plan.inputs[0].output.shape.image.format == PixelFormat::kRgb8);
  CHECK(plan.inputs[0].output.shape.bulk_bytes == 128 * 16);
  CHECK(plan.inputs[1].output.shape.capacity == 7);
  CHECK(plan.inputs[1].output.shape.bulk_bytes == 7 * sizeof(float));
  CHECK(plan.inputs[0].output.buffers > 0);
  CHECK_FALSE(plan.inputs[0].output.one_lane);
  REQUIRE(plan.outputs.size() == 1);
  CHECK(plan.outputs[0].output.type->name == "Image");
  const PlannedEdge& out = plan.edges.at(static_cast<std::size_t>(plan.outputs[0].edge));
  CHECK(out.to_stage == -1);
  CHECK(out.name == "overlay.image -> drawn");
  CHECK_FALSE(output_named(plan, "overlay").one_lane);
}

TEST_CASE("edges lie in the order of ports and list entries") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: lists
stages:
  camera: {use: plan_test.camera}
  select: {use: plan_test.select, in: {in: [camera.right, camera.left]}}
  batch: {use: plan_test.batch, in: {images: {from: [camera.left, select.out], at_least: 1}}}
)");
  const PlannedStage& select = stage_named(plan, "select");
  REQUIRE(select.edges.size() == 2);
  CHECK(select.first_edge == std::vector<std::uint16_t>{0, 2});
  CHECK(edge_named(plan, "camera.right -> select.in[0]").output == 1);
  CHECK(edge_named(plan, "camera.left -> select.in[1]").entry == 1);
  CHECK(stage_named(plan, "batch").at_least == std::vector<int>{1});
}

TEST_CASE("a graph that no file was read for is checked all the same") {
  GraphSpec spec;
  spec.name = "made";
  StageSpec filter;
  filter.name = "filter";
  filter.use = "plan_test.filter";
  filter.where = "stages.filter";
  filter.lane = "vision";
  EdgeSpec edge;
  edge.from = "camera.left";
  filter.inputs.push_back({"image", false, {}, {edge}, {}});
  StageSpec unknown = filter;
  unknown.name = "unknown";
  unknown.where = "stages.unknown";
  unknown.use = "plan_test.nothing";
  unknown.lane = "";
  spec.stages = {filter, unknown};
  Problems problems;
  plan_graph(spec, {}, {}, problems);
  CHECK(problems.text() ==
        "stages.filter.in.image: unknown stage 'camera'\n"
        "stages.filter.lane: unknown lane 'vision'\n"
        "stages.unknown.use: unknown stage 'plan_test.nothing'");
}

TEST_CASE("a graph without stages is refused") {
  Problems problems;
  plan_graph({}, {}, {}, problems);
  CHECK(problems.text() == "stages: a graph needs at least one stage");
}
