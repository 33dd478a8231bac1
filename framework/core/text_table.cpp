// SPDX-License-Identifier: Apache-2.0
#include "framework/core/text_table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "framework/core/error.h"

namespace sinew {
namespace {

constexpr std::size_t kGap = 2;         // between columns
constexpr std::size_t kNarrowest = 12;  // of a column that gives way

/// The byte at which the `count`-th character starts.
std::size_t byte_of(std::string_view text, std::size_t count) {
  std::size_t i = 0;
  for (; i < text.size(); ++i)
    if ((text[i] & 0xC0) != 0x80 && count-- == 0) break;
  return i;
}

std::string three_digits(double value, const char* unit) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, unit);
  return text.data();
}

}  // namespace

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t full = text_width(text);
  if (full <= width || width == 0) return std::string(text);
  const std::size_t tail = (width - 1) / 2, head = width - 1 - tail;
  return std::string(text.substr(0, byte_of(text, head))) + "…" +
         std::string(text.substr(byte_of(text, full - tail)));
}

std::string duration_text(Duration duration) {
  const double ns = static_cast<double>(duration.count());
  if (ns < 999.5) return std::to_string(duration.count()) + " ns";
  if (ns < 999.5e3) return three_digits(ns * 1e-3, "µs");
  if (ns < 999.5e6) return three_digits(ns * 1e-6, "ms");
  return three_digits(ns * 1e-9, "s");
}

std::string bytes_text(std::size_t bytes) {
  static constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text.data();
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (column > 0 && column + 1 + text_width(word) > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += text_width(word);
  }
  return lines;
}

void TextTable::add(std::vector<std::string> cells) {
  SINEW_ASSERT(cells.size() == columns_.size(), cells.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths(std::size_t most) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = text_width(columns_[c].title);
    for (const auto& row : rows_) widest = std::max(widest, text_width(row[c]));
    widths.push_back(widest);
  }
  const auto total = [&] {
    return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
  };
  while (total() > most) {
    std::size_t widest = 0;
    for (std::size_t c = 1; c < widths.size(); ++c)
      if (!columns_[c].right && (columns_[widest].right || widths[c] > widths[widest])) widest = c;
    if (columns_[widest].right || widths[widest] <= kNarrowest) break;
    --widths[widest];
  }
  return widths;
}

std::string TextTable::text(std::size_t indent, std::size_t width) const {
  const std::vector<std::size_t> cell_widths = widths(width - std::min(width, indent));
  std::string lines;
  const auto add_line = [&](auto&& cell) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string shown = shortened(cell(c), cell_widths[c]);
      const std::string pad(cell_widths[c] - text_width(shown), ' ');
      line +=
          (c > 0 ? std::string(kGap, ' ') : "") + (columns_[c].right ? pad + shown : shown + pad);
    }
    lines += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  add_line([&](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_)
    add_line([&](std::size_t c) -> const std::string& { return row[c]; });
  return lines;
}

}  // namespace sinew
