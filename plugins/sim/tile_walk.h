// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "plugins/sim/face.h"

namespace sinew::sim {

/// A rectangle of pixels. Sides are multiples of the least ones.
struct Tile {
  static constexpr int kLeastWidth_px = 8, kLeastHeight_px = 4;

  int x_px, y_px, width_px, height_px;
};

/// The faces that may be seen in a tile. Valid while it is visited.
struct TileFaces {
  Tile tile;
  const Face* all;
  const int* indices;  ///< into `all`, `count` of them
  int count;
  bool covered;  ///< there is one and it fills the tile
};

/// Finds for each tile of a picture the faces that may be seen in it, by halving the picture: a
/// part keeps the faces that touch it and are not behind one that fills it (Warnock 1969). What is
/// dropped is nowhere nearest, so the picture is the same as if every face were asked for every
/// pixel. Allocates in the constructor only. Not thread-safe.
class TileWalk {
 public:
  /// @param picture whole, with sides that are multiples of the least tile's
  /// @param most_faces that a walk will be given
  TileWalk(const Tile& picture, double cx_px, double cy_px, std::size_t most_faces);

  /// Calls visit(const TileFaces&) for tiles that make up the picture, in a fixed order: at most
  /// 16 x 8 pixels where one face fills them, the least ones elsewhere.
  template <class Visit>
  void walk(const std::vector<Face>& faces, Visit&& visit) {
    start(faces);
    split(picture_, 0, stack_.size(), visit);
  }

 private:
  void start(const std::vector<Face>& faces);

  template <class Visit>
  void split(const Tile& part, std::size_t first, std::size_t last, Visit& visit) {
    const std::size_t begin = stack_.size();
    const bool filled = keep(part, first, last);
    const std::size_t end = stack_.size();
    const bool covered = filled && end - begin == 1;
    const int columns = part.width_px / Tile::kLeastWidth_px;
    const int rows = part.height_px / Tile::kLeastHeight_px;
    if ((columns == 1 && rows == 1) || (covered && columns <= 2 && rows <= 2)) {
      visit(TileFaces{part, all_, stack_.data() + begin, static_cast<int>(end - begin), covered});
    } else {
      const auto [low, high] = halves(part);
      split(low, begin, end, visit);
      split(high, begin, end, visit);
    }
    stack_.resize(begin);
  }

  static std::array<Tile, 2> halves(const Tile& part);

  /// Appends what of [first, last) the part keeps to the stack. @return whether one face fills it
  bool keep(const Tile& part, std::size_t first, std::size_t last);

  Tile picture_;
  float cx_px_, cy_px_;
  const Face* all_ = nullptr;
  std::vector<int> stack_;  ///< the lists of the part in hand and of those it is a part of
};

}  // namespace sinew::sim
