// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/bench_graph.h"

#include <string>

#include "framework/core/error.h"
#include "framework/runtime/runtime.h"

namespace sinew::bench {
namespace {

std::string lane_of(const ChainGraph& chain, int stage) {
  return "bench" + std::to_string(chain.lane_each ? stage : 0);
}

StageSpec stage_spec(const ChainGraph& chain, int index) {
  StageSpec stage;
  stage.name = "s" + std::to_string(index);
  stage.where = "stages." + stage.name;
  stage.lane = lane_of(chain, index);
  stage.use = index == chain.stages ? "bench.sink" : "bench.pass";
  if (index > 0) {
    InputSpec input;
    input.port = "sample";
    input.edges.emplace_back().from = "s" + std::to_string(index - 1) + ".sample";
    stage.inputs.push_back(input);
    return stage;
  }
  stage.use = chain.every ? "bench.ticks" : "bench.flood";
  stage.every = chain.every;
  Value count;
  count.kind = Value::Kind::kScalar;
  count.text = std::to_string(chain.messages);
  stage.with.kind = Value::Kind::kMap;
  stage.with.entries.emplace_back("count", count);
  return stage;
}

GraphPlan plan_chain(const ChainGraph& chain) {
  GraphSpec spec;
  spec.name = "bench";
  Board board;
  for (int i = 0; i <= chain.stages; ++i) {
    spec.stages.push_back(stage_spec(chain, i));
    if (i > 0 && !chain.lane_each) continue;
    spec.lanes.emplace_back().name = lane_of(chain, i);
    BoardLane& lane = board.lanes[lane_of(chain, i)];
    lane.wait = chain.spin ? WaitKind::kSpin : WaitKind::kBlock;
    if (!chain.cpus.empty())
      lane.cpus = {chain.cpus[static_cast<std::size_t>(i) % chain.cpus.size()]};
  }
  PlanOptions options;
  options.clock = chain.every ? Clock::kLive : Clock::kReplay;
  Problems problems;
  GraphPlan plan = plan_graph(spec, board, options, problems);
  problems.throw_if_any();
  return plan;
}

}  // namespace

GraphReport run_chain(const ChainGraph& chain) {
  RunOptions options;
  options.rate = 0;
  taken().start(static_cast<std::size_t>(chain.messages));
  Runtime runtime(plan_chain(chain), options);
  runtime.start();
  runtime.wait();
  GraphReport report = runtime.report();
  if (report.failed) throw Error("bench: the measured graph failed: " + report.faults.front());
  return report;
}

}  // namespace sinew::bench
