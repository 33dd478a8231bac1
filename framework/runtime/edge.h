// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "framework/messages/message.h"
#include "framework/runtime/counters.h"
#include "framework/runtime/plan.h"

namespace sinew {

class LaneThread;

/// The bound of an edge whose source is away: nothing will come until it is back.
inline constexpr Time kAway = kTimeMax - Duration(1);

/// Tells a worker to look again: its bit on its lane.
struct WorkerMark {
  LaneThread* lane = nullptr;  ///< nullptr: an open end of the graph, nobody to tell
  int slot = 0;

  void from_lane() const;      ///< from the worker's own lane
  void from_anywhere() const;  ///< from any thread; wakes the lane
};

/// The queue between one output and one input. Holds messages and the *bound*: no message with a
/// stamp up to it will come any more (kTimeMax: the writer has ended). The writer's lane calls the
/// first half, the reader's lane the second. An edge within one lane takes no lock. Never waits for
/// room: the writer looks first, and is told when there is some.
class Edge {
 public:
  explicit Edge(const PlannedEdge& plan);

  const PlannedEdge& plan() const { return plan_; }
  void connect(WorkerMark writer, WorkerMark reader);

  // ---- writer ----
  /// Whether `put` may be called; if not, the writer is marked as soon as it may.
  bool has_room();
  /// Puts a message, raises the bound and marks the reader. Makes room as the edge's policy says;
  /// asserts room where that is to block.
  void put(MessageRef message, Time bound, std::uint64_t tick);
  /// Counts a message that was published and is not put.
  void refuse(Drop reason);
  /// Changes the bound and marks the reader, unless it is the same.
  void advance(Time bound);

  // ---- reader ----
  /// Scope of the calls below.
  class Guard {
   public:
    explicit Guard(const Edge& edge) {
      if (!edge.plan_.same_lane) lock_ = std::unique_lock(edge.mutex_);
    }

   private:
    friend Edge;
    Guard() = default;  ///< inside a call that has the lock
    std::unique_lock<std::mutex> lock_;
  };

  int size(const Guard&) const { return size_; }
  const MessageRef& peek(const Guard&, int i = 0) const { return entries_[index(i)].message; }
  std::uint64_t tick(const Guard&, int i = 0) const { return entries_[index(i)].tick; }
  Time bound(const Guard&) const { return bound_; }
  /// Whether the writer has a message and no room for it.
  bool writer_waits(const Guard&) const { return writer_waits_; }

  /// A copy that stays in the queue for later triggers; it counts as delivered.
  MessageRef share(const Guard&, int i);
  /// Takes the oldest; the caller counts it as delivered or dropped.
  MessageRef take(const Guard&);
  /// Removes the oldest: as delivered where it was shared, else as dropped.
  void drop(const Guard&, Drop reason);

  void count_delivered(const Guard&) { counters_.delivered.add(); }
  void count_drop(const Guard&, Drop reason) { count(reason); }
  void count_age(const Guard&, Duration age) { counters_.age.add(age); }

  /// Lets go of everything, uncounted. After the lanes' end.
  void clear();

  const EdgeCounters& counters() const { return counters_; }
  int waiting() const;

 private:
  struct Entry {
    MessageRef message;
    std::uint64_t tick = 0;
    bool shared = false;
  };

  std::size_t index(int i) const {
    const std::size_t at = first_ + static_cast<std::size_t>(i);
    return at < entries_.size() ? at : at - entries_.size();
  }
  void make_room(std::uint64_t tick);
  void replace_newest();
  void count(Drop reason) { counters_.drops[static_cast<std::size_t>(reason)].add(); }
  void mark(const WorkerMark& worker) const {
    if (plan_.same_lane)
      worker.from_lane();
    else
      worker.from_anywhere();
  }

  const PlannedEdge plan_;
  WorkerMark writer_, reader_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::size_t first_ = 0;
  int size_ = 0;
  Time bound_ = kTimeMin;
  bool writer_waits_ = false;
  EdgeCounters counters_;
};

}  // namespace sinew
