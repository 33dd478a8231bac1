// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/samples.h"

#include <algorithm>

#include "framework/core/error.h"

namespace sinew::bench {

void Samples::start(std::size_t most) {
  times_.clear();
  times_.reserve(most);
}

Samples& taken() {
  static Samples samples;
  return samples;
}

Spread spread(std::vector<Duration> times) {
  SINEW_ASSERT(!times.empty(), times.size());
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    const auto index = static_cast<std::size_t>(share * static_cast<double>(times.size() - 1));
    return static_cast<double>(times[index].count()) * 1e-3;
  };
  return {at(0.5), at(0.99), at(1)};
}

}  // namespace sinew::bench
