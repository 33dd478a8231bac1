// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "framework/memory/view.h"

namespace sinew {

/// Pixels that end where their memory ends, in rows wider than the image; the bytes before, between
/// and after the rows hold a mark, so that a test sees a write beyond the image, and the address
/// sanitizer a read beyond the last row.
template <class T>
class GuardedImage {
 public:
  GuardedImage(int width, int height, int padding_bytes = 13)
      : width_(width), height_(height), stride_(row_bytes() + padding_bytes) {
    bytes_.assign(kFront + static_cast<std::size_t>(stride_ * (height - 1) + row_bytes()), kMark);
  }

  ImageView<T> view() {
    return {reinterpret_cast<T*>(bytes_.data() + kFront), width_, height_, stride_};
  }

  /// Whether every byte outside the image still holds the mark.
  bool untouched_outside() const {
    for (std::size_t i = 0; i < kFront; ++i)
      if (bytes_[i] != kMark) return false;
    for (int y = 0; y + 1 < height_; ++y)
      for (int i = row_bytes(); i < stride_; ++i)
        if (bytes_[kFront + static_cast<std::size_t>(y * stride_ + i)] != kMark) return false;
    return true;
  }

  /// Bytes of 0, 255 and between.
  void fill_random(unsigned seed) {
    std::mt19937 random(seed);
    for (int y = 0; y < height_; ++y) {
      auto* row = bytes_.data() + kFront + static_cast<std::size_t>(y * stride_);
      for (int i = 0; i < row_bytes(); ++i) {
        const auto r = random();
        row[i] = static_cast<std::uint8_t>(r % 4 == 0 ? 0 : r % 4 == 1 ? 255 : r >> 8);
      }
    }
  }

 private:
  static constexpr std::size_t kFront = 64;
  static constexpr std::uint8_t kMark = 0xA5;

  int row_bytes() const { return width_ * static_cast<int>(sizeof(T)); }

  int width_, height_, stride_;
  std::vector<std::uint8_t> bytes_;
};

struct Size {
  int width, height;
};

/// Odd, tiny and larger than any block of the vectorised bodies.
inline constexpr Size kSizes[] = {{1, 1},   {1, 7},   {3, 2},    {2, 2},     {17, 5},
                                  {64, 33}, {65, 40}, {1039, 3}, {1025, 11}, {200, 3}};

}  // namespace sinew
