// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/downsample_half.h"

#include <numeric>

#include "kernels/image/downsample_half_body.h"
#include "kernels/image/pyramid.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/image_guard.h"

namespace sinew {
namespace {

std::vector<std::uint8_t> halved(std::vector<std::uint8_t> pixels, int width, int height) {
  const int w = (width + 1) / 2, h = (height + 1) / 2;
  std::vector<std::uint8_t> result(static_cast<std::size_t>(w * h));
  downsample_half(Lane("main"), {pixels.data(), width, height, width}, {result.data(), w, h, w});
  return result;
}

TEST_CASE("halving keeps a flat image, one pixel included") {
  CHECK(halved({77}, 1, 1) == std::vector<std::uint8_t>{77});
  CHECK(halved(std::vector<std::uint8_t>(21, 255), 7, 3) == std::vector<std::uint8_t>(8, 255));
}

TEST_CASE("halving weighs a row with 1 4 6 4 1 and mirrors it at its ends") {
  // At 0: 4 * 20 + 6 * 10 + 4 * 20 + 2 * 30 = 280, 280 / 16 = 17.5; at 2: 10 + 80 + 180 + 160 + 50
  // = 480, 480 / 16 = 30; at 4: 30 + 160 + 300 + 160 + 30 = 680, 680 / 16 = 42.5.
  CHECK(halved({10, 20, 30, 40, 50}, 5, 1) == std::vector<std::uint8_t>{18, 30, 43});
  CHECK(halved({10, 20, 30, 40, 50}, 1, 5) == std::vector<std::uint8_t>{18, 30, 43});
  // Even width: beyond 40 comes 30 again: 10 + 80 + 180 + 160 + 30 = 460, 460 / 16 = 28.75.
  CHECK(halved({10, 20, 30, 40}, 4, 1) == std::vector<std::uint8_t>{18, 29});
}

TEST_CASE("halving rounds once, after both directions") {
  // One bright pixel: 255 * 36 / 256 = 35.9 at itself, 255 * 1 * 6 / 256 = 5.98 two to the right.
  std::vector<std::uint8_t> dot(81, 0);
  dot[4 * 9 + 4] = 255;
  const std::vector<std::uint8_t> result = halved(dot, 9, 9);
  CHECK(result[2 * 5 + 2] == 36);
  CHECK(result[2 * 5 + 3] == 6);
  CHECK(result[3 * 5 + 3] == 1);
  CHECK(result[0] == 0);
  CHECK(std::accumulate(result.begin(), result.end(), 0) == 36 + 4 * 6 + 4 * 1);
}

TEST_CASE("the vectorised halving equals the plain loop and stays within the image") {
  for (const Size size : kSizes) {
    GuardedImage<std::uint8_t> src(size.width, size.height);
    src.fill_random(1);
    GuardedImage<std::uint8_t> dst((size.width + 1) / 2, (size.height + 1) / 2, 5);
    downsample_half(Lane("main"), src.view(), dst.view());
    const DownsampleHalf task{src.view(), dst.view()};
    int wrong = 0;
    for (int y = 0; y < task.dst.height; ++y)
      for (int x = 0; x < task.dst.width; ++x)
        wrong += task.dst.at(x, y) != downsampled(task, x, y);
    CAPTURE(size.width, size.height);
    CHECK(wrong == 0);
    CHECK(src.untouched_outside());
    CHECK(dst.untouched_outside());
  }
}

TEST_CASE("a pyramid's levels halve, lie apart in its buffer and are filled one from another") {
  const PyramidLayout layout = PyramidLayout::of(101, 50, 5);
  REQUIRE(layout.levels == 5);
  CHECK(layout.level[1].width == 51);
  CHECK(layout.level[4].width == 7);
  CHECK(layout.level[4].height == 4);
  CHECK(layout.level[2].offset_bytes == 64 * 25);
  CHECK(layout.bytes == 64 * (25 + 13 + 7 + 4));

  GuardedImage<std::uint8_t> base(101, 50);
  base.fill_random(2);
  std::vector<std::byte> buffer(layout.bytes);
  const PyramidView pyramid = build_pyramid(Lane("main"), base.view(), layout, buffer.data());
  REQUIRE(pyramid.levels == 5);
  CHECK(pyramid.level[0].data == base.view().data);
  const DownsampleHalf last{pyramid.level[3], {}};
  CHECK(pyramid.level[4].at(6, 3) == downsampled(last, 6, 3));
}

TEST_CASE("a pyramid stops at one pixel") {
  const PyramidLayout layout = PyramidLayout::of(3, 2, kMaxPyramidLevels);
  CHECK(layout.levels == 3);
  CHECK(layout.level[2].width == 1);
  CHECK(layout.level[2].height == 1);
}

}  // namespace
}  // namespace sinew
