// SPDX-License-Identifier: Apache-2.0
#include "plugins/sim/floor_plan.h"

#include <algorithm>

namespace sinew::sim {
namespace {

constexpr int kStepX[4] = {1, 0, -1, 0};
constexpr int kStepY[4] = {0, 1, 0, -1};
constexpr std::size_t kRoundCells = 24;

int side_towards(int cell, int other) {
  for (int side = 0; side < 4; ++side)
    if (FloorPlan::neighbour(cell, side) == other) return side;
  return -1;
}

/// The opening of that width around a place near the middle of the line.
Boundary opening(Random& random, double width_m, double off_middle_m, double sill_m, double top_m) {
  const double off_m = random.uniform(-off_middle_m, off_middle_m);
  const double middle_m = FloorPlan::kCell_m / 2 + off_m;
  return {Boundary::Kind::kOpening, middle_m - width_m / 2, middle_m + width_m / 2, sill_m, top_m};
}

}  // namespace

FloorPlan::FloorPlan(Random& random) {
  grow_round(random);
  choose_boundaries(random);
}

int FloorPlan::neighbour(int cell, int side) {
  const int column = cell % kColumns + kStepX[side];
  const int row = cell / kColumns + kStepY[side];
  const bool inside = column >= 0 && column < kColumns && row >= 0 && row < kRows;
  return inside ? row * kColumns + column : -1;
}

int FloorPlan::cell_at(double x_m, double y_m) {
  const double column = std::clamp(x_m / kCell_m, 0.0, kColumns - 0.5);
  const double row = std::clamp(y_m / kCell_m, 0.0, kRows - 0.5);
  return static_cast<int>(row) * kColumns + static_cast<int>(column);
}

// Starts from four cells round a corner; a step between two neighbours grows into a detour through
// the two free cells beside them, so the round never crosses itself.
void FloorPlan::grow_round(Random& random) {
  const int first = random.below(kRows - 1) * kColumns + random.below(kColumns - 1);
  round_ = {first, first + 1, first + 1 + kColumns, first + kColumns};
  std::array<bool, kCells> used{};
  for (const int cell : round_) used[static_cast<std::size_t>(cell)] = true;
  for (int attempt = 0; attempt < 2000 && round_.size() < kRoundCells; ++attempt) {
    const int i = random.below(static_cast<int>(round_.size()));
    const int turn = random.chance(0.5) ? 1 : 3;
    const int from = round_[static_cast<std::size_t>(i)];
    const int to = round_[static_cast<std::size_t>(i + 1) % round_.size()];
    const int side = (side_towards(from, to) + turn) % 4;
    const int beside_from = neighbour(from, side), beside_to = neighbour(to, side);
    if (beside_from < 0 || beside_to < 0) continue;
    if (used[static_cast<std::size_t>(beside_from)] || used[static_cast<std::size_t>(beside_to)])
      continue;
    used[static_cast<std::size_t>(beside_from)] = used[static_cast<std::size_t>(beside_to)] = true;
    round_.insert(round_.begin() + i + 1, {beside_from, beside_to});
  }
  side_in_.fill(-1);
  side_out_.fill(-1);
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const int cell = round_[i], next = round_[(i + 1) % round_.size()];
    side_out_[static_cast<std::size_t>(cell)] = side_towards(cell, next);
    side_in_[static_cast<std::size_t>(next)] = side_towards(next, cell);
  }
}

// Lines across x first, then lines across y; each belongs to two cells, seen from either.
std::size_t FloorPlan::boundary_index(int cell, int side) const {
  const int column = cell % kColumns, row = cell / kColumns;
  const int index = side % 2 == 0
                        ? row * (kColumns + 1) + column + (side == 0)
                        : (kColumns + 1) * kRows + (row + (side == 1)) * kColumns + column;
  return static_cast<std::size_t>(index);
}

const Boundary& FloorPlan::boundary(int cell, int side) const {
  return boundaries_[boundary_index(cell, side)];
}

Boundary FloorPlan::choose_boundary(int cell, int side, Random& random) const {
  if (neighbour(cell, side) < 0) return {};
  const bool on_round = side_out(cell) == side || side_in(cell) == side;
  const double choice = random.uniform(0, 1);
  if (on_round) {
    if (choice < 0.40) return opening(random, random.uniform(1.4, 1.8), 0.08, 0, 2.1);
    if (choice < 0.70) return opening(random, random.uniform(2.2, 3.2), 0.2, 0, 2.35);
    return {Boundary::Kind::kNone, 0, kCell_m, 0, 0};
  }
  if (choice < 0.35) return opening(random, random.uniform(1.0, 2.2), 0.6, 0.85, 2.0);
  if (choice < 0.55) return opening(random, random.uniform(0.9, 1.3), 0.8, 0, 2.1);
  return {};
}

void FloorPlan::choose_boundaries(Random& random) {
  boundaries_.resize((kColumns + 1) * kRows + kColumns * (kRows + 1));
  for (int cell = 0; cell < kCells; ++cell)
    for (const int side : {0, 1})
      boundaries_[boundary_index(cell, side)] = choose_boundary(cell, side, random);
}

std::vector<Vec2> FloorPlan::route() const {
  constexpr double kHalf_m = kCell_m / 2;
  std::vector<Vec2> points;
  for (const int cell : round_) {
    const int in = side_in(cell), out = side_out(cell);
    const Vec2 middle{(cell % kColumns + 0.5) * kCell_m, (cell / kColumns + 0.5) * kCell_m};
    // Along the way in and along the way out, from the middle of the cell, in halves of a cell.
    const auto add = [&](double along_in, double along_out) {
      points.push_back({middle[0] + kHalf_m * (along_in * kStepX[in] + along_out * kStepX[out]),
                        middle[1] + kHalf_m * (along_in * kStepY[in] + along_out * kStepY[out])});
    };
    add(1, 0);
    if ((in + 2) % 4 == out) {
      add(0.5, 0);
      add(0, 0);
      add(0, 0.5);
    } else {  // A quarter circle round the corner between the two sides, at 30 and 60 degrees.
      constexpr double kSin30 = 0.5, kCos30 = 0.8660254037844386;
      add(1 - kSin30, 1 - kCos30);
      add(1 - kCos30, 1 - kSin30);
    }
  }
  return points;
}

}  // namespace sinew::sim
