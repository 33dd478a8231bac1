// SPDX-License-Identifier: Apache-2.0
#include "framework/config/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

namespace sinew {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<Unit, 6> kTimes{{{"ns", 1},
                                      {"us", 1'000},
                                      {"ms", 1'000'000},
                                      {"s", 1'000'000'000},
                                      {"min", 60'000'000'000},
                                      {"h", 3'600'000'000'000}}};
constexpr std::array<Unit, 8> kSizes{{{"B", 1},
                                      {"KiB", 1LL << 10},
                                      {"MiB", 1LL << 20},
                                      {"GiB", 1LL << 30},
                                      {"TiB", 1LL << 40},
                                      {"kB", 1'000},
                                      {"MB", 1'000'000},
                                      {"GB", 1'000'000'000}}};

template <class T>
std::optional<T> parse(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

std::optional<double> parse_finite(std::string_view text) {
  const auto number = parse<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool is_plain(const Value& value) { return value.kind == Value::Kind::kScalar && !value.quoted; }

std::string must_be(const std::string& what, const Value& value) {
  return "must be " + what + ", not " + in_words(value);
}

/// Whether the text is a whole number, of whatever size.
bool looks_whole(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <class T>
std::string read_whole(const Value& value, T& out) {
  const auto number = is_plain(value) ? parse<T>(value.text) : std::nullopt;
  if (number) {
    out = *number;
    return "";
  }
  if (!is_plain(value) || !looks_whole(value.text)) return must_be("an integer", value);
  if (std::is_unsigned_v<T> && value.text.starts_with('-'))
    return must_be("an integer of 0 or more", value);
  return must_be("an integer of 64 bits", value);
}

struct Quantity {
  double number;
  const Unit* unit;  ///< nullptr: none is written
};

/// "20 ms" in parts; nothing where there is no number or the unit is not among `units`.
std::optional<Quantity> split(std::string_view text, std::span<const Unit> units) {
  std::size_t digits = text.size();
  while (digits > 0 && !(text[digits - 1] >= '0' && text[digits - 1] <= '9') &&
         text[digits - 1] != '.')
    --digits;
  const auto number = parse_finite(text.substr(0, digits));
  if (!number) return {};
  std::string_view name = text.substr(digits);
  if (name.empty()) return Quantity{*number, nullptr};
  if (name.starts_with(' ')) name.remove_prefix(1);
  for (const Unit& unit : units)
    if (unit.name == name) return Quantity{*number, &unit};
  return {};
}

/// Reads a number with one of `units` as a count of the unit of size 1.
std::string read_quantity(const Value& value, std::span<const Unit> units, const std::string& kind,
                          std::string_view usual, double& out) {
  const std::string example = kind + " like '20 " + std::string(usual) + "'";
  const auto quantity = is_plain(value) ? split(value.text, units) : std::nullopt;
  if (!quantity) return must_be(example, value);
  if (!quantity->unit) return "write a unit: " + in_quotes(value.text + " " + std::string(usual));
  out = quantity->number * static_cast<double>(quantity->unit->size);
  return "";
}

template <class Float>
std::string shortest(Float number) {
  std::array<char, 64> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
}

}  // namespace

std::string in_words(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNull:
      return "nothing";
    case Value::Kind::kList:
      return "a list";
    case Value::Kind::kMap:
      return "a map";
    case Value::Kind::kScalar:
      break;
  }
  return (value.quoted ? "the string " : "") + in_quotes(value.text);
}

std::string read_scalar(const Value& value, bool& out) {
  if (!is_plain(value) || (value.text != "true" && value.text != "false"))
    return must_be("true or false", value);
  out = value.text == "true";
  return "";
}

std::string read_scalar(const Value& value, std::int64_t& out) { return read_whole(value, out); }
std::string read_scalar(const Value& value, std::uint64_t& out) { return read_whole(value, out); }

std::string read_scalar(const Value& value, double& out) {
  const auto number = is_plain(value) ? parse_finite(value.text) : std::nullopt;
  if (!number) return must_be("a finite number", value);
  out = *number;
  return "";
}

std::string read_scalar(const Value& value, std::string& out) {
  if (value.kind != Value::Kind::kScalar) return must_be("a string", value);
  out = value.text;
  return "";
}

std::string read_scalar(const Value& value, Duration& out) {
  double ns = 0;
  if (std::string what = read_quantity(value, kTimes, "a duration", "ms", ns); !what.empty())
    return what;
  if (std::abs(ns) > 9.1e18) return must_be("at most 290 years", value);
  out = Duration(std::llround(ns));
  return "";
}

std::string read_scalar(const Value& value, Bytes& out) {
  double count = 0;
  if (std::string what = read_quantity(value, kSizes, "a size", "MiB", count); !what.empty())
    return what;
  if (count < 0 || count > 9.0e18 || count != std::floor(count))
    return must_be("a whole number of bytes", value);
  out.count = static_cast<std::int64_t>(count);
  return "";
}

std::string read_percent(const Value& value, double& out) {
  constexpr std::array<Unit, 1> kPercent{{{"%", 1}}};
  const auto quantity = is_plain(value) ? split(value.text, kPercent) : std::nullopt;
  if (!quantity) return must_be("a share like '40%'", value);
  if (!quantity->unit) return "write a unit: " + in_quotes(value.text + "%");
  out = quantity->number;
  return "";
}

std::string to_text(double number) { return shortest(number); }
std::string to_text(float number) { return shortest(number); }

std::string to_text(Duration duration) {
  const std::int64_t ns = duration.count();
  if (ns == 0) return "0 ms";
  for (const std::size_t index : {3u, 2u, 1u}) {  // s, ms, us
    const std::int64_t size = kTimes[index].size;
    if ((ns >= size || ns <= -size) && ns % (size / 1000) == 0)
      return shortest(static_cast<double>(ns) / static_cast<double>(size)) + " " +
             std::string(kTimes[index].name);
  }
  return std::to_string(ns) + " ns";
}

std::string to_text(Bytes bytes) {
  for (const std::size_t index : {3u, 2u, 1u}) {  // GiB, MiB, KiB
    const std::int64_t size = kSizes[index].size;
    if (bytes.count >= size && bytes.count % size == 0)
      return std::to_string(bytes.count / size) + " " + std::string(kSizes[index].name);
  }
  return std::to_string(bytes.count) + " B";
}

std::string to_yaml(const std::string& text) {
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '/' || c == '.' || c == '-';
  };
  const bool is_word = text == "true" || text == "false" || text == "null" || text == "Null" ||
                       text == "NULL" || parse<double>(text);
  if (!text.empty() && text[0] != '-' && !is_word && std::all_of(text.begin(), text.end(), is_safe))
    return text;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace sinew
