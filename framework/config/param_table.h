// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/value.h"

namespace sinew {

/// What is left of the size that one graph may grow to: parameters, sub-graphs and lists of edges
/// multiply what is written.
struct GraphBudget {
  std::size_t values = 200'000;
  std::size_t text_bytes = 8 << 20;
  std::size_t blocks = 10'000;
  std::size_t edges = 100'000;

  /// Takes `count` of `left`; false where that is more than there is (then nothing is left).
  static bool take(std::size_t& left, std::size_t count);
};

/// The parameters of one graph file, and the replacement of ${name} by their values.
///
/// A whole scalar `${name}`, quoted or not, becomes the value as it was written, a list too; inside
/// a text `a/${name}/b` the value's text is put in. A parameter written without a value (`name:`)
/// must be set from outside.
class ParamTable {
 public:
  /// @param params  the `params:` of the file, nullptr where there are none
  ParamTable(const Value* params, const std::filesystem::path& directory, Problems& problems);

  /// Sets a parameter from outside; false where there is none of this name.
  /// @param directory  where relative paths in `value` start
  bool set(const std::string& name, Value value, const std::filesystem::path& directory);

  std::vector<std::string> names() const;

  /// Reports each parameter that still has no value. `how` says how to give one.
  void require_values(const std::string& where, const Mark* mark, Problems& problems);

  /// Replaces in place, also in the entries of lists and maps.
  void replace(Value& value, const std::string& where, GraphBudget& budget,
               Problems& problems) const;

 private:
  const Value* lookup(const std::string& name, const Value& place, const std::string& where,
                      Problems& problems) const;
  bool replace_whole(Value& value, const std::string& where, GraphBudget& budget,
                     Problems& problems) const;
  void replace_inside(Value& value, const std::string& where, GraphBudget& budget,
                      Problems& problems) const;

  std::vector<std::pair<std::string, Value>> params_;  ///< in the order of the file
};

}  // namespace sinew
