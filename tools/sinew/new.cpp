// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>

#include "framework/core/error.h"
#include "framework/stage/registry.h"
#include "tools/sinew/templates.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file);
  stream << text;
  stream.close();
  if (!stream) throw Error(file.string() + ": cannot be written: name another folder");
  std::printf("wrote %s\n", file.c_str());
}

fs::path make_folder(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!fs::is_directory(directory))
    throw Error(directory + ": cannot be made a folder (" + error.message() +
                "): name another one");
  return directory;
}

void require_new(const fs::path& file) {
  if (fs::exists(file)) throw Error(file.string() + ": is there already: name another folder");
}

/// The folder's name as a CMake target.
std::string project_name(const fs::path& folder) {
  std::string name = fs::canonical(folder).filename().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name.empty() ? "stages" : name;
}

}  // namespace

int new_stage(const std::string& name, const std::string& directory) {
  static const std::regex kName("[a-z][a-z0-9]*\\.[a-z][a-z0-9_]*");
  if (!std::regex_match(name, kName))
    throw Error("'" + name + "' is no name of a stage: write family.what, such as image.invert");
  if (find_stage(name)) throw Error("there is a stage '" + name + "' already: name it otherwise");
  const fs::path folder = make_folder(directory);
  const std::vector<NewFile> files = stage_files(name, project_name(folder));
  for (const NewFile& file : files)
    if (file.name != "CMakeLists.txt") require_new(folder / file.name);
  for (const NewFile& file : files) {
    if (file.name != "CMakeLists.txt" || !fs::exists(folder / file.name))
      write(folder / file.name, file.text);
    else
      std::printf("%s is there already; it needs these lines:\n\n%s", (folder / file.name).c_str(),
                  file.text.substr(file.text.find("sinew_add_stages(")).c_str());
  }
  return 0;
}

int new_graph(const std::string& name, const std::string& directory) {
  static const std::regex kName("[A-Za-z_][A-Za-z0-9_-]*");
  if (!std::regex_match(name, kName))
    throw Error("'" + name + "' is no name of a graph: use letters, digits, _ and -");
  const NewFile file = graph_file(name);
  const fs::path path = make_folder(directory) / file.name;
  require_new(path);
  write(path, file.text);
  return 0;
}

}  // namespace sinew
