// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/plugin.h"

#include <dlfcn.h>

#include <algorithm>

#include "framework/stage/registry.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shared_objects(const fs::path& folder, std::vector<std::string>& problems) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".so") files.push_back(it->path());
  if (error)
    problems.push_back("SINEW_PLUGIN_PATH: " + folder.string() + ": " + error.message() +
                       ": name a folder that exists and can be read");
  std::sort(files.begin(), files.end());
  return files;
}

bool load(const fs::path& file, std::vector<std::string>& problems) {
  const auto abi = read_plugin_abi(file);
  if (!abi) {
    problems.push_back(file.string() + ": is no Sinew plugin for this machine: build it with " +
                       "sinew_add_stages() or take it out of SINEW_PLUGIN_PATH");
    return false;
  }
  if (*abi != kPluginAbi) {
    problems.push_back(file.string() + ": is built for plugin ABI " + std::to_string(*abi) +
                       ", this Sinew has " + std::to_string(kPluginAbi) +
                       ": build it again with this Sinew");
    return false;
  }
  if (!dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    problems.push_back(file.string() + ": cannot be loaded: " + dlerror());
    return false;
  }
  return true;
}

}  // namespace

std::vector<fs::path> load_plugins(const std::string& search_path,
                                   std::vector<std::string>& problems) {
  std::vector<fs::path> loaded;
  for (const std::string& name : take_duplicate_stages())
    problems.push_back("stage '" + name + "' is registered twice in this program: rename one");
  for (std::size_t start = 0; start < search_path.size();) {
    const std::size_t end = std::min(search_path.find(':', start), search_path.size());
    const std::string folder = search_path.substr(start, end - start);
    start = end + 1;
    if (folder.empty()) continue;
    for (const fs::path& file : shared_objects(folder, problems)) {
      if (load(file, problems)) loaded.push_back(file);
      for (const std::string& name : take_duplicate_stages())
        problems.push_back(file.string() + ": stage '" + name +
                           "' is registered already: rename it or unload the other plugin");
    }
  }
  return loaded;
}

}  // namespace sinew
