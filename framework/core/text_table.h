// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/core/time.h"

namespace sinew {

/// A table for the terminal: aligned columns, no lines. UTF-8; every character is one column wide.
class TextTable {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column.
  void add(std::vector<std::string> cells);

  /// The title line and the rows. Where that is wider than `width`, the widest columns of text give
  /// way and their cells lose their middle.
  std::string text(std::size_t width = 100) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Characters, not bytes, of UTF-8.
std::size_t text_width(std::string_view text);

/// The text, or its start, "…" and its end in `width` characters.
std::string shortened(std::string_view text, std::size_t width);

/// "850 ns", "1.25 µs", "12.5 ms", "1.25 s": three digits.
std::string to_text(Duration duration);

/// "512 B", "1.5 KiB", "12 MiB"
std::string bytes_text(std::size_t bytes);

/// Breaks at spaces so that no line is wider; every line but the first is indented.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace sinew
