// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "framework/messages/message.h"
#include "framework/runtime/counters.h"
#include "framework/runtime/plan.h"

namespace sinew {

/// The bound of an edge whose source is away: nothing will come until it is back.
inline constexpr Time kAway = kTimeMax - Duration(1);

/// The queue between one output and one input. Holds messages and the *bound*: no message with a
/// stamp up to it will come any more (kTimeMax: the writer has ended). The writer's lane calls the
/// first half, the reader's lane the second. An edge within one lane takes no lock. Never waits for
/// room: the writer looks first.
class Edge {
 public:
  /// @param ring  messages that may lie here, at least plan.depth
  explicit Edge(const PlannedEdge& plan);

  const PlannedEdge& plan() const { return plan_; }

  // ---- writer ----
  bool has_room() const;
  /// Puts a message and raises the bound; makes room as the edge's policy says. Asserts room where
  /// the policy is to block.
  void put(MessageRef message, Time bound, std::uint64_t tick);
  /// @return whether the bound changed
  bool advance(Time bound);

  // ---- reader ----
  /// Scope of several calls below; they ask for it by taking it.
  class Guard {
   public:
    explicit Guard(const Edge& edge) {
      if (!edge.plan_.same_lane) lock_ = std::unique_lock(edge.mutex_);
    }

   private:
    std::unique_lock<std::mutex> lock_;
  };

  int size(const Guard&) const { return size_; }
  const MessageRef& peek(const Guard&, int i = 0) const { return slot(i); }
  std::uint64_t tick(const Guard&, int i = 0) const { return ticks_[index(i)]; }
  Time bound(const Guard&) const { return bound_; }
  /// Takes the oldest as delivered. The caller tells the writer that there is room.
  MessageRef take(const Guard&);
  /// Takes the oldest as dropped.
  void drop(const Guard&, Drop reason);
  /// Counts a message that was taken earlier and did not reach the stage after all.
  void count_drop_of_taken(Drop reason);

  EdgeCounters counters;

 private:
  std::size_t index(int i) const {
    const std::size_t at = first_ + static_cast<std::size_t>(i);
    return at < ring_.size() ? at : at - ring_.size();
  }
  const MessageRef& slot(int i) const { return ring_[index(i)]; }
  MessageRef pop();
  void make_room(std::uint64_t tick);
  void count(Drop reason) { counters.drops[static_cast<std::size_t>(reason)].add(); }

  const PlannedEdge plan_;
  mutable std::mutex mutex_;
  std::vector<MessageRef> ring_;
  std::vector<std::uint64_t> ticks_;
  std::size_t first_ = 0;
  int size_ = 0;
  Time bound_ = kTimeMin;
};

}  // namespace sinew
