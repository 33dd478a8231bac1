// SPDX-License-Identifier: Apache-2.0
#include "framework/lane/thread.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sinew {
namespace {

constexpr int kLowNice = 10, kHighNice = -10;

std::string refused(const char* what) {
  return std::string("normal (") + what + " refused: " + std::strerror(errno) + ")";
}

std::string set_nice(int nice, const char* name) {
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  return setpriority(PRIO_PROCESS, thread, nice) == 0 ? name : refused(name);
}

std::string set_priority(const ThreadSettings& settings) {
  switch (settings.priority) {
    case ThreadClass::kLow:
      return set_nice(kLowNice, "low");
    case ThreadClass::kHigh:
      return set_nice(kHighNice, "high");
    case ThreadClass::kNormal:
      return "normal";
    case ThreadClass::kRealtime:
      break;
  }
  sched_param param{};
  param.sched_priority = settings.realtime_priority;
  errno = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
  return errno == 0 ? "realtime(" + std::to_string(settings.realtime_priority) + ")"
                    : refused("realtime");
}

std::string set_cpus(const std::vector<int>& cpus) {
  if (cpus.empty()) return {};
  cpu_set_t set;
  CPU_ZERO(&set);
  std::string text = ", cpus";
  for (const int cpu : cpus) {
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    text += ' ' + std::to_string(cpu);
  }
  errno = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  return errno == 0 ? text : text + " refused";
}

}  // namespace

std::string apply_to_this_thread(const ThreadSettings& settings) {
  constexpr std::size_t kMostLetters = 15;  // the kernel's limit
  pthread_setname_np(pthread_self(), settings.name.substr(0, kMostLetters).c_str());
  const std::string priority = set_priority(settings);
  return priority + set_cpus(settings.cpus);
}

}  // namespace sinew
