// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "framework/core/error.h"
#include "framework/runtime/runtime_state.h"

// What a program does with a graph that runs: feeds it, reads it, changes it, asks what it counted.

namespace sinew {
namespace {

Worker& find_worker(const std::vector<std::unique_ptr<Worker>>& workers, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& worker : workers) {
    if (worker->plan().name == name) return *worker;
    names.push_back(worker->plan().name);
  }
  throw Error("the graph has no stage '" + name + "'" + did_you_mean(name, names));
}

template <class Infos>
int find_index(const Infos& infos, const std::string& name, const std::string& what) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (infos[i].name == name) return static_cast<int>(i);
    names.push_back(infos[i].name);
  }
  throw Error(what + " '" + name + "'" + did_you_mean(name, names));
}

EdgeReport edge_report(const Edge& edge) {
  const EdgeCounters& counters = edge.counters();
  EdgeReport report;
  report.name = edge.plan().name;
  report.published = counters.published.value();
  report.delivered = counters.delivered.value();
  report.waiting = static_cast<std::uint64_t>(edge.waiting());
  for (std::size_t d = 0; d < counters.drops.size(); ++d)
    if (counters.drops[d].value() > 0)
      report.drops[to_string(static_cast<Drop>(d))] = counters.drops[d].value();
  report.age = counters.age.read();
  return report;
}

std::future<void> post(Worker& worker, std::unique_ptr<ControlRequest> request) {
  std::future<void> done = request->done.get_future();
  worker.post(std::move(request));
  return done;
}

}  // namespace

void Runtime::set_param(const std::string& stage, const std::string& param,
                        const std::string& yaml) {
  Worker& worker = find_worker(state_->workers, stage);
  auto request = std::make_unique<ControlRequest>();
  request->index = find_index(worker.plan().entry->params, param, stage + " has no parameter");
  request->value = read_yaml_text(yaml, param);
  post(worker, std::move(request)).get();
}

void Runtime::call(const std::string& stage, const std::string& command,
                   const std::string& argument) {
  Worker& worker = find_worker(state_->workers, stage);
  auto request = std::make_unique<ControlRequest>();
  request->kind = ControlRequest::Kind::kCall;
  request->index = find_index(worker.plan().entry->commands, command, stage + " has no command");
  request->argument = argument;
  post(worker, std::move(request)).get();
}

bool Runtime::feed(const std::string& name, Time stamp, const std::function<void(void*)>& fill) {
  OpenInput& input = *state_->inputs.at(name);
  const std::lock_guard lock(input.mutex);
  if (input.ended || state_->session.stopping()) return false;
  Output& output = input.output;
  for (Edge* edge : output.edges)
    if (!edge->has_room()) return false;
  if (!output.next) output.next = output.messages->take();
  Message& message = *output.next.get();
  if (output.buffers)
    input.plan->type->adopt(message.payload, output.buffers->take(), input.plan->shape);
  fill(message.payload);
  message.stamp = stamp;
  message.sequence = output.sequence++;
  message.born = message.published = now();
  const MessageRef ref = std::move(output.next);
  state_->session.next_tick();
  state_->session.reach_stamp(stamp);
  for (Edge* edge : output.edges) edge->put(ref, stamp, state_->session.tick());
  return true;
}

void Runtime::end_input(const std::string& name) {
  OpenInput& input = *state_->inputs.at(name);
  const std::lock_guard lock(input.mutex);
  if (std::exchange(input.ended, true)) return;
  for (Edge* edge : input.output.edges) edge->advance(kTimeMax);
  state_->session.source_closed();
  state_->session.changed();
}

void Runtime::State::end_inputs() {
  for (auto& [name, input] : inputs) {
    const std::lock_guard lock(input->mutex);
    if (std::exchange(input->ended, true)) continue;
    for (Edge* edge : input->output.edges) edge->advance(kTimeMax);
    session.source_closed();
    session.changed();
  }
}

MessageRef Runtime::take(const std::string& name) {
  for (const PlannedPort& port : state_->plan.outputs) {
    if (port.name != name) continue;
    Edge& edge = *state_->edges[static_cast<std::size_t>(port.edge)];
    const Edge::Guard guard(edge);
    if (edge.size(guard) == 0) return {};
    edge.count_delivered(guard);
    return edge.take(guard);
  }
  throw Error("the graph has no output '" + name + "'");
}

GraphReport Runtime::report() const {
  const Session& session = state_->session;
  GraphReport report;
  report.graph = state_->plan.name;
  report.file = state_->plan.file;
  const char* const clocks[] = {"live", "replay", "lockstep"};
  report.clock = clocks[static_cast<int>(state_->plan.clock)];
  report.end_reason = session.stop_reason() ? session.stop_reason() : "all sources ended";
  report.failed = session.failed();
  report.faults = session.faults();
  report.wall = (state_->ended_at == Time{} ? now() : state_->ended_at) - session.started();
  report.first_frame = session.first_frame();
  for (const auto& worker : state_->workers) {
    report.stages.push_back(worker->report());
    worker->report_pools(report.pools);
  }
  for (const auto& edge : state_->edges) report.edges.push_back(edge_report(*edge));
  for (const auto& lane : state_->lanes) report.lanes.push_back(lane->report(report.wall));
  report.notes = state_->plan.notes;
  const std::lock_guard lock(state_->notes_mutex);
  report.notes.insert(report.notes.end(), state_->notes.begin(), state_->notes.end());
  return report;
}

}  // namespace sinew
