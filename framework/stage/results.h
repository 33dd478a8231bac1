// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// Figures that a stage found, for the report: "ape_se3_m". Thread-safe; allocates, so not per
/// frame.
class Results {
 public:
  void set(const std::string& name, double value) {
    const std::lock_guard lock(mutex_);
    for (auto& [known, old] : values_)
      if (known == name) return void(old = value);
    values_.emplace_back(name, value);
  }
  std::vector<std::pair<std::string, double>> all() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, double>> values_;
};

}  // namespace sinew
