// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/image/grey.h"
#include "kernels/image/grey_body.h"
#include "kernels/image/yuv_to_grey.h"
#include "kernels/image/yuv_to_grey_body.h"
#include "kernels/image/yuv_to_rgb.h"
#include "kernels/image/yuv_to_rgb_body.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/image_guard.h"

namespace sinew {
namespace {

constexpr ColorSpace kSpaces[] = {ColorSpace::kBt601Limited, ColorSpace::kBt601Full,
                                  ColorSpace::kBt709Limited, ColorSpace::kBt709Full};

template <class T>
void fill(ImageView<T> image, T value) {
  for (int y = 0; y < image.height; ++y) std::fill_n(image.row(y), image.width, value);
}

bool equal(Rgb8 a, Rgb8 b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/// The equations of the standards in double, neither rounded nor clamped.
struct Exact {
  double r, g, b;
};
Exact exact(ColorSpace space, double y, double u, double v) {
  const bool bt601 = space == ColorSpace::kBt601Limited || space == ColorSpace::kBt601Full;
  const double kr = bt601 ? 0.299 : 0.2126, kb = bt601 ? 0.114 : 0.0722;
  const double luma = is_limited(space) ? (y - 16) / 219 : y / 255;
  const double range = is_limited(space) ? 224 : 255;
  const double pb = (u - 128) / range, pr = (v - 128) / range;
  const double r = luma + 2 * (1 - kr) * pr, b = luma + 2 * (1 - kb) * pb;
  return {255 * r, 255 * (luma - kr * r - kb * b) / (1 - kr - kb), 255 * b};
}

double error(std::uint8_t level, double exact_level) {
  return std::abs(level - std::clamp(exact_level, 0.0, 255.0));
}

TEST_CASE("grey weighs red, green and blue by 0.299, 0.587 and 0.114 in either order") {
  GuardedImage<Rgb8> src(4, 1);
  src.view().at(0, 0) = {255, 255, 255};
  src.view().at(1, 0) = {200, 0, 0};
  src.view().at(2, 0) = {0, 200, 0};
  src.view().at(3, 0) = {0, 0, 200};
  GuardedImage<std::uint8_t> dst(4, 1);
  grey(Lane("main"), src.view(), ChannelOrder::kRgb, dst.view());
  CHECK(dst.view().at(0, 0) == 255);
  CHECK(dst.view().at(1, 0) == 60);
  CHECK(dst.view().at(2, 0) == 117);
  CHECK(dst.view().at(3, 0) == 23);
  grey(Lane("main"), src.view(), ChannelOrder::kBgr, dst.view());
  CHECK(dst.view().at(1, 0) == 23);
  CHECK(dst.view().at(3, 0) == 60);
}

TEST_CASE("grey is within one level of the float result") {
  Grey task;
  task.first = kGreyRed;
  task.third = kGreyBlue;
  double worst = 0;
  for (int r = 0; r < 256; r += 3)
    for (int g = 0; g < 256; g += 3)
      for (int b = 0; b < 256; b += 3) {
        const Rgb8 p{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g),
                     static_cast<std::uint8_t>(b)};
        worst = std::max(worst, error(grey_of(task, p), 0.299 * r + 0.587 * g + 0.114 * b));
      }
  CHECK(worst < 1);
}

TEST_CASE("YUV becomes RGB within one level of the standards' equations, saturated ones included") {
  for (const ColorSpace space : kSpaces) {
    const YuvMatrix matrix = yuv_matrix(space);
    double worst = 0;
    for (int y = 0; y < 256; ++y)
      for (int u = 0; u < 256; u += 5)
        for (int v = 0; v < 256; v += 5) {
          const Rgb8 p = rgb_of(matrix, static_cast<std::uint8_t>(y), static_cast<std::uint8_t>(u),
                                static_cast<std::uint8_t>(v));
          const Exact e = exact(space, y, u, v);
          worst = std::max({worst, error(p.r, e.r), error(p.g, e.g), error(p.b, e.b)});
        }
    CAPTURE(static_cast<int>(space));
    CHECK(worst < 0.7);
  }
}

TEST_CASE("YUV of known colours becomes these colours") {
  // BT.709 limited: pure red is (63, 102, 240); BT.601 full, as in JPEG: (76, 85, 255).
  const Rgb8 hd = rgb_of(yuv_matrix(ColorSpace::kBt709Limited), 63, 102, 240);
  CHECK(std::max({255 - hd.r, +hd.g, +hd.b}) <= 1);
  const Rgb8 jpeg = rgb_of(yuv_matrix(ColorSpace::kBt601Full), 76, 85, 255);
  CHECK(std::max({255 - jpeg.r, +jpeg.g, +jpeg.b}) <= 1);
  CHECK(equal(rgb_of(yuv_matrix(ColorSpace::kBt601Limited), 235, 128, 128), {255, 255, 255}));
  CHECK(equal(rgb_of(yuv_matrix(ColorSpace::kBt601Limited), 16, 128, 128), {0, 0, 0}));
}

TEST_CASE("NV12 takes each colour for two by two pixels") {
  GuardedImage<std::uint8_t> luma(4, 2);
  fill<std::uint8_t>(luma.view(), 100);
  luma.view().at(3, 1) = 250;
  GuardedImage<Uv8> chroma(2, 1);
  chroma.view().at(0, 0) = {128, 128};
  chroma.view().at(1, 0) = {128, 228};
  GuardedImage<Rgb8> dst(4, 2);
  nv12_to_rgb(Lane("main"), luma.view(), chroma.view(), ColorSpace::kBt601Full, dst.view());
  for (int y = 0; y < 2; ++y) CHECK(equal(dst.view().at(1, y), {100, 100, 100}));
  // 100 + 1.402 * 100 = 240.2, 100 - 0.714 * 100 = 28.6.
  CHECK(equal(dst.view().at(2, 1), {240, 29, 100}));
  CHECK(dst.view().at(3, 1).r == 255);
}

TEST_CASE("YUYV and UYVY hold the same in another order") {
  GuardedImage<Yuv422> yuyv(2, 1), uyvy(2, 1);
  yuyv.view().at(0, 0) = {100, 128};
  yuyv.view().at(1, 0) = {50, 228};
  uyvy.view().at(0, 0) = {128, 100};
  uyvy.view().at(1, 0) = {228, 50};
  GuardedImage<Rgb8> a(2, 1), b(2, 1);
  yuv422_to_rgb(Lane("main"), yuyv.view(), LumaPlace::kFirst, ColorSpace::kBt601Full, a.view());
  yuv422_to_rgb(Lane("main"), uyvy.view(), LumaPlace::kSecond, ColorSpace::kBt601Full, b.view());
  CHECK(equal(a.view().at(0, 0), {240, 29, 100}));
  CHECK(a.view().at(1, 0).r == 190);
  CHECK(equal(a.view().at(0, 0), b.view().at(0, 0)));
  CHECK(equal(a.view().at(1, 0), b.view().at(1, 0)));
}

TEST_CASE("limited luma spreads to the grey of a colourless pixel, full luma stays") {
  for (int y = 0; y < 256; ++y) {
    const auto level = static_cast<std::uint8_t>(y);
    CHECK(error(spread(level), (y - 16) * 255 / 219.0) < 1);
    CHECK(std::abs(spread(level) -
                   rgb_of(yuv_matrix(ColorSpace::kBt709Limited), level, 128, 128).g) <= 1);
  }
  GuardedImage<std::uint8_t> luma(1, 1), dst(1, 1);
  luma.view().at(0, 0) = 7;
  nv12_to_grey(Lane("main"), luma.view(), ColorSpace::kBt709Full, dst.view());
  CHECK(dst.view().at(0, 0) == 7);
  nv12_to_grey(Lane("main"), luma.view(), ColorSpace::kBt709Limited, dst.view());
  CHECK(dst.view().at(0, 0) == 0);
}

TEST_CASE("the vectorised grey equals the plain loop and stays within the image") {
  for (const Size size : kSizes) {
    GuardedImage<Rgb8> src(size.width, size.height);
    src.fill_random(1);
    GuardedImage<std::uint8_t> dst(size.width, size.height, 5);
    grey(Lane("main"), src.view(), ChannelOrder::kBgr, dst.view());
    const Grey task{src.view(), dst.view(), kGreyBlue, kGreyRed};
    int wrong = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        wrong += dst.view().at(x, y) != grey_of(task, src.view().at(x, y));
    CAPTURE(size.width, size.height);
    CHECK(wrong == 0);
    CHECK(dst.untouched_outside());
  }
}

TEST_CASE("the vectorised NV12 conversion equals the plain loop and stays within the image") {
  for (const Size size : {Size{2, 2}, Size{6, 4}, Size{64, 2}, Size{130, 6}, Size{190, 34}}) {
    const ColorSpace space = kSpaces[size.height / 2 % 4];
    GuardedImage<std::uint8_t> luma(size.width, size.height), dst_grey(size.width, size.height, 3);
    GuardedImage<Uv8> chroma(size.width / 2, size.height / 2, 7);
    luma.fill_random(1);
    chroma.fill_random(2);
    GuardedImage<Rgb8> dst(size.width, size.height, 5);
    nv12_to_rgb(Lane("main"), luma.view(), chroma.view(), space, dst.view());
    nv12_to_grey(Lane("main"), luma.view(), space, dst_grey.view());
    int wrong = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const std::uint8_t level = luma.view().at(x, y);
        const Uv8 uv = chroma.view().at(x / 2, y / 2);
        wrong += !equal(dst.view().at(x, y), rgb_of(yuv_matrix(space), level, uv.u, uv.v));
        wrong += dst_grey.view().at(x, y) != (is_limited(space) ? spread(level) : level);
      }
    CAPTURE(size.width, size.height);
    CHECK(wrong == 0);
    CHECK(dst.untouched_outside());
    CHECK(dst_grey.untouched_outside());
  }
}

TEST_CASE("the vectorised YUYV and UYVY conversions equal the plain loop within the image") {
  const LumaPlace place = GENERATE(LumaPlace::kFirst, LumaPlace::kSecond);
  for (const Size size : {Size{2, 1}, Size{6, 3}, Size{64, 1}, Size{130, 5}, Size{190, 33}}) {
    GuardedImage<Yuv422> src(size.width, size.height, 7);
    src.fill_random(1);
    GuardedImage<std::uint8_t> dst_grey(size.width, size.height, 3);
    GuardedImage<Rgb8> dst(size.width, size.height, 5);
    const ColorSpace space = ColorSpace::kBt601Limited;
    yuv422_to_rgb(Lane("main"), src.view(), place, space, dst.view());
    yuv422_to_grey(Lane("main"), src.view(), place, space, dst_grey.view());
    int wrong = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const Yuv422 own = src.view().at(x, y);
        const Yuv422 even = src.view().at(x & ~1, y), odd = src.view().at(x | 1, y);
        const bool first = place == LumaPlace::kFirst;
        const std::uint8_t level = first ? own.first : own.second;
        const Rgb8 expected = rgb_of(yuv_matrix(space), level, first ? even.second : even.first,
                                     first ? odd.second : odd.first);
        wrong += !equal(dst.view().at(x, y), expected);
        wrong += dst_grey.view().at(x, y) != spread(level);
      }
    CAPTURE(size.width, size.height);
    CHECK(wrong == 0);
    CHECK(dst.untouched_outside());
    CHECK(dst_grey.untouched_outside());
  }
}

}  // namespace
}  // namespace sinew
