// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

using namespace sinew;

namespace {

std::string slow_detector(const std::string& source) {
  return "sinew: 1\nname: detector\nlanes: {slow: {}}\nstages:\n  camera: {use: plan_test." +
         source + ", lane: main}\n" + R"(
  detect: {use: plan_test.detect, lane: slow, in: {image: camera.image}}
  overlay: {use: plan_test.overlay, in: {image: camera.image, boxes: detect.boxes}}
  sink: {use: plan_test.sink, in: {in: overlay.image}}
)";
}

const char* const kOdometry = R"(sinew: 1
name: odometry
lanes: {slam: {}}
stages:
  live: {use: plan_test.live}
  left: {use: plan_test.filter, in: {image: live.image}}
  right: {use: plan_test.filter, in: {image: live.image}}
  track: {use: plan_test.track, lane: slam, in: {left: left.image, right: right.image}}
  detect: {use: plan_test.detect, in: {image: left.image}}
)";

}  // namespace

TEST_CASE("live: an edge holds the newest one and drops") {
  const GraphPlan plan = plan_text(kOdometry);
  const PlannedEdge& edge = edge_named(plan, "left.image -> detect.image");
  CHECK(edge.when_full == WhenFull::kDropOldest);
  CHECK(edge.depth == 1);
  CHECK(edge.policy_reason == "live graph");
  CHECK_FALSE(edge.lossless);
}

TEST_CASE("live: every edge on the way to a lossless port blocks") {
  const GraphPlan plan = plan_text(kOdometry);
  for (const char* name : {"left.image -> track.left", "live.image -> left.image",
                           "right.image -> track.right", "live.image -> right.image"}) {
    INFO(name);
    CHECK(edge_named(plan, name).when_full == WhenFull::kBlock);
    CHECK(edge_named(plan, name).lossless);
  }
  CHECK(edge_named(plan, "live.image -> left.image").policy_reason == "lossless for track.left");
  CHECK(edge_named(plan, "live.image -> right.image").policy_reason == "lossless for track.right");
  // The live source has a lane of its own, and behind the queue its newest frame waits.
  CHECK(edge_named(plan, "live.image -> left.image").depth == 2);
  CHECK(edge_named(plan, "live.image -> left.image").holds_newest);
  CHECK_FALSE(edge_named(plan, "left.image -> track.left").holds_newest);
}

TEST_CASE("offline: every edge blocks, deeper between lanes") {
  PlanOptions options;
  options.clock = Clock::kReplay;
  const GraphPlan plan = plan_text(R"(sinew: 1
name: offline
lanes: {other: {}}
stages:
  camera: {use: plan_test.camera}
  same: {use: plan_test.filter, in: {image: camera.left}}
  across: {use: plan_test.filter, lane: other, in: {image: camera.left}}
)",
                                   options);
  CHECK(edge_named(plan, "camera.left -> same.image").when_full == WhenFull::kBlock);
  CHECK(edge_named(plan, "camera.left -> same.image").depth == 1);
  CHECK(edge_named(plan, "camera.left -> same.image").same_lane);
  CHECK(edge_named(plan, "camera.left -> across.image").depth == 2);
  CHECK(edge_named(plan, "camera.left -> across.image").policy_reason == "offline graph");
}

TEST_CASE("what is written on an edge holds, except in lockstep") {
  const std::string yaml = R"(sinew: 1
name: written
stages:
  camera: {use: plan_test.camera}
  filter: {use: plan_test.filter, in: {image: {from: camera.left, queue: 7, when_full: drop_oldest}}}
)";
  PlanOptions options;
  options.clock = Clock::kReplay;
  const GraphPlan replay = plan_text(yaml, options);
  CHECK(edge_named(replay, "camera.left -> filter.image").when_full == WhenFull::kDropOldest);
  CHECK(edge_named(replay, "camera.left -> filter.image").depth == 7);
  CHECK(edge_named(replay, "camera.left -> filter.image").policy_reason == "written");
  const GraphPlan lockstep = plan_text(yaml);
  CHECK(edge_named(lockstep, "camera.left -> filter.image").when_full == WhenFull::kBlock);
}

TEST_CASE("a trigger is held for as long as its partner's way can be") {
  // camera: 1 in flight; detect: queue 1, 1 in flight; 1 handed over; 1 more.
  const GraphPlan plan = plan_text(slow_detector("live"));
  CHECK(stage_named(plan, "overlay").hold == 1 + 1 + (1 + 1 + 1));
  CHECK(stage_named(plan, "detect").hold == 0);
  CHECK(stage_named(plan, "sink").hold == 0);
}

TEST_CASE("a partner's queue keeps what its trigger is still to meet") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: late_trigger
stages:
  camera: {use: plan_test.camera}
  delay: {use: plan_test.delay, in: {image: camera.left}}
  detect: {use: plan_test.detect, in: {image: camera.left}}
  overlay: {use: plan_test.overlay, in: {image: delay.image, boxes: detect.boxes}}
)");
  // camera 1, queue 2, delay 1 and 3 kept; 1 more.
  CHECK(edge_named(plan, "detect.boxes -> overlay.boxes").depth == 1 + 2 + 1 + 1 + 3);
}

TEST_CASE("Since takes the depth of its port, Latest holds one, feedback never blocks") {
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
  CHECK(edge_named(plan, "imu.sample -> track.samples").depth == 64);
  CHECK(edge_named(plan, "imu.sample -> track.samples").when_full == WhenFull::kBlock);
  const PlannedEdge& map = edge_named(plan, "refine.map -> track.map");
  CHECK(map.depth == 1);
  CHECK(map.when_full == WhenFull::kDropOldest);
  CHECK(map.policy_reason == "newest only");
}

TEST_CASE("a chain of joins needs depths that grow with its length only") {
  std::string yaml = "sinew: 1\nname: chain\nstages:\n  camera: {use: plan_test.camera}\n" +
                     std::string("  detect: {use: plan_test.detect, in: {image: camera.left}}\n");
  std::string before = "camera.left";
  for (int i = 0; i < 10; ++i) {
    const std::string name = "overlay" + std::to_string(i);
    yaml += "  " + name + ": {use: plan_test.overlay, in: {image: " + before +
            ", boxes: detect.boxes}}\n";
    before = name + ".image";
  }
  const GraphPlan plan = plan_text(yaml);
  CHECK(edge_named(plan, "detect.boxes -> overlay9.boxes").depth <= 40);
  CHECK(stage_named(plan, "overlay9").hold <= 40);
}

TEST_CASE("dropping on the way to a lossless port is noted") {
  const GraphPlan plan = plan_text(R"(sinew: 1
name: lossy
stages:
  live: {use: plan_test.live}
  track:
    use: plan_test.track
    in: {left: {from: live.image, when_full: drop_oldest}, right: live.image}
)");
  REQUIRE(plan.notes.size() == 1);
  CHECK(plan.notes[0] ==
        "edge live.image -> track.left drops messages, as written, though it is lossless for "
        "track.left");
}
