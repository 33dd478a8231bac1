// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/time.h"

namespace sinew {

/// A table for the terminal: aligned columns, no lines. UTF-8; every character is one column wide.
class TextTable {
 public:
  struct Column {
    /// @param is_right  aligned to the right: numbers
    Column(const char* text, bool is_right = false) : title(text), right(is_right) {}

    std::string title;
    bool right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column.
  void add(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }

  /// The title line and the rows. Where that is wider than `width`, the widest columns of text give
  /// way and their cells lose their middle.
  std::string text(std::size_t indent = 0, std::size_t width = kAnyWidth) const;

  static constexpr std::size_t kAnyWidth = SIZE_MAX;

 private:
  /// Of the columns, all together and their gaps not above `most` where that can be.
  std::vector<std::size_t> widths(std::size_t most) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Characters, not bytes, of UTF-8.
std::size_t text_width(std::string_view text);

/// The text, or its start, "…" and its end in `width` characters.
std::string shortened(std::string_view text, std::size_t width);

/// "850 ns", "1.25 µs", "12.5 ms", "1.25 s": three digits.
std::string duration_text(Duration duration);

/// "512 B", "1.5 KiB", "12.0 MiB"
std::string bytes_text(std::size_t bytes);

/// Breaks at spaces so that no line is wider; every line but the first is indented.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace sinew
