// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sinew {

/// Where bytes live. What each space means: framework/README.md.
enum class Space : std::uint8_t { kHost, kPinned, kManaged, kDevice, kDmabuf };

std::string_view to_string(Space space);

/// What a Buffer points to. Owned by whoever made it (a pool, a camera), which learns through
/// `release` that the last handle is gone. Not copyable.
struct BufferBlock {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  Space space = Space::kHost;
  /// Called once by the thread that drops the last handle. Must not throw or wait.
  void (*release)(BufferBlock*) noexcept = nullptr;
  void* owner = nullptr;
  std::atomic<std::uint32_t> handles{0};
};

/// A shared handle to bytes: the one place with shared ownership. Copying a handle costs one atomic
/// addition and never allocates. Handles may be used from any thread; the bytes are written by the
/// producer while it is the sole owner and are read-only once published.
class Buffer {
 public:
  Buffer() = default;
  /// Takes the first handle of a block that has none.
  explicit Buffer(BufferBlock* block) : block_(block) {
    block_->handles.store(1, std::memory_order_relaxed);
  }
  Buffer(const Buffer& other) noexcept : block_(other.block_) {
    if (block_) block_->handles.fetch_add(1, std::memory_order_relaxed);
  }
  Buffer(Buffer&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Buffer() { reset(); }

  void reset() noexcept {
    BufferBlock* const block = std::exchange(block_, nullptr);
    // A sole owner needs no read-modify-write: nobody else can make a second handle.
    if (block && (block->handles.load(std::memory_order_acquire) == 1 ||
                  block->handles.fetch_sub(1, std::memory_order_acq_rel) == 1))
      block->release(block);
  }

  explicit operator bool() const { return block_ != nullptr; }
  const std::byte* data() const { return block_ ? block_->data : nullptr; }
  std::size_t bytes() const { return block_ ? block_->bytes : 0; }
  Space space() const { return block_ ? block_->space : Space::kHost; }

  /// The bytes to write. Asserts that this is the only handle.
  std::byte* mutable_data() const;

  bool shares_with(const Buffer& other) const { return block_ && block_ == other.block_; }

 private:
  BufferBlock* block_ = nullptr;
};

}  // namespace sinew
