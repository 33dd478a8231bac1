// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/plugin.h"

#include <fstream>

#include "tests/support/catch.h"

using namespace sinew;

namespace fs = std::filesystem;

namespace {

/// A folder that goes with the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / "sinew_plugin_test";

  Folder() {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
};

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

std::vector<std::string> problems_of(const std::string& search_path) {
  std::vector<std::string> problems;
  CHECK(load_plugins(search_path, problems).empty());
  return problems;
}

}  // namespace

TEST_CASE("No search path loads nothing") { CHECK(problems_of("").empty()); }

TEST_CASE("A folder that is not there is a problem that names it") {
  const auto problems = problems_of("/nowhere/at/all");
  REQUIRE(problems.size() == 1);
  CHECK(problems[0] ==
        "SINEW_PLUGIN_PATH: /nowhere/at/all: No such file or directory: name a folder that exists "
        "and can be read");
}

TEST_CASE("What is no plugin is refused without being loaded") {
  const Folder folder;
  write(folder.path / "text.so", "hello");
  write(folder.path / "truncated.so", std::string("\177ELF\2\1\1", 7) + std::string(60, '\xff'));
  write(folder.path / "not_looked_at.txt", "");
  fs::copy_file("/proc/self/exe", folder.path / "program.so");
  const auto problems = problems_of(folder.path.string() + "::");
  REQUIRE(problems.size() == 3);
  for (const std::string& problem : problems)
    CHECK(problem.find(": is no Sinew plugin for this machine: build it with") != std::string::npos);
}
