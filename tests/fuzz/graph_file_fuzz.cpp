// SPDX-License-Identifier: Apache-2.0
// Target graph_file_fuzz of a clang build (libFuzzer). In the repository's root:
//   graph_file_fuzz -max_total_time=600 CORPUS tests/golden/graphs
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/graph_file_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  sinew::read_as_graph(text, "tests/golden/graphs/config");
  return 0;
}
