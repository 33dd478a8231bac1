// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/log.h"
#include "framework/memory/buffer_pool.h"
#include "framework/messages/message_pool.h"
#include "framework/runtime/control.h"
#include "framework/runtime/counters.h"
#include "framework/runtime/edge.h"
#include "framework/runtime/inbox.h"
#include "framework/runtime/lane_thread.h"
#include "framework/runtime/session.h"
#include "framework/stage/kept.h"
#include "framework/stage/registry.h"
#include "framework/stage/stage.h"

namespace sinew {

/// One output of a stage: its pools and the edges that leave it.
struct Output {
  std::unique_ptr<MessagePool> messages;
  std::unique_ptr<BufferPool> buffers;  ///< nullptr: no bulk of its own
  std::vector<Edge*> edges;
  MessageRef next;  ///< the slot that the next run fills
  std::uint64_t sequence = 0;
};

/// Runs one stage: the life of every frame there. All of it on the lane's thread, except where
/// said.
class Worker {
 public:
  Worker(const PlannedStage& plan, Session& session, LaneThread& lane, int slot,
         std::vector<Edge*> inputs, std::vector<std::vector<Edge*>> outputs);
  ~Worker();

  /// Makes the stage. Any one thread, before the lanes start. @throws Error as the stage does
  void open();

  /// Runs the stage at most once, if something is due. Marked again while there may be more.
  void try_run();

  /// Like open, but a source with `on_fault: restart` may be away.
  void open_at_start();

  /// After the end: lets go of the stage and of every message.
  void close();

  // ---- for the lane ----
  int slot() const { return slot_; }
  std::optional<Time> due() const { return due_; }
  int fd() const { return waits_for_fd_ ? fd_ : -1; }
  void descriptor_ready() { fd_ready_ = true; }

  // ---- any thread ----
  const PlannedStage& plan() const { return plan_; }
  void mark() { lane_.mark(slot_); }
  void post(std::unique_ptr<ControlRequest> request);
  StageReport report() const;
  void report_pools(std::vector<PoolReport>& pools) const;
  /// When the run that is under way began; Time{} where none is.
  Time running_since() const {
    return time_from_ns(running_since_ns_.load(std::memory_order_relaxed));
  }
  bool done() const { return done_.load(std::memory_order_acquire); }

  // ---- for the conductor, while every lane sleeps ----
  bool is_source() const { return plan_.entry->is_source; }
  bool is_timer() const { return plan_.every.has_value(); }
  /// Stamp of the next message of a source, or of the next due time of a timer.
  Time next_stamp() const { return next_stamp_; }
  bool away() const { return away_; }
  bool blocked() { return !outputs_have_room(); }
  void begin_tick(bool due);
  bool relieve(Inbox::Relief relief) { return inbox_.relieve(relief, blocked_); }
  /// Whether it will go on by itself: at a time, or when a descriptor is ready.
  bool waits_for_outside() const { return !done() && (due_ || fd() >= 0); }
  /// After the lanes' end: what came after this stage had ended.
  void drop_leftovers() { inbox_.drop_all(drop_reason_); }
  void start_timer(Time first) { next_stamp_ = first; }

 private:
  void try_message();
  void try_timer();
  void try_source();
  bool source_is_due();
  bool limit_reached() const;
  void announce_tick();
  Outcome call_source();
  Inbox::Moment moment(Time stamp) const;

  void run_frame();
  void prepare_outputs();
  Outcome call_stage();
  void publish();
  void after_source(Outcome outcome);
  void record(Time start, Outcome outcome);
  void count_deadline(Time start, Time end);

  bool outputs_have_room();
  void announce(Time bound);
  void end(Drop reason = Drop::kEnded);
  void finish_stage();

  void handle_fault(const std::string& text);
  bool may_restart();
  void restart();
  void go_away();
  void stop_failed(const std::string& text);

  void apply_controls();
  void apply(ControlRequest& request);
  void set_param(const ControlRequest& request);

  const PlannedStage plan_;
  Session& session_;
  LaneThread& lane_;
  const int slot_;
  Inbox inbox_;
  std::vector<Output> outputs_;
  Log log_;
  RetireList retired_;
  Results results_;
  std::unique_ptr<AnyStage> stage_;

  StageRun run_;
  std::vector<OutputSlot> slots_;
  Time out_bound_ = kTimeMin;   ///< goes out with what this run publishes
  Time announced_ = kTimeMin;   ///< the bound that readers know
  Time last_stamp_ = kTimeMin;  ///< of what was published last
  bool merges_ = false;         ///< a list as trigger: live, its stamps may come late

  std::optional<Time> due_;
  Time next_stamp_ = kTimeMin;
  std::atomic<bool> go_{false};
  bool blocked_ = false;  ///< has work, and no room for what comes of it
  std::uint64_t emitted_by_source_ = 0;
  int fd_ = -1;
  bool waits_for_fd_ = false, fd_ready_ = false;

  bool away_ = false;
  Time retry_at_{};
  Duration retry_after_{0};
  std::deque<Time> restarts_;
  std::atomic<bool> done_{false};
  Drop drop_reason_ = Drop::kEnded;  ///< of what still comes once it is done

  std::mutex control_mutex_;
  std::vector<std::unique_ptr<ControlRequest>> controls_;
  std::atomic<bool> control_pending_{false};

  StageCounters counters_;
  std::atomic<std::int64_t> running_since_ns_{0};
  mutable std::mutex fault_mutex_;
  std::string last_fault_;
};

}  // namespace sinew
