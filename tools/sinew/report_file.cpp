// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/report_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "framework/core/error.h"

namespace sinew {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
  throw Error(path.string() + ": cannot be written (" + reason +
              "): free it or name another folder with --out");
}

}  // namespace

ReportFile::ReportFile(const std::filesystem::path& directory)
    : path_(directory / "report.json"), partial_(directory / "report.json.partial") {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) refuse(directory, error.message());
  if (!std::filesystem::is_directory(directory)) refuse(directory, "it is no folder");
  if (std::filesystem::is_directory(path_)) refuse(path_, "it is a folder");
  fd_.reset(::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd_) refuse(directory, std::strerror(errno));
}

ReportFile::~ReportFile() {
  if (fd_) ::unlink(partial_.c_str());
}

void ReportFile::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(fd_.get(), text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) refuse(path_, std::strerror(errno));
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  if (::rename(partial_.c_str(), path_.c_str()) != 0) refuse(path_, std::strerror(errno));
  fd_.reset();
}

}  // namespace sinew
