// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <string>

#include "framework/core/error.h"
#include "framework/stage/registry.h"

// What plugins refer to. Count its name up here and in tools/cmake/plugin_abi.cpp whenever a plugin
// built before would no longer fit.
extern "C" const int sinew_abi_1;
extern "C" const int sinew_abi_1 = 1;

namespace sinew {
namespace {

std::vector<std::filesystem::path> shared_objects(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".so") files.push_back(entry.path());
  if (error)
    throw Error(folder.string() + ": " + error.message() +
                "; correct SINEW_PLUGIN_PATH, whose entries are folders of plugins");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void load_plugin(const std::filesystem::path& file) {
  // An absolute path, so that the loader does not search the system's folders for it.
  if (dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr) {
    for (const std::string& name : take_duplicate_stages())
      throw Error(file.string() + ": its stage '" + name + "' is registered already: rename it");
    return;
  }
  const std::string reason = dlerror();
  if (reason.find("sinew_abi_") != std::string::npos)
    throw Error(file.string() + ": was built against another version of Sinew; build it again");
  throw Error(file.string() + ": is no plugin that can be loaded: " + reason);
}

std::vector<std::filesystem::path> load_plugins(std::string_view folders) {
  std::vector<std::filesystem::path> loaded;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string_view folder = folders.substr(0, end);
    folders.remove_prefix(std::min(end + 1, folders.size()));
    if (folder.empty()) continue;
    for (const auto& file : shared_objects(folder)) {
      load_plugin(file);
      loaded.push_back(file);
    }
  }
  return loaded;
}

}  // namespace sinew
