// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "framework/config/graph_file.h"
#include "framework/config/param.h"

namespace sinew {

enum class FuzzMode { kOne, kTwo };

/// A parameter of every type.
struct FuzzParams {
  bool flag = false;
  int count = 1;
  std::uint64_t seed = 1;
  float gain = 1;
  std::string text;
  Duration wait{};
  Bytes size;
  std::filesystem::path file;
  std::vector<double> goal;
  std::vector<std::string> names;
  FuzzMode mode = FuzzMode::kOne;

  static auto describe() {
    return std::tuple(param<&FuzzParams::flag>("f"), param<&FuzzParams::count>("c").range(0, 9),
                      param<&FuzzParams::seed>("s"), param<&FuzzParams::gain>("g"),
                      param<&FuzzParams::text>("t"), param<&FuzzParams::wait>("w").range(0, 1),
                      param<&FuzzParams::size>("s"), param<&FuzzParams::file>("f").must_exist(),
                      param<&FuzzParams::goal>("g"), param<&FuzzParams::names>("n"),
                      param<&FuzzParams::mode>("m").names("one", "two"));
  }
};

/// Reads any text as a graph file and the parameters of its stages. Must neither crash nor throw:
/// what is wrong is a problem. Sub-graphs come from `folder`/graphs.
inline Problems read_as_graph(const std::string& text, const std::filesystem::path& folder) {
  GraphFileOptions options;
  options.config_directory = folder;
  options.stage_names = {"camera.files", "flow.print", "slam.track"};
  options.is_stage = [](const std::string& name) {
    return name == "camera.files" || name == "flow.print" || name == "slam.track";
  };
  Problems problems;
  const GraphSpec graph = read_graph_text(text, "fuzz.yaml", options, problems);
  for (const StageSpec& stage : graph.stages) {
    FuzzParams params;
    read_params(param_infos<FuzzParams>(), stage.with, &params,
                {&problems, stage.where + ".with", stage.directory, folder});
  }
  return problems;
}

}  // namespace sinew
