// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/tile_walk.h"

#include <algorithm>
#include <numeric>

#include "plugins/sim/vectors.h"

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
  Float4 constant, per_x, per_y;
  std::memcpy(&constant, face.edges.c[0], sizeof constant);
  std::memcpy(&per_x, face.edges.c[1], sizeof per_x);
  std::memcpy(&per_y, face.edges.c[2], sizeof per_y);
  const Float4 middle = constant + per_x * extent.x + per_y * extent.y;
  const Float4 spread =
      absolute(per_x) * extent.half_x + absolute(per_y) * extent.half_y + kEdgeMargin_px;
  if (any(middle + spread < 0.0f)) return Touch::kNot;
  return any(middle - spread < 0.0f) ? Touch::kPartly : Touch::kWholly;
}

}  // namespace

TileWalk::TileWalk(const Tile& picture, double cx_px, double cy_px, std::size_t most_faces)
    : picture_(picture), cx_px_(static_cast<float>(cx_px)), cy_px_(static_cast<float>(cy_px)) {
  std::size_t lists = 2;  // all faces, and what the whole picture keeps
  const int least[2] = {Tile::kLeastWidth_px, Tile::kLeastHeight_px};
  const int sides[2] = {picture.width_px, picture.height_px};
  for (const int i : {0, 1})
    for (int size = least[i]; size < sides[i]; size *= 2) ++lists;
  stack_.reserve(lists * most_faces);
}

void TileWalk::start(const std::vector<Face>& faces) {
  all_ = faces.data();
  stack_.resize(faces.size());
  std::iota(stack_.begin(), stack_.end(), 0);
}

std::array<Tile, 2> TileWalk::halves(const Tile& part) {
  const int columns = part.width_px / Tile::kLeastWidth_px;
  const int rows = part.height_px / Tile::kLeastHeight_px;
  Tile low = part, high = part;
  if (columns >= rows) {
    low.width_px = columns / 2 * Tile::kLeastWidth_px;
    high.x_px += low.width_px;
    high.width_px -= low.width_px;
  } else {
    low.height_px = rows / 2 * Tile::kLeastHeight_px;
    high.y_px += low.height_px;
    high.height_px -= low.height_px;
  }
  return {low, high};
}

bool TileWalk::keep(const Tile& part, std::size_t first, std::size_t last) {
  const float half_x = static_cast<float>(part.width_px) * 0.5f;
  const float half_y = static_cast<float>(part.height_px) * 0.5f;
  const Extent extent{static_cast<float>(part.x_px) - 0.5f + half_x - cx_px_,
                      static_cast<float>(part.y_px) - 0.5f + half_y - cy_px_, half_x, half_y};
  const std::size_t begin = stack_.size();
  float nearest_cover = 0;  // the inverse depth that one face has everywhere in the part, at least
  for (std::size_t i = first; i < last; ++i) {
    const int index = stack_[i];
    const Face& face = all_[index];
    const Plane& depth = face.inverse_depth;
    const float middle = depth.at(extent.x, extent.y), spread = depth.spread(half_x, half_y);
    if (middle + spread < nearest_cover * (1 - kDepthMargin)) continue;
    const Touch how = touch(face, extent);
    if (how == Touch::kNot) continue;
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
