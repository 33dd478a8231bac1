// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "framework/runtime/worker.h"

// Stages that start messages by themselves: sources and timers.

namespace sinew {

void Worker::try_source() {
  if (away_) {
    due_ = retry_at_;
    if (session_.stopping()) return end();
    if (lane_.time() < retry_at_) return;
    restart();
    if (away_ || done_.load(std::memory_order_relaxed)) return;
  }
  if (session_.stopping() || next_stamp_ == kTimeMax || limit_reached()) return end();
  announce_tick();
  if (!source_is_due()) return;
  if (!outputs_have_room()) return;
  go_.store(false, std::memory_order_relaxed);
  fd_ready_ = false;
  const bool known = plan_.entry->has_next_stamp;
  const Time stamp =
      known ? next_stamp_ + session_.live_offset() : session_.stamp_now(lane_.time());
  inbox_.sample(moment(stamp), run_);
  run_.born = lane_.time();
  out_bound_ = announced_;
  const Outcome outcome = call_source();
  after_source(outcome);
}

/// Like run_frame, but the stamp and so the bound are known only once the source has answered.
Outcome Worker::call_source() {
  const Time start = lane_.time();
  running_since_ns_.store(to_ns(start), std::memory_order_relaxed);
  prepare_outputs();
  const Outcome outcome = call_stage();
  lane_.read_clock();
  running_since_ns_.store(0, std::memory_order_relaxed);
  if (away_ || done_.load(std::memory_order_relaxed)) return Outcome::kSkip;
  if (plan_.entry->has_next_stamp) {
    next_stamp_ = stage_->next_stamp();
    run_.out_stamp += session_.live_offset();
  }
  if (outcome == Outcome::kEmit) {
    out_bound_ = run_.out_stamp;
    if (plan_.entry->has_next_stamp && next_stamp_ != kTimeMax)
      out_bound_ = std::max(out_bound_, next_stamp_ + session_.live_offset() - Duration(1));
    ++emitted_by_source_;
    session_.reach_stamp(run_.out_stamp);
    publish();
  }
  inbox_.release();
  retired_.clear();
  announce(out_bound_);
  record(start, outcome);
  if (!run_.end_reason.empty()) session_.request_stop(run_.end_reason.data());
  return outcome;
}

void Worker::after_source(Outcome outcome) {
  if (away_ || done_.load(std::memory_order_relaxed)) return;
  if (outcome == Outcome::kEnd) return end();
  // A tick runs it once; a descriptor, or an input, wakes the lane again by itself.
  const bool over = next_stamp_ == kTimeMax || limit_reached();
  const bool by_itself = outcome == Outcome::kEmit || plan_.entry->has_next_stamp;
  if (over || (session_.clock() != Clock::kLockstep && !waits_for_fd_ && by_itself))
    lane_.mark_local(slot_);
}

bool Worker::limit_reached() const {
  const auto limit = session_.options().frames;
  return limit && emitted_by_source_ >= *limit;
}

bool Worker::source_is_due() {
  if (session_.clock() == Clock::kLockstep) return go_.load(std::memory_order_relaxed);
  if (waits_for_fd_) return fd_ready_;
  if (!plan_.entry->has_next_stamp || !session_.paced()) return true;
  const Time at = session_.wall_of(next_stamp_ + session_.live_offset());
  if (lane_.time() >= at) return true;
  due_ = at;
  return false;
}

void Worker::try_timer() {
  const bool over = session_.has_sources() && session_.open_sources() == 0 && inbox_.inputs_ended();
  if (session_.stopping() || over) return end();
  if (next_stamp_ == kTimeMin) return;  // the clock has not started
  announce_tick();
  const bool lockstep = session_.clock() == Clock::kLockstep;
  if (lockstep ? !go_.load(std::memory_order_relaxed)
               : session_.stamp_now(lane_.time()) < next_stamp_) {
    if (session_.paced()) due_ = session_.wall_of(next_stamp_);
    return;
  }
  if (!outputs_have_room()) return;
  go_.store(false, std::memory_order_relaxed);
  inbox_.sample(moment(next_stamp_), run_);
  run_.sequence = counters_.runs.value();
  next_stamp_ += *plan_.every;
  if (session_.paced())  // what was missed while this lane was busy is not caught up
    while (next_stamp_ <= session_.stamp_now(lane_.time())) next_stamp_ += *plan_.every;
  out_bound_ = next_stamp_ - Duration(1);
  run_frame();
  lane_.mark_local(slot_);
}

void Worker::begin_tick(bool due) {
  go_.store(due, std::memory_order_relaxed);
  mark();
}

/// Lockstep: nothing earlier than the tick will come, unless this source was blocked and is behind.
void Worker::announce_tick() {
  if (session_.clock() != Clock::kLockstep || session_.tick() == 1) return;
  const Time next = std::min(session_.stamp_now({}), next_stamp_);
  announce(std::max(announced_, next - Duration(1)));
}

}  // namespace sinew
