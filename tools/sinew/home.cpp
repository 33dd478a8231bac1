// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/home.h"

#include <cstdlib>

#include "framework/config/scalar.h"
#include "framework/core/error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

bool is_home(const fs::path& folder) { return fs::is_directory(folder / "config" / "graphs"); }

Board find_board(const std::string& board) {
  const fs::path boards = home_directory() / "boards";
  if (board.empty()) return host_board(boards.string());
  if (fs::exists(board)) return read_board_file(board);
  for (const fs::path& file : {boards / board, boards / (board + ".yaml")})
    if (fs::exists(file)) return read_board_file(file.string());
  throw Error("--board " + board + ": is neither a file nor a board in " + boards.string() +
              ": name one of them");
}

std::optional<Clock> parse_clock(const std::string& clock) {
  if (clock == "live") return Clock::kLive;
  if (clock == "replay") return Clock::kReplay;
  if (clock == "lockstep") return Clock::kLockstep;
  return {};
}

}  // namespace

fs::path home_directory() {
  if (const char* home = std::getenv("SINEW_HOME")) return home;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "sinew";
  if (is_home(installed)) return installed;
  for (fs::path folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (is_home(folder)) return folder;
  return {};
}

GraphPlan load_plan(const GraphArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> defines;
  for (const std::string& define : arguments.defines) {
    const std::size_t equals = define.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Error("-D " + define + ": is not of the form name=value: write for example -D goal=3");
    defines.emplace_back(define.substr(0, equals), define.substr(equals + 1));
  }
  PlanOptions options;
  options.clock = parse_clock(arguments.clock);
  options.config_directory = home_directory() / "config";
  return load_graph(arguments.file, defines, find_board(arguments.board), options);
}

Duration parse_duration(const std::string& text, const std::string& option) {
  Value value;
  value.kind = Value::Kind::kScalar;
  value.text = text;
  Duration duration(0);
  if (!read_scalar(value, duration).empty() || duration <= Duration(0))
    throw Error(option + " " + text +
                ": is no duration: write a number with its unit, such as 60s");
  return duration;
}

}  // namespace sinew
