// SPDX-License-Identifier: Apache-2.0
#include "framework/lane/waker.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "framework/core/error.h"

namespace sinew {
namespace {

timespec to_timespec(Time time) {
  const std::int64_t ns = std::max<std::int64_t>(to_ns(time), 0);
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

/// Sleeps while the word is 1. The absolute time is on CLOCK_MONOTONIC.
void futex_wait(std::atomic<std::uint32_t>& word, std::optional<Time> until) {
  timespec at{};
  if (until) at = to_timespec(*until);
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 1, until ? &at : nullptr, nullptr,
          FUTEX_BITSET_MATCH_ANY);
}

/// Tells the core that this is a spin loop.
void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

Waker::Waker(Kind kind) : kind_(kind) {
  if (kind != Kind::kPoll) return;
  event_.reset(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!event_) throw Error("no event descriptor for a lane: raise the limit of open files");
}

void Waker::sleep(std::optional<Time> until, std::span<pollfd> fds) {
  if (kind_ == Kind::kSpin) return spin(until);
  if (kind_ == Kind::kFutex) return futex_wait(asleep_, until);
  fds.back() = {event_.get(), POLLIN, 0};
  timespec left{};
  if (until) left = to_timespec(Time(std::max(*until - now(), Duration(0))));
  ppoll(fds.data(), fds.size(), until ? &left : nullptr, nullptr);
  std::uint64_t count = 0;
  if (fds.back().revents != 0) [[maybe_unused]]
    const ssize_t n = read(event_.get(), &count, sizeof count);
}

void Waker::spin(std::optional<Time> until) {
  constexpr int kLooksPerClock = 64;  // a clock read costs more than a look
  for (;;) {
    for (int i = 0; i < kLooksPerClock; ++i) {
      if (asleep_.load(std::memory_order_acquire) == 0) return;
      relax();
    }
    if (until && now() >= *until) return;
  }
}

void Waker::signal() {
  if (kind_ == Kind::kSpin) return;
  if (kind_ == Kind::kFutex) {
    syscall(SYS_futex, &asleep_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    return;
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = write(event_.get(), &one, sizeof one);
}

}  // namespace sinew
