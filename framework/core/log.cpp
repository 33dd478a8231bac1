// SPDX-License-Identifier: Apache-2.0
#include "framework/core/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <map>
#include <mutex>

#include "framework/core/time.h"

namespace sinew {
namespace {

constexpr std::size_t kMostTexts = 1024;  // a text that holds a counter must not fill the memory

struct Held {
  Time last_written{};
  int held_back = 0;
};

struct Sink {
  std::shared_ptr<spdlog::logger> logger;
  std::mutex mutex;
  std::map<std::string, Held, std::less<>> lines;

  Sink() {
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    logger = std::make_shared<spdlog::logger>("sinew", sink);
    logger->set_pattern("%H:%M:%S.%e %l %v");
    const char* level = std::getenv("SINEW_LOG");
    logger->set_level(spdlog::level::from_str(level ? level : "info"));
  }
};

Sink& sink() {
  static Sink instance;
  return instance;
}

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

}  // namespace

void set_log_level(LogLevel level) { sink().logger->set_level(to_spdlog(level)); }

void Log::write(LogLevel level, std::string_view text) {
  Sink& out = sink();
  if (!out.logger->should_log(to_spdlog(level))) return;
  const std::lock_guard lock(out.mutex);
  if (out.lines.size() > kMostTexts) out.lines.clear();
  Held& held = out.lines[name_ + '\n' + std::string(text)];
  const Time time = now();
  if (held.last_written != Time{} && time - held.last_written < std::chrono::seconds(1)) {
    ++held.held_back;
    return;
  }
  held.last_written = time;
  const std::string more =
      held.held_back > 0 ? " (and " + std::to_string(held.held_back) + " more like it)" : "";
  held.held_back = 0;
  out.logger->log(to_spdlog(level), "{}: {}{}", name_, text, more);
}

}  // namespace sinew
