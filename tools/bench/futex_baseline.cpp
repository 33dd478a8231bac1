// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/futex_baseline.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "framework/core/error.h"

namespace sinew::bench {
namespace {

using Word = std::atomic<std::uint32_t>;
constexpr std::uint32_t kStop = UINT32_MAX;

std::uint32_t* address(Word& word) { return reinterpret_cast<std::uint32_t*>(&word); }

void wake(Word& word, std::uint32_t value) {
  word.store(value, std::memory_order_release);
  syscall(SYS_futex, address(word), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

/// Sleeps while the word is `old`. @return what it became
std::uint32_t wait_while(Word& word, std::uint32_t old) {
  std::uint32_t value;
  while ((value = word.load(std::memory_order_acquire)) == old)
    syscall(SYS_futex, address(word), FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
  return value;
}

}  // namespace

void pin_this_thread(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  const int error = pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
  SINEW_ASSERT(error == 0, cpu, error);
}

struct FutexChain::Link {
  alignas(64) Word word{0};
  Time woken{};
  std::thread thread;
};

FutexChain::FutexChain(int links, std::vector<int> cpus)
    : links_(static_cast<std::size_t>(links) + 1) {
  // The last word belongs to the caller: the last thread wakes it once it has read the clock.
  for (std::size_t i = 0; i + 1 < links_.size(); ++i)
    links_[i].thread = std::thread([this, i, cpus] {
      if (!cpus.empty()) pin_this_thread(cpus[i % cpus.size()]);
      Link& link = links_[i];
      for (std::uint32_t seen = 0;;) {
        seen = wait_while(link.word, seen);
        link.woken = now();
        wake(links_[i + 1].word, seen);
        if (seen == kStop) return;
      }
    });
}

FutexChain::~FutexChain() {
  wake(links_.front().word, kStop);
  for (Link& link : links_)
    if (link.thread.joinable()) link.thread.join();
}

Duration FutexChain::pass() {
  Word& last = links_.back().word;
  const std::uint32_t before = last.load(std::memory_order_relaxed);
  const Time start = now();
  wake(links_.front().word, before + 1);
  wait_while(last, before);
  return links_[links_.size() - 2].woken - start;
}

}  // namespace sinew::bench
