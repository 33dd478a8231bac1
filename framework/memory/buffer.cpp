// SPDX-License-Identifier: Apache-2.0
#include "framework/memory/buffer.h"

#include "framework/core/error.h"

namespace sinew {

std::string_view to_string(Space space) {
  switch (space) {
    case Space::kHost:
      return "host";
    case Space::kPinned:
      return "pinned";
    case Space::kManaged:
      return "managed";
    case Space::kDevice:
      return "device";
    case Space::kDmabuf:
      return "dmabuf";
  }
  return "?";
}

std::byte* Buffer::mutable_data() const {
  if (!block_) return nullptr;
  const std::uint32_t handles = block_->handles.load(std::memory_order_acquire);
  SINEW_ASSERT(handles == 1, handles);
  return block_->data;
}

}  // namespace sinew
