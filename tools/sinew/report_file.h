// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "framework/core/unique_fd.h"

namespace sinew {

/// DIR/report.json of a run. Made before it, so that a folder that cannot be written is refused in
/// time; appears under its name when it is complete, and not at all where nothing was written.
class ReportFile {
 public:
  /// Makes the folder where it is missing. @throws Error naming what cannot be written
  explicit ReportFile(const std::filesystem::path& directory);
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  /// @throws Error for a full disk
  void write(const std::string& text);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_, partial_;
  UniqueFd fd_;
};

}  // namespace sinew
