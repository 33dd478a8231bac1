// SPDX-License-Identifier: Apache-2.0
#include "framework/config/edge_reader.h"

#include "framework/config/map_reader.h"

namespace sinew {
namespace {

constexpr int kMaxQueue = 4096;

/// Adds the edge that a scalar names, with the keys of `keys`.
void read_from(const Value& from, EdgeSpec keys, const std::string& where,
               const std::string& prefix, InputSpec& input, Problems& problems) {
  if (from.refused) return;
  if (const std::string what = check_reference(from, true); !what.empty()) {
    problems.add(from.mark, where, what);
    return;
  }
  keys.from = prefix + from.text;
  keys.mark = from.mark;
  input.edges.push_back(std::move(keys));
}

/// The keys of an edge, without its `from`.
EdgeSpec read_keys(MapReader& map) {
  EdgeSpec edge;
  edge.queue = map.integer("queue", 1, kMaxQueue);
  if (const auto index = map.choice("when_full", {"block", "drop_oldest"}))
    edge.when_full = static_cast<WhenFull>(*index);
  edge.tolerance = map.duration("tolerance", Duration(0));
  edge.max_age = map.duration("max_age", Duration(0));
  edge.max_wait = map.duration("max_wait", Duration(0));
  if (const auto index = map.choice("on_missing", {"skip", "run"}))
    edge.on_missing = static_cast<OnMissing>(*index);
  edge.copies = map.integer("copies", 0, 1'000'000);
  edge.feedback = map.flag("feedback").value_or(false);
  return edge;
}

/// An edge, or with `from: [...]` several, written as a map.
void read_map(const Value& value, const std::string& where, const std::string& prefix,
              InputSpec& input, Problems& problems) {
  MapReader map(value, where, problems);
  const Value* from = map.find("from");
  const EdgeSpec keys = read_keys(map);
  if (from && from->kind == Value::Kind::kList) {
    input.is_list = true;
    for (std::size_t i = 0; i < from->items.size(); ++i)
      read_from(from->items[i], keys, where + ".from[" + std::to_string(i) + "]", prefix, input,
                problems);
  } else if (from) {
    read_from(*from, keys, map.where("from"), prefix, input, problems);
  } else if (!value.find("from")) {
    problems.add(value.mark, where, "needs 'from', the output that it reads");
  }
  input.at_least = map.integer("at_least", 1, 1'000'000);
  map.finish();
}

void read_list(const Value& value, const std::string& where, const std::string& prefix,
               InputSpec& input, Problems& problems) {
  input.is_list = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Value& item = value.items[i];
    const std::string place = where + "[" + std::to_string(i) + "]";
    if (item.kind != Value::Kind::kMap) {
      read_from(item, {}, place, prefix, input, problems);
      continue;
    }
    InputSpec one;
    read_map(item, place, prefix, one, problems);
    if (one.is_list || one.at_least)
      problems.add(item.mark, place,
                   "a list of edges cannot hold another; write {from: [a.x, b.x], at_least: 2}");
    else
      input.edges.insert(input.edges.end(), one.edges.begin(), one.edges.end());
  }
}

InputSpec read_input(const std::string& port, const Value& value, const std::string& where,
                     const std::string& prefix, Problems& problems) {
  InputSpec input;
  input.port = port;
  input.mark = value.key_mark;
  if (value.kind == Value::Kind::kMap)
    read_map(value, where, prefix, input, problems);
  else if (value.kind == Value::Kind::kList)
    read_list(value, where, prefix, input, problems);
  else
    read_from(value, {}, where, prefix, input, problems);
  const Value* from = value.kind == Value::Kind::kMap ? value.find("from") : &value;
  if (from && from->kind == Value::Kind::kList && from->items.empty())
    problems.add(from->mark, where, "the list of edges is empty");
  if (input.at_least && !input.is_list)
    problems.add(value.find("at_least")->mark, where + ".at_least",
                 "belongs to a list of edges, from: [a.x, b.x]");
  return input;
}

}  // namespace

std::vector<InputSpec> read_inputs(const Value* in, const std::string& where,
                                   const std::string& prefix, Problems& problems) {
  std::vector<InputSpec> inputs;
  if (!in) return inputs;
  const MapReader map(*in, where, problems);
  for (const auto& [port, value] : in->entries) {
    if (const std::string what = check_name(port); !what.empty())
      problems.add(value.key_mark, where, what);
    else
      inputs.push_back(read_input(port, value, map.where(port), prefix, problems));
  }
  return inputs;
}

std::string check_reference(const Value& value, bool may_be_input) {
  const std::string example = "must name an output as 'stage.output'";
  if (value.kind != Value::Kind::kScalar) return example + ", not " + in_words(value);
  const std::size_t dot = value.text.find('.');
  if (dot == std::string::npos && !may_be_input) return example + ", not " + in_words(value);
  if (const std::string what = check_name(value.text.substr(0, dot)); !what.empty())
    return example + ": " + what;
  if (dot == std::string::npos) return "";
  const std::string what = check_name(value.text.substr(dot + 1));
  return what.empty() ? "" : example + ": " + what;
}

}  // namespace sinew
