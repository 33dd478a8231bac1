// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include "framework/core/text_table.h"
#include "framework/runtime/counters.h"
#include "framework/runtime/report.h"

namespace sinew {
namespace {

constexpr std::size_t kWidth = 100;
constexpr double kBusyLane = 0.9;  // of the run: above it a stage should move

using Counts = std::map<std::string, std::uint64_t>;

std::uint64_t sum(const Counts& counts) {
  std::uint64_t total = 0;
  for (const auto& [reason, count] : counts) total += count;
  return total;
}

/// "3 unmatched, 1 queue full", or "" for none.
std::string by_reason(const Counts& counts) {
  std::string text;
  for (const auto& [reason, count] : counts)
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + reason;
  return text;
}

std::string percent(double share) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

std::string time_cell(const Percentiles& p, Duration Percentiles::*which) {
  return p.count == 0 ? "-" : duration_text(p.*which);
}

void add_line(std::string& lines, const std::string& text) {
  lines += wrapped("! " + text, kWidth, 2) + '\n';
}

/// Drops of a run that is not over in order: what is left in queues at the end is none, nor is an
/// older message that a newer one replaced.
Counts lost_messages(const EdgeReport& edge) {
  Counts lost = edge.drops;
  lost.erase(to_string(Drop::kEnded));
  lost.erase(to_string(Drop::kReplaced));
  return lost;
}

/// What a healthy run does not have; empty for a healthy one.
std::string abnormal(const GraphReport& report) {
  std::string lines;
  for (const std::string& fault : report.faults) add_line(lines, fault);
  for (const StageReport& stage : report.stages) {
    if (stage.faults > 0)
      add_line(lines, stage.name + ": " + std::to_string(stage.faults) + " faults, " +
                          std::to_string(stage.restarts) +
                          " restarts; the last fault: " + or_dash(stage.last_fault));
    if (const auto misses = sum(stage.deadline_misses))
      add_line(lines, stage.name + ": " + std::to_string(misses) + " deadlines missed (" +
                          by_reason(stage.deadline_misses) + ")");
  }
  for (const EdgeReport& edge : report.edges)
    if (const Counts lost = lost_messages(edge); !lost.empty())
      add_line(lines, edge.name + ": " + std::to_string(sum(lost)) + " of " +
                          std::to_string(edge.published) + " messages dropped (" + by_reason(lost) +
                          ")");
  for (const LaneReport& lane : report.lanes)
    if (lane.busy > kBusyLane && report.clock == "live")
      add_line(lines, "lane " + lane.name + " is busy " + percent(lane.busy) +
                          " of the time: move a stage to a lane of its own");
  return lines;
}

std::string stage_table(const GraphReport& report) {
  TextTable table({"stage",
                   "lane",
                   {"runs", true},
                   {"skips", true},
                   {"faults", true},
                   {"host p50", true},
                   {"p99", true},
                   {"max", true},
                   {"latency p50", true},
                   {"p99", true}});
  for (const StageReport& s : report.stages)
    table.add({s.name, s.lane, std::to_string(s.runs), std::to_string(s.skips),
               std::to_string(s.faults), time_cell(s.host_time, &Percentiles::p50),
               time_cell(s.host_time, &Percentiles::p99), time_cell(s.host_time, &Percentiles::max),
               time_cell(s.latency, &Percentiles::p50), time_cell(s.latency, &Percentiles::p99)});
  return table.text(0, kWidth);
}

std::string edge_table(const GraphReport& report) {
  TextTable table({"edge", {"messages", true}, "dropped", {"copies", true}, {"copied", true}});
  for (const EdgeReport& e : report.edges)
    table.add({e.name, std::to_string(e.published), or_dash(by_reason(e.drops)),
               std::to_string(e.copies), e.copies == 0 ? "-" : bytes_text(e.copied_bytes)});
  return table.text(0, kWidth);
}

std::string lane_table(const GraphReport& report) {
  TextTable table({"lane", {"busy", true}, {"wakes", true}, "asked", "granted"});
  for (const LaneReport& lane : report.lanes)
    table.add({lane.name, percent(lane.busy), std::to_string(lane.wakes), or_dash(lane.asked),
               or_dash(lane.granted)});
  return table.text(0, kWidth);
}

/// "trajectory: poses 51, lost 0, length_m 59.9", a line for each stage that found something.
std::string result_lines(const GraphReport& report) {
  std::string lines;
  for (const StageReport& stage : report.stages) {
    std::string found;
    for (const auto& [name, value] : stage.results) {
      std::array<char, 48> number;
      std::snprintf(number.data(), number.size(), " %.4g", value);
      found += (found.empty() ? "" : ", ") + name + number.data();
    }
    if (!found.empty()) lines += wrapped(stage.name + ": " + found, kWidth, 2) + '\n';
  }
  return lines.empty() ? "" : lines + '\n';
}

/// "pools: host 12.0 MiB in 9 buffers, at most 5 in use"
std::string pool_line(const GraphReport& report) {
  struct Total {
    std::size_t bytes = 0;
    int size = 0, most_used = 0;
  };
  std::map<std::string, Total> spaces;
  for (const PoolReport& pool : report.pools) {
    Total& total = spaces[pool.space];
    total.bytes += pool.bytes;
    total.size += pool.size;
    total.most_used += pool.most_used;
  }
  std::string line;
  for (const auto& [space, total] : spaces)
    line += (line.empty() ? "pools: " : "; ") + space + ' ' + bytes_text(total.bytes) + " in " +
            std::to_string(total.size) + " buffers, at most " + std::to_string(total.most_used) +
            " in use";
  return line.empty() ? "" : line + "\n\n";
}

}  // namespace

std::string to_table(const GraphReport& report) {
  std::string text = abnormal(report);
  if (!text.empty()) text += '\n';
  text += stage_table(report) + '\n';
  if (!report.edges.empty()) text += edge_table(report) + '\n';
  text += lane_table(report) + '\n' + pool_line(report) + result_lines(report);
  for (const std::string& note : report.notes) text += wrapped("note: " + note, kWidth, 6) + '\n';
  std::string end = report.graph + (report.failed ? " failed after " : " ended after ") +
                    duration_text(report.wall) + " (clock " + report.clock +
                    "): " + report.end_reason;
  if (report.first_frame > Duration(0))
    end += "; first frame out after " + duration_text(report.first_frame);
  return text + wrapped(end, kWidth, 2) + '\n';
}

}  // namespace sinew
