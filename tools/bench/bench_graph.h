// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/runtime/report.h"
#include "tools/bench/samples.h"

namespace sinew::bench {

/// A chain of the stages of bench_stages.cpp: a source, `stages - 1` that pass on, a sink.
struct ChainGraph {
  int stages = 1;                 ///< beside the source
  bool lane_each = false;         ///< every stage and the source on a lane of its own; else on one
  bool spin = false;              ///< lanes that never sleep
  std::vector<int> cpus;          ///< of the lanes in turn; empty: wherever the kernel puts them
  std::optional<Duration> every;  ///< between two messages; nothing: as fast as they are taken
  std::int64_t messages = 0;
};

/// Runs it to the end; the sink's times are then in taken(). @throws Error where the run fails
GraphReport run_chain(const ChainGraph& chain);

}  // namespace sinew::bench
