// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/registry.h"

#include <map>

#include "framework/core/error.h"

namespace sinew {
namespace {

/// A function-local static: initialised on first use, whatever the order of the objects.
std::map<std::string, StageEntry, std::less<>>& registry() {
  static std::map<std::string, StageEntry, std::less<>> instance;
  return instance;
}

}  // namespace

bool register_stage(StageEntry entry) {
  const std::string name = entry.name;
  if (!registry().emplace(name, std::move(entry)).second)
    throw Error("stage '" + name + "' is registered twice: rename one or unload a plugin");
  return true;
}

const StageEntry* find_stage(std::string_view name) {
  const auto it = registry().find(name);
  return it == registry().end() ? nullptr : &it->second;
}

std::vector<const StageEntry*> all_stages() {
  std::vector<const StageEntry*> stages;
  for (const auto& [name, entry] : registry()) stages.push_back(&entry);
  return stages;
}

}  // namespace sinew
