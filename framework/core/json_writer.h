// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Writes JSON from front to back, without a tree. Objects and arrays spread over lines unless
/// asked for on one. Asserts that the calls nest. One thread; allocates.
class JsonWriter {
 public:
  enum class Layout { kLines, kOneLine };

  JsonWriter& begin_object(Layout layout = Layout::kLines) { return begin('{', layout); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array(Layout layout = Layout::kLines) { return begin('[', layout); }
  JsonWriter& end_array() { return end(']'); }

  /// The name of the next value of an object.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
  /// The shortest text that reads back as the same number; null where it is not finite.
  JsonWriter& value(double number);
  JsonWriter& null() { return raw("null"); }
  template <std::integral I>
  JsonWriter& value(I number) {
    return raw(std::to_string(number));
  }

  template <class T>
  JsonWriter& field(std::string_view name, const T& field_value) {
    return key(name).value(field_value);
  }

  /// The document, with a line end. Call once everything that began has ended.
  std::string take();

 private:
  struct Level {
    Layout layout;
    bool empty = true;
  };
  JsonWriter& begin(char bracket, Layout layout);
  JsonWriter& end(char bracket);
  JsonWriter& raw(std::string_view text);
  void separate();
  void break_line();

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

/// With quotes, and escapes for what JSON does not take as it is.
std::string json_quoted(std::string_view text);

}  // namespace sinew
