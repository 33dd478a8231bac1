// SPDX-License-Identifier: Apache-2.0
#include "framework/core/json_writer.h"
#include "framework/runtime/report.h"

namespace sinew {
namespace {

constexpr int kReportVersion = 1;
constexpr auto kOneLine = JsonWriter::Layout::kOneLine;

double to_us(Duration duration) { return static_cast<double>(duration.count()) * 1e-3; }

void write(JsonWriter& json, std::string_view name, const Percentiles& p) {
  json.key(name).begin_object(kOneLine).field("count", p.count).field("p50", to_us(p.p50));
  json.field("p99", to_us(p.p99)).field("p999", to_us(p.p999)).field("max", to_us(p.max));
  json.field("total", to_us(p.total)).end_object();
}

void write(JsonWriter& json, std::string_view name,
           const std::map<std::string, std::uint64_t>& counts) {
  json.key(name).begin_object(kOneLine);
  for (const auto& [reason, count] : counts) json.field(reason, count);
  json.end_object();
}

void write(JsonWriter& json, std::string_view name, const std::vector<std::string>& sentences) {
  json.key(name).begin_array();
  for (const std::string& sentence : sentences) json.value(sentence);
  json.end_array();
}

void write(JsonWriter& json, const StageReport& stage) {
  json.begin_object().field("name", stage.name).field("use", stage.use).field("lane", stage.lane);
  json.field("runs", stage.runs).field("emitted", stage.emitted).field("skips", stage.skips);
  json.field("faults", stage.faults).field("restarts", stage.restarts);
  write(json, "host_us", stage.host_time);
  write(json, "gpu_us", stage.gpu_time);
  write(json, "input_wait_us", stage.input_wait);
  write(json, "latency_us", stage.latency);
  json.field("host_waits", stage.host_waits);
  write(json, "deadline_misses", stage.deadline_misses);
  json.field("last_fault", stage.last_fault).key("results").begin_object(kOneLine);
  for (const auto& [name, value] : stage.results) json.field(name, value);
  json.end_object().end_object();
}

void write(JsonWriter& json, const EdgeReport& edge) {
  json.begin_object().field("name", edge.name).field("published", edge.published);
  json.field("delivered", edge.delivered).field("waiting", edge.waiting);
  write(json, "drops", edge.drops);
  json.field("copies", edge.copies).field("copied_bytes", edge.copied_bytes);
  write(json, "copy_reasons", edge.copy_reasons);
  write(json, "age_us", edge.age);
  json.end_object();
}

void write(JsonWriter& json, const LaneReport& lane) {
  json.begin_object(kOneLine).field("name", lane.name).field("asked", lane.asked);
  json.field("granted", lane.granted).field("busy", lane.busy).field("wakes", lane.wakes);
  json.end_object();
}

void write(JsonWriter& json, const PoolReport& pool) {
  json.begin_object(kOneLine).field("name", pool.name).field("space", pool.space);
  json.field("bytes", pool.bytes).field("size", pool.size).field("in_use", pool.in_use);
  json.field("most_used", pool.most_used).end_object();
}

template <class T>
void write_all(JsonWriter& json, std::string_view name, const std::vector<T>& items) {
  json.key(name).begin_array();
  for (const T& item : items) write(json, item);
  json.end_array();
}

}  // namespace

std::string to_json(const GraphReport& report) {
  JsonWriter json;
  json.begin_object().field("sinew_report", kReportVersion).field("graph", report.graph);
  json.field("file", report.file).field("clock", report.clock);
  json.field("end_reason", report.end_reason).field("failed", report.failed);
  write(json, "faults", report.faults);
  json.field("wall_s", to_s(report.wall)).field("first_frame_s", to_s(report.first_frame));
  write_all(json, "stages", report.stages);
  write_all(json, "edges", report.edges);
  write_all(json, "lanes", report.lanes);
  write_all(json, "pools", report.pools);
  write(json, "notes", report.notes);
  json.end_object();
  return json.take();
}

}  // namespace sinew
