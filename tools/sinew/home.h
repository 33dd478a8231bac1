// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "framework/runtime/plan.h"
#include "tools/sinew/verbs.h"

namespace sinew {

/// The folder that holds config/ and boards/: SINEW_HOME, else ../share/sinew beside the
/// executable, else the nearest folder above the executable with config/graphs. Empty where there
/// is none.
std::filesystem::path home_directory();

/// Where a verb finds its graph: files, boards and the clock resolved. Opens no device.
/// @throws Error that lists every problem
GraphPlan load_plan(const GraphArguments& arguments);

/// "20 ms", "60s": a duration of the command line. @throws Error naming `option`
Duration parse_duration(const std::string& text, const std::string& option);

}  // namespace sinew
