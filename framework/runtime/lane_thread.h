// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "framework/lane/lane.h"
#include "framework/lane/waker.h"
#include "framework/runtime/counters.h"
#include "framework/runtime/session.h"

namespace sinew {

class Worker;

/// The thread of one lane: runs its most downstream marked worker, and sleeps when none is marked.
class LaneThread {
 public:
  /// @param on_quiet  called by the last lane that falls asleep; returns whether it moved something
  LaneThread(const PlannedLane& plan, Session& session, std::function<bool()> on_quiet);
  ~LaneThread();

  /// In the order of the plan: most downstream first.
  void add(Worker* worker) { workers_.push_back(worker); }
  void start();
  void join();

  /// Marks a worker: something that it waits for may have come.
  void mark_local(int slot) {
    local_[static_cast<std::size_t>(slot) / 64] |= std::uint64_t{1} << (slot % 64);
  }
  /// The same from any thread or signal handler; wakes the lane.
  void mark(int slot);
  void wake();

  const Lane& lane() const { return lane_; }

  /// The clock as last read on this lane: shared by neighbouring runs. The lane's own thread.
  Time time() const { return time_; }
  void read_clock() { time_ = now(); }

  LaneReport report(Duration wall) const;
  void add_busy(Duration busy) { busy_ns_.add(static_cast<std::uint64_t>(busy.count())); }

 private:
  void loop();
  int next_marked();
  bool anything_pending() const;
  void sleep();
  void mark_what_is_due();
  void look_at_descriptors();

  const PlannedLane plan_;
  Session& session_;
  const std::function<bool()> on_quiet_;
  Lane lane_;
  Waker waker_;
  std::vector<Worker*> workers_;
  std::vector<std::uint64_t> local_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> pending_;
  std::vector<pollfd> fds_;  ///< of the sources that wait for one, and the waker's
  std::vector<Worker*> fd_owners_;
  Time time_{};
  Counter busy_ns_, wakes_;
  mutable std::mutex granted_mutex_;
  std::string granted_;
  std::thread thread_;
};

}  // namespace sinew
