// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace sinew {

using Duration = std::chrono::nanoseconds;

/// A point on the graph's clock. Live: CLOCK_MONOTONIC. Replay and lockstep: the data's own time.
using Time = std::chrono::time_point<std::chrono::steady_clock, Duration>;

inline constexpr Time kTimeMin = Time::min();  ///< before every stamp
inline constexpr Time kTimeMax = Time::max();  ///< after every stamp: nothing more will come

/// CLOCK_MONOTONIC. Does not enter the kernel.
inline Time now() { return std::chrono::steady_clock::now(); }

constexpr Time time_from_ns(std::int64_t ns) { return Time(Duration(ns)); }
constexpr std::int64_t to_ns(Time time) { return time.time_since_epoch().count(); }
constexpr double to_s(Duration duration) { return static_cast<double>(duration.count()) * 1e-9; }
constexpr double to_s(Time time) { return to_s(time.time_since_epoch()); }

/// Rounded to the nearest nanosecond.
constexpr Duration duration_from_s(double seconds) {
  return Duration(static_cast<std::int64_t>(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5)));
}

}  // namespace sinew
