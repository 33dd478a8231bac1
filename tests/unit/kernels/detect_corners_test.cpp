// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/detect_corners.h"

#include <algorithm>
#include <array>

#include "kernels/feature/detect_corners_body.h"
#include "tests/support/catch.h"
#include "tests/unit/kernels/texture.h"

namespace sinew {
namespace {

using test::Picture;
using test::texture;
using test::view_of;

struct Chunk {
  alignas(16) std::byte bytes[16];
};

std::vector<Corner> detect(const Picture& picture, const CornerParams& params,
                           const std::vector<Float2>& occupied = {}, int capacity = 10000) {
  const ImageView<const std::uint8_t> image = picture.view();
  const std::size_t bytes = detect_corners_scratch_bytes(image.width, image.height, params);
  std::vector<Chunk> scratch(bytes / sizeof(Chunk) + 1);
  std::vector<Corner> corners(static_cast<std::size_t>(capacity));
  int count = -1;
  detect_corners(Lane("test"), image, view_of(std::as_const(occupied)), params,
                 {scratch[0].bytes, static_cast<int>(bytes)}, view_of(corners), {&count, 1});
  REQUIRE(count >= 0);
  corners.resize(static_cast<std::size_t>(count));
  return corners;
}

double distance(Float2 a, Float2 b) { return std::hypot(a.x - b.x, a.y - b.y); }
Float2 place(const Corner& c) { return {c.x_px, c.y_px}; }

TEST_CASE("a white square has four corners") {
  const Picture square(
      96, 80, [](int x, int y) { return x >= 30 && x < 62 && y >= 24 && y < 56 ? 255 : 0; });
  CornerParams params;
  params.per_cell = 4;
  const std::vector<Corner> corners = detect(square, params);
  REQUIRE(corners.size() == 4);
  for (const Float2 expected :
       {Float2{29.5f, 23.5f}, Float2{61.5f, 23.5f}, Float2{29.5f, 55.5f}, Float2{61.5f, 55.5f}}) {
    const auto nearest =
        std::min_element(corners.begin(), corners.end(), [&](const Corner& a, const Corner& b) {
          return distance(place(a), expected) < distance(place(b), expected);
        });
    CHECK(distance(place(*nearest), expected) < 2.5);
    CHECK(nearest->score == Approx(corners[0].score).epsilon(0.4));
  }
}

TEST_CASE("the score is det over trace of the mean structure tensor") {
  // A plane has one gradient, (3, 2) levels a pixel, so its determinant is 0.
  const Picture plane(16, 16, [](int x, int y) { return 3 * x + 2 * y; });
  CHECK(block_score(plane.view(), 4, 4) == 0);
  const CornerTensor t = block_tensor(plane.view(), 4, 4);
  CHECK((t.xx == 4 * 24 * 24 && t.xy == 4 * 24 * 16 && t.yy == 4 * 16 * 16));
  CHECK(corner_score({36 * 64 * 9, 0, 36 * 64 * 9}) == Approx(4.5));
  CHECK(corner_score({0, 0, 0}) == 0);
}

TEST_CASE("flat images, edges and tiny images have no corners") {
  CHECK(detect(Picture(100, 80, [](int, int) { return 128; }), {}).empty());
  CHECK(detect(Picture(100, 80, [](int x, int) { return x < 50 ? 0 : 255; }), {}).empty());
  for (int size = 1; size < 20; ++size) {
    const Picture tiny(size, 21 - size, [](int x, int y) { return (x ^ y) % 2 * 255; });
    CHECK(detect(tiny, {}).size() <= 1);
  }
}

/// The same rules without vectors, runs of cells or early ends.
class PlainDetector {
 public:
  PlainDetector(const Picture& picture, const CornerParams& params)
      : image_(picture.view()),
        params_(params),
        grid_(CornerGrid::of(image_.width, image_.height, params)),
        scores_(static_cast<std::size_t>(grid_.block_columns * grid_.block_rows), 0.0f),
        held_(static_cast<std::size_t>(grid_.cells()), 0),
        found_(held_.size()) {
    for (int y = 2; y < grid_.block_rows - 2; ++y) {
      for (int x = 2; x < grid_.block_columns - 2; ++x) score_at(x, y) = block_score(image_, x, y);
    }
  }

  std::vector<Corner> detect(const std::vector<Float2>& occupied) {
    for (const Float2 p : occupied) occupy(p);
    for (int turn = 0; turn < 4; ++turn) {
      for (int y = turn / 2; y < grid_.cell_rows; y += 2) {
        for (int x = turn % 2; x < grid_.cell_columns; x += 2) fill(x, y);
      }
    }
    std::vector<Corner> corners;
    for (const auto& cell : found_) corners.insert(corners.end(), cell.begin(), cell.end());
    return corners;
  }

 private:
  float& score_at(int x, int y) {
    return scores_[static_cast<std::size_t>(y * grid_.block_columns + x)];
  }

  void occupy(Float2 p) {
    const bool inside = p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(image_.width) &&
                        p.y < static_cast<float>(image_.height);
    if (!inside) return;
    const int side = 2 * grid_.cell_blocks;
    const int cell =
        static_cast<int>(p.y) / side * grid_.cell_columns + static_cast<int>(p.x) / side;
    ++held_[static_cast<std::size_t>(cell)];
    points_.push_back(p);
  }

  bool is_free(int x, int y) const {
    const Float2 centre{static_cast<float>(2 * x) + 0.5f, static_cast<float>(2 * y) + 0.5f};
    return std::none_of(points_.begin(), points_.end(), [&](Float2 p) {
      return distance(p, centre) < double{params_.min_distance_px};
    });
  }

  /// x, y of the best free peak in the cell; -1 where there is none.
  std::array<int, 2> best_peak(int cell_x, int cell_y) {
    const int side = grid_.cell_blocks, first = grid_.first_block;
    std::array<int, 2> best{-1, -1};
    for (int y = std::max(cell_y * side, first);
         y < std::min((cell_y + 1) * side, grid_.end_block_y); ++y) {
      for (int x = std::max(cell_x * side, first);
           x < std::min((cell_x + 1) * side, grid_.end_block_x); ++x) {
        const float score = score_at(x, y);
        if (score < params_.min_score || !is_peak(&score_at(x, y), grid_.block_columns)) continue;
        if (is_free(x, y) && (best[0] < 0 || score > score_at(best[0], best[1]))) best = {x, y};
      }
    }
    return best;
  }

  void fill(int cell_x, int cell_y) {
    const auto cell = static_cast<std::size_t>(cell_y * grid_.cell_columns + cell_x);
    for (; held_[cell] < params_.per_cell; ++held_[cell]) {
      const std::array<int, 2> best = best_peak(cell_x, cell_y);
      if (best[0] < 0) return;
      const Corner corner = corner_at(scores_.data(), grid_.block_columns, best[0], best[1]);
      found_[cell].push_back(corner);
      points_.push_back(place(corner));
    }
  }

  ImageView<const std::uint8_t> image_;
  CornerParams params_;
  CornerGrid grid_;
  std::vector<float> scores_;
  std::vector<Float2> points_;
  std::vector<int> held_;
  std::vector<std::vector<Corner>> found_;
};

TEST_CASE("the vectorised kernel finds what the plain rules find") {
  const int width = GENERATE(37, 64, 129, 201), height = GENERATE(33, 90);
  const Picture picture(width, height, [](int x, int y) {
    return texture(x, y) * 0.6 + (x * 7919 + y * 104729) % 61;
  });
  CornerParams params;
  params.cell_px = GENERATE(8, 21, 32, 128);
  params.per_cell = GENERATE(1, 3);
  params.min_distance_px = 5.5f;
  params.min_quality = 0;
  std::vector<Float2> occupied{{-5, 3}, {1e9f, 2}, {20.2f, 17.9f}, {22, 30}, {1, 1}};
  occupied.push_back({static_cast<float>(width) - 1, static_cast<float>(height) - 1});
  for (int n = 0; n < 12; ++n) {
    occupied.push_back({static_cast<float>(n * 71 % width), static_cast<float>(n * 37 % height)});
  }
  const std::vector<Corner> fast = detect(picture, params, occupied);
  const std::vector<Corner> plain = PlainDetector(picture, params).detect(occupied);
  REQUIRE(fast.size() == plain.size());
  for (std::size_t n = 0; n < fast.size(); ++n) {
    CHECK(fast[n].x_px == plain[n].x_px);
    CHECK(fast[n].y_px == plain[n].y_px);
    CHECK(fast[n].score == plain[n].score);
  }
}

TEST_CASE(
    "corners keep their distance, from the edge and from what is there, and fill their cells") {
  const Picture picture(320, 200, [](int x, int y) { return texture(x, y); });
  CornerParams params;
  params.per_cell = 2;
  std::vector<Float2> points = {{50, 50}, {160, 100}, {170, 100}};
  const std::vector<Corner> corners = detect(picture, params, points);
  CHECK(corners.size() > 60);
  std::vector<int> held(70, 0);
  for (const Corner& c : corners) {
    CHECK((c.x_px > 7 && c.y_px > 7 && c.x_px < 312 && c.y_px < 192));
    for (const Float2 p : points) CHECK(distance(place(c), p) > params.min_distance_px - 2);
    points.push_back(place(c));
    CHECK(++held[static_cast<std::size_t>(c.y_px) / 32 * 10 +
                 static_cast<std::size_t>(c.x_px) / 32] <= 3);
  }
  CHECK(detect(picture, params, points).size() < 5);
  CHECK(detect(picture, params, {}, 7).size() == 7);
}

}  // namespace
}  // namespace sinew
