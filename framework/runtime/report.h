// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/core/time.h"
#include "framework/runtime/plan.h"

namespace sinew {

/// A log-bucketed histogram as read: percentiles are the upper edge of their bucket (within 6 %).
struct Percentiles {
  std::uint64_t count = 0;
  Duration p50{0}, p99{0}, p999{0}, max{0}, total{0};
};

struct StageReport {
  std::string name, use, lane;
  std::uint64_t runs = 0, emitted = 0, skips = 0, faults = 0, restarts = 0;
  Percentiles host_time;         ///< of process or next
  Percentiles gpu_time;          ///< empty on a CPU lane
  Percentiles input_wait;        ///< from the newest input's arrival at the stage to its run
  Percentiles latency;           ///< from the trigger's born to the outputs being ready
  std::uint64_t host_waits = 0;  ///< lane.wait() calls
  std::map<std::string, std::uint64_t> deadline_misses;  ///< by cause
  std::string last_fault;
  std::vector<std::pair<std::string, double>> results;  ///< what the stage found: "ape_se3_m"
};

struct EdgeReport {
  std::string name;
  std::uint64_t published = 0, delivered = 0;
  std::uint64_t waiting = 0;                   ///< still in the queue at the end
  std::map<std::string, std::uint64_t> drops;  ///< by reason; "unmatched" is one
  std::uint64_t copies = 0, copied_bytes = 0;
  std::map<std::string, std::uint64_t> copy_reasons;
  Percentiles age;  ///< of Latest: trigger's stamp minus the message's
};

struct LaneReport {
  std::string name, asked, granted;
  double busy = 0;  ///< share of the run, 0 to 1
  std::uint64_t wakes = 0;
};

struct PoolReport {
  std::string name;  ///< "rectify.left"
  std::string space;
  std::size_t bytes = 0;  ///< of all its buffers
  int size = 0, in_use = 0, most_used = 0;
};

/// What a run came to: the content of report.json and of the table at the end.
struct GraphReport {
  std::string graph, file, clock;
  std::string end_reason;  ///< "goal reached", "all sources ended", "Ctrl-C", …
  bool failed = false;
  std::vector<std::string> faults;  ///< "slam/track: sentence"
  Duration wall{0};
  Duration first_frame{0};  ///< from start to the first run of a sink
  std::vector<StageReport> stages;
  std::vector<EdgeReport> edges;
  std::vector<LaneReport> lanes;
  std::vector<PoolReport> pools;
  std::vector<std::string> notes;
};

/// The documented schema: framework/runtime/README.md.
std::string to_json(const GraphReport& report);

/// The table for the terminal: stages, edges, lanes, notes.
std::string to_table(const GraphReport& report);

}  // namespace sinew
