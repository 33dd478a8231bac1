// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "framework/runtime/inbox.h"

// How Matched, Since, Latest and Group inputs are settled and taken.

namespace sinew {
namespace {

Duration distance(Time a, Time b) { return a < b ? b - a : a - b; }

}  // namespace

/// Whether every partner of a trigger is settled. A missing one drops the trigger here.
Inbox::Settled Inbox::settle(const Candidate& due, const Moment& moment) {
  if (simple_) return Settled::kYes;
  if (!lockstep_ && due.stamp <= last_stamp_ && !ports_[static_cast<std::size_t>(trigger_)].list) {
    drop_candidate(due, Drop::kLate);
    return Settled::kMissing;
  }
  Settled all = Settled::kYes;
  for (const PortEdges& port : ports_) {
    for (int e = port.first; e < port.last; ++e) {
      const PlannedEdge& plan = edges_[static_cast<std::size_t>(e)]->plan();
      if (plan.feedback) continue;
      if (port.role == Role::kLatest) {
        const MessageRef& newest = latest_[static_cast<std::size_t>(e)];
        const bool fresh = newest && (!plan.max_age || due.stamp - newest->stamp <= *plan.max_age);
        if (fresh || plan.on_missing == OnMissing::kRun) continue;
        drop_candidate(due, Drop::kMissing);
        return Settled::kMissing;
      }
      if (port.role != Role::kMatched && port.role != Role::kSince) continue;
      const bool may_wait = plan.max_wait && !lockstep_;
      const bool out_of_time = may_wait && moment.now >= due.arrived + *plan.max_wait;
      const Settled one = settle_edge(e, due.stamp, out_of_time);
      if (one == Settled::kMissing && plan.on_missing == OnMissing::kSkip) {
        drop_candidate(due, Drop::kUnmatched);
        return Settled::kMissing;
      }
      if (one != Settled::kNo) continue;
      all = Settled::kNo;
      if (may_wait) wake_at_ = std::min(wake_at_.value_or(kTimeMax), due.arrived + *plan.max_wait);
    }
  }
  return all;
}

Inbox::Settled Inbox::settle_edge(int e, Time stamp, bool out_of_time) const {
  const Role role = edges_[static_cast<std::size_t>(e)]->plan().role;
  return role == Role::kMatched ? settle_matched(e, stamp, out_of_time)
                                : settle_since(e, stamp, out_of_time);
}

/// The nearest message within tolerance, or -1.
int Inbox::best_match(const Edge::Guard& guard, const Edge& edge, Time stamp) const {
  int best = -1;
  for (int i = 0; i < edge.size(guard); ++i) {
    const Duration away = distance(edge.peek(guard, i)->stamp, stamp);
    if (away > edge.plan().tolerance) continue;
    if (best < 0 || away < distance(edge.peek(guard, best)->stamp, stamp)) best = i;
  }
  return best;
}

Inbox::Settled Inbox::settle_matched(int e, Time stamp, bool out_of_time) const {
  const Edge& edge = *edges_[static_cast<std::size_t>(e)];
  const Edge::Guard guard(edge);
  const int best = best_match(guard, edge, stamp);
  const Duration closer = best < 0 ? edge.plan().tolerance
                                   : distance(edge.peek(guard, best)->stamp, stamp) - Duration(1);
  const bool final = closer < Duration(0) || edge.bound(guard) >= stamp + closer || out_of_time;
  if (!final) return Settled::kNo;
  return best < 0 ? Settled::kMissing : Settled::kYes;
}

Inbox::Settled Inbox::settle_since(int e, Time stamp, bool out_of_time) const {
  const Edge& edge = *edges_[static_cast<std::size_t>(e)];
  const Edge::Guard guard(edge);
  const int size = edge.size(guard);
  const bool beyond = size > 0 && edge.peek(guard, size - 1)->stamp > stamp;
  const Time bound = edge.bound(guard);
  const bool final = edge.plan().one_beyond ? beyond || bound >= kAway : beyond || bound >= stamp;
  if (final) return Settled::kYes;
  if (out_of_time) return size > 0 ? Settled::kYes : Settled::kMissing;
  return Settled::kNo;
}

bool Inbox::visible(const Edge::Guard& guard, const Edge& edge, int i, const Moment& moment) const {
  return !lockstep_ || edge.tick(guard, i) < moment.tick;
}

/// Makes the newest visible message of every Latest edge the current one.
void Inbox::refresh_latest(const Moment& moment) {
  if (simple_) return;
  for (const PortEdges& port : ports_) {
    if (port.role != Role::kLatest) continue;
    for (int e = port.first; e < port.last; ++e) {
      Edge& edge = *edges_[static_cast<std::size_t>(e)];
      const Edge::Guard guard(edge);
      while (edge.size(guard) > 0 && visible(guard, edge, 0, moment)) {
        const bool newer = edge.size(guard) > 1 && visible(guard, edge, 1, moment);
        if (newer) {
          edge.drop(guard, Drop::kReplaced);
          continue;
        }
        edge.count_delivered(guard);
        latest_[static_cast<std::size_t>(e)] = edge.take(guard);
      }
    }
  }
}

/// Gives the run its Matched, Since and Latest messages.
void Inbox::take_partners(Time stamp, const Moment& moment) {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    Edge& edge = *edges_[e];
    const PlannedEdge& plan = edge.plan();
    auto& taken = taken_[e];
    const Edge::Guard guard(edge);
    if (plan.role == Role::kMatched) {
      if (const int best = best_match(guard, edge, stamp); best >= 0)
        taken.push_back(edge.share(guard, best));
    } else if (plan.role == Role::kSince) {
      while (edge.size(guard) > 0 && edge.peek(guard)->stamp <= stamp &&
             taken.size() < static_cast<std::size_t>(plan.depth) &&
             (!plan.feedback || visible(guard, edge, 0, moment))) {
        edge.count_delivered(guard);
        taken.push_back(edge.take(guard));
      }
      if (plan.one_beyond && edge.size(guard) > 0 && edge.peek(guard)->stamp > stamp)
        taken.push_back(edge.share(guard, 0));
    } else if (plan.role == Role::kLatest && latest_[e]) {
      const Duration age = stamp - latest_[e]->stamp;
      if (plan.max_age && age > *plan.max_age) continue;
      edge.count_age(guard, age);
      taken.push_back(latest_[e]);
    }
  }
}

/// Drops what no later trigger can use, so that its writer is not blocked by it.
void Inbox::purge() {
  if (!has_partners_) return;
  const Time passed = bound();
  for (Edge* edge : edges_) {
    if (edge->plan().feedback) continue;
    const Edge::Guard guard(*edge);
    if (edge->plan().role == Role::kMatched)
      while (edge->size(guard) > 0 && passed >= edge->plan().tolerance + edge->peek(guard)->stamp)
        edge->drop(guard, Drop::kUnmatched);
  }
}

void Inbox::expose(StageRun& run) {
  for (std::size_t e = 0; e < edges_.size(); ++e) inputs_[e].messages = taken_[e];
  run.edges = inputs_;
  run.first_edge = first_edge_;
}

// ---- groups ---------------------------------------------------------------------------------

/// The oldest set that is settled: one message of each edge within tolerance of the oldest.
std::optional<Inbox::Candidate> Inbox::group_candidate(const Moment& moment) {
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  for (;;) {
    std::optional<Candidate> oldest;
    for (int e = port.first; e < port.last; ++e) {
      const Edge& edge = *edges_[static_cast<std::size_t>(e)];
      const Edge::Guard guard(edge);
      if (edge.size(guard) == 0) continue;
      const MessageRef& message = edge.peek(guard);
      if (!oldest || message->stamp < oldest->stamp)
        oldest = {message->stamp, message->published, e};
    }
    if (!oldest) return {};
    int members = 0;
    for (int e = port.first; e < port.last; ++e) {
      const Edge& edge = *edges_[static_cast<std::size_t>(e)];
      const PlannedEdge& plan = edge.plan();
      const Edge::Guard guard(edge);
      const Time end = oldest->stamp + plan.tolerance;
      if (edge.size(guard) > 0) {
        members += edge.peek(guard)->stamp <= end ? 1 : 0;
        continue;
      }
      const bool may_wait = plan.max_wait && !lockstep_;
      if (edge.bound(guard) >= end || (may_wait && moment.now >= oldest->arrived + *plan.max_wait))
        continue;
      if (may_wait)
        wake_at_ = std::min(wake_at_.value_or(kTimeMax), oldest->arrived + *plan.max_wait);
      return {};
    }
    if (members >= at_least_) return oldest;
    Edge& edge = *edges_[static_cast<std::size_t>(oldest->edge)];
    edge.drop(Edge::Guard(edge), Drop::kUnmatched);
  }
}

void Inbox::take_group(const Candidate& due, StageRun& run) {
  const PortEdges& port = ports_[static_cast<std::size_t>(trigger_)];
  bool first = true;
  for (int e = port.first; e < port.last; ++e) {
    Edge& edge = *edges_[static_cast<std::size_t>(e)];
    const Edge::Guard guard(edge);
    if (edge.size(guard) == 0 || edge.peek(guard)->stamp > due.stamp + edge.plan().tolerance)
      continue;
    MessageRef message = edge.take(guard);
    edge.count_delivered(guard);
    if (e == due.edge) {
      run.stamp = message->stamp;
      run.sequence = message->sequence;
    }
    run.born = first ? message->born : std::min(run.born, message->born);
    arrived_ = first ? message->published : std::max(arrived_, message->published);
    first = false;
    taken_[static_cast<std::size_t>(e)].push_back(std::move(message));
  }
}

}  // namespace sinew
