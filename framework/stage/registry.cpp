// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/registry.h"

#include <map>
#include <utility>

namespace sinew {
namespace {

/// A function-local static: initialised on first use, whatever the order of the objects.
std::map<std::string, StageEntry, std::less<>>& registry() {
  static std::map<std::string, StageEntry, std::less<>> instance;
  return instance;
}

std::vector<std::string>& duplicates() {
  static std::vector<std::string> instance;
  return instance;
}

}  // namespace

bool register_stage(StageEntry entry) {
  const std::string name = entry.name;
  const bool added = registry().emplace(name, std::move(entry)).second;
  if (!added) duplicates().push_back(name);
  return added;
}

std::vector<std::string> take_duplicate_stages() { return std::exchange(duplicates(), {}); }

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
