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
    : plan_(plan), entries_(static_cast<std::size_t>(ring_size(plan))) {}

void Edge::connect(WorkerMark writer, WorkerMark reader) {
  writer_ = writer;
  reader_ = reader;
}

bool Edge::has_room() {
  if (plan_.when_full != WhenFull::kBlock || plan_.holds_newest || plan_.role == Role::kLatest)
    return true;
  const Guard guard(*this);
  writer_waits_ = size_ >= plan_.depth;
  return !writer_waits_;
}

void Edge::replace_newest() {
  entries_[index(--size_)] = {};
  count(Drop::kReplaced);
}

void Edge::make_room(std::uint64_t tick) {
  const bool full = size_ == static_cast<int>(entries_.size());
  if (plan_.role == Role::kLatest) {
    if (size_ > 0 && entries_[index(size_ - 1)].tick == tick) {
      replace_newest();
    } else if (full) {
      drop(Guard(), Drop::kReplaced);
    }
  } else if (full && plan_.holds_newest) {
    replace_newest();
  } else if (full) {
    SINEW_ASSERT(plan_.when_full == WhenFull::kDropOldest, plan_.name);
    drop(Guard(), plan_.feedback ? Drop::kOverflow : Drop::kQueueFull);
  }
}

void Edge::put(MessageRef message, Time bound, std::uint64_t tick) {
  {
    const Guard guard(*this);
    counters_.published.add();
    make_room(tick);
    entries_[index(size_++)] = {std::move(message), tick, false};
    bound_ = bound;
  }
  mark(reader_);
}

void Edge::refuse(Drop reason) {
  const Guard guard(*this);
  counters_.published.add();
  count(reason);
}

void Edge::advance(Time bound) {
  {
    const Guard guard(*this);
    if (bound_ == bound || bound_ == kTimeMax) return;
    bound_ = bound;
  }
  mark(reader_);
}

MessageRef Edge::share(const Guard&, int i) {
  Entry& entry = entries_[index(i)];
  entry.shared = true;
  return entry.message;
}

MessageRef Edge::take(const Guard&) {
  Entry& entry = entries_[first_];
  MessageRef message = std::move(entry.message);
  entry.shared = false;
  first_ = first_ + 1 == entries_.size() ? 0 : first_ + 1;
  --size_;
  if (std::exchange(writer_waits_, false)) mark(writer_);
  return message;
}

void Edge::drop(const Guard& guard, Drop reason) {
  if (entries_[first_].shared)
    counters_.delivered.add();
  else
    count(reason);
  take(guard);
}

void Edge::clear() {
  const Guard guard(*this);
  writer_waits_ = false;
  while (size_ > 0) take(guard);
}

int Edge::waiting() const {
  const Guard guard(*this);
  return size_;
}

}  // namespace sinew
