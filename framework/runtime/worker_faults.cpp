// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/runtime/worker.h"

// What a worker does when its stage throws.

namespace sinew {
namespace {

constexpr int kMostRestarts = 5;
constexpr Duration kRestartWindow = std::chrono::seconds(60);
constexpr Duration kFirstRetry = std::chrono::milliseconds(100);
constexpr Duration kLongestRetry = std::chrono::seconds(2);

}  // namespace

void Worker::handle_fault(const std::string& text) {
  counters_.faults.add();
  log_.error(text);
  {
    const std::lock_guard lock(fault_mutex_);
    last_fault_ = text;
  }
  switch (plan_.on_fault) {
    case OnFault::kSkip:
      return;
    case OnFault::kStop:
      return stop_failed(text);
    case OnFault::kRestart:
      if (may_restart()) return restart();
      return stop_failed(text + " (restarted 5 times in 60 s already)");
  }
}

void Worker::stop_failed(const std::string& text) {
  session_.fail(plan_.name, text);
  end(Drop::kFault);
  session_.request_stop("fault");
  session_.wake_sources();
}

/// Whether another restart is within the limit; counts it.
bool Worker::may_restart() {
  const Time time = now();
  while (!restarts_.empty() && time - restarts_.front() > kRestartWindow) restarts_.pop_front();
  if (restarts_.size() >= kMostRestarts) return false;
  restarts_.push_back(time);
  return true;
}

/// Makes the stage again with the same pools. What was queued belongs to the old one. A source that
/// cannot be made is away until it can.
void Worker::restart() {
  stage_.reset();
  retired_.clear();
  inbox_.release();
  inbox_.drop_all(Drop::kRestarting);
  try {
    open();
  } catch (const std::exception& refusal) {
    if (is_source()) return go_away();
    if (!may_restart()) return stop_failed(refusal.what());
    return restart();
  }
  counters_.restarts.add();
  if (!away_) return;
  away_ = false;
  retry_after_ = Duration(0);
  announce(last_stamp_);
  lane_.mark_local(slot_);
}

/// Nothing will come until the source is back, so no join waits for it.
void Worker::go_away() {
  away_ = true;
  stage_.reset();
  retry_after_ = std::clamp(retry_after_ * 2, kFirstRetry, kLongestRetry);
  retry_at_ = now() + retry_after_;
  due_ = retry_at_;
  announce(kAway);
}

}  // namespace sinew
