// SPDX-License-Identifier: Apache-2.0
#include "framework/config/map_reader.h"

#include <algorithm>

namespace sinew {

MapReader::MapReader(const Value& map, std::string where, Problems& problems)
    : map_(map), where_(std::move(where)), problems_(problems) {
  if (map.kind != Value::Kind::kMap && map.kind != Value::Kind::kNull && !map.refused)
    problems.add(map.mark, where_, "must be a map, not " + in_words(map));
}

const Value* MapReader::find(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  const Value* value = map_.find(key);
  return value && !value->refused ? value : nullptr;
}

template <class T>
std::optional<T> MapReader::scalar(const std::string& key) {
  const Value* value = find(key);
  if (!value) return {};
  T read{};
  const std::string what = read_scalar(*value, read);
  if (what.empty()) return read;
  add(*value, key, what);
  return {};
}

std::optional<bool> MapReader::flag(const std::string& key) { return scalar<bool>(key); }

std::optional<std::string> MapReader::text(const std::string& key) {
  return scalar<std::string>(key);
}

std::optional<int> MapReader::integer(const std::string& key, int least, int most) {
  const auto read = scalar<std::int64_t>(key);
  if (!read) return {};
  if (*read >= least && *read <= most) return static_cast<int>(*read);
  add(*map_.find(key), key,
      std::to_string(*read) + " is outside [" + std::to_string(least) + ", " +
          std::to_string(most) + "]");
  return {};
}

std::optional<Duration> MapReader::duration(const std::string& key, Duration least) {
  const auto read = scalar<Duration>(key);
  if (!read || *read >= least) return read;
  add(*map_.find(key), key,
      to_text(*read) + (least > Duration(0) ? " is too short" : " is negative, the least is 0 ms"));
  return {};
}

std::optional<std::size_t> MapReader::choice(const std::string& key,
                                             const std::vector<std::string>& words) {
  const Value* value = find(key);
  if (!value) return {};
  const auto found = value->kind == Value::Kind::kScalar
                         ? std::find(words.begin(), words.end(), value->text)
                         : words.end();
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  add(*value, key,
      "must be one of " + list_of(words) + ", not " + in_words(*value) +
          did_you_mean(value->text, words));
  return {};
}

void MapReader::refuse(const std::string& key, const std::string& why) {
  if (map_.find(key)) problems_.add(map_.find(key)->key_mark, where(key), why);
  find(key);
}

void MapReader::finish() {
  for (const auto& [key, value] : map_.entries)
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      problems_.add(value.key_mark, where_,
                    "unknown key " + in_quotes(key) + did_you_mean(key, known_));
}

void MapReader::add(const Value& value, const std::string& key, const std::string& what) {
  problems_.add(value.mark, where(key), what);
}

std::string MapReader::where(const std::string& key) const {
  return where_.empty() ? key : where_ + "." + key;
}

std::string check_name(const std::string& name) {
  if (name.empty()) return "a name is empty";
  for (const char c : name) {
    const bool is_good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!is_good)
      return "name " + in_quotes(name) + " holds " +
             (static_cast<unsigned char>(c) < 0x80 ? in_quotes({c}) : "a letter outside ASCII") +
             "; names are made of letters, digits, '_' and '-'";
  }
  return "";
}

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

}  // namespace sinew
