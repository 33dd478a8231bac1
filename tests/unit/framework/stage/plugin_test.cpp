// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/plugin.h"

#include <fstream>
#include <string>

#include "framework/core/error.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// What load_plugins says of these folders, or "" where it does not refuse.
std::string refusal(const std::string& folders) {
  try {
    load_plugins(folders);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// A new empty folder, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "sinew_plugins_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() { fs::remove_all(path); }

  fs::path path;
};

TEST_CASE("no folder, empty entries and a folder without plugins load nothing") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "notes.txt") << "no plugin";
  CHECK(load_plugins("").empty());
  CHECK(load_plugins(":" + folder.path.string() + "::").empty());
}

TEST_CASE("a folder that is not there is refused by name") {
  CHECK(refusal("/nonexistent/plugins") ==
        "/nonexistent/plugins: No such file or directory; correct SINEW_PLUGIN_PATH, whose entries "
        "are folders of plugins");
}

TEST_CASE("a file that is no shared object is refused by name") {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "broken.so";
  std::ofstream(file) << "text";
  CHECK_THAT(refusal(folder.path.string()),
             Catch::Matchers::StartsWith(file.string() + ": is no plugin that can be loaded: "));
}

}  // namespace
}  // namespace sinew
