// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/runtime/edge.h"
#include "framework/stage/any_stage.h"

namespace sinew {

/// The inputs of one stage: decides when a run is due and what it is given. Joins decide by bounds:
/// a Matched, Since or Group input is settled as soon as its edge says that nothing earlier can
/// come, or when `max_wait` is over. A trigger that is not settled is held here, so that its queue
/// stays free. Used by the stage's lane alone.
class Inbox {
 public:
  /// What decides besides the edges.
  struct Moment {
    Time now{};              ///< CLOCK_MONOTONIC: max_wait counts on it
    Time stamp{};            ///< the graph's clock: the stamp of a run without a trigger
    std::uint64_t tick = 0;  ///< lockstep: what was published in this tick is not yet visible
  };

  Inbox(const PlannedStage& stage, std::vector<Edge*> edges, Clock clock);

  /// Fills `run` with the next trigger and its partners, dropping triggers whose partners will not
  /// come. @return false where nothing is due
  bool next(const Moment& moment, StageRun& run);

  /// Whether a trigger waits, so that `next` may fill a run.
  bool has_work() const;
  /// Whether `next` may fill a run although no trigger has come: max_wait on the trigger's port.
  bool is_watchdog() const { return watchdog_; }

  /// Drops what no later trigger can use, so that its writer is not blocked by it.
  void purge();

  /// Fills `run` without a trigger: sources and timers.
  void sample(const Moment& moment, StageRun& run);

  /// Lets go of what the last run was given.
  void release();

  /// No later run has a trigger with a stamp up to this.
  Time bound() const;

  /// No message will come on any edge but feedback ones.
  bool inputs_ended() const;

  /// No run will come any more.
  bool ended() const { return bound() == kTimeMax; }

  /// When `next` must be asked again without anything having come.
  std::optional<Time> wake_at() const { return wake_at_; }

  /// Drops everything that waits.
  void drop_all(Drop reason);

  /// Lets go of every message. Last call.
  void close();

  /// What frees a writer that waits for room here, the mildest first.
  enum class Relief {
    kPassed,    ///< drops the oldest of a Since edge that the trigger has passed
    kOverflow,  ///< drops the oldest of a join that holds too little
    kOrder,     ///< takes the next trigger of a list out of order
  };
  /// For a graph at rest. @param blocked  the stage's own outputs are full: held triggers wait for
  /// it
  /// @return whether there was anything to free
  bool relieve(Relief relief, bool blocked);

  bool has_trigger() const { return trigger_ >= 0; }
  /// When the newest trigger that the last run was given had been published.
  Time arrived() const { return arrived_; }

 private:
  enum class Settled { kYes, kNo, kMissing };
  struct Held {
    MessageRef message;
    int edge = 0;
  };
  struct Candidate {
    Time stamp{};
    Time arrived{};
    int edge = 0;
  };

  void admit();
  std::optional<Candidate> candidate() const;
  std::optional<Candidate> front_of_edges() const;
  Settled settle(const Candidate& candidate, const Moment& moment);
  Settled settle_edge(int e, Time stamp, bool out_of_time) const;
  Settled settle_matched(int e, Time stamp, bool out_of_time) const;
  Settled settle_since(int e, Time stamp, bool out_of_time) const;
  void drop_candidate(const Candidate& candidate, Drop reason);
  MessageRef take_in_order(const Edge::Guard& guard, Edge& edge, int e);
  void take_trigger(const Candidate& candidate, StageRun& run);

  std::optional<Candidate> group_candidate(const Moment& moment);
  void take_group(const Candidate& candidate, StageRun& run);

  bool overdue(const Moment& moment, StageRun& run);
  void refresh_latest(const Moment& moment);
  void take_partners(Time stamp, const Moment& moment);
  int best_match(const Edge::Guard& guard, const Edge& edge, Time stamp) const;
  void expose(StageRun& run);
  bool visible(const Edge::Guard& guard, const Edge& edge, int i, const Moment& moment) const;

  struct PortEdges {
    Role role;
    int first, last;
    bool list;
  };

  const bool lockstep_, live_;
  const std::vector<Edge*> edges_;
  std::vector<PortEdges> ports_;
  const std::vector<std::uint16_t> first_edge_;
  int trigger_ = -1;           ///< port
  int at_least_ = 0;           ///< members of a group
  bool has_partners_ = false;  ///< Matched or Since edges that a trigger waits for
  bool simple_ = false;        ///< one trigger edge and nothing else
  bool watchdog_ = false;
  std::vector<Held> held_;  ///< oldest first, capacity fixed
  std::size_t held_capacity_ = 0;
  std::vector<std::vector<MessageRef>> taken_;  ///< per edge, of this run
  std::vector<MessageRef> latest_;              ///< per edge
  std::vector<std::uint64_t> next_sequence_;    ///< per edge: the least that may come
  bool out_of_order_ = false;  ///< the next trigger of a list is taken though an earlier may come
  std::vector<EdgeInput> inputs_;
  std::optional<Time> wake_at_;
  Time arrived_{};
  Time last_run_{};  ///< CLOCK_MONOTONIC
  Time last_stamp_ = kTimeMin;
};

}  // namespace sinew
