// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The verbs of the command line, one file each. Each returns the exit status: 0 success, 1 a fault
// while running; what is refused at setup is thrown as Error, which main prints with status 2.

namespace sinew {

/// A graph file and what changes how it is resolved.
struct GraphArguments {
  std::string file;
  std::vector<std::string> defines;  ///< "name=value"
  std::string board;                 ///< a file or a name in boards/; empty: this machine's
  std::string clock;                 ///< "live", "replay", "lockstep"; empty: as the graph says
  bool json = false;
};

struct RunArguments {
  GraphArguments graph;
  std::string out = "out";
  std::string rate = "1";  ///< or "max"
  std::string run_for;     ///< "60s"; empty: no end
  std::optional<std::uint64_t> frames;
  bool quiet = false;
};
int run_graph(const RunArguments& arguments);

int check_graph(const GraphArguments& arguments);
int explain_graph(const GraphArguments& arguments);

struct DrawArguments {
  GraphArguments graph;
  std::string format = "svg";  ///< or "dot"
  std::string out;             ///< empty: standard output
};
int draw_graph(const DrawArguments& arguments);

enum class ListFormat { kTable, kNames, kMarkdown, kJson };
int list_stages(ListFormat format);
int describe_stage(const std::string& name, bool json);
int print_schema();

/// @param plugins  the files that were loaded from SINEW_PLUGIN_PATH
int print_doctor(const std::vector<std::string>& plugins, bool json);

struct HopsArguments {
  double seconds = 10;
  bool json = false;
};
int bench_hops(const HopsArguments& arguments);

int new_stage(const std::string& name, const std::string& directory);
int new_graph(const std::string& name, const std::string& directory);

}  // namespace sinew
