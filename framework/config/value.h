// SPDX-License-Identifier: Apache-2.0
#pragma once

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

  /// The entry of a map, or nullptr.
  const Value* find(const std::string& key) const;
};

/// @throws Error "file:line:col: what" for a file that cannot be read or is no YAML; also for
/// duplicate keys, more than 64 levels or more than 1 MiB
Value read_yaml_file(const std::string& path);
Value read_yaml_text(const std::string& text, const std::string& name);

}  // namespace sinew
