// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/time.h"

namespace sinew::bench {

/// What travels in the graphs of `sinew bench`.
struct Sample {
  Time sent{};
};

/// {p50, p99, max} in microseconds.
struct Spread {
  double p50 = 0, p99 = 0, max = 0;
};

/// Times of one measurement, exact: no buckets. Adding neither waits nor allocates until it is
/// full; what comes then is left out. One thread at a time.
class Samples {
 public:
  /// Forgets everything. @param most  samples that there is room for
  void start(std::size_t most);

  void add(Duration time) {
    if (times_.size() < times_.capacity()) times_.push_back(time);
  }

  const std::vector<Duration>& times() const { return times_; }

 private:
  std::vector<Duration> times_;
};

/// Where bench.sink puts its times.
Samples& taken();

/// Of at least one time.
Spread spread(std::vector<Duration> times);

}  // namespace sinew::bench
