// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/counters.h"

namespace sinew {

std::uint64_t Histogram::upper_edge(std::size_t bucket) {
  if (bucket < kPerOctave) return bucket;
  const std::size_t octave = bucket / kPerOctave + 3;
  const std::uint64_t fine = bucket % kPerOctave;
  return ((kPerOctave + fine + 1) << (octave - 4)) - 1;
}

Percentiles Histogram::read() const {
  std::array<std::uint64_t, kBuckets> counts;
  Percentiles result;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    counts[i] = buckets_[i].load(std::memory_order_relaxed);
    result.count += counts[i];
  }
  const std::uint64_t max = max_.load(std::memory_order_relaxed);
  const auto at = [&](double share) {
    const auto wanted = static_cast<std::uint64_t>(share * static_cast<double>(result.count));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += counts[i];
      if (seen > wanted) return Duration(static_cast<std::int64_t>(std::min(upper_edge(i), max)));
    }
    return Duration(static_cast<std::int64_t>(max));
  };
  if (result.count == 0) return result;
  result.p50 = at(0.5);
  result.p99 = at(0.99);
  result.p999 = at(0.999);
  result.max = Duration(static_cast<std::int64_t>(max));
  result.total = Duration(static_cast<std::int64_t>(total_.load(std::memory_order_relaxed)));
  return result;
}

const char* to_string(Drop drop) {
  switch (drop) {
    case Drop::kQueueFull:
      return "queue full";
    case Drop::kReplaced:
      return "replaced";
    case Drop::kUnmatched:
      return "unmatched";
    case Drop::kMissing:
      return "missing";
    case Drop::kOverflow:
      return "overflow";
    case Drop::kRestarting:
      return "restarting";
    case Drop::kFault:
      return "fault";
    case Drop::kLate:
      return "late";
    case Drop::kEnded:
      return "left at the end";
    case Drop::kCount:
      break;
  }
  return "?";
}

}  // namespace sinew
