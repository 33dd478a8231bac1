// SPDX-License-Identifier: Apache-2.0
#include "framework/config/board_file.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "framework/config/map_reader.h"

namespace sinew {
namespace {

constexpr int kMaxCpus = 4096;

void read_cpus(const Value& cpus, const std::string& where, const Board& board, BoardLane& lane,
               Problems& problems) {
  if (cpus.kind != Value::Kind::kList)
    problems.add(cpus.mark, where, "must be a list of CPU numbers, not " + in_words(cpus));
  const int last = (board.cpus > 0 ? board.cpus : kMaxCpus) - 1;
  for (const Value& item : cpus.items) {
    std::int64_t cpu = 0;
    std::string what = read_scalar(item, cpu);
    if (what.empty() && (cpu < 0 || cpu > last))
      what = item.text + " is outside [0, " + std::to_string(last) + "]";
    if (what.empty())
      lane.cpus.push_back(static_cast<int>(cpu));
    else
      problems.add(item.mark, where, what);
  }
}

void read_board_lanes(const Value* lanes, Board& board, Problems& problems) {
  if (!lanes) return;
  const MapReader is_map(*lanes, "lanes", problems);
  for (const auto& [name, value] : lanes->entries) {
    if (const std::string what = check_name(name); !what.empty())
      problems.add(value.key_mark, "lanes", what);
    MapReader map(value, "lanes." + name, problems);
    BoardLane& lane = board.lanes[name];
    if (const Value* cpus = map.find("cpus"))
      read_cpus(*cpus, map.where("cpus"), board, lane, problems);
    if (const auto index = map.choice("wait", {"block", "spin"}))
      lane.wait = static_cast<WaitKind>(*index);
    map.finish();
  }
}

void read_gpu(const Value* gpu, Board& board, Problems& problems) {
  if (!gpu || gpu->kind == Value::Kind::kNull) return;
  MapReader map(*gpu, "gpu", problems);
  board.gpu_name = map.text("name").value_or("");
  board.gpu_sms = map.integer("sms", 1, 1024).value_or(0);
  board.gpu_split_unit = map.integer("split_unit", 1, 1024).value_or(0);
  board.gpu_integrated = map.flag("integrated").value_or(false);
  for (const char* key : {"name", "sms", "split_unit"})
    if (gpu->kind == Value::Kind::kMap && !gpu->find(key))
      problems.add(gpu->key_mark, "gpu", "needs " + in_quotes(key));
  if (board.gpu_sms > 0 && board.gpu_split_unit > board.gpu_sms)
    map.add(*gpu->find("split_unit"), "split_unit", "is more than the GPU's SMs");
  map.finish();
}

Board read_board(const Value& root, const std::string& path, Problems& problems) {
  Board board;
  MapReader map(root, "", problems);
  board.name = map.text("name").value_or(std::filesystem::path(path).stem().string());
  board.cpus = map.integer("cpus", 0, kMaxCpus).value_or(0);
  read_gpu(map.find("gpu"), board, problems);
  board.spin_before_block =
      map.duration("spin_before_block", Duration(0)).value_or(board.spin_before_block);
  read_board_lanes(map.find("lanes"), board, problems);
  map.finish();
  return board;
}

}  // namespace

Board read_board_file(const std::string& path) {
  Problems problems;
  const auto root = read_yaml_file(path, problems);
  problems.throw_if_any();
  Board board = read_board(*root, path, problems);
  problems.throw_if_any();
  return board;
}

Board host_board(const std::string& directory) {
  const std::filesystem::path file = std::filesystem::path(directory) / "host.yaml";
  std::error_code none;  // a folder that cannot be looked into holds no board
  Board board;
  board.name = "host";
  if (std::filesystem::exists(file, none)) board = read_board_file(file.string());
  if (board.cpus == 0) board.cpus = static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  return board;
}

}  // namespace sinew
