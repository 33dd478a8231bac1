// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "plugins/sim/random.h"

namespace sinew::sim {

using Vec2 = std::array<double, 2>;

/// What stands on the line between two cells. The opening is a range along that line.
struct Boundary {
  enum class Kind { kSolid, kOpening, kNone };
  Kind kind = Kind::kSolid;
  double low_m = 0, high_m = 0;  ///< of the opening, from the line's start
  double sill_m = 0;             ///< height where it begins: 0 is a door, else a window
  double top_m = 0;              ///< height where it ends
};

/// Square cells in rows, boundaries between them, and a closed round through many of them. Cell
/// (column, row) covers [column, column + 1] x [row, row + 1] times kCell_m; its index is
/// row * kColumns + column. Sides are counted +x, +y, -x, -y.
class FloorPlan {
 public:
  static constexpr int kColumns = 7;
  static constexpr int kRows = 5;
  static constexpr int kCells = kColumns * kRows;
  static constexpr double kCell_m = 4;

  explicit FloorPlan(Random& random);

  /// The cells of the round, each next to the one before, the first next to the last.
  const std::vector<int>& round() const { return round_; }

  /// Points of the round about one metre apart: straight lines and arcs of radius 2 m through the
  /// middles of the boundaries. Closed: the last is followed by the first.
  std::vector<Vec2> route() const;

  const Boundary& boundary(int cell, int side) const;

  /// The neighbour on that side, or -1 outside the building.
  static int neighbour(int cell, int side);

  /// The side on which the round enters or leaves, or -1 where the cell is not on it.
  int side_in(int cell) const { return side_in_[static_cast<std::size_t>(cell)]; }
  int side_out(int cell) const { return side_out_[static_cast<std::size_t>(cell)]; }

  /// The cell of a point; points outside are moved to the nearest one.
  static int cell_at(double x_m, double y_m);

  /// Marks each cell of which anything can be seen from the point, in any direction, heights not
  /// considered: a walk from opening to opening that narrows the view. Does not allocate.
  std::array<bool, kCells> visible_cells(double x_m, double y_m) const;

 private:
  void grow_round(Random& random);
  void choose_boundaries(Random& random);
  Boundary choose_boundary(int cell, int side, Random& random) const;
  std::size_t boundary_index(int cell, int side) const;

  std::vector<int> round_;
  std::array<int, kCells> side_in_, side_out_;
  std::vector<Boundary> boundaries_;
};

}  // namespace sinew::sim
