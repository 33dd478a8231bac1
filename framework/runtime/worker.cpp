// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/worker.h"

#include <algorithm>
#include <utility>

#include "framework/core/error.h"

namespace sinew {

// ---- the life of a frame: read this first ----------------------------------------------------

void Worker::try_run() {
  if (control_pending_.load(std::memory_order_relaxed)) apply_controls();
  if (done_.load(std::memory_order_relaxed)) return inbox_.drop_all(drop_reason_);
  due_.reset();
  if (is_source()) return try_source();
  if (is_timer()) return try_timer();
  try_message();
}

void Worker::try_message() {
  const bool may_run = inbox_.has_work() || inbox_.is_watchdog();
  blocked_ = may_run && !outputs_have_room();
  if (blocked_) return;
  if (may_run && inbox_.next(moment(session_.stamp_now(lane_.time())), run_)) {
    out_bound_ = inbox_.bound();
    run_frame();
    lane_.mark_local(slot_);
    return;
  }
  if (!may_run) inbox_.purge();
  due_ = inbox_.wake_at();
  announce(inbox_.bound());
  if (inbox_.ended()) end();
}

/// Inputs are taken. Waits for their fences, runs the stage, publishes, lets go, records.
void Worker::run_frame() {
  const Time start = lane_.time();
  running_since_ns_.store(to_ns(start), std::memory_order_relaxed);
  for (const EdgeInput& edge : run_.edges)
    for (const MessageRef& message : edge.messages) message->ready.wait();
  prepare_outputs();
  const Outcome outcome = call_stage();
  lane_.read_clock();
  running_since_ns_.store(0, std::memory_order_relaxed);
  if (outcome == Outcome::kEmit) publish();
  // On a CPU lane the run's own fence has passed: nothing reads the inputs any more.
  inbox_.release();
  retired_.clear();
  announce(out_bound_);
  record(start, outcome);
  if (!run_.end_reason.empty()) session_.request_stop(run_.end_reason.data());
}

Outcome Worker::call_stage() {
  try {
    return stage_->run(run_);
  } catch (const std::exception& fault) {
    handle_fault(fault.what());
  } catch (...) {
    handle_fault("threw something that is no std::exception");
  }
  return Outcome::kSkip;
}

void Worker::prepare_outputs() {
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    Output& output = outputs_[o];
    if (!output.next) output.next = output.messages->take();
    slots_[o].payload = output.next.get()->payload;
    if (output.buffers && !slots_[o].spare) slots_[o].spare = output.buffers->take();
  }
}

void Worker::publish() {
  const Time stamp = run_.out_stamp;
  const bool late = stamp < last_stamp_;
  if (late && !merges_)
    return handle_fault("published stamp " + print_field(stamp) + " after " +
                        print_field(last_stamp_) + ": stamps must not decrease");
  last_stamp_ = std::max(last_stamp_, stamp);
  // Offline a bound below the stamp says that another message with this stamp is to come.
  if (session_.clock() == Clock::kLive) out_bound_ = std::max(out_bound_, last_stamp_);
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (!slots_[o].emitted) continue;
    Output& output = outputs_[o];
    MessageRef message = std::move(output.next);
    message.get()->stamp = stamp;
    message.get()->sequence = output.sequence++;
    message.get()->born = run_.born;
    message.get()->published = lane_.time();
    for (std::size_t e = 0; e < output.edges.size(); ++e) {
      const bool last = e + 1 == output.edges.size();
      if (late)
        output.edges[e]->refuse(Drop::kLate);
      else
        output.edges[e]->put(last ? std::move(message) : message, out_bound_, session_.tick());
    }
  }
}

// ---- setup and end ---------------------------------------------------------------------------

Worker::Worker(const PlannedStage& plan, Session& session, LaneThread& lane, int slot,
               std::vector<Edge*> inputs, std::vector<std::vector<Edge*>> outputs)
    : plan_(plan),
      session_(session),
      lane_(lane),
      slot_(slot),
      inbox_(plan, std::move(inputs), session.clock()),
      log_(plan.name),
      retired_(64),
      slots_(plan.outputs.size()) {
  for (std::size_t o = 0; o < plan_.outputs.size(); ++o) {
    const PlannedOutput& planned = plan_.outputs[o];
    Output output;
    output.messages =
        std::make_unique<MessagePool>(*planned.type, planned.messages, planned.one_lane);
    if (planned.buffers > 0)
      output.buffers = std::make_unique<BufferPool>(planned.shape.bulk_bytes, planned.buffers);
    output.edges = std::move(outputs[o]);
    slots_[o].shape = &planned.shape;
    slots_[o].own_buffer = planned.buffers > 0;
    outputs_.push_back(std::move(output));
  }
  for (const PortInfo& port : plan_.entry->inputs)
    if (port.role == Role::kTrigger && port.is_list) merges_ = true;
  run_.outputs = slots_;
  session_.worker_opened();
  if (is_source()) session_.source_opened();
}

Worker::~Worker() = default;

void Worker::open() {
  StageSetup setup{lane_.lane(),
                   plan_.name,
                   plan_.input_shapes,
                   plan_.output_shapes,
                   session_.options().output_directory,
                   &retired_,
                   log_,
                   results_};
  stage_ = plan_.entry->make(plan_.params.get(), setup);
  fd_ = stage_->wait_fd();
  waits_for_fd_ = is_source() && fd_ >= 0;
  if (is_source()) next_stamp_ = stage_->next_stamp();
}

void Worker::open_at_start() {
  const bool may_be_away = is_source() && plan_.on_fault == OnFault::kRestart;
  try {
    open();
  } catch (const std::exception& refusal) {
    if (!may_be_away) throw;
    log_.warning(refusal.what());
    go_away();
  }
}

void Worker::close() {
  stage_.reset();
  inbox_.close();
  retired_.clear();
  for (OutputSlot& slot : slots_) slot.spare.reset();
  for (Output& output : outputs_) output.next.reset();
}

Inbox::Moment Worker::moment(Time stamp) const { return {lane_.time(), stamp, session_.tick()}; }

bool Worker::outputs_have_room() {
  bool room = true;
  for (Output& output : outputs_)
    for (Edge* edge : output.edges) room = edge->has_room() && room;
  return room;
}

/// Tells readers that nothing with a stamp up to the bound will come any more.
void Worker::announce(Time bound) {
  if (bound == announced_) return;
  announced_ = bound;
  for (Output& output : outputs_)
    for (Edge* edge : output.edges) edge->advance(bound);
}

void Worker::end(Drop reason) {
  if (done_.exchange(true)) return;
  drop_reason_ = reason;
  finish_stage();
  inbox_.drop_all(reason);
  announce(kTimeMax);
  if (is_source()) session_.source_closed();
  if (session_.worker_closed()) session_.set_ended();
  session_.changed();
}

void Worker::finish_stage() {
  if (!stage_) return;
  try {
    stage_->finish();
  } catch (const std::exception& fault) {
    counters_.faults.add();
    session_.fail(plan_.name, fault.what());
  }
}

}  // namespace sinew
