// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/runtime/runtime_state.h"

// What happens when no lane has anything to do.

namespace sinew {

void Runtime::State::on_quiet() {
  const std::lock_guard lock(quiet_mutex);
  if (session.ended()) return;
  if (session.stopping()) return session.wake_sources();
  if (session.clock() == Clock::kLockstep) return next_tick();
  free_what_is_stuck();
}

/// The source with the smallest next stamp that has room advances; equal stamps are one tick.
void Runtime::State::next_tick() {
  Time smallest = kTimeMax;
  bool waits = false, blocked = false;
  for (const auto& worker : workers) {
    if (worker->done() || !(worker->is_source() || worker->is_timer())) continue;
    waits = waits || worker->away();
    if (worker->away() || worker->next_stamp() == kTimeMax) continue;
    if (worker->is_timer() && session.open_sources() == 0 && session.has_sources()) continue;
    if (worker->blocked())
      blocked = true;
    else
      smallest = std::min(smallest, worker->next_stamp());
  }
  if (blocked && relieve(Inbox::Relief::kPassed)) return;
  if (smallest == kTimeMax) {
    if (blocked)
      free_what_is_stuck();
    else if (!waits)
      session.wake_sources();
    return;
  }
  session.next_tick();
  session.reach_stamp(smallest);
  // Those that are not due learn that no stamp before this one will come, and say so downstream.
  for (const auto& worker : workers)
    if (!worker->done() && (worker->is_source() || worker->is_timer()))
      worker->begin_tick(worker->next_stamp() == smallest);
}

bool Runtime::State::relieve(Inbox::Relief relief) {
  bool freed = false;
  for (const auto& worker : workers) freed = worker->relieve(relief) || freed;
  if (freed)  // this thread is not that of every lane, so their own marks do not count
    for (const auto& worker : workers) worker->mark();
  return freed;
}

void Runtime::State::free_what_is_stuck() {
  if (session.open_sources() == 0 || !inputs.empty()) return;
  for (const auto& worker : workers)
    if (worker->waits_for_outside()) return;
  using Relief = Inbox::Relief;
  for (const Relief relief : {Relief::kPassed, Relief::kOverflow, Relief::kOrder})
    if (relieve(relief)) return;
  if (session.clock() == Clock::kLive) return;
  std::string names;
  for (const auto& worker : workers)
    if (!worker->done()) names += (names.empty() ? "" : ", ") + worker->plan().name;
  session.fail("graph", "nothing moves any more; waiting: " + names);
  session.request_stop("stuck");
  session.wake_sources();
}

/// Over its `timeout:` a run is reported, once, with what it waits for.
void Runtime::State::report_hangs(Time time) {
  for (const auto& worker : workers) {
    const auto& timeout = worker->plan().timeout;
    const Time since = worker->running_since();
    const auto known = std::find(hung.begin(), hung.end(), worker.get());
    if (!timeout || since == Time{}) {
      if (known != hung.end()) hung.erase(known);
      continue;
    }
    if (time - since <= *timeout || known != hung.end()) continue;
    hung.push_back(worker.get());
    const std::string text = worker->plan().name + " has not returned for " +
                             print_field(time - since) + " (timeout " + print_field(*timeout) + ")";
    log.warning(text);
    const std::lock_guard lock(notes_mutex);
    notes.push_back(text);
  }
}

}  // namespace sinew
