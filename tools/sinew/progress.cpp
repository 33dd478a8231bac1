// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace sinew {
namespace {

constexpr std::size_t kBarWidth = 40;
constexpr auto kPeriod = std::chrono::milliseconds(200);

}  // namespace

std::string progress_bar(double share) {
  const double part = std::clamp(share, 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
  const std::string percent = std::to_string(static_cast<int>(100 * part));
  return '[' + std::string(filled, '#') + std::string(kBarWidth - filled, '-') + "] " +
         std::string(3 - percent.size(), ' ') + percent + " %";
}

Progress::Progress(const Runtime& runtime, const RunOptions& options, bool quiet)
    : runtime_(runtime), options_(options) {
  if (!quiet && (options.run_for || options.frames) && isatty(STDERR_FILENO))
    thread_ = std::thread([this] { show_until_done(); });
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

double Progress::share() const {
  double most = 0;
  if (options_.run_for) most = to_s(now() - start_) / to_s(*options_.run_for);
  if (!options_.frames) return most;
  const GraphReport report = runtime_.report();
  const GraphPlan& plan = runtime_.plan();
  for (std::size_t i = 0; i < plan.stages.size(); ++i)
    if (plan.stages[i].entry->is_source)
      most = std::max(most, static_cast<double>(report.stages[i].emitted) /
                                static_cast<double>(*options_.frames));
  return most;
}

void Progress::show_until_done() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kPeriod, [this] { return done_; })) {
    std::fprintf(stderr, "\r%s", progress_bar(share()).c_str());
    std::fflush(stderr);
  }
  std::fputs("\r\033[K", stderr);
}

}  // namespace sinew
