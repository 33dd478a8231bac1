// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "framework/stage/roles.h"

namespace sinew {

/// Handles that a stage let go of during this run. The worker holds them until the run's own fence
/// has passed: the GPU may still be reading.
class RetireList {
 public:
  explicit RetireList(std::size_t capacity) {
    buffers_.reserve(capacity);
    messages_.reserve(capacity);
  }
  void add(Buffer buffer) { buffers_.push_back(std::move(buffer)); }
  void add(MessageRef message) { messages_.push_back(std::move(message)); }
  void clear() {
    buffers_.clear();
    messages_.clear();
  }

 private:
  std::vector<Buffer> buffers_;
  std::vector<MessageRef> messages_;
};

/// Keeps a payload beyond `process`. The port that it comes from says how many with .keeps(n).
template <class T>
class Kept {
 public:
  explicit Kept(RetireList* retired) : retired_(retired) {}
  Kept(Kept&& other) noexcept
      : retired_(other.retired_),
        value_(std::move(other.value_)),
        held_(std::exchange(other.held_, false)) {}
  Kept& operator=(Kept&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::move(other.value_);
      held_ = std::exchange(other.held_, false);
    }
    return *this;
  }
  ~Kept() = default;

  Kept& operator=(const T& payload) {
    T copy = payload;
    reset();
    value_ = std::move(copy);
    held_ = true;
    return *this;
  }

  explicit operator bool() const { return held_; }
  const T& operator*() const { return value_; }
  const T* operator->() const { return &value_; }

  void reset() {
    if constexpr (HasBulk<T>) {
      if (held_ && retired_) retired_->add(std::move(value_.buffer));
    }
    if constexpr (std::is_same_v<T, Any>) {
      if (held_ && retired_) retired_->add(std::move(value_.message));
    }
    value_ = T{};
    held_ = false;
  }

 private:
  RetireList* retired_;
  T value_{};
  bool held_ = false;
};

}  // namespace sinew
