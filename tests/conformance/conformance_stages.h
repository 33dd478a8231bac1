// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew::test {

inline constexpr std::uint64_t kFrames = 10;       ///< that conformance.source sends
inline constexpr std::uint64_t kFramesExempt = 3;  ///< in which a stage may still allocate

/// How often operator new was called, in the last run of a graph with one of these stages, from
/// when the first frames had passed to when the last one had: setup and finish() do not count.
std::uint64_t allocations_after_the_first_frames();

}  // namespace sinew::test
