// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tools/bench/samples.h"

namespace sinew::bench {

/// What handing a message on costs. A hop runs from just before the emit in one stage to the first
/// statement of the next; a chain is a source and ten stages. Sleeping lanes get 1000 messages a
/// second, so that each hop finds its reader asleep.
struct Hops {
  Spread same_lane_us;
  Spread cross_lane_us, futex_us;             ///< same two CPUs, interleaved blocks
  std::optional<Spread> spin_lane_us;         ///< nothing where there are no two CPUs
  double chain10_messages_per_s = 0;          ///< that reach the sink, all stages on one lane
  Spread chain10_lanes_us, chain10_futex_us;  ///< not pinned, interleaved blocks
  double counters_ns = 0;                     ///< per stage and message
};

/// Measures for about as long as the budget says. @throws Error where a graph does not run
Hops measure_hops(Duration budget);

}  // namespace sinew::bench
