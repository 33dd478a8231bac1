// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/runtime/runtime.h"

namespace sinew::test {

/// Where the real data sets lie: SINEW_DATA, else beside the repository (tests run in its root).
inline std::filesystem::path data_folder() {
  const char* const set = std::getenv("SINEW_DATA");
  return std::filesystem::absolute(set ? set : "../shared/data");
}

/// Whether this data set is here.
inline std::optional<std::string> find_data(const std::string& name) {
  const std::filesystem::path folder = data_folder() / name;
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder.string();
}

struct PipelineRun {
  std::string file;
  std::vector<std::pair<std::string, std::string>> defines{};
  std::optional<std::uint64_t> frames{};
  std::filesystem::path out;
};

/// Runs a graph file in lockstep to its end. @throws Error as load_graph and Runtime do
inline GraphReport run_pipeline(const PipelineRun& run) {
  PlanOptions plan_options;
  plan_options.clock = Clock::kLockstep;
  plan_options.config_directory = "config";
  RunOptions options;
  options.frames = run.frames;
  options.output_directory = run.out;
  Runtime runtime(load_graph(run.file, run.defines, host_board("boards"), plan_options), options);
  runtime.start();
  runtime.wait();
  return runtime.report();
}

inline const StageReport* find_stage(const GraphReport& report, const std::string& name) {
  for (const StageReport& stage : report.stages)
    if (stage.name == name) return &stage;
  return nullptr;
}

/// A figure that a stage found. @throws Error where there is none
inline double result_of(const GraphReport& report, const std::string& stage,
                        const std::string& name) {
  if (const StageReport* const found = find_stage(report, stage))
    for (const auto& [known, value] : found->results)
      if (known == name) return value;
  throw Error(stage + " has no result " + name);
}

}  // namespace sinew::test
