// SPDX-License-Identifier: Apache-2.0
#include "framework/core/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "framework/core/error.h"

namespace sinew {

std::string json_quoted(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (c == '\n')
      quoted += "\\n";
    else if (byte < 0x20)
      quoted += {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
    else
      quoted += c;
  }
  return quoted + '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  SINEW_ASSERT(!levels_.empty() && !after_key_, name);
  separate();
  text_ += json_quoted(name) + ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) { return raw(json_quoted(text)); }

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  std::array<char, 32> digits;
  const double size = std::abs(number);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e15);  // else fixed has too many zeros
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                    plain ? std::chars_format::fixed : std::chars_format::general);
  return raw({digits.data(), result.ptr});
}

JsonWriter& JsonWriter::begin(char bracket, Layout layout) {
  separate();
  after_key_ = false;
  text_ += bracket;
  levels_.push_back({layout});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  SINEW_ASSERT(!levels_.empty() && !after_key_, bracket);
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && level.layout == Layout::kLines) break_line();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  after_key_ = false;
  text_ += text;
  return *this;
}

void JsonWriter::separate() {
  if (after_key_ || levels_.empty()) return;
  Level& level = levels_.back();
  const bool first = std::exchange(level.empty, false);
  if (!first) text_ += ',';
  if (level.layout == Layout::kLines)
    break_line();
  else if (!first)
    text_ += ' ';
}

void JsonWriter::break_line() { text_ += '\n' + std::string(2 * levels_.size(), ' '); }

std::string JsonWriter::take() {
  SINEW_ASSERT(levels_.empty() && !text_.empty(), levels_.size());
  return std::exchange(text_, {}) + '\n';
}

}  // namespace sinew
