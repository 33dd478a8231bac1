// SPDX-License-Identifier: Apache-2.0
#include "framework/runtime/runtime.h"

#include <algorithm>
#include <utility>

#include "framework/core/error.h"
#include "framework/runtime/runtime_state.h"

namespace sinew {
namespace {

/// Stages write into it from their construction on. Where none is named, nothing is to be written.
void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (folder.empty() || std::filesystem::is_directory(folder, error)) return;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error(folder.string() + ": cannot be made (" + error.message() +
                "): choose another folder with --out");
}

}  // namespace

Runtime::State::State(GraphPlan graph, RunOptions run_options)
    : plan(std::move(graph)), options(std::move(run_options)), session(plan.clock, options) {
  for (const PlannedLane& lane : plan.lanes)
    lanes.push_back(std::make_unique<LaneThread>(lane, session, [this] { return on_quiet(); }));
  make_edges();
  make_workers();
  open_stages();
}

Runtime::State::~State() {
  // The lanes are down: messages may go back to pools in any order from here on.
  for (const auto& worker : workers) worker->close();
  for (const auto& edge : edges) edge->clear();
  for (auto& [name, input] : inputs) input->output.next.reset();
}

void Runtime::State::make_edges() {
  for (const PlannedEdge& edge : plan.edges) edges.push_back(std::make_unique<Edge>(edge));
  for (const PlannedPort& port : plan.inputs) {
    auto input = std::make_unique<OpenInput>();
    input->plan = &port.output;
    input->output.messages =
        std::make_unique<MessagePool>(*port.output.type, port.output.messages, false);
    if (port.output.buffers > 0)
      input->output.buffers =
          std::make_unique<BufferPool>(port.output.shape.bulk_bytes, port.output.buffers);
    for (const int e : port.output.edges)
      input->output.edges.push_back(edges[static_cast<std::size_t>(e)].get());
    session.source_opened();
    inputs.emplace(port.name, std::move(input));
  }
}

void Runtime::State::make_workers() {
  const auto edge_pointers = [&](const std::vector<int>& indices) {
    std::vector<Edge*> pointers;
    for (const int e : indices) pointers.push_back(edges[static_cast<std::size_t>(e)].get());
    return pointers;
  };
  std::vector<WorkerMark> marks(plan.stages.size());
  std::vector<std::unique_ptr<Worker>> made(plan.stages.size());
  for (std::size_t l = 0; l < plan.lanes.size(); ++l) {
    int slot = 0;
    for (const int s : plan.lanes[l].stages) {
      const PlannedStage& stage = plan.stages[static_cast<std::size_t>(s)];
      std::vector<std::vector<Edge*>> outputs;
      for (const PlannedOutput& output : stage.outputs)
        outputs.push_back(edge_pointers(output.edges));
      auto worker = std::make_unique<Worker>(stage, session, *lanes[l], slot,
                                             edge_pointers(stage.edges), std::move(outputs));
      const WorkerMark mark{lanes[l].get(), slot++};
      if (worker->is_source()) session.add_source(mark);
      if (worker->is_timer()) session.add_timer(mark);
      lanes[l]->add(worker.get());
      marks[static_cast<std::size_t>(s)] = mark;
      made[static_cast<std::size_t>(s)] = std::move(worker);
    }
  }
  workers = std::move(made);
  for (const auto& edge : edges) {
    const PlannedEdge& p = edge->plan();
    const auto mark = [&](int s) {
      return s < 0 ? WorkerMark{} : marks[static_cast<std::size_t>(s)];
    };
    edge->connect(mark(p.from_stage), mark(p.to_stage));
  }
}

void Runtime::State::open_stages() {
  std::string refusals;
  for (const auto& worker : workers) {
    try {
      worker->open_at_start();
    } catch (const std::exception& refusal) {
      refusals += (refusals.empty() ? "" : "\n") + worker->plan().name + ": " + refusal.what();
    }
  }
  if (!refusals.empty()) throw Error(refusals);
}

void Runtime::State::start_clock() {
  Time first = kTimeMax;
  for (const auto& worker : workers)
    if (worker->is_source() && worker->plan().entry->has_next_stamp)
      first = std::min(first, worker->next_stamp());
  const bool live = session.clock() == Clock::kLive;
  session.start_clock(first);
  for (const auto& worker : workers)
    if (worker->is_timer())
      worker->start_timer(live ? session.started() : first == kTimeMax ? Time{} : first);
}

Runtime::Runtime(GraphPlan plan, RunOptions options) {
  make_folder(options.output_directory);
  state_ = std::make_unique<State>(std::move(plan), std::move(options));
}

Runtime::~Runtime() {
  if (!state_->started) return;
  stop("destroyed");
  wait();
}

void Runtime::start() {
  state_->started = true;
  state_->start_clock();
  // Counted before any of them runs, so that none sees a quiet graph too early.
  for (std::size_t i = 0; i < state_->lanes.size(); ++i) state_->session.lane_woke();
  for (const auto& worker : state_->workers) worker->mark();
  for (const auto& lane : state_->lanes) lane->start();
}

void Runtime::wait() {
  Session& session = state_->session;
  const RunOptions& options = state_->options;
  bool watches = false;
  for (const auto& worker : state_->workers) watches = watches || worker->plan().timeout;
  while (!session.ended()) {
    constexpr Duration kWatch = std::chrono::milliseconds(50);
    const Time time = now();
    std::optional<Time> until;
    if (options.run_for && !session.stopping()) {
      until = session.started() + *options.run_for;
      if (time >= *until) stop("time is over");
    }
    if (session.stopping()) state_->end_inputs();
    if (watches) {
      state_->report_hangs(time);
      until = std::min(until.value_or(kTimeMax), time + kWatch);
    }
    session.main().announce();
    if (session.ended()) break;
    session.main().sleep(until, {});
    session.main().retract();
  }
  for (const auto& lane : state_->lanes) lane->wake();
  for (const auto& lane : state_->lanes) lane->join();
  for (const auto& worker : state_->workers) worker->drop_leftovers();
  if (state_->ended_at == Time{}) state_->ended_at = now();
}

void Runtime::stop(const char* reason) {
  state_->session.request_stop(reason);
  state_->session.wake_sources();
  state_->session.mark_timers();
  state_->session.main().wake([] {});
}

bool Runtime::ended() const { return state_->session.ended(); }

const GraphPlan& Runtime::plan() const { return state_->plan; }

}  // namespace sinew
