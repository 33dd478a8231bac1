// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "framework/runtime/plan.h"
#include "framework/runtime/report.h"

namespace sinew {

struct RunOptions {
  double rate = 1.0;                    ///< replay: data seconds per second; 0: as fast as possible
  std::optional<Duration> run_for;      ///< ends after this time on the wall
  std::optional<std::uint64_t> frames;  ///< ends after this many messages of each source
  std::filesystem::path output_directory;  ///< made if missing
  std::uint64_t first_frames_exempt = 3;   ///< of the allocation count
};

/// A graph that runs: threads of its lanes, workers of its stages. Made from a plan without
/// problems; every stage is constructed here, none has run. @throws Error that lists every stage
/// that refused
class Runtime {
 public:
  Runtime(GraphPlan plan, RunOptions options);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Starts the lanes and returns. Call once.
  void start();

  /// Waits until the graph has ended and every stage has finished. Call after start.
  void wait();

  /// Ends the graph in order: sources stop, stages drain, finish() runs. Any thread,
  /// async-signal-safe.
  void stop(const char* reason = "stopped");

  /// Sets a live parameter, or restarts the stage with a new value of any other, between two
  /// frames. Stamped and counted like data. Any thread; returns when the worker has taken it.
  /// @throws Error for an unknown stage or parameter, a value that is refused, or another shape
  void set_param(const std::string& stage, const std::string& param, const std::string& yaml);

  /// Calls a command<&Stage::f> between two frames. @throws Error as the command does
  void call(const std::string& stage, const std::string& command, const std::string& argument);

  /// Feeds a graph input / reads a graph output (tests, GStreamer). One thread per port.
  /// `fill` writes the payload. @return false where the queue is full or the graph has ended
  bool feed(const std::string& input, Time stamp, const std::function<void(void* payload)>& fill);
  void end_input(const std::string& input);
  /// @return the next message of a graph output, or none yet
  MessageRef take(const std::string& output);

  bool ended() const;

  /// What has been counted so far. Any thread; does not disturb the run.
  GraphReport report() const;

  const GraphPlan& plan() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sinew
