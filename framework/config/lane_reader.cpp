// SPDX-License-Identifier: Apache-2.0
#include "framework/config/lane_reader.h"

#include "framework/config/map_reader.h"

namespace sinew {
namespace {

void read_gpu(MapReader& map, LaneSpec& lane) {
  const Value* value = map.find("gpu");
  if (!value) return;
  if (value->text == "none") {
    lane.gpu = LaneSpec::Gpu::kNone;
  } else if (value->text == "shared") {
    lane.gpu = LaneSpec::Gpu::kShared;
  } else if (std::string what = read_percent(*value, lane.gpu_percent); !what.empty()) {
    if (what.starts_with("must"))
      what = "must be none, shared or a share like '40%', not " + in_words(*value) +
             did_you_mean(value->text, {"none", "shared"});
    map.add(*value, "gpu", what);
  } else if (lane.gpu_percent > 0 && lane.gpu_percent <= 100) {
    lane.gpu = LaneSpec::Gpu::kPercent;
  } else {
    map.add(*value, "gpu", to_text(lane.gpu_percent) + "% is no share; it lies over 0 up to 100%");
  }
}

void read_priority(MapReader& map, LaneSpec& lane) {
  const Value* value = map.find("priority");
  if (!value) return;
  const std::string& text = value->text;
  if (text.starts_with("realtime(") && text.ends_with(')')) {
    Value number = *value;
    number.text = text.substr(9, text.size() - 10);
    std::int64_t level = 0;
    if (!read_scalar(number, level).empty() || level < 1 || level > 99)
      map.add(*value, "priority", in_quotes(text) + " is outside realtime(1) to realtime(99)");
    lane.priority = Priority::kRealtime;
    lane.realtime_priority = static_cast<int>(level);
  } else if (text == "realtime") {
    map.add(*value, "priority", "write the level, 1 to 99: 'realtime(50)'");
  } else if (text == "low" || text == "normal" || text == "high") {
    lane.priority =
        text == "low" ? Priority::kLow : (text == "high" ? Priority::kHigh : Priority::kNormal);
  } else {
    map.add(*value, "priority",
            "must be low, normal, high or realtime(n), not " + in_words(*value) +
                did_you_mean(text, {"low", "normal", "high"}));
  }
}

LaneSpec read_lane(const std::string& name, const Value& value, const std::string& where,
                   Problems& problems) {
  LaneSpec lane;
  lane.name = name;
  lane.mark = value.key_mark;
  MapReader map(value, where, problems);
  read_gpu(map, lane);
  read_priority(map, lane);
  for (const char* key : {"cpus", "wait"})
    map.refuse(key, "belongs to the board file, by the lane's name");
  map.finish();
  return lane;
}

}  // namespace

std::vector<LaneSpec> read_lanes(const Value* lanes, Problems& problems) {
  std::vector<LaneSpec> read;
  if (!lanes) return read;
  const MapReader map(*lanes, "lanes", problems);
  double sum = 0;
  for (const auto& [name, value] : lanes->entries) {
    if (const std::string what = check_name(name); !what.empty()) {
      problems.add(value.key_mark, "lanes", what);
      continue;
    }
    if (value.refused) continue;
    read.push_back(read_lane(name, value, map.where(name), problems));
    if (read.back().gpu == LaneSpec::Gpu::kPercent) sum += read.back().gpu_percent;
  }
  if (sum > 100 + 1e-9)
    problems.add(lanes->key_mark, "lanes",
                 "the shares add up to " + to_text(sum) + "% of the GPU; there are 100%");
  return read;
}

}  // namespace sinew
