// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/core/error.h"

namespace sinew {

/// A line of a text file, cut into words at blanks and commas.
struct TextLine {
  int number = 0;  ///< in the file, from 1
  std::vector<std::string> words;
};

/// A small text file of a data set: lists, calibrations, poses. Empty lines and those that start
/// with '#' are left out. Setup only: allocates.
class TextFile {
 public:
  /// @throws Error for a file that is missing, larger than 256 MiB, or holds a zero byte
  explicit TextFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const std::vector<TextLine>& lines() const { return lines_; }

  /// The line's words from `first` on as finite numbers. @throws Error where there are fewer than
  /// `count`, or one is no number
  std::vector<double> numbers(const TextLine& line, std::size_t first, std::size_t count) const;

  /// The first word as nanoseconds. @throws Error where it is no whole number
  std::int64_t nanoseconds(const TextLine& line) const;

  /// @throws Error "FILE:LINE: what"
  [[noreturn]] void refuse(const TextLine& line, const std::string& what) const;

 private:
  std::filesystem::path path_;
  std::vector<TextLine> lines_;
};

}  // namespace sinew
