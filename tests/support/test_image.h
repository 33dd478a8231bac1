// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "framework/memory/buffer_pool.h"
#include "framework/memory/image.h"

namespace sinew::test {

/// An image with memory of its own.
class TestImage {
 public:
  TestImage(PixelFormat format, int width, int height, const CameraModel& camera = {})
      : shape_(ImageShape::packed(format, width, height, camera)), pool_(shape_.bytes(), 1) {
    image_ = {pool_.take(), shape_};
  }
  TestImage(const TestImage&) = delete;
  TestImage& operator=(const TestImage&) = delete;
  ~TestImage() { image_.buffer.reset(); }

  operator const Image&() const { return image_; }
  const Image& get() const { return image_; }

  /// Sample i of row y, a byte.
  std::uint8_t& byte(int i, int y) const {
    return reinterpret_cast<std::uint8_t*>(
        image_.buffer.mutable_data())[y * shape_.stride_bytes + i];
  }

  /// A pattern with edges, the same everywhere.
  void paint(unsigned seed) const {
    for (int y = 0; y < shape_.height; ++y)
      for (int i = 0; i < row_bytes(shape_.format, shape_.width); ++i)
        byte(i, y) = static_cast<std::uint8_t>(
            (static_cast<unsigned>(i / 3) * 37u ^ static_cast<unsigned>(y / 2) * 101u) +
            seed * 29u);
  }

 private:
  ImageShape shape_;
  BufferPool pool_;
  Image image_;
};

}  // namespace sinew::test
