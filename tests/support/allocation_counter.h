// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew::test {

/// How often operator new was called so far, by any thread, in the program and in the libraries
/// that it has loaded. Linking allocation_counter.cpp into an executable makes it count.
std::uint64_t allocations();

}  // namespace sinew::test
