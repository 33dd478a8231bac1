// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/floor_plan.h"

namespace sinew::sim {
namespace {

double cross(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }

/// Directions from `right` counterclockwise to `left`, less than half a turn.
struct View {
  Vec2 right, left;
};

/// The directions through the opening on a side of a cell.
View view_through(const Boundary& boundary, int cell, int side, const Vec2& eye) {
  const double x_m = (cell % FloorPlan::kColumns) * FloorPlan::kCell_m - eye[0];
  const double y_m = (cell / FloorPlan::kColumns) * FloorPlan::kCell_m - eye[1];
  switch (side) {
    case 0: {
      const double line_m = x_m + FloorPlan::kCell_m;
      return {{line_m, y_m + boundary.low_m}, {line_m, y_m + boundary.high_m}};
    }
    case 1: {
      const double line_m = y_m + FloorPlan::kCell_m;
      return {{x_m + boundary.high_m, line_m}, {x_m + boundary.low_m, line_m}};
    }
    case 2:
      return {{x_m, y_m + boundary.high_m}, {x_m, y_m + boundary.low_m}};
    default:
      return {{x_m + boundary.low_m, y_m}, {x_m + boundary.high_m, y_m}};
  }
}

struct Walk {
  const FloorPlan& plan;
  Vec2 eye;
  std::array<bool, FloorPlan::kCells> seen{};

  void enter(int cell, const View* view) {
    seen[static_cast<std::size_t>(cell)] = true;
    for (int side = 0; side < 4; ++side) {
      const Boundary& boundary = plan.boundary(cell, side);
      const int next = FloorPlan::neighbour(cell, side);
      if (boundary.kind == Boundary::Kind::kSolid || next < 0) continue;
      View through = view_through(boundary, cell, side, eye);
      // Clockwise: the line is not ahead, a view never comes back over it.
      const double turn = cross(through.right, through.left);
      if (turn < 0) continue;
      if (turn == 0) {  // The eye is on this line: directions through it have no bounds.
        if (!view && !seen[static_cast<std::size_t>(next)]) enter(next, nullptr);
        continue;
      }
      if (view) {
        if (cross(through.right, view->left) <= 0 || cross(view->right, through.left) <= 0)
          continue;
        if (cross(through.right, view->right) > 0) through.right = view->right;
        if (cross(view->left, through.left) > 0) through.left = view->left;
      }
      enter(next, &through);
    }
  }
};

}  // namespace

std::array<bool, FloorPlan::kCells> FloorPlan::visible_cells(double x_m, double y_m) const {
  Walk walk{*this, {x_m, y_m}};
  walk.enter(cell_at(x_m, y_m), nullptr);
  return walk.seen;
}

}  // namespace sinew::sim
