// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugins/sim/face.h"

namespace sinew::sim {

/// A rectangle of pixels.
struct Tile {
  static constexpr int kWidth_px = 16, kHeight_px = 8;  ///< of the smallest
  int x_px, y_px;
};

/// Finds for each tile of the picture the faces that may be seen in it, by halving the picture:
/// a part keeps the faces that touch it and are not behind one that fills it (Warnock 1969). What
/// is dropped is nowhere nearest, so the picture is the same as if every face were asked for every
/// pixel. Reuses its memory; not thread-safe.
class TileWalk {
 public:
  /// The faces that some tile sees, in order of tiles.
  struct Result {
    Tile tile;
    int first, count;  ///< range in `faces()`
    bool covered;      ///< one face fills the tile
  };

  TileWalk(int columns, int rows, double cx_px, double cy_px);

  /// The tiles of a picture of columns x rows tiles.
  const std::vector<Result>& walk(const std::vector<Face>& faces);

  /// Indices of faces, for the results.
  const std::vector<int>& faces() const { return leaves_; }

 private:
  struct Part {
    int column, row, columns, rows;  ///< [tiles]
  };

  void split(const Part& part, std::size_t first, std::size_t last);
  /// Appends what of [first, last) the part keeps to the stack. @return whether one face fills it
  bool keep(const Part& part, std::size_t first, std::size_t last);

  int columns_, rows_;
  float cx_px_, cy_px_;
  const Face* all_ = nullptr;
  std::vector<int> stack_;
  std::vector<int> leaves_;
  std::vector<Result> results_;
};

}  // namespace sinew::sim
