// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "framework/runtime/edge.h"
#include "framework/runtime/lane_thread.h"
#include "framework/runtime/runtime.h"
#include "framework/runtime/session.h"
#include "framework/runtime/worker.h"

namespace sinew {

/// An open input of the graph: the program outside is its source.
struct OpenInput {
  Output output;
  const PlannedOutput* plan = nullptr;
  bool ended = false;
  std::mutex mutex;
};

struct Runtime::State {
  State(GraphPlan graph, RunOptions run_options);
  ~State();

  void make_edges();
  void make_workers();
  void open_stages();
  void start_clock();

  /// Called by the last lane that falls asleep. Lockstep: begins the next tick. Else: frees a graph
  /// in which nothing moves, which can only be a join that holds too little.
  void on_quiet();
  void next_tick();
  void end_inputs();
  void free_what_is_stuck();
  bool relieve(Inbox::Relief relief);
  void report_hangs(Time time);

  GraphPlan plan;
  RunOptions options;
  Session session;
  Log log{"sinew"};
  std::vector<std::unique_ptr<Edge>> edges;
  std::vector<std::unique_ptr<LaneThread>> lanes;
  std::vector<std::unique_ptr<Worker>> workers;
  std::map<std::string, std::unique_ptr<OpenInput>> inputs;
  std::mutex quiet_mutex;
  std::vector<Worker*> hung;  ///< reported already
  std::vector<std::string> notes;
  mutable std::mutex notes_mutex;
  Time ended_at{};
  bool started = false;
};

}  // namespace sinew
