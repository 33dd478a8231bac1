// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

enum class ThreadClass { kLow, kNormal, kHigh, kRealtime };

struct ThreadSettings {
  std::string name;
  std::vector<int> cpus;  ///< empty: any
  ThreadClass priority = ThreadClass::kNormal;
  int realtime_priority = 0;  ///< 1 to 99 with kRealtime
};

/// Applies the settings to the calling thread.
/// @return what was granted, "normal, cpus 0 1"; a refusal is named: "normal (realtime refused: …)"
std::string apply_to_this_thread(const ThreadSettings& settings);

}  // namespace sinew
