// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "framework/config/scalar.h"

namespace sinew {

/// Reads a map of a configuration file key by key. What is wrong becomes a problem and reads as
/// not written; a key that nobody asked for is unknown. For one thread.
class MapReader {
 public:
  /// Nothing reads as an empty map.
  MapReader(const Value& map, std::string where, Problems& problems);

  /// The value of a key, nullptr where it is not written or refused already.
  const Value* find(const std::string& key);

  std::optional<bool> flag(const std::string& key);
  std::optional<std::string> text(const std::string& key);
  std::optional<int> integer(const std::string& key, int least, int most);
  std::optional<Duration> duration(const std::string& key, Duration least);
  /// The index of a word in `words`.
  std::optional<std::size_t> choice(const std::string& key, const std::vector<std::string>& words);

  /// The key belongs elsewhere: where it is written, `why` is the problem.
  void refuse(const std::string& key, const std::string& why);

  /// Reports the unknown keys. The last call.
  void finish();

  void add(const Value& value, const std::string& key, const std::string& what);
  std::string where(const std::string& key) const;

 private:
  template <class T>
  std::optional<T> scalar(const std::string& key);

  const Value& map_;
  std::string where_;
  Problems& problems_;
  std::vector<std::string> known_;
};

/// What is wrong with a name of a stage, lane, parameter or port, or "".
std::string check_name(const std::string& name);

/// "a, b, c"
std::string list_of(const std::vector<std::string>& words);

}  // namespace sinew
