// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>

#include "framework/core/error.h"
#include "framework/runtime/plan_drawing.h"
#include "tools/sinew/home.h"

namespace sinew {

int draw_graph(const DrawArguments& arguments) {
  const GraphPlan plan = load_plan(arguments.graph);
  const std::string drawing = arguments.format == "dot" ? to_dot(plan) : to_svg(plan);
  if (arguments.out.empty()) {
    std::fputs(drawing.c_str(), stdout);
    return 0;
  }
  std::ofstream file(arguments.out);
  file << drawing;
  file.close();
  if (!file) throw Error("--out " + arguments.out + ": cannot be written: name another file");
  return 0;
}

}  // namespace sinew
