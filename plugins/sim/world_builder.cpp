// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/world_builder.h"

#include <algorithm>
#include <cmath>

namespace sinew::sim {
namespace {

constexpr double kCell_m = FloorPlan::kCell_m;
constexpr double kHeight_m = World::kHeight_m;
constexpr double kPillar_m = 0.12;  // half its width
constexpr double kWall_m = 0.08;    // half its thickness

Vec2 corner_of(int cell) {
  return {(cell % FloorPlan::kColumns) * kCell_m, (cell / FloorPlan::kColumns) * kCell_m};
}

}  // namespace

void WorldBuilder::build() {
  add_pillars();
  for (int cell = 0; cell < FloorPlan::kCells; ++cell) {
    add_floor_and_ceiling(cell);
    for (int side = 0; side < 4; ++side)
      if (side < 2 || FloorPlan::neighbour(cell, side) < 0) add_wall(cell, side);
    const int in = world_.plan_.side_in(cell);
    const bool straight = in >= 0 && (in + 2) % 4 == world_.plan_.side_out(cell);
    if (straight && random_.chance(0.4))
      add_corridor_blocks(cell);
    else
      furnish(cell);
  }
}

void WorldBuilder::add_floor_and_ceiling(int cell) {
  const Vec2 low = corner_of(cell);
  const Box room{{low[0], low[1], 0}, {low[0] + kCell_m, low[1] + kCell_m, kHeight_m}};
  // Seen from inside: the floor is the top of what is below it.
  const Box below{{room.low_m[0], room.low_m[1], -1}, {room.high_m[0], room.high_m[1], 0}};
  const Box above{{room.low_m[0], room.low_m[1], kHeight_m},
                  {room.high_m[0], room.high_m[1], kHeight_m + 1}};
  add_surface(2, 1, below, {cell, -1}, Finish::kFloor);
  add_surface(2, -1, above, {cell, -1}, Finish::kCeiling);
}

void WorldBuilder::add_pillars() {
  const auto cell_or_none = [](int column, int row) {
    const bool inside =
        column >= 0 && column < FloorPlan::kColumns && row >= 0 && row < FloorPlan::kRows;
    return inside ? row * FloorPlan::kColumns + column : -1;
  };
  for (int row = 0; row <= FloorPlan::kRows; ++row) {
    for (int column = 0; column <= FloorPlan::kColumns; ++column) {
      const double x_m = column * kCell_m, y_m = row * kCell_m;
      const Box box{{x_m - kPillar_m, y_m - kPillar_m, 0},
                    {x_m + kPillar_m, y_m + kPillar_m, kHeight_m}};
      const int cells[2][2] = {{cell_or_none(column - 1, row - 1), cell_or_none(column, row - 1)},
                               {cell_or_none(column - 1, row), cell_or_none(column, row)}};
      world_.boxes_.push_back(box);
      add_surface(0, -1, box, {cells[0][0], cells[1][0]}, Finish::kWall);
      add_surface(0, 1, box, {cells[0][1], cells[1][1]}, Finish::kWall);
      add_surface(1, -1, box, {cells[0][0], cells[0][1]}, Finish::kWall);
      add_surface(1, 1, box, {cells[1][0], cells[1][1]}, Finish::kWall);
    }
  }
}

void WorldBuilder::add_wall(int cell, int side) {
  const Boundary& boundary = world_.plan_.boundary(cell, side);
  if (boundary.kind == Boundary::Kind::kNone) return;
  const int other = FloorPlan::neighbour(cell, side);
  const Vec2 corner = corner_of(cell);
  Line line{side % 2 == 0 ? 1 : 0, {corner[0], corner[1], 0}, {cell, other}};
  if (side == 0) line.start_m[0] += kCell_m;
  if (side == 1) line.start_m[1] += kCell_m;
  if (side >= 2) std::swap(line.cells[0], line.cells[1]);
  const double end_m = kCell_m - kPillar_m;
  if (boundary.kind == Boundary::Kind::kSolid) {
    add_wall_piece(line, {kPillar_m, end_m}, {0, kHeight_m});
    add_boards(line, {kPillar_m, end_m});
    return;
  }
  add_wall_piece(line, {kPillar_m, boundary.low_m}, {0, kHeight_m});
  add_wall_piece(line, {boundary.high_m, end_m}, {0, kHeight_m});
  add_opening(line, boundary);
}

Box WorldBuilder::box_on(const Line& line, Vec2 along_m, Vec2 across_m, Vec2 height_m) const {
  const auto along = static_cast<std::size_t>(line.along), across = 1 - along;
  Box box{line.start_m, line.start_m};
  box.low_m[along] += along_m[0];
  box.high_m[along] += along_m[1];
  box.low_m[across] += across_m[0];
  box.high_m[across] += across_m[1];
  box.low_m[2] = height_m[0];
  box.high_m[2] = height_m[1];
  return box;
}

void WorldBuilder::add_wall_piece(const Line& line, Vec2 along_m, Vec2 height_m) {
  const Box box = box_on(line, along_m, {-kWall_m, kWall_m}, height_m);
  const int across = 1 - line.along;
  world_.boxes_.push_back(box);
  add_surface(across, -1, box, {line.cells[0], -1}, Finish::kWall);
  add_surface(across, 1, box, {line.cells[1], -1}, Finish::kWall);
  for (const int facing : {-1, 1}) {
    add_surface(line.along, facing, box, line.cells, Finish::kPlain);
    const bool at_end = facing < 0 ? height_m[0] <= 0 : height_m[1] >= kHeight_m;
    if (!at_end) add_surface(2, facing, box, line.cells, Finish::kPlain);
  }
  if (height_m[0] <= 0) add_skirting(line, along_m);
}

void WorldBuilder::add_skirting(const Line& line, Vec2 along_m) {
  constexpr double kProud_m = 0.015, kTop_m = 0.1;
  const int across = 1 - line.along;
  for (const int facing : {-1, 1}) {
    const int cell = line.cells[facing < 0 ? 0 : 1];
    const double face_m = facing * kWall_m;
    const Vec2 across_m{std::min(face_m, face_m + facing * kProud_m),
                        std::max(face_m, face_m + facing * kProud_m)};
    const Box box = box_on(line, along_m, across_m, {0, kTop_m});
    add_surface(across, facing, box, {cell, -1}, Finish::kPlain);
    add_surface(2, 1, box, {cell, -1}, Finish::kPlain);
  }
}

// A lintel, a sill where it is a window, and a frame that stands a little proud of the wall.
void WorldBuilder::add_opening(const Line& line, const Boundary& opening) {
  constexpr double kFrame_m = 0.07, kProud_m = 0.02;
  const Vec2 along_m{opening.low_m, opening.high_m};
  const Vec2 across_m{-kWall_m - kProud_m, kWall_m + kProud_m};
  add_wall_piece(line, along_m, {opening.top_m, kHeight_m});
  if (opening.sill_m > 0) add_wall_piece(line, along_m, {0, opening.sill_m});
  const Vec2 height_m{opening.sill_m, opening.top_m};
  const double low_m = along_m[0], high_m = along_m[1];
  for (const Vec2 post_m : {Vec2{low_m, low_m + kFrame_m}, Vec2{high_m - kFrame_m, high_m}}) {
    const Box post = box_on(line, post_m, across_m, height_m);
    world_.boxes_.push_back(post);
    add_box(post, line.cells, Finish::kObject);
  }
}

void WorldBuilder::add_boards(const Line& line, Vec2 along_m) {
  constexpr double kThick_m = 0.03;
  for (const int facing : {-1, 1}) {
    const int cell = line.cells[facing < 0 ? 0 : 1];
    double from_m = along_m[0] + random_.uniform(0.2, 0.8);
    while (cell >= 0 && from_m < along_m[1] - 1.2) {
      const double to_m = from_m + random_.uniform(0.4, 1.1);
      const double bottom_m = random_.uniform(0.7, 1.3);
      const double top_m = bottom_m + random_.uniform(0.4, 1.1);
      const double face_m = facing * kWall_m, front_m = face_m + facing * kThick_m;
      const Box board =
          box_on(line, {from_m, to_m}, {std::min(face_m, front_m), std::max(face_m, front_m)},
                 {bottom_m, top_m});
      add_box(board, {cell, -1}, Finish::kBoard);
      from_m = to_m + random_.uniform(0.3, 1.8);
    }
  }
}

// Solid blocks on both sides of the way leave a corridor.
void WorldBuilder::add_corridor_blocks(int cell) {
  const int way = world_.plan_.side_out(cell) % 2;
  const auto along = static_cast<std::size_t>(way), across = 1 - along;
  const Vec2 corner = corner_of(cell);
  const double half_m = random_.uniform(1.05, 1.3);
  for (const double sign : {-1.0, 1.0}) {
    const double inner_m = corner[across] + kCell_m / 2 + sign * half_m;
    const double outer_m = corner[across] + kCell_m / 2 + sign * (kCell_m / 2 - kWall_m);
    Box box;
    box.low_m[along] = corner[along] + kPillar_m;
    box.high_m[along] = corner[along] + kCell_m - kPillar_m;
    box.low_m[across] = std::min(inner_m, outer_m);
    box.high_m[across] = std::max(inner_m, outer_m);
    box.high_m[2] = kHeight_m;
    world_.boxes_.push_back(box);
    for (const int axis : {0, 1})
      for (const int facing : {-1, 1}) add_surface(axis, facing, box, {cell, -1}, Finish::kWall);
    Line line{way, {corner[0], corner[1], 0}, {cell, cell}};
    line.start_m[across] = inner_m + sign * kWall_m;
    line.cells[sign < 0 ? 0 : 1] = -1;
    add_boards(line, {kPillar_m, kCell_m - kPillar_m});
  }
}

bool WorldBuilder::is_free(const Box& box) const {
  constexpr double kFromRoute_m = 0.65, kFromBox_m = 0.12;
  const auto gap = [](double low, double high, double at) {
    return std::max({low - at, at - high, 0.0});
  };
  const std::vector<Vec2>& route = world_.route_;
  for (std::size_t i = 0; i < route.size(); ++i) {
    const Vec2 &from = route[i], &to = route[(i + 1) % route.size()];
    for (const double part : {0.0, 0.25, 0.5, 0.75}) {
      const double x_m = gap(box.low_m[0], box.high_m[0], from[0] + part * (to[0] - from[0]));
      const double y_m = gap(box.low_m[1], box.high_m[1], from[1] + part * (to[1] - from[1]));
      if (x_m * x_m + y_m * y_m < kFromRoute_m * kFromRoute_m) return false;
    }
  }
  return std::none_of(world_.boxes_.begin(), world_.boxes_.end(), [&](const Box& other) {
    bool overlaps = true;
    for (const std::size_t i : {0, 1})
      overlaps = overlaps && box.low_m[i] < other.high_m[i] + kFromBox_m &&
                 other.low_m[i] < box.high_m[i] + kFromBox_m;
    return overlaps;
  });
}

void WorldBuilder::furnish(int cell) {
  const Vec2 corner = corner_of(cell);
  int wanted = 2 + random_.below(3);
  for (int attempt = 0; attempt < 40 && wanted > 0; ++attempt) {
    const bool pillar = random_.chance(0.25);
    const double size_x_m = pillar ? 0.3 : random_.uniform(0.35, 1.0);
    const double size_y_m = pillar ? 0.3 : random_.uniform(0.35, 1.0);
    const double top_m = pillar ? kHeight_m : random_.uniform(0.4, 2.0);
    const double x_m = corner[0] + random_.uniform(0.2, kCell_m - 0.2 - size_x_m);
    const double y_m = corner[1] + random_.uniform(0.2, kCell_m - 0.2 - size_y_m);
    const Box box{{x_m, y_m, 0}, {x_m + size_x_m, y_m + size_y_m, top_m}};
    if (!is_free(box)) continue;
    world_.boxes_.push_back(box);
    add_box(box, {cell, -1}, Finish::kObject);
    --wanted;
  }
}

void WorldBuilder::add_box(const Box& box, Cells cells, Finish finish) {
  for (const int axis : {0, 1})
    for (const int facing : {-1, 1}) add_surface(axis, facing, box, cells, finish);
  if (box.low_m[2] > 0) add_surface(2, -1, box, cells, finish);
  if (box.high_m[2] < kHeight_m) add_surface(2, 1, box, cells, finish);
}

void WorldBuilder::add_surface(int axis, int facing, const Box& box, Cells cells, Finish finish) {
  const Texture covering = texture(finish, axis, facing);
  if (cells[0] < 0 && cells[1] < 0) return;
  const auto n = static_cast<std::size_t>(axis), u = (n + 1) % 3, v = (n + 2) % 3;
  const double position_m = facing < 0 ? box.low_m[n] : box.high_m[n];
  world_.surfaces_.push_back({axis,
                              facing,
                              position_m,
                              {box.low_m[u], box.low_m[v]},
                              {box.high_m[u], box.high_m[v]},
                              covering});
  world_.cells_.push_back(cells);
}

Texture WorldBuilder::texture(Finish finish, int axis, int facing) {
  struct Look {
    double plain, grey_low, grey_high, contrast_low, contrast_high;
  };
  constexpr Look kLooks[] = {
      {1.0, 90, 190, 0, 0},      // kPlain
      {0.36, 95, 165, 22, 38},   // kWall
      {0.0, 80, 140, 25, 40},    // kFloor
      {0.80, 150, 190, 15, 25},  // kCeiling
      {0.20, 70, 180, 22, 40},   // kObject
      {0.0, 60, 190, 28, 48},    // kBoard
  };
  constexpr double kLight[3][2] = {{0.88, 1.04}, {0.94, 0.80}, {0.92, 1.08}};  // [axis][facing > 0]
  const Look& look = kLooks[static_cast<int>(finish)];
  const bool plain = random_.chance(look.plain);
  const double light = kLight[axis][facing > 0];
  const double mean = random_.uniform(look.grey_low, look.grey_high);
  const double contrast = random_.uniform(look.contrast_low, look.contrast_high);
  Texture result;
  result.seed = random_.bits32();
  result.mean_grey = static_cast<float>(light * mean);
  result.contrast_grey = static_cast<float>(light * (plain ? 1.0 : contrast));
  result.wavelength_m = static_cast<float>(random_.uniform(0.5, 1.1));
  result.num_octaves = 6 + random_.below(4);
  return result;
}

}  // namespace sinew::sim
