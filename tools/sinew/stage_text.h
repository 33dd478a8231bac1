// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/stage/registry.h"

namespace sinew {

/// The stages that users may name, sorted: all but those of `sinew bench`.
std::vector<const StageEntry*> public_stages();
std::vector<std::string> public_stage_names();

/// @throws Error with the nearest name where there is no such stage
const StageEntry& require_stage(const std::string& name);

/// "source", "timer" (no trigger port: runs `every:`) or "stage".
std::string kind_text(const StageEntry& stage);

/// "trigger", "matched", "latest", "since" or "group"; "list of …" for a list.
std::string role_text(const PortInfo& port);

/// The payload's name, or "any".
std::string type_text(const PortInfo& port);

/// The unit that the end of a name says: "width_px" → "px", "speed_max_m_s" → "m/s"; else "".
std::string unit_text(const std::string& name);

/// "0 to 16", "at least 1", "radtan | equidistant", or "" where anything goes.
std::string range_text(const ParamInfo& param);

/// The default as YAML; "" where a value is required.
std::string default_text(const ParamInfo& param, const StageEntry& stage);

}  // namespace sinew
