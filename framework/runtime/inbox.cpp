// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/inbox.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "framework/core/error.h"

namespace sinew {
namespace {

/// A stamp moved by a duration, staying within what a Time holds.
Time moved(Time stamp, Duration by) {
  if (by > Duration(0) && stamp > kTimeMax - by) return kTimeMax;
  if (by < Duration(0) && stamp < kTimeMin - by) return kTimeMin;
  return stamp + by;
}

Time just_before(Time stamp) { return moved(stamp, Duration(-1)); }

}  // namespace

Inbox::Inbox(const PlannedStage& stage, std::vector<Edge*> edges, Clock clock)
    : lockstep_(clock == Clock::kLockstep),
      live_(clock == Clock::kLive),
      edges_(std::move(edges)),
      first_edge_(stage.first_edge),
      held_capacity_(static_cast<std::size_t>(stage.hold)),
      taken_(edges_.size()),
      latest_(edges_.size()),
      next_sequence_(edges_.size()),
      inputs_(edges_.size()) {
  for (std::size_t p = 0; p < stage.entry->inputs.size(); ++p) {
    const PortInfo& info = stage.entry->inputs[p];
    const int first = first_edge_[p], last = first_edge_[p + 1];
    ports_.push_back({info.role, first, last, info.is_list});
    if (first == last) continue;
    if (info.role == Role::kTrigger || info.role == Role::kGroup) {
      trigger_ = static_cast<int>(p);
      at_least_ = stage.at_least[p] > 0 ? stage.at_least[p] : last - first;
    }
    for (int e = first; e < last; ++e) {
      const PlannedEdge& plan = edges_[static_cast<std::size_t>(e)]->plan();
      const bool waits =
          (info.role == Role::kMatched || info.role == Role::kSince) && !plan.feedback;
      has_partners_ = has_partners_ || waits;
      const bool many = info.role == Role::kSince;
      taken_[static_cast<std::size_t>(e)].reserve(many ? static_cast<std::size_t>(plan.depth) + 1
                                                       : 1);
    }
  }
  held_.reserve(held_capacity_);
  if (trigger_ >= 0 && clock != Clock::kLockstep) {
    const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
    const PlannedEdge& plan = edges_[static_cast<std::size_t>(port.first)]->plan();
    watchdog_ = port.role == Role::kTrigger && plan.max_wait && plan.on_missing == OnMissing::kRun;
  }
  simple_ = trigger_ == 0 && edges_.size() == 1 && !ports_[0].list && !edges_[0]->plan().max_wait;
}

bool Inbox::next(const Moment& moment, StageRun& run) {
  wake_at_.reset();
  if (trigger_ < 0) return false;
  if (has_partners_ && ports_[static_cast<std::size_t>(trigger_)].role != Role::kGroup) admit();
  refresh_latest(moment);
  const bool group = ports_[static_cast<std::size_t>(trigger_)].role == Role::kGroup;
  while (const auto due = group ? group_candidate(moment) : candidate()) {
    const Settled settled = settle(*due, moment);
    if (settled == Settled::kNo) break;
    if (settled == Settled::kMissing) continue;
    if (group)
      take_group(*due, run);
    else
      take_trigger(*due, run);
    if (!simple_) take_partners(run.stamp, moment);
    expose(run);
    last_stamp_ = run.stamp;
    last_run_ = moment.now;
    purge();
    return true;
  }
  purge();
  return watchdog_ && overdue(moment, run);
}

void Inbox::sample(const Moment& moment, StageRun& run) {
  refresh_latest(moment);
  run.stamp = moment.stamp;
  run.born = moment.now;
  arrived_ = moment.now;
  take_partners(run.stamp, moment);
  expose(run);
}

/// A trigger port with max_wait and on_missing: run is a watchdog: it runs without a trigger.
bool Inbox::overdue(const Moment& moment, StageRun& run) {
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  const PlannedEdge& plan = edges_[static_cast<std::size_t>(port.first)]->plan();
  if (ended() || has_work()) return false;
  if (last_run_ == Time{}) last_run_ = moment.now;
  const Time due = last_run_ + *plan.max_wait;
  if (moment.now < due) {
    wake_at_ = due;
    return false;
  }
  last_run_ = moment.now;
  last_stamp_ = std::max(moment.stamp, moved(last_stamp_, Duration(1)));
  Moment at = moment;
  at.stamp = last_stamp_;
  sample(at, run);
  return true;
}

void Inbox::release() {
  for (auto& messages : taken_) messages.clear();
}

Time Inbox::bound() const {
  if (trigger_ < 0) return kTimeMin;
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  Time bound = held_.empty() ? kTimeMax : just_before(held_.front().message->stamp);
  for (int e = port.first; e < port.last; ++e) {
    const Edge& edge = *edges_[static_cast<std::size_t>(e)];
    const Edge::Guard guard(edge);
    bound = std::min(
        bound, edge.size(guard) > 0 ? just_before(edge.peek(guard)->stamp) : edge.bound(guard));
  }
  return bound;
}

bool Inbox::inputs_ended() const {
  for (const Edge* edge : edges_) {
    const Edge::Guard guard(*edge);
    if (!edge->plan().feedback && edge->bound(guard) != kTimeMax) return false;
  }
  return true;
}

void Inbox::drop_all(Drop reason) {
  for (Held& held : std::exchange(held_, {})) {
    Edge& edge = *edges_[static_cast<std::size_t>(held.edge)];
    edge.count_drop(Edge::Guard(edge), reason);
  }
  held_.reserve(held_capacity_);
  for (Edge* edge : edges_) {
    const Edge::Guard guard(*edge);
    while (edge->size(guard) > 0) edge->drop(guard, reason);
  }
}

void Inbox::close() {
  release();
  drop_all(Drop::kEnded);
  for (MessageRef& message : latest_) message.reset();
}

bool Inbox::relieve(Relief relief, bool blocked) {
  bool relieved = false;
  const Time passed = relief == Relief::kPassed && held_.empty() ? bound() : kTimeMin;
  for (const PortEdges& port : ports_) {
    const bool trigger = port.role == Role::kTrigger && !blocked;
    const bool full = trigger && has_partners_ && held_.size() == held_capacity_;
    const bool partner = port.role == Role::kSince || port.role == Role::kMatched;
    const bool drops = relief == Relief::kPassed     ? port.role == Role::kSince
                       : relief == Relief::kOverflow ? full || partner || port.role == Role::kGroup
                                                     : false;
    const bool reorders = relief == Relief::kOrder && trigger && port.list;
    for (int e = port.first; e < port.last && (drops || reorders); ++e) {
      Edge& edge = *edges_[static_cast<std::size_t>(e)];
      const Edge::Guard guard(edge);
      if (edge.size(guard) == 0 || !edge.writer_waits(guard)) continue;
      if (relief == Relief::kPassed && edge.peek(guard)->stamp > passed) continue;
      relieved = true;
      if (reorders)
        out_of_order_ = true;
      else
        edge.drop(guard, full ? Drop::kUnmatched : Drop::kOverflow);
    }
  }
  return relieved;
}

bool Inbox::has_work() const {
  if (!held_.empty()) return true;
  if (trigger_ < 0) return false;
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  for (int e = port.first; e < port.last; ++e) {
    const Edge& edge = *edges_[static_cast<std::size_t>(e)];
    if (edge.size(Edge::Guard(edge)) > 0) return true;
  }
  return false;
}

// ---- triggers -------------------------------------------------------------------------------

/// Moves triggers from their queues into the held places; when those are full the newest is
/// refused.
void Inbox::admit() {
  while (const auto front = front_of_edges()) {
    Edge& edge = *edges_[static_cast<std::size_t>(front->edge)];
    const Edge::Guard guard(edge);
    if (held_.size() < held_capacity_)
      held_.push_back({take_in_order(guard, edge, front->edge), front->edge});
    else if (edge.plan().when_full == WhenFull::kBlock)
      return;
    else
      edge.drop(guard, Drop::kUnmatched);
  }
}

std::optional<Inbox::Candidate> Inbox::candidate() const {
  if (!has_partners_) return front_of_edges();
  if (held_.empty()) return {};
  const Held& held = held_.front();
  return Candidate{held.message->stamp, held.message->published, held.edge};
}

/// The waiting trigger that comes first: by stamp, then sequence, then entry. Offline only once no
/// earlier one can come, so that the order does not depend on timing.
std::optional<Inbox::Candidate> Inbox::front_of_edges() const {
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  using Place = std::tuple<Time, std::uint64_t, int>;
  constexpr Place kLast{kTimeMax, 0, 0};
  Place first = kLast, possible = kLast;
  Time arrived{};
  for (int e = port.first; e < port.last; ++e) {
    const Edge& edge = *edges_[static_cast<std::size_t>(e)];
    const Edge::Guard guard(edge);
    if (edge.size(guard) == 0) {
      const Time soonest = moved(edge.bound(guard), Duration(1));
      possible = std::min(possible, Place{soonest, next_sequence_[static_cast<std::size_t>(e)], e});
      continue;
    }
    const MessageRef& message = edge.peek(guard);
    const Place place{message->stamp, message->sequence, e};
    if (place >= first) continue;
    first = place;
    arrived = message->published;
  }
  if (first == kLast || (!live_ && !out_of_order_ && possible < first)) return {};
  return Candidate{std::get<Time>(first), arrived, std::get<int>(first)};
}

void Inbox::drop_candidate(const Candidate& due, Drop reason) {
  Edge& edge = *edges_[static_cast<std::size_t>(due.edge)];
  const Edge::Guard guard(edge);
  if (has_partners_ && !held_.empty()) {
    edge.count_drop(guard, reason);
    held_.erase(held_.begin());
  } else if (edge.size(guard) > 0) {
    edge.drop(guard, reason);
  }
}

MessageRef Inbox::take_in_order(const Edge::Guard& guard, Edge& edge, int e) {
  next_sequence_[static_cast<std::size_t>(e)] = edge.peek(guard)->sequence + 1;
  out_of_order_ = false;
  return edge.take(guard);
}

void Inbox::take_trigger(const Candidate& due, StageRun& run) {
  Edge& edge = *edges_[static_cast<std::size_t>(due.edge)];
  const Edge::Guard guard(edge);
  MessageRef message;
  if (has_partners_) {
    message = std::move(held_.front().message);
    held_.erase(held_.begin());
  } else {
    message = take_in_order(guard, edge, due.edge);
  }
  edge.count_delivered(guard);
  run.stamp = message->stamp;
  run.sequence = message->sequence;
  run.born = message->born;
  arrived_ = message->published;
  taken_[static_cast<std::size_t>(due.edge)].push_back(std::move(message));
}

}  // namespace sinew
