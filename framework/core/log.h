// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <string_view>

namespace sinew {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

/// A named logger. Each distinct text's line is written at most once a second; what was held back
/// is counted on the next one. Thread-safe. Writes to standard error, structured: time, level,
/// name.
class Log {
 public:
  explicit Log(std::string name) : name_(std::move(name)) {}

  void debug(std::string_view text) { write(LogLevel::kDebug, text); }
  void info(std::string_view text) { write(LogLevel::kInfo, text); }
  void warning(std::string_view text) { write(LogLevel::kWarning, text); }
  void error(std::string_view text) { write(LogLevel::kError, text); }

 private:
  void write(LogLevel level, std::string_view text);

  std::string name_;
};

/// Lines below this level are dropped; default kInfo, or SINEW_LOG (debug, info, warning, error).
void set_log_level(LogLevel level);

}  // namespace sinew
