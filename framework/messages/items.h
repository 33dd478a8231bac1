// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include "framework/core/error.h"
#include "framework/memory/buffer.h"
#include "framework/memory/view.h"
#include "framework/messages/shape.h"

namespace sinew {

/// A list in a message: elements lie in a Buffer of fixed capacity, the count on the host. A
/// payload derives from it: struct Boxes : Items<Box> {}.
template <class E>
struct Items {
  static_assert(std::is_trivially_copyable_v<E>);
  using Element = E;

  Buffer buffer;
  int count = 0;
  int capacity = 0;

  static Shape shape(int capacity, const ImageShape& image = {}) {
    return {image, capacity, static_cast<std::size_t>(capacity) * sizeof(E)};
  }

  ArrayView<const E> view() const { return {reinterpret_cast<const E*>(buffer.data()), count}; }
  /// All of the capacity, to write; set `count` afterwards.
  ArrayView<E> storage() const { return {reinterpret_cast<E*>(buffer.mutable_data()), capacity}; }

  /// @return false where the list is full
  bool push_back(const E& element) {
    if (count == capacity) return false;
    storage()[count++] = element;
    return true;
  }
};

}  // namespace sinew
