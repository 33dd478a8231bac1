// SPDX-License-Identifier: Apache-2.0
#include "framework/messages/message_pool.h"

#include "framework/core/error.h"

namespace sinew {
namespace {

/// Adds to a counter that one thread writes and others may read.
void add_relaxed(std::atomic<int>& counter, int amount) {
  counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

}  // namespace

void MessageRef::give_back(Message* message) noexcept { message->pool->give_back(message); }

MessagePool::MessagePool(const PayloadType& type, int size, bool one_lane)
    : type_(type),
      size_(size),
      one_lane_(one_lane),
      slots_(new Message[static_cast<std::size_t>(size)]) {
  const std::size_t stride = (type.size + 63) / 64 * 64;
  payloads_.reset(new std::byte[stride * static_cast<std::size_t>(size) + 64]);
  void* start = payloads_.get();
  std::size_t space = stride * static_cast<std::size_t>(size) + 64;
  std::byte* payload = static_cast<std::byte*>(std::align(64, stride, start, space));
  for (int i = size - 1; i >= 0; --i) {
    Message& slot = slots_[static_cast<std::size_t>(i)];
    slot.type = &type_;
    slot.pool = this;
    slot.payload = payload + stride * static_cast<std::size_t>(i);
    type_.construct(slot.payload);
    slot.next_free = free_;
    free_ = &slot;
  }
}

MessagePool::~MessagePool() {
  SINEW_ASSERT(used() == 0, type_.name, used());
  for (int i = 0; i < size_; ++i) type_.destroy(slots_[static_cast<std::size_t>(i)].payload);
}

int MessagePool::used() const {
  return taken_.load(std::memory_order_relaxed) - given_back_.load(std::memory_order_relaxed);
}

MessageRef MessagePool::take() {
  if (!free_) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
  SINEW_ASSERT(free_ != nullptr, type_.name, size_);
  Message* const message = free_;
  free_ = message->next_free;
  add_relaxed(taken_, 1);
  if (const int in_use = used(); in_use > most_used_.load(std::memory_order_relaxed))
    most_used_.store(in_use, std::memory_order_relaxed);
  return MessageRef(message);
}

void MessagePool::give_back(Message* message) noexcept {
  type_.release(message->payload);
  if (one_lane_) {
    message->next_free = free_;
    free_ = message;
    add_relaxed(given_back_, 1);
    return;
  }
  given_back_.fetch_add(1, std::memory_order_relaxed);
  message->next_free = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(message->next_free, message, std::memory_order_release,
                                          std::memory_order_relaxed)) {
  }
}

}  // namespace sinew
