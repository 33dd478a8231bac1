// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <sstream>

#include "framework/core/error.h"
#include "framework/core/json_writer.h"
#include "tools/sinew/home.h"

namespace sinew {
namespace {

int print_json(const GraphArguments& arguments) {
  std::string problems;
  try {
    load_plan(arguments);
  } catch (const Error& error) {
    problems = error.what();
  }
  JsonWriter json;
  json.begin_object().field("file", arguments.file).field("ok", problems.empty());
  json.key("problems").begin_array();
  std::istringstream lines(problems);
  for (std::string line; std::getline(lines, line);) json.value(line);
  json.end_array().end_object();
  std::fputs(json.take().c_str(), stdout);
  return problems.empty() ? 0 : 2;
}

}  // namespace

int check_graph(const GraphArguments& arguments) {
  if (arguments.json) return print_json(arguments);
  const GraphPlan plan = load_plan(arguments);
  for (const std::string& note : plan.notes) std::printf("note: %s\n", note.c_str());
  std::printf("%s: %zu stages, %zu edges, %zu lanes: nothing is wrong\n", arguments.file.c_str(),
              plan.stages.size(), plan.edges.size(), plan.lanes.size());
  return 0;
}

}  // namespace sinew
