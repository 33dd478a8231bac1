// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

using namespace sinew;

TEST_CASE("a pool holds what is written, in flight, queued and read") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: pools
stages:
  camera: {use: plan_test.camera}
  filter: {use: plan_test.filter, in: {image: camera.left}}
)");
  // Written 1, in flight 1, queue 2, read 1.
  const PlannedOutput& left = output_named(plan, "camera", 0);
  CHECK(left.messages == 5);
  CHECK(left.buffers == 5);
  CHECK(left.one_lane);
  // Nobody reads it.
  CHECK(output_named(plan, "camera", 1).messages == 2);
  const std::size_t image = 64 * 48;
  CHECK(plan.host_bytes == (5 + 2 + 2) * image);
}

TEST_CASE("a reader that keeps messages needs so many more") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: keeps
stages:
  camera: {use: plan_test.camera}
  delay: {use: plan_test.delay, in: {image: camera.left}}
)");
  CHECK(output_named(plan, "camera").messages == 5 + 3);
}

TEST_CASE("what is passed on counts where the buffers come from") {
  const char* const direct = R"(sinew: 1
name: direct
stages:
  camera: {use: plan_test.camera}
  gate: {use: plan_test.gate, in: {in: camera.left}}
)";
  const char* const chained = R"(sinew: 1
name: chained
stages:
  camera: {use: plan_test.camera}
  gate: {use: plan_test.gate, in: {in: camera.left}}
  delay: {use: plan_test.delay, in: {image: gate.out}}
  sink: {use: plan_test.sink, in: {in: delay.image}}
)";
  const GraphPlan one = plan_text(direct), two = plan_text(chained);
  CHECK(output_named(one, "gate").buffers == 0);
  CHECK(output_named(one, "camera").buffers == 5 + (2 - 1));
  // gate.out: written, in flight, queue, read, 3 kept; delay.image: written, in flight, queue,
  // read.
  CHECK(output_named(two, "gate").messages == 8);
  CHECK(output_named(two, "delay").messages == 5);
  CHECK(output_named(two, "camera").buffers == 5 + (8 - 1) + (5 - 1));
  CHECK(output_named(two, "camera").messages == 5);
}

TEST_CASE("Latest has a slot, Since a whole queue in use, held triggers their places") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: roles
stages:
  camera: {use: plan_test.camera}
  imu: {use: plan_test.imu}
  track:
    use: plan_test.track
    in:
      left: camera.left
      right: camera.right
      samples: imu.sample
      map: {from: refine.map, feedback: true}
  refine: {use: plan_test.refine, in: {pose: track.pose}}
)");
  CHECK(output_named(plan, "imu").messages == 2 + 64 + 64 + 1);
  CHECK(output_named(plan, "refine").messages == 2 + 1 + 1 + 1);
  const PlannedStage& track = stage_named(plan, "track");
  CHECK(track.hold == 1 + 1 + 1);
  CHECK(output_named(plan, "camera").messages == 2 + 2 + 1 + track.hold);
}

TEST_CASE("readers on another lane and open ends need handles that threads share") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: lanes
lanes: {other: {}}
stages:
  camera: {use: plan_test.camera}
  a: {use: plan_test.filter, in: {image: camera.left}}
  b: {use: plan_test.filter, lane: other, in: {image: camera.left}}
)");
  CHECK_FALSE(output_named(plan, "camera", 0).one_lane);
  CHECK(output_named(plan, "camera", 1).one_lane);
  CHECK(output_named(plan, "camera", 0).messages == 2 + (2 + 1) + (2 + 1));
}
