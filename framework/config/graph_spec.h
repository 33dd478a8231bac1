// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/config/value.h"
#include "framework/core/time.h"

namespace sinew {

enum class WhenFull { kBlock, kDropOldest };
enum class OnMissing { kSkip, kRun };
enum class OnFault { kStop, kSkip, kRestart };
enum class Priority { kLow, kNormal, kHigh, kRealtime };

/// One edge as written at its consumer. What is not written is decided by the port and the plan.
struct EdgeSpec {
  std::string from;  ///< "stage.output" after sub-graphs are expanded: "slam/track.points"
  std::optional<int> queue;
  std::optional<WhenFull> when_full;
  std::optional<Duration> tolerance, max_age, max_wait;
  std::optional<OnMissing> on_missing;
  std::optional<int> copies;
  bool feedback = false;
  Mark mark;
};

struct InputSpec {
  std::string port;
  bool is_list = false;         ///< written as [a, b]
  std::optional<int> at_least;  ///< of a group
  std::vector<EdgeSpec> edges;  ///< exactly one unless is_list; none where a problem was reported
  Mark mark;
};

struct StageSpec {
  std::string name;  ///< "camera", or "slam/track" inside a sub-graph
  std::string use;   ///< a registered stage; "" where a problem was reported
  std::string lane;  ///< "" where nothing is written
  Value with;        ///< parameters, ${…} already replaced
  std::vector<InputSpec> inputs;
  std::optional<Duration> every, deadline, timeout;
  OnFault on_fault = OnFault::kStop;
  std::optional<int> copies;
  std::filesystem::path directory;  ///< of the file it is written in: relative paths start there
  std::string where;                ///< "stages.slam" for messages
  Mark mark;
};

struct LaneSpec {
  enum class Gpu { kNone, kShared, kPercent };

  std::string name;
  Gpu gpu = Gpu::kNone;
  double gpu_percent = 0;  ///< (0, 100]
  Priority priority = Priority::kNormal;
  int realtime_priority = 0;  ///< 1 to 99 with kRealtime
  Mark mark;
};

/// A graph-level input or output: an open end that tests and GStreamer feed.
struct OpenPortSpec {
  std::string name;
  std::string target;  ///< of an output: "stage.output"; of an input: "" (stages name it as "name")
  std::string type;    ///< of an input: the payload's registered name
  Value shape;         ///< of an input: {format: GREY, width_px: …, height_px: …}
  Mark mark;
};

/// A graph file with parameters replaced and sub-graphs expanded: flat.
struct GraphSpec {
  std::string name;
  std::filesystem::path file;
  std::vector<LaneSpec> lanes;
  std::vector<std::string> require;
  std::vector<StageSpec> stages;
  std::vector<OpenPortSpec> inputs, outputs;
  std::optional<int> copies;
};

}  // namespace sinew
