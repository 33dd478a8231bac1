// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/hops.h"

#include <sched.h>

#include <algorithm>
#include <thread>

#include "framework/runtime/counters.h"
#include "tools/bench/bench_graph.h"
#include "tools/bench/futex_baseline.h"

namespace sinew::bench {
namespace {

using namespace std::chrono_literals;
using Times = std::vector<Duration>;

constexpr Duration kPeriod = 1ms;
constexpr std::size_t kBlock = 200;  // samples of one side before the other has its turn
constexpr std::size_t kWarmUp = 20;  // first samples of a block, left out
constexpr int kChain = 10;

void append(Times& all, const Times& block) {
  const auto first = std::min(kWarmUp, block.size());
  all.insert(all.end(), block.begin() + static_cast<std::ptrdiff_t>(first), block.end());
}

/// The first CPUs that this process may use, at most two.
std::vector<int> two_cpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof(allowed), &allowed);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE && cpus.size() < 2; ++cpu)
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &allowed)) cpus.push_back(cpu);
  return cpus;
}

/// One block through bare threads, from a thread of its own that ticks as bench.ticks does.
Times futex_block(int links, const std::vector<int>& cpus) {
  Times times;
  times.reserve(kBlock + kWarmUp);
  std::thread ticks([&] {
    if (!cpus.empty()) pin_this_thread(cpus.front());
    FutexChain chain(links, cpus.empty() ? cpus : std::vector<int>{cpus.back()});
    Time due = now();
    for (std::size_t i = 0; i < kBlock + kWarmUp; ++i) {
      std::this_thread::sleep_until(due += kPeriod);
      times.push_back(chain.pass());
    }
  });
  ticks.join();
  return times;
}

Times lane_block(int stages, const std::vector<int>& cpus) {
  ChainGraph chain;
  chain.stages = stages;
  chain.lane_each = true;
  chain.cpus = cpus;
  chain.every = kPeriod;
  chain.messages = kBlock + kWarmUp;
  run_chain(chain);
  return taken().times();
}

Spread measure_spinning(const std::vector<int>& cpus) {
  ChainGraph chain;
  chain.lane_each = chain.spin = true;
  chain.cpus = cpus;
  chain.every = kPeriod;
  chain.messages = 3 * kBlock;
  run_chain(chain);
  Times times;
  append(times, taken().times());
  return spread(std::move(times));
}

ChainGraph one_lane(int stages, std::int64_t messages) {
  ChainGraph chain;
  chain.stages = stages;
  chain.messages = messages;
  return chain;
}

Spread measure_same_lane() {
  run_chain(one_lane(1, 100'000));
  Times times;
  append(times, taken().times());
  return spread(std::move(times));
}

/// The best of three: what else the machine does can only slow it down.
double measure_throughput() {
  constexpr std::int64_t kMessages = 300'000;
  double best = 0;
  for (int i = 0; i < 3; ++i)
    best = std::max(best, kMessages / to_s(run_chain(one_lane(kChain, kMessages)).wall));
  return best;
}

/// What Worker::record and an edge count for one message, with the one clock read of a run.
double measure_counters() {
  constexpr int kRuns = 2'000'000;
  StageCounters stage;
  EdgeCounters edge;
  Counter busy;
  const Time born = now();
  Time start = born;
  for (int i = 0; i < kRuns; ++i) {
    const Time end = now();
    stage.runs.add();
    stage.emitted.add();
    stage.host_time.add(end - start);
    stage.input_wait.add(end - start);
    stage.latency.add(end - born);
    busy.add(static_cast<std::uint64_t>((end - start).count()));
    edge.published.add();
    edge.delivered.add();
    start = end;
  }
  return static_cast<double>((start - born).count()) / kRuns;
}

}  // namespace

Hops measure_hops(Duration budget) {
  const std::vector<int> cpus = two_cpus();
  Times cross, futex, lanes, chain;
  const Time end = now() + budget;
  Hops hops;
  hops.counters_ns = measure_counters();
  hops.same_lane_us = measure_same_lane();
  hops.chain10_messages_per_s = measure_throughput();
  if (cpus.size() > 1) hops.spin_lane_us = measure_spinning(cpus);
  do {
    append(cross, lane_block(1, cpus));
    append(futex, futex_block(1, cpus));
    append(lanes, lane_block(kChain, {}));
    append(chain, futex_block(kChain, {}));
  } while (now() < end);
  hops.cross_lane_us = spread(std::move(cross));
  hops.futex_us = spread(std::move(futex));
  hops.chain10_lanes_us = spread(std::move(lanes));
  hops.chain10_futex_us = spread(std::move(chain));
  return hops;
}

}  // namespace sinew::bench
