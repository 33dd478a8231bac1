// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "framework/core/time.h"
#include "framework/lane/waker.h"
#include "framework/runtime/edge.h"
#include "framework/runtime/runtime.h"

namespace sinew {

class LaneThread;

/// What the lanes of one run share: the graph's clock, whether it is to stop, who is still at work.
class Session {
 public:
  Session(Clock clock, const RunOptions& options);

  // ---- the graph's clock ----
  Clock clock() const { return clock_; }
  /// Whether stamps drive the clock: lockstep, and replay as fast as possible.
  bool by_stamps() const { return by_stamps_; }
  /// Whether messages wait for their time on the wall.
  bool paced() const { return clock_ != Clock::kLockstep && !by_stamps_; }
  /// Sets what wall time the data's first stamp is shown at.
  void start_clock(Time first_stamp);
  Time stamp_now(Time wall) const;
  Time wall_of(Time stamp) const;
  /// What is added to the stamps of data in a live graph.
  Duration live_offset() const { return live_offset_; }
  void reach_stamp(Time stamp);
  std::uint64_t tick() const { return tick_.load(std::memory_order_relaxed); }
  void next_tick() { tick_.fetch_add(1, std::memory_order_relaxed); }

  // ---- the end ----
  bool stopping() const { return stopping_.load(std::memory_order_acquire); }
  /// @return whether this call was the first. Async-signal-safe
  bool request_stop(const char* reason);
  const char* stop_reason() const { return reason_.load(std::memory_order_acquire); }
  void fail(const std::string& stage, const std::string& text);
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  std::vector<std::string> faults() const;

  void source_opened() {
    open_sources_.fetch_add(1);
    has_sources_ = true;
  }
  bool has_sources() const { return has_sources_; }
  /// Timers run on stamps, and end with the sources. Setup only.
  void add_timer(WorkerMark timer) { timers_.push_back(timer); }
  void mark_timers();
  /// Sources look whether the graph is to stop. Setup only.
  void add_source(WorkerMark source) { sources_.push_back(source); }
  void wake_sources() const {
    for (const WorkerMark& source : sources_) source.from_anywhere();
  }
  /// A source or a worker has ended: whoever depends on it looks again.
  void changed();
  bool source_closed() { return open_sources_.fetch_sub(1) == 1; }
  int open_sources() const { return open_sources_.load(); }
  void worker_opened() { open_workers_.fetch_add(1); }
  bool worker_closed() { return open_workers_.fetch_sub(1) == 1; }
  bool ended() const { return ended_.load(std::memory_order_acquire); }
  void set_ended() { ended_.store(true, std::memory_order_release); }

  /// Wakes the thread in Runtime::wait. Any thread.
  Waker& main() { return main_; }

  // ---- quiet: no lane has anything to do ----
  void lane_woke() { awake_.fetch_add(1, std::memory_order_acq_rel); }
  /// @return whether it was the last
  bool lane_slept() { return awake_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  // ---- measured ----
  void first_sink_run(Time time);
  Duration first_frame() const;
  Time started() const { return started_; }
  const RunOptions& options() const { return options_; }

 private:
  const Clock clock_;
  const RunOptions options_;
  const bool by_stamps_;
  Time started_{};
  Time first_stamp_{};
  Duration live_offset_{0};
  std::atomic<std::int64_t> stamp_ns_;
  std::atomic<std::uint64_t> tick_{1};
  std::atomic<bool> stopping_{false}, failed_{false}, ended_{false};
  std::atomic<const char*> reason_{nullptr};
  bool has_sources_ = false;
  std::vector<WorkerMark> timers_, sources_;
  std::atomic<int> open_sources_{0}, open_workers_{0}, awake_{0};
  std::atomic<std::int64_t> first_frame_ns_{0};
  Waker main_{Waker::Kind::kFutex};
  mutable std::mutex mutex_;
  std::vector<std::string> faults_;
};

}  // namespace sinew
