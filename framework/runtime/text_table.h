// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// Rows of text in aligned columns, for terminals. The last column is not padded.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  bool empty() const { return rows_.size() == 1; }
  /// One line a row, each with this indent. Rows have as many cells as the header.
  std::string text(int indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// "1.5 MiB"
std::string bytes_text(std::size_t bytes);

}  // namespace sinew
