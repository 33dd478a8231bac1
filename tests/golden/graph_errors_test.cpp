// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/config/graph_file.h"
#include "tests/support/catch.h"

// Every graphs/NAME.yaml is broken; graphs/NAME.txt holds what Sinew says of it, word for word.
// With SINEW_GOLDEN_WRITE=1 the texts are written anew, to be read before they are committed. Runs
// in the repository's root.

namespace sinew {
namespace {

const std::filesystem::path kFolder = "tests/golden/graphs";

/// What Sinew says of a graph file.
std::string errors_of(const std::filesystem::path& file) {
  GraphFileOptions options;
  options.config_directory = kFolder / "config";
  options.stage_names = {"camera.files", "detect.onnx", "flow.every", "flow.print", "image.rectify",
                         "plan.mppi",    "sim.stereo",  "slam.pose",  "slam.track"};
  options.is_stage = [&](const std::string& name) {
    return std::find(options.stage_names.begin(), options.stage_names.end(), name) !=
           options.stage_names.end();
  };
  Problems problems;
  read_graph_file(file.string(), options, problems);
  return problems.text() + "\n";
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST_CASE("broken graph files give exactly these errors") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string errors = errors_of(entry.path());
    std::filesystem::path golden = entry.path();
    golden.replace_extension(".txt");
    if (std::getenv("SINEW_GOLDEN_WRITE")) std::ofstream(golden) << errors;
    INFO(entry.path().filename().string());
    CHECK(errors.size() > 1);
    CHECK(errors == content(golden));
    ++count;
  }
  CHECK(count >= 45);
}

}  // namespace
}  // namespace sinew
