// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "framework/core/time.h"
#include "framework/core/unique_fd.h"

struct pollfd;

namespace sinew {

/// Lets one thread sleep until another has something for it. The sleeper announces itself, looks
/// once more for work, and only then sleeps; so no wake-up is lost, and a sleeper is woken once.
/// `wake` may be called from any thread and from a signal handler.
class Waker {
 public:
  enum class Kind {
    kFutex,
    kPoll,  ///< the sleeper also waits for descriptors
    kSpin,  ///< the sleeper keeps its core and looks: no system call on either side
  };
  explicit Waker(Kind kind);

  /// Sleeper: from here on `wake` counts.
  void announce() { asleep_.store(1, std::memory_order_seq_cst); }

  /// Sleeper: takes the announcement back. @return false where somebody has called `wake` meanwhile
  bool retract() { return asleep_.exchange(0, std::memory_order_seq_cst) == 1; }

  /// Sleeper: sleeps until woken, until a time, or until a descriptor is ready.
  /// @param fds  all but the last entry are the caller's; the last is filled here. Empty: none
  void sleep(std::optional<Time> until, std::span<pollfd> fds);

  /// Anyone. @return whether the sleeper had announced itself and nobody had woken it yet
  template <class BeforeWake>
  bool wake(BeforeWake&& before_wake) {
    if (asleep_.load(std::memory_order_seq_cst) == 0) return false;
    if (asleep_.exchange(0, std::memory_order_seq_cst) == 0) return false;
    before_wake();
    signal();
    return true;
  }

 private:
  void signal();

  void spin(std::optional<Time> until);

  const Kind kind_;
  std::atomic<std::uint32_t> asleep_{0};
  UniqueFd event_;
};

}  // namespace sinew
