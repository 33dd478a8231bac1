// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "framework/messages/message.h"
#include "framework/messages/payload.h"

namespace sinew {

/// The fixed set of message slots of one output. `take` is called by the producing lane alone;
/// slots come back from any thread. Neither waits nor allocates.
class MessagePool {
 public:
  /// @param one_lane  every handle lives on the producer's own lane: no atomics are needed
  MessagePool(const PayloadType& type, int size, bool one_lane);
  ~MessagePool();
  MessagePool(const MessagePool&) = delete;
  MessagePool& operator=(const MessagePool&) = delete;

  /// A free slot whose payload is as its last user left it, without bulk. Asserts that there is
  /// one: the pool is sized when the graph is built, so an empty one is a bug.
  MessageRef take();

  void give_back(Message* message) noexcept;

  const PayloadType& type() const { return type_; }
  int size() const { return size_; }
  int most_used() const { return most_used_.load(std::memory_order_relaxed); }
  int used() const;

 private:
  const PayloadType& type_;
  const int size_;
  const bool one_lane_;
  std::unique_ptr<Message[]> slots_;
  std::unique_ptr<std::byte[]> payloads_;
  Message* free_ = nullptr;                  ///< the producer's own list
  std::atomic<Message*> returned_{nullptr};  ///< what other threads gave back
  std::atomic<int> taken_{0}, given_back_{0}, most_used_{0};
};

}  // namespace sinew
