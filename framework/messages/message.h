// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "framework/core/time.h"
#include "framework/lane/fence.h"

namespace sinew {

class MessagePool;
struct PayloadType;

/// What travels on an edge: {stamp, sequence, born, ready, payload}. Lies in a slot of its output's
/// pool; read-only once published.
struct Message {
  Time stamp{};                ///< capture time on the graph's clock
  std::uint64_t sequence = 0;  ///< counts this output's messages from 0, goes on after a restart
  Time born{};                 ///< when it entered this graph, CLOCK_MONOTONIC
  Time published{};            ///< when its stage published it, CLOCK_MONOTONIC
  Fence ready;                 ///< the payload's bytes are complete once this has passed
  const PayloadType* type = nullptr;
  void* payload = nullptr;

  // Of the pool.
  std::atomic<std::uint32_t> handles{0};
  MessagePool* pool = nullptr;
  Message* next_free = nullptr;
};

/// A shared handle to a message. May be used from any thread; never allocates.
class MessageRef {
 public:
  MessageRef() = default;
  explicit MessageRef(Message* message) : message_(message) {
    message_->handles.store(1, std::memory_order_relaxed);
  }
  MessageRef(const MessageRef& other) noexcept : message_(other.message_) {
    if (message_) message_->handles.fetch_add(1, std::memory_order_relaxed);
  }
  MessageRef(MessageRef&& other) noexcept : message_(std::exchange(other.message_, nullptr)) {}
  MessageRef& operator=(MessageRef other) noexcept {
    std::swap(message_, other.message_);
    return *this;
  }
  ~MessageRef() { reset(); }

  void reset() noexcept {
    Message* const message = std::exchange(message_, nullptr);
    // A sole owner needs no read-modify-write: nobody else can make a second handle.
    if (message && (message->handles.load(std::memory_order_acquire) == 1 ||
                    message->handles.fetch_sub(1, std::memory_order_acq_rel) == 1))
      give_back(message);
  }

  explicit operator bool() const { return message_ != nullptr; }
  const Message* operator->() const { return message_; }
  const Message& operator*() const { return *message_; }
  Message* get() const { return message_; }

  template <class T>
  const T& payload() const {
    return *static_cast<const T*>(message_->payload);
  }

 private:
  static void give_back(Message* message) noexcept;

  Message* message_ = nullptr;
};

}  // namespace sinew
