// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A file that `sinew new` writes.
struct NewFile {
  std::string name;
  std::string text;
};

/// A stage, its test with the graph that it runs, and the build file of a project.
/// @param name  "image.invert": files are named image_invert*, the class Invert
std::vector<NewFile> stage_files(const std::string& name, const std::string& project);

/// A graph of two stages that runs as it is.
NewFile graph_file(const std::string& name);

}  // namespace sinew
