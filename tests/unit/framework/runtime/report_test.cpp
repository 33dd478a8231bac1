// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/report.h"

#include <sstream>

#include "framework/core/text_table.h"
#include "tests/support/catch.h"

using namespace sinew;
using namespace std::chrono_literals;

namespace {

Percentiles times(Duration p50, Duration p99, Duration max) {
  return {100, p50, p99, max, max, 100 * p50};
}

GraphReport healthy() {
  GraphReport report;
  report.graph = "odometry";
  report.file = "pipelines/01_stereo_odometry.yaml";
  report.clock = "lockstep";
  report.end_reason = "all sources ended";
  report.wall = 2500ms;
  report.first_frame = 120ms;
  StageReport track;
  track.name = "slam/track";
  track.use = "slam.track";
  track.lane = "main";
  track.runs = track.emitted = 100;
  track.host_time = times(5ms, 9ms, 11ms);
  track.latency = times(6ms, 10ms, 12ms);
  report.stages = {track};
  EdgeReport edge;
  edge.name = "world.left -> slam/track.left";
  edge.published = edge.delivered = 100;
  report.edges = {edge};
  report.lanes = {{"main", "CPU", "CPU", 0.25, 12}};
  report.pools = {{"world.left", "host", 4u << 20, 4, 0, 3},
                  {"world.right", "host", 2048, 2, 0, 2}};
  return report;
}

}  // namespace

TEST_CASE("The table of a healthy run starts with its stages") {
  CHECK(to_table(healthy()) ==
        "stage       lane  runs  skips  faults  host p50      p99      max  latency p50      p99\n"
        "slam/track  main   100      0       0   5.00 ms  9.00 ms  11.0 ms      6.00 ms  10.0 ms\n"
        "\n"
        "edge                           messages  dropped  copies  copied\n"
        "world.left -> slam/track.left       100  -             0       -\n"
        "\n"
        "lane    busy  wakes  asked  granted\n"
        "main  25.0 %     12  CPU    CPU\n"
        "\n"
        "pools: host 4.0 MiB in 6 buffers, at most 5 in use\n"
        "\n"
        "odometry ended after 2.50 s (clock lockstep): all sources ended; first frame out after "
        "120 ms\n");
}

TEST_CASE("What stages found stands in the table and in the JSON") {
  GraphReport report = healthy();
  report.stages[0].results = {{"poses", 100}, {"ape_se3_m", 0.123456}};
  CHECK(to_table(report).find("\nslam/track: poses 100, ape_se3_m 0.1235\n") != std::string::npos);
  CHECK(to_json(report).find("\"results\": {\"poses\": 100, \"ape_se3_m\": 0.123456}") !=
        std::string::npos);
}

TEST_CASE("What is left at the end is counted, and not abnormal") {
  GraphReport report = healthy();
  report.edges[0].drops = {{"left at the end", 2}};
  const std::string table = to_table(report);
  CHECK(table.starts_with("stage "));
  CHECK(table.find("2 left at the end") != std::string::npos);
}

TEST_CASE("What is abnormal comes first, and no line is wider than 100") {
  GraphReport report = healthy();
  report.failed = true;
  report.faults = {
      "slam/track: images/000017.png: cannot be read: put the file back or end the "
      "sequence before it"};
  report.stages[0].faults = 1;
  report.stages[0].last_fault = "images/000017.png: cannot be read";
  report.stages[0].deadline_misses = {{"queue", 2}, {"own run time", 1}};
  report.edges[0].drops = {{"queue full", 3}, {"unmatched", 4}};
  report.edges.emplace_back().name =
      "garage/front/camera/rectify.left_image_rectified -> "
      "garage/front/slam/track.left_image_of_the_pair";
  report.notes = {"lane vision asked for 40% of the GPU and runs on the CPU: there is no GPU here"};
  const std::string table = to_table(report);
  CHECK(table.starts_with("! slam/track: images/000017.png: cannot be read"));
  CHECK(table.find("! slam/track: 3 deadlines missed (1 own run time, 2 queue)") !=
        std::string::npos);
  CHECK(table.find("7 of 100 messages dropped (3 queue full, 4 unmatched)") < table.find("runs"));
  CHECK(table.find("note: lane vision asked") > table.find("pools:"));
  CHECK(table.find("odometry failed after 2.50 s") != std::string::npos);
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) CHECK(text_width(line) <= 100);
}

TEST_CASE("The JSON holds every counter under the name of the schema") {
  GraphReport report = healthy();
  report.edges[0].drops = {{"unmatched", 4}};
  report.stages[0].results = {{"ape_se3_m", 0.125}};
  const std::string json = to_json(report);
  for (const char* part :
       {"\"sinew_report\": 1", "\"graph\": \"odometry\"", "\"wall_s\": 2.5", "\"failed\": false",
        "\"host_us\": {\"count\": 100, \"p50\": 5000, \"p99\": 9000, \"p999\": 11000, "
        "\"max\": 11000, \"total\": 500000}",
        "\"results\": {\"ape_se3_m\": 0.125}", "\"gpu_us\": {\"count\": 0,",
        "\"drops\": {\"unmatched\": 4}",
        "{\"name\": \"main\", \"asked\": \"CPU\", \"granted\": \"CPU\", \"busy\": 0.25, "
        "\"wakes\": 12}",
        "\"most_used\": 3}", "\"notes\": []"}) {
    INFO(part);
    CHECK(json.find(part) != std::string::npos);
  }
}
