// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/stage_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "framework/config/problems.h"
#include "framework/config/scalar.h"
#include "framework/core/error.h"

namespace sinew {
std::vector<const StageEntry*> public_stages() {
  std::vector<const StageEntry*> stages = all_stages();
  std::erase_if(stages, [](const StageEntry* stage) { return stage->name.starts_with("bench."); });
  return stages;
}

std::vector<std::string> public_stage_names() {
  std::vector<std::string> names;
  for (const StageEntry* stage : public_stages()) names.push_back(stage->name);
  return names;
}

const StageEntry& require_stage(const std::string& name) {
  if (const StageEntry* stage = find_stage(name)) return *stage;
  throw Error("there is no stage '" + name + "'" + did_you_mean(name, public_stage_names()) +
              " (sinew list names them all)");
}

std::string kind_text(const StageEntry& stage) {
  if (stage.is_source) return stage.is_live ? "live source" : "source";
  const bool triggered =
      std::any_of(stage.inputs.begin(), stage.inputs.end(), [](const PortInfo& port) {
        return port.role == Role::kTrigger || port.role == Role::kGroup;
      });
  return triggered ? "stage" : "timer";
}

std::string role_text(const PortInfo& port) {
  static constexpr std::array<std::string_view, 5> kRoles{"trigger", "matched", "latest", "since",
                                                          "group"};
  const std::string role(kRoles.at(static_cast<std::size_t>(port.role)));
  return port.is_list && port.role != Role::kGroup ? "list of " + role : role;
}

std::string type_text(const PortInfo& port) {
  return port.type ? std::string(port.type->name) : "any";
}

std::string unit_text(const std::string& name) {
  struct Unit {
    std::string_view ending, unit;
  };
  static constexpr std::array<Unit, 13> kUnits{{{"_m_s2", "m/s²"},
                                                {"_m_s", "m/s"},
                                                {"_rad_s", "rad/s"},
                                                {"_deg_s", "°/s"},
                                                {"_m", "m"},
                                                {"_rad", "rad"},
                                                {"_deg", "°"},
                                                {"_px", "px"},
                                                {"_hz", "Hz"},
                                                {"_s", "s"},
                                                {"_bytes", "bytes"},
                                                {"_percent", "%"},
                                                {"_fps", "frames/s"}}};
  for (const Unit& unit : kUnits)
    if (name.ends_with(unit.ending)) return std::string(unit.unit);
  return "";
}

std::string range_text(const ParamInfo& param) {
  std::string text;
  for (const std::string& choice : param.choices) text += (text.empty() ? "" : " | ") + choice;
  const auto limit = [&](double number) {  // ranges of durations are in seconds
    return param.type == "duration" ? to_text(duration_from_s(number)) : to_text(number);
  };
  if (param.min && param.max) return limit(*param.min) + " to " + limit(*param.max);
  if (param.min) return "at least " + limit(*param.min);
  if (param.max) return "at most " + limit(*param.max);
  return text;
}

std::string default_text(const ParamInfo& param, const StageEntry& stage) {
  if (param.required) return "";
  const std::string text = param.print(param, stage.make_params().get());
  return text.empty() ? "\"\"" : text;
}

}  // namespace sinew
