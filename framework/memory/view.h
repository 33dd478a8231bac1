// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "framework/core/host_device.h"

namespace sinew {

/// A plane of pixels that somebody else owns. Plain data, passed to kernels by value.
template <class T>
struct ImageView {
  T* data = nullptr;
  int width = 0;                    ///< [px]
  int height = 0;                   ///< [px]
  std::ptrdiff_t stride_bytes = 0;  ///< from one row to the next

  using Byte = std::conditional_t<std::is_const_v<T>, const std::uint8_t, std::uint8_t>;

  SINEW_HD T* row(int y) const {
    return reinterpret_cast<T*>(reinterpret_cast<Byte*>(data) + y * stride_bytes);
  }
  SINEW_HD T& at(int x, int y) const { return row(y)[x]; }
  SINEW_HD operator ImageView<const T>() const requires(!std::is_const_v<T>) {
    return {data, width, height, stride_bytes};
  }
};

/// A run of elements that somebody else owns.
template <class T>
struct ArrayView {
  T* data = nullptr;
  int size = 0;

  SINEW_HD T& operator[](int i) const { return data[i]; }
  SINEW_HD T* begin() const { return data; }
  SINEW_HD T* end() const { return data + size; }
  SINEW_HD operator ArrayView<const T>() const requires(!std::is_const_v<T>) {
    return {data, size};
  }
};

/// One pixel of PixelFormat::kRgb8 (kBgr8 has the same layout with r and b exchanged).
struct Rgb8 {
  std::uint8_t r, g, b;
};

struct Float2 {
  float x, y;
};

}  // namespace sinew
