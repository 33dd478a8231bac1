// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// Raised whenever a plugin built before could not be loaded any more: a change of StageEntry,
/// AnyStage, Message, a payload or anything else that crosses between a plugin and libsinew.so.
inline constexpr std::uint32_t kPluginAbi = 1;

/// Loads every .so of the folders of a colon-separated list, in the order of their names, once for
/// the life of the process; their stages are then registered. A plugin whose `sinew_plugin_abi` is
/// absent or another is not loaded.
/// @return the files loaded; what is wrong is added to `problems`, one sentence each
std::vector<std::filesystem::path> load_plugins(const std::string& search_path,
                                                std::vector<std::string>& problems);

/// The `sinew_plugin_abi` of a shared object, read from the file: loading it would run its
/// registrations before anybody could look. Nothing for a file that is no plugin for this machine.
std::optional<std::uint32_t> read_plugin_abi(const std::filesystem::path& file);

}  // namespace sinew

/// Stands once in a shared object with stages; sinew_add_stages() adds it. Outside of any
/// namespace.
#define SINEW_PLUGIN()                                                                           \
  extern "C"                                                                                     \
      __attribute__((visibility("default"), used)) extern const std::uint32_t sinew_plugin_abi = \
          ::sinew::kPluginAbi;
