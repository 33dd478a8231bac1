// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sinew {

/// Loads one shared object of stages, which register themselves; it stays loaded. A plugin built
/// against another ABI of Sinew is refused before any of its code runs: it needs the symbol
/// sinew_abi_N of its N, and libsinew.so has one. Main thread, before the registry is read.
/// @throws Error naming the file: cannot be loaded, another ABI, or a stage's name that is taken
void load_plugin(const std::filesystem::path& file);

/// Loads every *.so in `folders` ("a:b", the form of SINEW_PLUGIN_PATH), each folder's in order of
/// name. Empty entries are passed over. @return the files. @throws Error as load_plugin, or for a
/// folder that cannot be read
std::vector<std::filesystem::path> load_plugins(std::string_view folders);

}  // namespace sinew
