// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/sim/world.h"

namespace sinew::sim {

/// Fills a World whose floor plan and route stand: walls, doors, furniture and their textures.
class WorldBuilder {
 public:
  WorldBuilder(World& world, Random& random) : world_(world), random_(random) {}

  void build();

 private:
  /// The two cells a surface belongs to.
  using Cells = std::array<int, 2>;

  /// What a solid is covered with.
  enum class Finish { kPlain, kWall, kFloor, kCeiling, kObject, kBoard };

  /// A wall on the line between two cells, in its own coordinates.
  struct Line {
    int along;     ///< axis
    Vec3 start_m;  ///< where the line begins
    Cells cells;   ///< on its low and its high side, -1 outside
  };

  void add_floor_and_ceiling(int cell);
  void add_pillars();
  void add_wall(int cell, int side);
  void add_wall_piece(const Line& line, Vec2 along_m, Vec2 height_m);
  void add_skirting(const Line& line, Vec2 along_m);
  void add_opening(const Line& line, const Boundary& boundary);
  void add_boards(const Line& line, Vec2 along_m);
  void add_corridor_blocks(int cell);
  void furnish(int cell);
  bool is_free(const Box& box) const;

  Box box_on(const Line& line, Vec2 along_m, Vec2 across_m, Vec2 height_m) const;
  /// Sides of a box that some cell can see, all with that finish.
  void add_box(const Box& box, Cells cells, Finish finish);
  void add_surface(int axis, int facing, const Box& box, Cells cells, Finish finish);
  Texture texture(Finish finish, int axis, int facing);

  World& world_;
  Random& random_;
};

}  // namespace sinew::sim
