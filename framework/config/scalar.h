// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/config/value.h"
#include "framework/core/time.h"

namespace sinew {

/// A size with its unit: "2 MiB".
struct Bytes {
  std::int64_t count = 0;
};

// Strict readers of one scalar. Each returns what is wrong ("must be an integer, not '2.0'") and
// leaves `out` as it was, or returns "" and sets it. A quoted scalar is a string and nothing else.

std::string read_scalar(const Value& value, bool& out);           ///< true or false
std::string read_scalar(const Value& value, std::int64_t& out);   ///< decimal, no fraction
std::string read_scalar(const Value& value, std::uint64_t& out);  ///< the same, not negative
std::string read_scalar(const Value& value, double& out);         ///< finite
std::string read_scalar(const Value& value, std::string& out);    ///< any scalar as written
/// A number and ns, us, ms, s, min or h, to the nearest nanosecond, at most 290 years.
std::string read_scalar(const Value& value, Duration& out);
/// A number and B, KiB, MiB, GiB, TiB, kB, MB or GB: a whole number of bytes.
std::string read_scalar(const Value& value, Bytes& out);
std::string read_percent(const Value& value, double& out);  ///< "40%" as 40

/// A value in a message: "'2.0'", "the string '5'", "a list", "a map", "nothing".
std::string in_words(const Value& value);

// Texts that the readers above read back to the same value.

std::string to_text(double number);  ///< the shortest
std::string to_text(float number);
std::string to_text(Duration duration);
std::string to_text(Bytes bytes);
/// Quoted where YAML would take it for something else than this string.
std::string to_yaml(const std::string& text);

}  // namespace sinew
