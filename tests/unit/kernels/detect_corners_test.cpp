// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/detect_corners.h"

#include <algorithm>

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
  // Slopes of 3 levels a pixel along x in the upper half and along y in the lower: not a corner by
  // any one of them. A plane has one gradient, so its determinant is 0.
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
std::vector<Corner> plain_detect(const Picture& picture, const CornerParams& params,
                                 const std::vector<Float2>& occupied) {
  const ImageView<const std::uint8_t> image = picture.view();
  const CornerGrid grid = CornerGrid::of(image.width, image.height, params);
  const int columns = grid.block_columns;
  std::vector<float> scores(static_cast<std::size_t>(columns * grid.block_rows), 0.0f);
  for (int y = 2; y < grid.block_rows - 2; ++y) {
    for (int x = 2; x < columns - 2; ++x) {
      scores[static_cast<std::size_t>(y * columns + x)] = block_score(image, x, y);
    }
  }
  const auto cell_of = [&](Float2 p) {
    const int side = 2 * grid.cell_blocks;
    return static_cast<int>(p.y) / side * grid.cell_columns + static_cast<int>(p.x) / side;
  };
  std::vector<Float2> points;
  std::vector<int> held(static_cast<std::size_t>(grid.cells()), 0);
  for (const Float2 p : occupied) {
    if (p.x < 0 || p.y < 0 || p.x >= static_cast<float>(image.width) ||
        p.y >= static_cast<float>(image.height)) {
      continue;
    }
    points.push_back(p);
    ++held[static_cast<std::size_t>(cell_of(p))];
  }
  std::vector<std::vector<Corner>> found(held.size());
  const auto free = [&](int x, int y) {
    const Float2 centre{static_cast<float>(2 * x) + 0.5f, static_cast<float>(2 * y) + 0.5f};
    return std::none_of(points.begin(), points.end(),
                        [&](Float2 p) { return distance(p, centre) < params.min_distance_px; });
  };
  const auto fill = [&](int cell_x, int cell_y) {
    const auto cell = static_cast<std::size_t>(cell_y * grid.cell_columns + cell_x);
    const int side = grid.cell_blocks;
    while (held[cell] < params.per_cell) {
      int best = -1;
      for (int y = std::max(cell_y * side, grid.first_block);
           y < std::min((cell_y + 1) * side, grid.end_block_y); ++y) {
        for (int x = std::max(cell_x * side, grid.first_block);
             x < std::min((cell_x + 1) * side, grid.end_block_x); ++x) {
          const int at = y * columns + x;
          const float* score = scores.data() + at;
          if (*score >= params.min_score && is_peak(score, columns) && free(x, y) &&
              (best < 0 || *score > scores[static_cast<std::size_t>(best)])) {
            best = at;
          }
        }
      }
      if (best < 0) return;
      found[cell].push_back(corner_at(scores.data(), columns, best % columns, best / columns));
      points.push_back(place(found[cell].back()));
      ++held[cell];
    }
  };
  for (int turn = 0; turn < 4; ++turn) {
    for (int y = turn / 2; y < grid.cell_rows; y += 2) {
      for (int x = turn % 2; x < grid.cell_columns; x += 2) fill(x, y);
    }
  }
  std::vector<Corner> corners;
  for (const auto& cell : found) corners.insert(corners.end(), cell.begin(), cell.end());
  return corners;
}

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
  const std::vector<Corner> plain = plain_detect(picture, params, occupied);
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
