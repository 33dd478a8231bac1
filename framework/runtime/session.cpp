// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/session.h"

namespace sinew {

Session::Session(Clock clock, const RunOptions& options)
    : clock_(clock),
      options_(options),
      by_stamps_(clock == Clock::kLockstep || (clock == Clock::kReplay && options.rate <= 0)),
      started_(now()),
      stamp_ns_(to_ns(kTimeMin)) {}

void Session::start_clock(Time first_stamp) {
  started_ = now();
  first_stamp_ = first_stamp;
  if (clock_ == Clock::kLive && first_stamp != kTimeMax) live_offset_ = started_ - first_stamp;
}

Time Session::stamp_now(Time wall) const {
  if (by_stamps_) return time_from_ns(stamp_ns_.load(std::memory_order_acquire));
  if (clock_ == Clock::kLive) return wall;
  const double elapsed_ns = static_cast<double>((wall - started_).count()) * options_.rate;
  return first_stamp_ + Duration(static_cast<std::int64_t>(elapsed_ns));
}

Time Session::wall_of(Time stamp) const {
  if (clock_ == Clock::kLive) return stamp;
  const Duration since = stamp - first_stamp_;
  return started_ +
         Duration(static_cast<std::int64_t>(static_cast<double>(since.count()) / options_.rate));
}

void Session::mark_timers() {
  for (const WorkerMark& timer : timers_) timer.from_anywhere();
}

void Session::changed() {
  if (open_sources() == 0) mark_timers();
  if (ended() || stopping()) main_.wake([] {});
}

void Session::reach_stamp(Time stamp) {
  if (!by_stamps_) return;
  std::int64_t seen = stamp_ns_.load(std::memory_order_relaxed);
  while (seen < to_ns(stamp) && !stamp_ns_.compare_exchange_weak(seen, to_ns(stamp))) {
  }
  if (clock_ != Clock::kLockstep) mark_timers();
}

bool Session::request_stop(const char* reason) {
  const char* none = nullptr;
  reason_.compare_exchange_strong(none, reason);
  return !stopping_.exchange(true, std::memory_order_acq_rel);
}

void Session::fail(const std::string& stage, const std::string& text) {
  const std::lock_guard lock(mutex_);
  faults_.push_back(stage + ": " + text);
  failed_.store(true, std::memory_order_release);
}

std::vector<std::string> Session::faults() const {
  const std::lock_guard lock(mutex_);
  return faults_;
}

void Session::first_sink_run(Time time) {
  std::int64_t none = 0;
  first_frame_ns_.compare_exchange_strong(none, (time - started_).count());
}

Duration Session::first_frame() const { return Duration(first_frame_ns_.load()); }

}  // namespace sinew
