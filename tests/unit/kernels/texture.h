// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/lane/lane.h"
#include "kernels/image/pyramid.h"

namespace sinew::test {

/// Smooth grey texture, about 20 to 236, with slopes of some 10 levels a pixel in all directions.
inline double texture(double x, double y) {
  return 128 + 30 * std::sin(0.61 * x + 1.3 * std::sin(0.11 * y)) +
         30 * std::sin(0.57 * y - 0.17 * x + 1.1 * std::cos(0.09 * x)) +
         22 * std::sin(0.33 * x + 0.41 * y) + 22 * std::cos(0.38 * x - 0.29 * y);
}

/// A grey image of its own, with rows longer than its width.
class Picture {
 public:
  /// value(x, y) is rounded to a grey level.
  template <class Value>
  Picture(int width, int height, Value value) : width_(width), height_(height) {
    bytes_.resize(static_cast<std::size_t>(stride()) * static_cast<std::size_t>(height), 77);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        bytes_[static_cast<std::size_t>(y * stride() + x)] =
            static_cast<std::uint8_t>(std::lround(std::fmin(std::fmax(value(x, y), 0.0), 255.0)));
      }
    }
  }

  ImageView<const std::uint8_t> view() const { return {bytes_.data(), width_, height_, stride()}; }

 private:
  int stride() const { return width_ + 5; }

  int width_, height_;
  std::vector<std::uint8_t> bytes_;
};

/// A picture with its pyramid.
class Pyramid {
 public:
  template <class Value>
  Pyramid(int width, int height, int levels, Value value)
      : picture_(width, height, value),
        layout_(PyramidLayout::of(width, height, levels)),
        buffer_(layout_.bytes + 64) {
    const auto address = reinterpret_cast<std::uintptr_t>(buffer_.data());
    std::byte* aligned = buffer_.data() + (64 - address % 64) % 64;
    view_ = build_pyramid(Lane("test"), picture_.view(), layout_, aligned);
  }
  Pyramid(const Pyramid&) = delete;
  Pyramid& operator=(const Pyramid&) = delete;

  const PyramidView& view() const { return view_; }

 private:
  Picture picture_;
  PyramidLayout layout_;
  std::vector<std::byte> buffer_;
  PyramidView view_;
};

template <class T>
ArrayView<const T> view_of(const std::vector<T>& items) {
  return {items.data(), static_cast<int>(items.size())};
}
template <class T>
ArrayView<T> view_of(std::vector<T>& items) {
  return {items.data(), static_cast<int>(items.size())};
}

}  // namespace sinew::test
