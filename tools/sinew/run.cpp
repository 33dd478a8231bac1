// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "framework/core/error.h"
#include "framework/runtime/runtime.h"
#include "tools/sinew/home.h"
#include "tools/sinew/progress.h"
#include "tools/sinew/report_file.h"

namespace sinew {
namespace {

std::atomic<Runtime*> g_interrupted{nullptr};  // what a signal ends; a handler has no other way

/// The first signal ends the graph in order, the second ends the process at once.
extern "C" void on_signal(int number) {
  Runtime* const runtime = g_interrupted.exchange(nullptr);
  if (!runtime) _exit(128 + number);
  runtime->stop(number == SIGINT ? "Ctrl-C" : "SIGTERM");
}

/// While it lives, Ctrl-C and SIGTERM end this runtime.
class SignalScope {
 public:
  explicit SignalScope(Runtime& runtime) {
    g_interrupted = &runtime;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~SignalScope() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
    g_interrupted = nullptr;
  }
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

double parse_rate(const std::string& text) {
  if (text == "max") return 0;
  double rate = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, rate);
  if (result.ec != std::errc() || result.ptr != end || !(rate > 0 && rate <= 1e6))
    throw Error("--rate " + text + ": is no rate: write a number above 0, or max");
  return rate;
}

RunOptions run_options(const RunArguments& arguments) {
  RunOptions options;
  options.rate = parse_rate(arguments.rate);
  options.frames = arguments.frames;
  if (!arguments.run_for.empty()) options.run_for = parse_duration(arguments.run_for, "--for");
  options.output_directory = arguments.out;
  return options;
}

/// From the start on, what goes wrong is a fault and no refusal.
int run_to_the_end(Runtime& runtime, const RunOptions& options, ReportFile& file, bool quiet) {
  runtime.start();
  {
    const Progress progress(runtime, options, quiet);
    runtime.wait();
  }
  const GraphReport report = runtime.report();
  file.write(to_json(report));
  if (!quiet) std::printf("%s\nreport: %s\n", to_table(report).c_str(), file.path().c_str());
  return report.failed ? 1 : 0;
}

}  // namespace

int run_graph(const RunArguments& arguments) {
  const RunOptions options = run_options(arguments);
  GraphPlan plan = load_plan(arguments.graph);
  ReportFile file(arguments.out);
  Runtime runtime(std::move(plan), options);
  const SignalScope signals(runtime);
  try {
    return run_to_the_end(runtime, options, file, arguments.quiet);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace sinew
