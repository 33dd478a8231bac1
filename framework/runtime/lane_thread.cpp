// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/lane_thread.h"

#include <bit>

#include "framework/lane/thread.h"
#include "framework/runtime/edge.h"
#include "framework/runtime/worker.h"

namespace sinew {
namespace {

ThreadSettings thread_settings(const PlannedLane& plan) {
  ThreadSettings settings{plan.name, plan.cpus};
  settings.priority = static_cast<ThreadClass>(plan.asked.priority);
  settings.realtime_priority = plan.asked.realtime_priority;
  return settings;
}

Waker::Kind waker_kind(const PlannedLane& plan) {
  if (plan.wait == WaitKind::kSpin) return Waker::Kind::kSpin;
  return plan.polls ? Waker::Kind::kPoll : Waker::Kind::kFutex;
}

}  // namespace

void WorkerMark::from_lane() const {
  if (lane) lane->mark_local(slot);
}
void WorkerMark::from_anywhere() const {
  if (lane) lane->mark(slot);
}

LaneThread::LaneThread(const PlannedLane& plan, Session& session, std::function<bool()> on_quiet)
    : plan_(plan),
      session_(session),
      on_quiet_(std::move(on_quiet)),
      lane_(plan.name),
      waker_(waker_kind(plan)),
      local_(plan.stages.size() / 64 + 1),
      pending_(new std::atomic<std::uint64_t>[local_.size()]()),
      granted_(plan.granted) {
  fds_.reserve(plan.stages.size() + 1);
  fd_owners_.reserve(plan.stages.size());
}

LaneThread::~LaneThread() { join(); }

void LaneThread::start() {
  thread_ = std::thread([this] { loop(); });
}

void LaneThread::join() {
  if (thread_.joinable()) thread_.join();
}

void LaneThread::mark(int slot) {
  pending_[static_cast<std::size_t>(slot) / 64].fetch_or(std::uint64_t{1} << (slot % 64),
                                                         std::memory_order_seq_cst);
  wake();
}

void LaneThread::wake() {
  waker_.wake([this] { session_.lane_woke(); });
}

void LaneThread::loop() {
  const std::string granted = apply_to_this_thread(thread_settings(plan_));
  {
    const std::lock_guard lock(granted_mutex_);
    granted_ = plan_.granted + ", " + granted;
  }
  constexpr int kRunsPerLook =
      64;  // a busy lane must not starve a source that waits for a descriptor
  int runs = 0;
  read_clock();
  while (!session_.ended()) {
    const int slot = next_marked();
    if (slot < 0) {
      sleep();
      continue;
    }
    workers_[static_cast<std::size_t>(slot)]->try_run();
    if (plan_.polls && ++runs % kRunsPerLook == 0) look_at_descriptors();
  }
}

/// The most downstream marked worker, unmarked; -1 where there is none.
int LaneThread::next_marked() {
  for (std::size_t word = 0; word < local_.size(); ++word) {
    if (pending_[word].load(std::memory_order_relaxed) != 0)
      local_[word] |= pending_[word].exchange(0, std::memory_order_acquire);
    if (local_[word] == 0) continue;
    const int bit = std::countr_zero(local_[word]);
    local_[word] &= local_[word] - 1;
    return static_cast<int>(word) * 64 + bit;
  }
  return -1;
}

bool LaneThread::anything_pending() const {
  for (std::size_t word = 0; word < local_.size(); ++word)
    if (pending_[word].load(std::memory_order_seq_cst) != 0) return true;
  return session_.ended();
}

void LaneThread::sleep() {
  std::optional<Time> until;
  fds_.clear();
  fd_owners_.clear();
  for (Worker* worker : workers_) {
    if (worker->due() && (!until || *worker->due() < *until)) until = worker->due();
    if (!plan_.polls || worker->fd() < 0) continue;
    fds_.push_back({worker->fd(), POLLIN, 0});
    fd_owners_.push_back(worker);
  }
  fds_.push_back({});
  waker_.announce();
  if (anything_pending()) {
    if (!waker_.retract()) session_.lane_slept();  // a waker had counted this lane as awake again
    return;
  }
  // Counted as awake meanwhile, so that nobody finds the graph quiet again before this is done.
  for (bool last = session_.lane_slept(); last;) {
    session_.lane_woke();
    const bool acted = on_quiet_();
    last = session_.lane_slept() && acted;
  }
  waker_.sleep(until, fds_);
  if (waker_.retract()) session_.lane_woke();  // nobody woke it: its time or a descriptor did
  wakes_.add();
  read_clock();
  mark_what_is_due();
}

void LaneThread::mark_what_is_due() {
  for (std::size_t slot = 0; slot < workers_.size(); ++slot)
    if (workers_[slot]->due() && *workers_[slot]->due() <= time_)
      mark_local(static_cast<int>(slot));
  for (std::size_t i = 0; i < fd_owners_.size(); ++i) {
    if (fds_[i].revents == 0) continue;
    fd_owners_[i]->descriptor_ready();
    mark_local(fd_owners_[i]->slot());
  }
}

void LaneThread::look_at_descriptors() {
  for (Worker* worker : workers_) {
    if (worker->fd() < 0) continue;
    pollfd fd{worker->fd(), POLLIN, 0};
    if (poll(&fd, 1, 0) <= 0) continue;
    worker->descriptor_ready();
    mark_local(worker->slot());
  }
}

LaneReport LaneThread::report(Duration wall) const {
  LaneReport report;
  report.name = plan_.name;
  report.asked = asked_text(plan_.asked);
  {
    const std::lock_guard lock(granted_mutex_);
    report.granted = granted_;
  }
  report.busy = wall.count() > 0
                    ? static_cast<double>(busy_ns_.value()) / static_cast<double>(wall.count())
                    : 0;
  report.wakes = wakes_.value();
  return report;
}

}  // namespace sinew
