// SPDX-License-Identifier: Apache-2.0
#include "framework/config/param_table.h"

#include "framework/config/map_reader.h"

namespace sinew {
namespace {

std::size_t count_values(const Value& value) {
  std::size_t count = 1;
  for (const Value& item : value.items) count += count_values(item);
  for (const auto& [key, entry] : value.entries) count += count_values(entry);
  return count;
}

bool uses_a_parameter(const Value& value) {
  if (value.text.find("${") != std::string::npos) return true;
  for (const Value& item : value.items)
    if (uses_a_parameter(item)) return true;
  for (const auto& [key, entry] : value.entries)
    if (uses_a_parameter(entry)) return true;
  return false;
}

/// Says of every scalar in a value where its relative paths start, unless that is known.
void set_directory(Value& value, const std::filesystem::path& directory) {
  if (value.directory.empty()) value.directory = directory;
  for (Value& item : value.items) set_directory(item, directory);
  for (auto& [key, entry] : value.entries) set_directory(entry, directory);
}

}  // namespace

bool GraphBudget::take(std::size_t& left, std::size_t count) {
  const bool enough = count <= left;
  left = enough ? left - count : 0;
  return enough;
}

ParamTable::ParamTable(const Value* params, const std::filesystem::path& directory,
                       Problems& problems) {
  if (!params) return;
  MapReader reader(*params, "params", problems);
  for (const auto& [name, value] : params->entries) {
    if (const std::string what = check_name(name); !what.empty())
      problems.add(value.key_mark, "params", what);
    params_.emplace_back(name, value);
    Value& own = params_.back().second;
    if (uses_a_parameter(value)) {
      problems.add(value.mark, reader.where(name), "a parameter cannot use another one");
      own.refused = true;
    }
    set_directory(own, directory.empty() ? "." : directory);
  }
}

bool ParamTable::set(const std::string& name, Value value, const std::filesystem::path& directory) {
  for (auto& [known, own] : params_) {
    if (known != name) continue;
    value.key_mark = own.key_mark;
    set_directory(value, directory.empty() ? "." : directory);
    own = std::move(value);
    return true;
  }
  return false;
}

std::vector<std::string> ParamTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : params_) names.push_back(name);
  return names;
}

void ParamTable::require_values(const std::string& where, const Mark* mark, Problems& problems) {
  for (auto& [name, value] : params_) {
    if (value.kind != Value::Kind::kNull || value.refused) continue;
    if (mark)
      problems.add(*mark, where, "needs parameter " + in_quotes(name));
    else
      problems.add(value.key_mark, "params." + name, "needs a value: -D " + name + "=…");
    value.refused = true;
  }
}

void ParamTable::replace(Value& value, const std::string& where, GraphBudget& budget,
                         Problems& problems) const {
  for (std::size_t i = 0; i < value.items.size(); ++i)
    replace(value.items[i], where + "[" + std::to_string(i) + "]", budget, problems);
  for (auto& [key, entry] : value.entries)
    replace(entry, where.empty() ? key : where + "." + key, budget, problems);
  if (value.kind != Value::Kind::kScalar || value.text.find("${") == std::string::npos) return;
  if (!replace_whole(value, where, budget, problems))
    replace_inside(value, where, budget, problems);
}

const Value* ParamTable::lookup(const std::string& name, const Value& place,
                                const std::string& where, Problems& problems) const {
  for (const auto& [known, value] : params_)
    if (known == name) return &value;
  problems.add(place.mark, where,
               "unknown parameter ${" + name + "}" +
                   (params_.empty() ? "; the file has no params" : did_you_mean(name, names())));
  return nullptr;
}

bool ParamTable::replace_whole(Value& value, const std::string& where, GraphBudget& budget,
                               Problems& problems) const {
  const std::string& text = value.text;
  if (!text.starts_with("${") || text.find('}') != text.size() - 1) return false;
  const Value* found = lookup(text.substr(2, text.size() - 3), value, where, problems);
  if (found && !GraphBudget::take(budget.values, count_values(*found))) {
    problems.add(value.mark, where, "the graph has grown too large with its parameters replaced");
    found = nullptr;
  }
  Value replaced = found ? *found : value;
  replaced.refused = !found || found->refused;
  replaced.mark = value.mark;
  replaced.key_mark = value.key_mark;
  value = std::move(replaced);
  return true;
}

void ParamTable::replace_inside(Value& value, const std::string& where, GraphBudget& budget,
                                Problems& problems) const {
  std::string text;
  std::filesystem::path directory;
  std::size_t at = 0;
  const auto refuse = [&](const std::string& what) {
    if (!what.empty()) problems.add(value.mark, where, what);
    value.refused = true;
  };
  for (std::size_t start; (start = value.text.find("${", at)) != std::string::npos;) {
    const std::size_t end = value.text.find('}', start);
    if (end == std::string::npos) return refuse("'${' without its '}'");
    const std::string name = value.text.substr(start + 2, end - start - 2);
    const Value* found = lookup(name, value, where, problems);
    if (!found || found->refused) return refuse("");
    if (found->kind != Value::Kind::kScalar)
      return refuse("${" + name + "} is " + in_words(*found) + " and cannot stand inside a text");
    if (!GraphBudget::take(budget.text_bytes, found->text.size()))
      return refuse("the graph has grown too large with its parameters replaced");
    if (start == 0) directory = found->directory;
    text += value.text.substr(at, start - at) + found->text;
    at = end + 1;
  }
  value.text = text + value.text.substr(at);
  value.directory = directory;
}

}  // namespace sinew
