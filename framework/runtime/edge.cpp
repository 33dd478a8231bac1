// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/edge.h"

#include <utility>

#include "framework/core/error.h"

namespace sinew {
namespace {

/// A Latest edge shows what was published before the tick, so the newest of an earlier tick stays
/// beside the newest of this one. A blocked live source's newest frame waits behind the queue.
int ring_size(const PlannedEdge& plan) {
  if (plan.role == Role::kLatest) return 2;
  return plan.depth + (plan.holds_newest ? 1 : 0);
}

}  // namespace

Edge::Edge(const PlannedEdge& plan)
    : plan_(plan),
      ring_(static_cast<std::size_t>(ring_size(plan))),
      ticks_(static_cast<std::size_t>(ring_size(plan))) {}

bool Edge::has_room() const {
  if (plan_.when_full != WhenFull::kBlock || plan_.holds_newest || plan_.role == Role::kLatest)
    return true;
  const Guard guard(*this);
  return size_ < plan_.depth;
}

void Edge::make_room(std::uint64_t tick) {
  const int capacity = static_cast<int>(ring_.size());
  if (plan_.role == Role::kLatest) {
    const bool same_tick = size_ > 0 && ticks_[index(size_ - 1)] == tick;
    if (same_tick) {
      ring_[index(--size_)].reset();
      count(Drop::kReplaced);
    } else if (size_ == capacity) {
      pop();
      count(Drop::kReplaced);
    }
  } else if (size_ == capacity) {
    SINEW_ASSERT(plan_.holds_newest || plan_.when_full == WhenFull::kDropOldest, plan_.name);
    if (plan_.holds_newest) {
      ring_[index(--size_)].reset();
      count(Drop::kReplaced);
    } else {
      pop();
      count(plan_.feedback ? Drop::kOverflow : Drop::kQueueFull);
    }
  }
}

void Edge::put(MessageRef message, Time bound, std::uint64_t tick) {
  const Guard guard(*this);
  counters.published.add();
  make_room(tick);
  const std::size_t at = index(size_);
  ring_[at] = std::move(message);
  ticks_[at] = tick;
  ++size_;
  bound_ = bound;
}

bool Edge::advance(Time bound) {
  const Guard guard(*this);
  if (bound_ == bound || bound_ == kTimeMax) return false;
  bound_ = bound;
  return true;
}

MessageRef Edge::pop() {
  MessageRef message = std::move(ring_[first_]);
  first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
  --size_;
  return message;
}

MessageRef Edge::take(const Guard&) {
  counters.delivered.add();
  return pop();
}

void Edge::drop(const Guard&, Drop reason) {
  count(reason);
  pop();
}

void Edge::count_drop_of_taken(Drop reason) {
  const Guard guard(*this);
  count(reason);
}

}  // namespace sinew
