// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "framework/core/error.h"
#include "framework/runtime/worker.h"

// Changes at run time, and what a worker has counted.

namespace sinew {

void Worker::post(std::unique_ptr<ControlRequest> request) {
  {
    const std::lock_guard lock(control_mutex_);
    controls_.push_back(std::move(request));
    control_pending_.store(true, std::memory_order_relaxed);
  }
  mark();
}

void Worker::apply_controls() {
  std::vector<std::unique_ptr<ControlRequest>> requests;
  {
    const std::lock_guard lock(control_mutex_);
    requests.swap(controls_);
    control_pending_.store(false, std::memory_order_relaxed);
  }
  for (const auto& request : requests) {
    try {
      apply(*request);
      request->done.set_value();
    } catch (...) {
      request->done.set_exception(std::current_exception());
    }
  }
}

void Worker::apply(ControlRequest& request) {
  if (done() || !stage_) throw Error(plan_.name + " is not running: it has ended or is away");
  if (request.kind == ControlRequest::Kind::kSetParam) return set_param(request);
  stage_->call(request.index, request.argument);
}

/// A live parameter changes in place; any other makes the stage again, if its shapes stay.
void Worker::set_param(const ControlRequest& request) {
  const ParamInfo& info = plan_.entry->params[static_cast<std::size_t>(request.index)];
  Problems problems;
  const ReadContext context{&problems, plan_.where + ".with", {}, {}};
  const std::string before = info.print(info, plan_.params.get());
  info.read(info, request.value, plan_.params.get(), context);
  if (plan_.entry->check_params)
    plan_.entry->check_params(plan_.params.get(), problems, plan_.mark, plan_.where);
  const auto put_back = [&] {
    Problems ignored;
    info.read(info, read_yaml_text(before, "before"), plan_.params.get(), {&ignored, "", {}, {}});
  };
  if (!problems.empty()) put_back();
  problems.throw_if_any();
  if (info.live) return;
  const Shapes shapes = plan_.entry->plan(plan_.params.get(), plan_.input_shapes);
  if (!(shapes == plan_.output_shapes)) {
    put_back();
    throw Error(plan_.name + ": " + info.name +
                " would change the size of what the stage gives: change it in the graph file");
  }
  restart();
}

void Worker::record(Time start, Outcome outcome) {
  const Time end = lane_.time();
  counters_.runs.add();
  if (outcome == Outcome::kEmit)
    counters_.emitted.add();
  else
    counters_.skips.add();
  counters_.host_time.add(end - start);
  lane_.add_busy(end - start);
  if (!is_source()) counters_.input_wait.add(start - inbox_.arrived());
  counters_.latency.add(end - run_.born);
  if (outputs_.empty()) session_.first_sink_run(end);
  if (plan_.deadline && end - run_.born > *plan_.deadline) count_deadline(start, end);
}

/// The part of the frame's life that took longest is the cause of a miss.
void Worker::count_deadline(Time start, Time end) {
  const Duration before = inbox_.arrived() - run_.born;
  const Duration queued = start - inbox_.arrived();
  const Duration running = end - start;
  if (running >= before && running >= queued)
    counters_.late_run.add();
  else if (queued >= before)
    counters_.late_queue.add();
  else
    counters_.late_input.add();
}

StageReport Worker::report() const {
  StageReport report;
  report.name = plan_.name;
  report.use = plan_.entry->name;
  report.lane = lane_.lane().name();
  report.runs = counters_.runs.value();
  report.emitted = counters_.emitted.value();
  report.skips = counters_.skips.value();
  report.faults = counters_.faults.value();
  report.restarts = counters_.restarts.value();
  report.host_time = counters_.host_time.read();
  report.input_wait = counters_.input_wait.read();
  report.latency = counters_.latency.read();
  const auto add_miss = [&](const char* cause, const Counter& counter) {
    if (counter.value() > 0) report.deadline_misses[cause] = counter.value();
  };
  add_miss("late input", counters_.late_input);
  add_miss("queue", counters_.late_queue);
  add_miss("own run time", counters_.late_run);
  report.results = results_.all();
  const std::lock_guard lock(fault_mutex_);
  report.last_fault = last_fault_;
  return report;
}

void Worker::report_pools(std::vector<PoolReport>& pools) const {
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    const BufferPool* const pool = outputs_[o].buffers.get();
    if (!pool) continue;
    pools.push_back({plan_.name + "." + plan_.entry->outputs[o].name,
                     std::string(to_string(plan_.outputs[o].space)),
                     pool->bytes() * static_cast<std::size_t>(pool->size()), pool->size(),
                     pool->used(), pool->most_used()});
  }
}

}  // namespace sinew
