// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/config/param.h"
#include "framework/stage/any_stage.h"
#include "framework/stage/port.h"
#include "framework/stage/shapes.h"

namespace sinew {

struct StageSetup;

struct CommandInfo {
  std::string name;
  std::string doc;
};

/// A registered stage: everything that check, explain, describe, schema and the runtime know of it.
struct StageEntry {
  std::string name;  ///< "image.rectify"
  std::string doc;
  std::vector<ParamInfo> params;
  std::vector<PortInfo> inputs, outputs;
  std::vector<CommandInfo> commands;
  bool is_source = false;
  bool is_live = false;         ///< a source paced by the outside world
  bool has_next_stamp = false;  ///< a source that can be paced by its data's stamps

  std::shared_ptr<void> (*make_params)() = nullptr;  ///< with the defaults
  /// What is wrong across several parameters, from Params::check; may be nullptr.
  void (*check_params)(const void* params, Problems&, const Mark&,
                       const std::string& where) = nullptr;
  /// Opens no device. @throws Error for inputs that it refuses
  Shapes (*plan)(const void* params, const Shapes& inputs) = nullptr;
  std::unique_ptr<AnyStage> (*make)(const void* params, StageSetup&) = nullptr;
};

/// Adds to the registry. The second stage of a name is left out and noted: registrations run while
/// a library is loaded, where nothing may throw.
/// @return whether it was added
bool register_stage(StageEntry entry);

/// The names left out since the last call: what loading a plugin reports.
std::vector<std::string> take_duplicate_stages();

/// nullptr where there is no such stage. The pointer stays valid.
const StageEntry* find_stage(std::string_view name);

/// All, sorted by name.
std::vector<const StageEntry*> all_stages();

}  // namespace sinew
