// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/core/json_writer.h"
#include "tools/bench/hops.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

using bench::Hops;
using bench::Spread;

void print_row(const char* what, const Spread& spread) {
  std::printf("%-44s %9.3f %9.3f %9.3f\n", what, spread.p50, spread.p99, spread.max);
}

void print_text(const Hops& hops) {
  std::printf("%-44s %9s %9s %9s\n", "microseconds", "p50", "p99", "max");
  print_row("hop on one lane", hops.same_lane_us);
  print_row("hop between two sleeping lanes, pinned", hops.cross_lane_us);
  print_row("  bare futex wake, same CPUs", hops.futex_us);
  if (hops.spin_lane_us) print_row("hop between two spinning lanes", *hops.spin_lane_us);
  print_row("chain of 10 stages, a sleeping lane each", hops.chain10_lanes_us);
  print_row("  chain of 10 bare futex threads", hops.chain10_futex_us);
  std::printf("\nbetween lanes / bare wake, p50: %.2f; chain / bare chain, p50: %.2f\n",
              hops.cross_lane_us.p50 / hops.futex_us.p50,
              hops.chain10_lanes_us.p50 / hops.chain10_futex_us.p50);
  std::printf("chain of 10 stages on one lane: %.0f messages/s\n", hops.chain10_messages_per_s);
  std::printf("counters: %.1f ns per stage and message\n", hops.counters_ns);
}

void write(JsonWriter& json, const char* name, const Spread& spread) {
  json.key(name).begin_object(JsonWriter::Layout::kOneLine).field("p50", spread.p50);
  json.field("p99", spread.p99).field("max", spread.max).end_object();
}

void print_json(const Hops& hops) {
  JsonWriter json;
  json.begin_object();
  write(json, "same_lane_us", hops.same_lane_us);
  write(json, "cross_lane_us", hops.cross_lane_us);
  write(json, "futex_us", hops.futex_us);
  if (hops.spin_lane_us)
    write(json, "spin_lane_us", *hops.spin_lane_us);
  else
    json.key("spin_lane_us").null();
  json.field("chain10_messages_per_s", hops.chain10_messages_per_s);
  write(json, "chain10_lanes_us", hops.chain10_lanes_us);
  write(json, "chain10_futex_us", hops.chain10_futex_us);
  json.field("counters_ns", hops.counters_ns).end_object();
  std::fputs(json.take().c_str(), stdout);
}

}  // namespace

int bench_hops(const HopsArguments& arguments) {
  const Hops hops = bench::measure_hops(duration_from_s(arguments.seconds));
  if (arguments.json)
    print_json(hops);
  else
    print_text(hops);
  return 0;
}

}  // namespace sinew
