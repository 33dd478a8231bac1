// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "framework/runtime/runtime.h"

namespace sinew {

/// While it lives, shows on standard error how far a run is, five times a second: only where that
/// is a terminal and the length is known (--for, --frames). Erases itself at the end.
class Progress {
 public:
  Progress(const Runtime& runtime, const RunOptions& options, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void show_until_done();
  double share() const;

  const Runtime& runtime_;
  const RunOptions options_;
  const Time start_ = now();
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

/// "[######------]  50 %"
std::string progress_bar(double share);

}  // namespace sinew
