// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/tile_walk.h"

#include <algorithm>
#include <numeric>

namespace sinew::sim {
namespace {

// Wider than what rounding can move an edge [px] or a depth [of it].
constexpr float kEdgeMargin_px = 0.02f;
constexpr float kDepthMargin = 1e-5f;

/// Middle and half size of a part, counted from the principal point, with half a pixel around.
struct Extent {
  float x, y, half_x, half_y;
};

enum class Touch { kNot, kPartly, kWholly };

Touch touch(const Face& face, const Extent& extent) {
  Touch result = Touch::kWholly;
  for (const Plane& edge : face.edge) {
    const float middle = edge.at(extent.x, extent.y);
    const float spread = edge.spread(extent.half_x, extent.half_y) + kEdgeMargin_px;
    if (middle + spread < 0) return Touch::kNot;
    if (middle - spread < 0) result = Touch::kPartly;
  }
  return result;
}

}  // namespace

TileWalk::TileWalk(int columns, int rows, double cx_px, double cy_px)
    : columns_(columns),
      rows_(rows),
      cx_px_(static_cast<float>(cx_px)),
      cy_px_(static_cast<float>(cy_px)) {
  results_.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
}

const std::vector<TileWalk::Result>& TileWalk::walk(const std::vector<Face>& faces) {
  all_ = faces.data();
  stack_.resize(faces.size());
  std::iota(stack_.begin(), stack_.end(), 0);
  leaves_.clear();
  results_.clear();
  split({0, 0, columns_, rows_}, 0, stack_.size());
  return results_;
}

void TileWalk::split(const Part& part, std::size_t first, std::size_t last) {
  const std::size_t begin = stack_.size();
  const bool covered = keep(part, first, last);
  const std::size_t end = stack_.size();
  if (part.columns == 1 && part.rows == 1) {
    results_.push_back({{part.column * Tile::kWidth_px, part.row * Tile::kHeight_px},
                        static_cast<int>(leaves_.size()),
                        static_cast<int>(end - begin),
                        covered && end - begin == 1});
    leaves_.insert(leaves_.end(), stack_.begin() + static_cast<std::ptrdiff_t>(begin),
                   stack_.end());
  } else if (part.rows == 1 ||
             (part.columns > 1 && part.columns * Tile::kWidth_px >= part.rows * Tile::kHeight_px)) {
    const int half = part.columns / 2;
    split({part.column, part.row, half, part.rows}, begin, end);
    split({part.column + half, part.row, part.columns - half, part.rows}, begin, end);
  } else {
    const int half = part.rows / 2;
    split({part.column, part.row, part.columns, half}, begin, end);
    split({part.column, part.row + half, part.columns, part.rows - half}, begin, end);
  }
  stack_.resize(begin);
}

bool TileWalk::keep(const Part& part, std::size_t first, std::size_t last) {
  const float half_x = static_cast<float>(part.columns * Tile::kWidth_px) * 0.5f;
  const float half_y = static_cast<float>(part.rows * Tile::kHeight_px) * 0.5f;
  const Extent extent{static_cast<float>(part.column * Tile::kWidth_px) - 0.5f + half_x - cx_px_,
                      static_cast<float>(part.row * Tile::kHeight_px) - 0.5f + half_y - cy_px_,
                      half_x, half_y};
  const std::size_t begin = stack_.size();
  float nearest_cover = 0;  // the inverse depth that one face has everywhere in the part, at least
  for (std::size_t i = first; i < last; ++i) {
    const int index = stack_[i];
    const Face& face = all_[index];
    const Touch how = touch(face, extent);
    if (how == Touch::kNot) continue;
    const Plane& depth = face.inverse_depth;
    const float middle = depth.at(extent.x, extent.y), spread = depth.spread(half_x, half_y);
    if (middle + spread < nearest_cover * (1 - kDepthMargin)) continue;
    if (how == Touch::kWholly) nearest_cover = std::max(nearest_cover, middle - spread);
    stack_.push_back(index);
  }
  std::size_t kept = begin;
  for (std::size_t i = begin; i < stack_.size(); ++i) {
    const Plane& depth = all_[stack_[i]].inverse_depth;
    const float furthest = depth.at(extent.x, extent.y) + depth.spread(half_x, half_y);
    if (furthest >= nearest_cover * (1 - kDepthMargin)) stack_[kept++] = stack_[i];
  }
  stack_.resize(kept);
  return nearest_cover > 0;
}

}  // namespace sinew::sim
