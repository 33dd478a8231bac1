// SPDX-License-Identifier: Apache-2.0
#include "framework/config/problems.h"

#include <algorithm>
#include <tuple>

#include "framework/core/error.h"

namespace sinew {
namespace {

/// Damerau-Levenshtein distance (optimal string alignment: a swap of neighbours counts once), or
/// `limit` + 1 where it is more than `limit`.
std::size_t edit_distance(const std::string& a, const std::string& b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (*std::min_element(row.begin(), row.end()) > limit) return limit + 1;
  }
  return row.back();
}

std::string place(const Mark& mark) {
  if (mark.file.empty() || mark.line == 0) return mark.file;
  return mark.file + ":" + std::to_string(mark.line) + ":" + std::to_string(mark.column);
}

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

}  // namespace

void Problems::add(const Mark& mark, const std::string& where, const std::string& what) {
  std::string text = place(mark);
  for (const std::string& part : {where, what})
    if (!part.empty()) text += (text.empty() ? "" : ": ") + part;
  lines_.push_back({mark, on_one_line(std::move(text))});
}

std::string Problems::text() const {
  std::vector<Line> sorted = lines_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Line& a, const Line& b) {
    return std::tie(a.mark.file, a.mark.line, a.mark.column, a.text) <
           std::tie(b.mark.file, b.mark.line, b.mark.column, b.text);
  });
  std::string text;
  const std::string* last = nullptr;
  for (const Line& line : sorted) {
    if (last && *last == line.text) continue;
    text += (last ? "\n" : "") + line.text;
    last = &line.text;
  }
  return text;
}

void Problems::throw_if_any() const {
  if (!empty()) throw Error(text());
}

std::string in_quotes(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return "'" + text + "'";
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // whole UTF-8
  return "'" + text.substr(0, end) + "…'";
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;
  if (name.empty() || name.size() > kLongest) return "";
  std::size_t limit = std::max<std::size_t>(1, name.size() / 3);
  const std::string* nearest = nullptr;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate, limit);
    if (distance > limit) continue;
    nearest = &candidate;
    if (distance == 0) break;
    limit = distance - 1;  // a later name must be nearer
  }
  return nearest ? "; did you mean " + in_quotes(*nearest) + "?" : "";
}

}  // namespace sinew
