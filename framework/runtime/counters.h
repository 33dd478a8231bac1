// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "framework/core/time.h"
#include "framework/runtime/report.h"

namespace sinew {

/// A counter that one thread writes and any may read: a plain addition, no locked instruction.
class Counter {
 public:
  void add(std::uint64_t amount = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// Durations in logarithmic buckets, 16 to the octave (6 % wide), from 1 ns to hours. Written by
/// one thread, read by any.
class Histogram {
 public:
  void add(Duration duration) {
    const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
    bump(buckets_[bucket(ns)], 1);
    bump(total_, ns);
    if (ns > max_.load(std::memory_order_relaxed)) max_.store(ns, std::memory_order_relaxed);
  }

  Percentiles read() const;

 private:
  static constexpr std::size_t kPerOctave = 16;
  static constexpr std::size_t kBuckets = 45 * kPerOctave;

  static std::size_t bucket(std::uint64_t ns) {
    if (ns < kPerOctave) return ns;
    const int top = 63 - std::countl_zero(ns);
    const std::size_t fine = (ns >> (top - 4)) & (kPerOctave - 1);
    return std::min((static_cast<std::size_t>(top) - 3) * kPerOctave + fine, kBuckets - 1);
  }
  static std::uint64_t upper_edge(std::size_t bucket);

  static void bump(std::atomic<std::uint64_t>& value, std::uint64_t amount) {
    value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }

  std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
  std::atomic<std::uint64_t> total_{0}, max_{0};
};

/// Why a message did not reach its reader.
enum class Drop : std::uint8_t {
  kQueueFull,   ///< drop_oldest made room
  kReplaced,    ///< a newer one took its place (Latest, a blocked live source)
  kUnmatched,   ///< no partner came for it, or no place to hold it
  kMissing,     ///< a Latest input was absent or too old
  kOverflow,    ///< more than a Since or a feedback edge holds
  kRestarting,  ///< its stage was being restarted
  kFault,       ///< its stage had stopped, or failed on it
  kLate,        ///< its stamp was passed before it came
  kEnded,       ///< still waiting when its reader ended
  kCount,
};
const char* to_string(Drop drop);

struct StageCounters {
  Counter runs, emitted, skips, faults, restarts;
  Histogram host_time, input_wait, latency;
  Counter late_input, late_queue, late_run;  ///< deadline misses by cause
};

/// Guarded by the edge, like the queue.
struct EdgeCounters {
  Counter published, delivered;
  std::array<Counter, static_cast<std::size_t>(Drop::kCount)> drops;
  Histogram age;
};

}  // namespace sinew
