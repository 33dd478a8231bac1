// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace sinew {

/// Where work runs: what a kernel is given. A CPU lane runs it in the calling thread, before the
/// call returns. Used by one thread, that of the lane. Not copyable.
class Lane {
 public:
  explicit Lane(std::string name) : name_(std::move(name)) {}
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  const std::string& name() const { return name_; }

  /// Waits until everything enqueued on this lane has finished; on a CPU lane it has. Each such
  /// wait is counted.
  void wait() const {}

 private:
  std::string name_;
};

}  // namespace sinew
