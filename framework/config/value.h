// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/problems.h"

namespace sinew {

/// A piece of YAML with its place: what the rest of Sinew sees of the YAML library.
struct Value {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< a quoted scalar is always a string
  std::vector<Value> items;
  std::vector<std::pair<std::string, Value>> entries;  ///< in the order of the file
  Mark mark;
  Mark key_mark;         ///< of an entry of a map: where its key stands
  bool refused = false;  ///< a problem was reported for it: readers pass over it in silence
  /// Where a relative path in it starts: set where a ${name} at its front was replaced by a value
  /// written elsewhere. Empty: the folder of the file that holds it.
  std::filesystem::path directory;

  // Defined in value.cpp: inside the class, a list of pairs of this class is not complete to clang.
  Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  /// The entry of a map, or nullptr.
  const Value* find(const std::string& key) const;
};

/// A YAML file as one value, an empty file as kNull. Anchors and aliases are copied out.
///
/// @throws Error "file:line:col: what", a line for each problem: a file that cannot be read or is
/// no YAML, a second document, duplicate keys, keys that are no scalars, tags, more than 64 levels,
/// more than 1 MiB of text, more than 100 000 values after aliases
Value read_yaml_file(const std::string& path);
Value read_yaml_text(const std::string& text, const std::string& name);

/// The same with the problems added to a list; nothing if there were any.
std::optional<Value> read_yaml_file(const std::string& path, Problems& problems);
std::optional<Value> read_yaml_text(const std::string& text, const std::string& name,
                                    Problems& problems);

}  // namespace sinew
