// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

using namespace sinew;

namespace {

const PlannedLane& lane_of(const GraphPlan& plan, const std::string& stage) {
  return plan.lanes.at(static_cast<std::size_t>(stage_named(plan, stage).lane));
}

constexpr const char* kTwoLanes = R"(sinew: 1
name: lanes
lanes:
  vision: {gpu: 40%, priority: high}
  spare: {gpu: 10%}
stages:
  camera: {use: plan_test.live}
  filter: {use: plan_test.filter, lane: vision, in: {image: camera.image}}
  detect: {use: plan_test.detect, in: {image: filter.image}}
  sink: {use: plan_test.sink, in: {in: detect.boxes}}
)";

}  // namespace

TEST_CASE("a stage without a lane runs on main, a live source on a lane of its own") {
  const GraphPlan plan = plan_text(kTwoLanes);
  CHECK(lane_of(plan, "camera").name == "camera");
  CHECK(lane_of(plan, "camera").source_lane);
  CHECK(lane_of(plan, "filter").name == "vision");
  CHECK_FALSE(lane_of(plan, "filter").source_lane);
  CHECK(lane_of(plan, "detect").name == "main");
  CHECK(lane_of(plan, "sink").name == "main");
  CHECK(plan.lanes.size() == 3);
}

TEST_CASE("a lane lists its stages most downstream first") {
  const GraphPlan plan = plan_text(kTwoLanes);
  const PlannedLane& main = lane_of(plan, "sink");
  REQUIRE(main.stages.size() == 2);
  CHECK(plan.stages.at(static_cast<std::size_t>(main.stages[0])).name == "sink");
  CHECK(plan.stages.at(static_cast<std::size_t>(main.stages[1])).name == "detect");
}

TEST_CASE("a GPU lane runs on the CPU and says so") {
  const GraphPlan plan = plan_text(kTwoLanes);
  CHECK(lane_of(plan, "filter").granted == "CPU (no GPU here)");
  CHECK(lane_of(plan, "filter").asked.gpu_percent == 40);
  REQUIRE(plan.notes.size() == 2);
  CHECK(plan.notes[0] == "lane 'spare' has no stage and is not started");
  CHECK(plan.notes[1] ==
        "lane 'vision' asks for 40% of the GPU and runs on the CPU: there is no GPU here");
}

TEST_CASE("the board's GPU is divided in its unit, in the order of the file") {
  Board board;
  board.gpu_name = "H200";
  board.gpu_sms = 132;
  board.gpu_split_unit = 8;
  const GraphPlan plan = plan_text(kTwoLanes, {}, board);
  CHECK(lane_of(plan, "filter").granted ==
        "CPU (no GPU here); with H200: 48 of 132 SMs (36.4%), unit 8");
}

TEST_CASE("CPUs and waiting come from the board, by the lane's name") {
  Board board;
  board.name = "bench";
  board.cpus = 4;
  board.lanes["main"] = {{2, 3}, WaitKind::kSpin};
  const GraphPlan plan = plan_text(kTwoLanes, {}, board);
  CHECK(lane_of(plan, "sink").cpus == std::vector<int>{2, 3});
  CHECK(lane_of(plan, "sink").wait == WaitKind::kSpin);
  CHECK(lane_of(plan, "camera").cpus.empty());
  CHECK(lane_of(plan, "camera").wait == WaitKind::kBlock);

  board.cpus = 3;
  CHECK(plan_problems(kTwoLanes, {}, board) ==
        "test.yaml: lanes.main: board 'bench' puts this lane on CPU 3, and it has 3; correct the "
        "board file");
}

TEST_CASE("the clock is live where a source is live, else lockstep") {
  const GraphPlan live = plan_text(kTwoLanes);
  CHECK(live.clock == Clock::kLive);
  CHECK(live.clock_reason == "source 'camera' is live");
  const char* const offline = R"(sinew: 1
name: offline
stages:
  camera: {use: plan_test.camera}
)";
  CHECK(plan_text(offline).clock == Clock::kLockstep);
  PlanOptions options;
  options.clock = Clock::kReplay;
  CHECK(plan_text(offline, options).clock == Clock::kReplay);
}

TEST_CASE("a live source refuses every other clock") {
  PlanOptions options;
  options.clock = Clock::kLockstep;
  CHECK(plan_problems(kTwoLanes, options) ==
        "test.yaml:7:3: stages.camera: this source is live, and the clock is lockstep; run with "
        "--clock live");
}
