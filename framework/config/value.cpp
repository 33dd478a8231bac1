// SPDX-License-Identifier: Apache-2.0
#include "framework/config/value.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "framework/core/error.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxLevels = 64;
constexpr std::size_t kMaxValues = 100'000;
constexpr std::size_t kMaxBytes = 1 << 20;

/// Ends the reading of a file at a problem after which nothing more can be made of it.
struct Stop {};

std::size_t count_values(const Value& value) {
  std::size_t count = 1;
  for (const Value& item : value.items) count += count_values(item);
  for (const auto& [key, entry] : value.entries) count += count_values(entry);
  return count;
}

std::size_t count_levels(const Value& value) {
  std::size_t levels = 0;
  for (const Value& item : value.items) levels = std::max(levels, count_levels(item));
  for (const auto& [key, entry] : value.entries) levels = std::max(levels, count_levels(entry));
  return levels + 1;
}

/// Makes a Value of the parser's events. The library's own nodes would accept duplicate keys and
/// share what aliases name.
class ValueBuilder : public YAML::EventHandler {
 public:
  ValueBuilder(std::string file, Problems& problems) : file_(std::move(file)), problems_(problems) {
    root_.mark = {file_, 1, 1};
  }

  Value take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) stop(to_mark(mark), "a second document; a file holds one");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    put(make(Value::Kind::kNull, mark), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    Value value = make(Value::Kind::kScalar, mark);
    refuse_tag(value.mark, tag);
    value.text = text;
    value.quoted = tag == "!";
    put(std::move(value), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) stop(to_mark(mark), "an alias inside what it names");
    count(count_values(found->second), to_mark(mark));
    if (open_.size() + count_levels(found->second) > kMaxLevels) stop_too_deep(to_mark(mark));
    Value value = found->second;
    value.mark = to_mark(mark);
    put(std::move(value), 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Value::Kind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Value::Kind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not come yet.
  struct Open {
    Value value;
    YAML::anchor_t anchor = 0;
    std::optional<Value> key;                ///< of a map, while its value has not come yet
    std::map<std::string, Mark> known_keys;  ///< with their first place
  };

  Mark to_mark(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  [[noreturn]] void stop(const Mark& mark, const std::string& what) {
    problems_.add(mark, "", what);
    throw Stop();
  }

  [[noreturn]] void stop_too_deep(const Mark& mark) {
    stop(mark, "more than " + std::to_string(kMaxLevels) + " levels of lists and maps");
  }

  void refuse_tag(const Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      problems_.add(mark, "", "tag " + in_quotes(tag) + " is not understood; leave it out");
  }

  void count(std::size_t values, const Mark& mark) {
    values_ += values;
    if (values_ > kMaxValues)
      stop(mark, "more than " + std::to_string(kMaxValues) + " values, aliases counted");
  }

  Value make(Value::Kind kind, const YAML::Mark& mark) {
    Value value;
    value.kind = kind;
    value.mark = to_mark(mark);
    count(1, value.mark);
    return value;
  }

  void open(Value::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    Value value = make(kind, mark);
    refuse_tag(value.mark, tag);
    if (open_.size() >= kMaxLevels) stop_too_deep(value.mark);
    open_.push_back({std::move(value), anchor, {}, {}});
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    put(std::move(closed.value), closed.anchor);
  }

  void put(Value value, YAML::anchor_t anchor) {
    if (anchor != 0) {
      count(count_values(value), value.mark);
      anchored_[anchor] = value;
    }
    if (open_.empty())
      root_ = std::move(value);
    else if (open_.back().value.kind == Value::Kind::kList)
      open_.back().value.items.push_back(std::move(value));
    else if (!open_.back().key)
      open_.back().key = std::move(value);
    else
      put_entry(open_.back(), std::move(value));
  }

  void put_entry(Open& map, Value value) {
    const Value key = std::move(*map.key);
    map.key.reset();
    if (key.kind != Value::Kind::kScalar) {
      problems_.add(key.mark, "", "a key must be a word");
      return;
    }
    const auto [first, is_new] = map.known_keys.emplace(key.text, key.mark);
    if (!is_new) {
      problems_.add(key.mark, "",
                    "key " + in_quotes(key.text) + " is written twice, first in line " +
                        std::to_string(first->second.line));
      return;
    }
    value.key_mark = key.mark;
    map.value.entries.emplace_back(key.text, std::move(value));
  }

  std::string file_;
  Problems& problems_;
  Value root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Value> anchored_;
  std::size_t values_ = 0;
  int documents_ = 0;
};

/// Whether the whole text could be parsed.
bool parse(const std::string& text, const std::string& name, ValueBuilder& builder,
           Problems& problems) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return true;
  } catch (const Stop&) {
    return false;
  } catch (const YAML::Exception& error) {
    Mark mark{name, 0, 0};
    if (!error.mark.is_null()) mark = {name, error.mark.line + 1, error.mark.column + 1};
    problems.add(mark, "", "this is no YAML: " + error.msg);
    return false;
  }
}

/// The text of a file; empty and a problem where it cannot be read.
std::optional<std::string> read_text(const std::string& path, Problems& problems) {
  const Mark file{path, 0, 0};
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    problems.add(file, "", "there is no such file");
    return {};
  }
  std::ifstream stream(path, std::ios::binary);
  if (std::filesystem::is_directory(status) || !stream) {
    problems.add(file, "", "the file cannot be read");
    return {};
  }
  std::string text(kMaxBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

Value or_throw(const std::optional<Value>& value, const Problems& problems) {
  problems.throw_if_any();
  return *value;
}

}  // namespace

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

const Value* Value::find(const std::string& key) const {
  for (const auto& [name, value] : entries)
    if (name == key) return &value;
  return nullptr;
}

std::optional<Value> read_yaml_text(const std::string& text, const std::string& name,
                                    Problems& problems) {
  if (text.size() > kMaxBytes) {
    problems.add({name, 0, 0}, "", "the file is larger than 1 MiB");
    return {};
  }
  Problems own;
  ValueBuilder builder(name, own);
  const bool parsed = parse(text, name, builder, own);
  problems.add_all(own);
  if (!parsed || !own.empty()) return {};
  return builder.take();
}

std::optional<Value> read_yaml_file(const std::string& path, Problems& problems) {
  const auto text = read_text(path, problems);
  if (!text) return {};
  return read_yaml_text(*text, path, problems);
}

Value read_yaml_text(const std::string& text, const std::string& name) {
  Problems problems;
  return or_throw(read_yaml_text(text, name, problems), problems);
}

Value read_yaml_file(const std::string& path) {
  Problems problems;
  return or_throw(read_yaml_file(path, problems), problems);
}

}  // namespace sinew
