// SPDX-License-Identifier: Apache-2.0
#include "framework/config/board_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "framework/core/error.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

Board read(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("sinew_board_test_" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << text;
  return read_board_file(file.string());
}

TEST_CASE("a board is read with every key") {
  const Board board = read(R"(
name: robot
cpus: 8
gpu: {name: Some GPU, sms: 20, split_unit: 2, integrated: true}
spin_before_block: 50 us
lanes: {vision: {cpus: [2, 3], wait: spin}, plan: {wait: block}}
)");
  CHECK(board.name == "robot");
  CHECK(board.cpus == 8);
  CHECK(board.gpu_name == "Some GPU");
  CHECK(board.gpu_sms == 20);
  CHECK(board.gpu_split_unit == 2);
  CHECK(board.gpu_integrated);
  CHECK(board.spin_before_block == std::chrono::microseconds(50));
  CHECK(board.lanes.at("vision").cpus == std::vector<int>{2, 3});
  CHECK(board.lanes.at("vision").wait == WaitKind::kSpin);
  CHECK(board.lanes.at("plan").cpus.empty());
}

TEST_CASE("every problem of a board comes at once") {
  std::string text;
  try {
    read(
        "cpus: 4\ngpu: {sms: 2, split_unit: 4}\nspin_before_block: 50\n"
        "lanes: {v: {cpus: [4, x], wait: spn}, w: {cpu: [1]}, z: {cpus: 3}}\nwait: spin\n");
  } catch (const Error& error) {
    text = error.what();
  }
  for (const std::string part :
       {":2:1: gpu: needs 'name'", ":2:27: gpu.split_unit: is more than the GPU's SMs",
        ":3:20: spin_before_block: write a unit: '50 ms'",
        ":4:20: lanes.v.cpus: 4 is outside [0, 3]",
        ":4:23: lanes.v.cpus: must be an integer, not 'x'",
        ":4:33: lanes.v.wait: must be one of block, spin, not 'spn'; did you mean 'spin'?",
        ":4:43: lanes.w: unknown key 'cpu'; did you mean 'cpus'?",
        ":4:64: lanes.z.cpus: must be a list of CPU numbers, not '3'",
        ":5:1: unknown key 'wait'"}) {
    INFO(text << "\nlacks " << part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("the boards that come with Sinew are read") {
  CHECK(read_board_file("boards/h200.yaml").gpu_sms == 132);
  CHECK(read_board_file("boards/gb200.yaml").gpu_sms == 152);
  CHECK(read_board_file("boards/thor.yaml").cpus == 14);
  CHECK(read_board_file("boards/orin.yaml").gpu_integrated);
  CHECK(host_board("boards").cpus > 0);
  CHECK(host_board("/no/such/folder").name == "host");
}

}  // namespace
}  // namespace sinew
