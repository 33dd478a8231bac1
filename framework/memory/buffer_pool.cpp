// SPDX-License-Identifier: Apache-2.0
#include "framework/memory/buffer_pool.h"

#include <sys/mman.h>

#include <string>

#include "framework/core/error.h"

namespace sinew {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// A slab aligned to huge pages, which are asked for; populated so that no frame takes a page
/// fault.
std::byte* map_slab(std::size_t bytes) {
  const std::size_t total = bytes + kHugePage;
  void* const memory = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw Error("no memory for a pool of " + std::to_string(bytes) +
                " bytes: make the images or the queues smaller");
  auto* const start = static_cast<std::byte*>(memory);
  const std::size_t skip = round_up(reinterpret_cast<std::size_t>(start), kHugePage) -
                           reinterpret_cast<std::size_t>(start);
  if (skip > 0) munmap(start, skip);
  if (total - skip > bytes) munmap(start + skip + bytes, total - skip - bytes);
  madvise(start + skip, bytes, MADV_HUGEPAGE);
  for (std::size_t i = 0; i < bytes; i += 4096) start[skip + i] = std::byte{0};
  return start + skip;
}

}  // namespace

BufferPool::BufferPool(std::size_t bytes, int size)
    : bytes_(bytes), size_(size), blocks_(new Block[static_cast<std::size_t>(size)]) {
  const std::size_t stride = round_up(bytes, 128);
  slab_bytes_ = round_up(stride * static_cast<std::size_t>(size), 4096);
  slab_ = map_slab(slab_bytes_);
  for (int i = size - 1; i >= 0; --i) {
    Block& block = blocks_[static_cast<std::size_t>(i)];
    block.data = slab_ + stride * static_cast<std::size_t>(i);
    block.bytes = bytes;
    block.owner = this;
    block.release = [](BufferBlock* b) noexcept {
      static_cast<BufferPool*>(b->owner)->give_back(static_cast<Block*>(b));
    };
    block.next_free = free_;
    free_ = &block;
  }
}

BufferPool::~BufferPool() {
  SINEW_ASSERT(used() == 0, used(), size_);
  munmap(slab_, slab_bytes_);
}

int BufferPool::used() const {
  return taken_.load(std::memory_order_relaxed) - given_back_.load(std::memory_order_relaxed);
}

Buffer BufferPool::take() {
  if (!free_) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
  SINEW_ASSERT(free_ != nullptr, bytes_, size_);
  Block* const block = free_;
  free_ = block->next_free;
  taken_.store(taken_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (const int in_use = used(); in_use > most_used_.load(std::memory_order_relaxed))
    most_used_.store(in_use, std::memory_order_relaxed);
  return Buffer(block);
}

void BufferPool::give_back(Block* block) noexcept {
  given_back_.fetch_add(1, std::memory_order_relaxed);
  block->next_free = returned_.load(std::memory_order_relaxed);
  while (!returned_.compare_exchange_weak(block->next_free, block, std::memory_order_release,
                                          std::memory_order_relaxed)) {
  }
}

}  // namespace sinew
