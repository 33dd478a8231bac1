// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/core/time.h"

namespace sinew::bench {

/// A chain of bare threads that sleep on futexes: the least that a hand-over between lanes can
/// cost. Each thread does nothing but wake the next one. Threads live as long as the object; one
/// caller.
class FutexChain {
 public:
  /// @param links  threads beside the caller's, at least 1
  /// @param cpus   CPU of each thread in turn; empty: wherever the kernel puts them
  FutexChain(int links, std::vector<int> cpus);
  ~FutexChain();
  FutexChain(const FutexChain&) = delete;
  FutexChain& operator=(const FutexChain&) = delete;

  /// Wakes the first thread; waits, blocked, until the last has woken.
  /// @return from just before the first wake to the first statement of the last thread
  Duration pass();

 private:
  struct Link;
  std::vector<Link> links_;
};

/// Keeps the calling thread on one CPU. Asserts that the process may use it.
void pin_this_thread(int cpu);

}  // namespace sinew::bench
