// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "framework/memory/buffer.h"

namespace sinew {

/// A fixed number of equal buffers in host memory, allocated and touched at construction. `take` is
/// called by one thread; buffers come back from any. Neither waits nor allocates.
class BufferPool {
 public:
  /// @throws Error that says how much memory was asked for where there is not enough
  BufferPool(std::size_t bytes, int size);
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// A free buffer with whatever bytes its last user left. Asserts that there is one.
  Buffer take();

  std::size_t bytes() const { return bytes_; }  ///< of one buffer
  int size() const { return size_; }
  int used() const;
  int most_used() const { return most_used_.load(std::memory_order_relaxed); }

 private:
  struct Block : BufferBlock {
    Block* next_free = nullptr;
  };
  void give_back(Block* block) noexcept;

  const std::size_t bytes_;
  const int size_;
  std::byte* slab_ = nullptr;
  std::size_t slab_bytes_ = 0;
  std::unique_ptr<Block[]> blocks_;
  Block* free_ = nullptr;
  std::atomic<Block*> returned_{nullptr};
  std::atomic<int> taken_{0}, given_back_{0}, most_used_{0};
};

}  // namespace sinew
