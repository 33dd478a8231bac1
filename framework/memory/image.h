// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/core/error.h"
#include "framework/memory/buffer.h"
#include "framework/memory/pixel_format.h"
#include "framework/memory/view.h"

namespace sinew {

/// A picture: a handle to its bytes and what they mean. Copying copies the handle, not the pixels.
struct Image {
  Buffer buffer;
  ImageShape shape;

  /// Plane `plane` as pixels of type T (kNv12: plane 1 is two bytes, u and v, at half the size).
  /// Asserts that T has the size of one pixel of that plane.
  template <class T>
  ImageView<const T> view(int plane = 0) const {
    return plane_view<const T>(buffer.data(), plane);
  }
  /// The same to write; only while this is the sole handle.
  template <class T>
  ImageView<T> mutable_view(int plane = 0) const {
    return plane_view<T>(buffer.mutable_data(), plane);
  }

 private:
  template <class T, class Byte>
  ImageView<T> plane_view(Byte* data, int plane) const {
    const bool chroma = plane == 1;
    const int width = chroma ? shape.width / 2 : shape.width;
    SINEW_ASSERT(static_cast<int>(sizeof(T)) * width == row_bytes(shape.format, shape.width),
                 to_string(shape.format), sizeof(T));
    return {reinterpret_cast<T*>(data + shape.plane_offset(plane)), width,
            chroma ? shape.height / 2 : shape.height, shape.stride_bytes};
  }
};

}  // namespace sinew
