// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/config/problems.h"
#include "framework/core/time.h"

namespace sinew {

enum class WaitKind { kBlock, kSpin };

/// What a board file says of one lane, by the lane's name.
struct BoardLane {
  std::vector<int> cpus;  ///< empty: any
  WaitKind wait = WaitKind::kBlock;
};

/// A board: boards/NAME.yaml. GPU traits describe a GPU that is not here (`explain --board`).
///
///     name: thor
///     cpus: 14
///     gpu: {name: NVIDIA Thor, sms: 20, split_unit: 2, integrated: true}
///     spin_before_block: 50 us
///     lanes: {vision: {cpus: [2, 3], wait: spin}}
struct Board {
  std::string name;
  int cpus = 0;          ///< 0: as found on this machine
  std::string gpu_name;  ///< empty: no GPU
  int gpu_sms = 0;
  int gpu_split_unit = 0;  ///< SMs in the smallest share
  bool gpu_integrated = false;
  std::map<std::string, BoardLane> lanes;
  Duration spin_before_block = Duration(0);  ///< of a CPU reader that waits for a GPU fence
};

/// @throws Error that lists every problem of the file
Board read_board_file(const std::string& path);

/// The board that fits this machine: from `directory`/host.yaml, or built-in values; with the
/// number of CPUs that are online where the file names none.
/// @throws Error as read_board_file
Board host_board(const std::string& directory);

}  // namespace sinew
