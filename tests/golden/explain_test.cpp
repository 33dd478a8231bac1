// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/core/error.h"
#include "tests/support/catch.h"
#include "tests/support/plan_stages.h"

// What users read, word for word: every *.yaml beside its *.txt. With SINEW_GOLDEN_WRITE=1 the
// texts are written anew, to be read before they are committed. Runs in the repository's root.

using namespace sinew;

namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> graphs(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

void compare(const std::filesystem::path& graph, const std::string& text) {
  std::filesystem::path golden = graph;
  golden.replace_extension(".txt");
  if (std::getenv("SINEW_GOLDEN_WRITE")) std::ofstream(golden) << text;
  INFO(graph);
  CHECK(text == content(golden));
}

/// A board that does not depend on the machine.
Board board() {
  Board board;
  board.name = "bench";
  board.cpus = 4;
  board.lanes["slam"] = {{2, 3}, WaitKind::kSpin};
  return board;
}

}  // namespace

TEST_CASE("every broken graph has its exact text") {
  const auto files = graphs("tests/golden/plan_graphs");
  CHECK(files.size() >= 20);
  for (const auto& file : files) {
    std::string text = "(no error)";
    try {
      load_graph(file.string(), {}, board(), {});
    } catch (const Error& error) {
      text = error.what();
    }
    compare(file, text + "\n");
  }
}

TEST_CASE("explain prints the same everywhere") {
  for (const auto& file : graphs("tests/golden/explain"))
    compare(file, explain(load_graph(file.string(), {}, board(), {})));
}
