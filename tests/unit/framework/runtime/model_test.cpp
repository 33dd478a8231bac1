// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <future>
#include <random>
#include <set>
#include <sstream>

#include "framework/config/graph_file.h"
#include "framework/runtime/runtime.h"
#include "tests/support/catch.h"
#include "tests/support/flow_stages.h"

// Random graphs against a model: none hangs, every message is accounted for, and offline every
// stage emits exactly the stamps that the meaning of its joins says.

namespace sinew {
namespace {

using Stamps = std::vector<std::int64_t>;  // in ms, in order

struct Node {
  std::string name;
  Stamps stamps;                    ///< that it must emit, offline and without faults
  bool repeats = false;             ///< one stamp may come twice: no partner of a join
  std::set<std::string> sources{};  ///< that it depends on
  bool joinable() const { return !repeats; }
};

struct Model {
  std::string yaml;
  std::vector<Node> nodes;
  std::map<std::string, Stamps> sinks;
};

struct Traits {
  bool faults = false, drops = false, feedback = false;
};

/// Writes a random graph and says what must come out of it.
class Builder {
 public:
  Builder(unsigned seed, const Traits& traits) : random_(seed), traits_(traits) {}

  Model build() {
    const int lanes = pick(1, 4), sources = pick(1, 3), inner = pick(1, 9);
    yaml_ << "sinew: 1\nname: model\nlanes:\n";
    for (int i = 0; i < lanes; ++i) yaml_ << "  l" << i << ": {}\n";
    lanes_ = lanes;
    yaml_ << "stages:\n";
    for (int i = 0; i < sources; ++i) add_source("source" + std::to_string(i));
    for (int i = 0; i < inner; ++i) add_inner("stage" + std::to_string(i));
    for (const Node& node : model_.nodes)
      if (pick(0, 2) > 0 || node.name == model_.nodes.back().name) add_sink(node);
    model_.yaml = with_feedback(yaml_.str());
    return std::move(model_);
  }

 private:
  /// Some sources listen to a stage that depends on them.
  std::string with_feedback(std::string yaml) {
    for (const Node& source : model_.nodes) {
      const std::size_t at = yaml.find("#feedback " + source.name + "\n");
      if (at == std::string::npos) continue;
      std::string text;
      for (const Node& node : model_.nodes)
        if (traits_.feedback && text.empty() && node.name != source.name &&
            node.sources.count(source.name) > 0 && pick(0, 2) == 0)
          text = "    in: {back: {from: " + node.name + ".parcel, feedback: true}}\n";
      yaml.replace(at, source.name.size() + 11, text);
    }
    return yaml;
  }

  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  const Node& any() {
    return model_
        .nodes[static_cast<std::size_t>(pick(0, static_cast<int>(model_.nodes.size()) - 1))];
  }
  /// nullptr where the pick repeats stamps.
  const Node* joinable() {
    const Node& node = any();
    return node.joinable() ? &node : nullptr;
  }

  std::string edge(const std::string& from) {
    if (!traits_.drops || pick(0, 3) > 0) return from;
    return "{from: " + from + ", queue: " + std::to_string(pick(1, 4)) +
           ", when_full: " + (pick(0, 1) ? "drop_oldest" : "block") + "}";
  }

  void head(const std::string& name, const std::string& use) {
    yaml_ << "  " << name << ":\n    use: flow_test." << use << "\n    lane: l"
          << pick(0, lanes_ - 1) << "\n";
  }

  void add_source(const std::string& name) {
    head(name, "source");
    const int periods[] = {10, 20, 30};
    const int period = periods[pick(0, 2)], offset = 10 * pick(0, 3), count = pick(0, 30);
    yaml_ << "    with: {period_ms: " << period << ", offset_ms: " << offset
          << ", count: " << count;
    if (traits_.faults && pick(0, 3) == 0) yaml_ << ", fault_at: " << pick(0, 30);
    yaml_ << "}\n";
    if (traits_.faults) yaml_ << "    on_fault: restart\n";
    yaml_ << "#feedback " << name << "\n";
    Node node{name, {}, false, {name}};
    for (int i = 0; i < count; ++i) node.stamps.push_back(offset + i * period);
    model_.nodes.push_back(node);
  }

  /// Parameters of every other stage; filters the stamps that it must emit.
  void settle(Node node) {
    const int skip = pick(0, 2) == 0 ? pick(2, 5) : 0;
    yaml_ << "    with: {skip_every: " << skip
          << ", work_us: " << (pick(0, 4) == 0 ? pick(0, 200) : 0);
    if (traits_.faults && pick(0, 3) == 0) yaml_ << ", fault_every: " << pick(5, 50);
    yaml_ << "}\n";
    const char* const answers[] = {"skip", "restart", "stop"};
    if (traits_.faults)
      yaml_ << "    on_fault: " << answers[pick(0, pick(0, 3) == 0 ? 2 : 1)] << "\n";
    std::erase_if(node.stamps, [&](std::int64_t ms) { return skip > 0 && ms % skip == 0; });
    model_.nodes.push_back(std::move(node));
  }

  void add_inner(const std::string& name) {
    switch (pick(0, 3)) {
      case 0:
        return add_pass(name);
      case 1:
        return add_join(name);
      case 2:
        return add_gather(name);
      default:
        return add_merge(name);
    }
  }

  void add_pass(const std::string& name) {
    const Node from = any();
    head(name, "pass");
    yaml_ << "    in: {parcel: " << edge(from.name + ".parcel") << "}\n";
    settle({name, from.stamps, from.repeats, from.sources});
  }

  void add_join(const std::string& name) {
    const Node* const trigger = joinable();
    const Node* const partner = joinable();
    if (!trigger || !partner) return add_pass(name);
    const Node since = any(), latest = any();
    Node node{name, trigger->stamps, false, trigger->sources};
    head(name, "join");
    yaml_ << "    in:\n      parcel: " << edge(trigger->name + ".parcel") << "\n";
    const int kind = pick(0, 3);
    const bool run = pick(0, 3) == 0;
    if (kind == 0 || kind == 3) {
      const bool bulk = pick(0, 1) == 1;
      yaml_ << "      " << (bulk ? "list" : "matched") << ": {from: " << partner->name
            << (bulk ? ".list" : ".parcel") << ", on_missing: " << (run ? "run" : "skip") << "}\n";
    }
    if (kind == 1 || kind == 3) yaml_ << "      since: " << since.name << ".parcel\n";
    if (kind == 2 || kind == 3) yaml_ << "      latest: " << latest.name << ".parcel\n";
    if ((kind == 0 || kind == 3) && !run)
      node.stamps = common({trigger->stamps, partner->stamps}, 2);
    settle(std::move(node));
  }

  void add_gather(const std::string& name) {
    const Node* const a = joinable();
    const Node* const b = joinable();
    const Node* const c = joinable();
    if (!a || !b || !c) return add_pass(name);
    const int at_least = pick(1, 3);
    head(name, "gather");
    yaml_ << "    in: {parcels: {from: [" << a->name << ".parcel, " << b->name << ".parcel, "
          << c->name << ".parcel], at_least: " << at_least << "}}\n";
    settle({name, common({a->stamps, b->stamps, c->stamps}, at_least), false, a->sources});
  }

  void add_merge(const std::string& name) {
    const Node a = any(), b = any();
    head(name, "merge");
    yaml_ << "    in: {lists: [" << a.name << ".list, " << b.name << ".list]}\n";
    Node node{name, a.stamps, true, a.sources};
    node.stamps.insert(node.stamps.end(), b.stamps.begin(), b.stamps.end());
    std::sort(node.stamps.begin(), node.stamps.end());
    settle(std::move(node));
  }

  void add_sink(const Node& node) {
    const std::string name = "sink_" + node.name;
    head(name, "sink");
    yaml_ << "    in: {parcel: " << edge(node.name + ".parcel") << "}\n";
    model_.sinks[name] = node.stamps;
  }

  /// Stamps that at least so many of the lists hold.
  static Stamps common(const std::vector<Stamps>& lists, int at_least) {
    std::map<std::int64_t, int> count;
    for (const Stamps& list : lists)
      for (const std::int64_t ms : list) ++count[ms];
    Stamps result;
    for (const auto& [ms, n] : count)
      if (n >= at_least) result.push_back(ms);
    return result;
  }

  std::mt19937 random_;
  const Traits traits_;
  std::ostringstream yaml_;
  int lanes_ = 1;
  Model model_;
};

struct Result {
  GraphReport report;
  std::map<std::string, std::vector<test::Seen>> seen;
};

GraphPlan plan_of(const std::string& yaml, Clock clock) {
  Problems problems;
  GraphFileOptions options;
  options.is_stage = [](const std::string& name) { return find_stage(name) != nullptr; };
  const GraphSpec spec = read_graph_text(yaml, "model.yaml", options, problems);
  PlanOptions plan_options;
  plan_options.clock = clock;
  GraphPlan plan = plan_graph(spec, Board{}, plan_options, problems);
  problems.throw_if_any();
  return plan;
}

/// Runs a graph to its end. A hang fails the whole test program: nothing can be joined then.
Result run(const std::string& yaml, Clock clock, double rate) {
  RunOptions options;
  options.rate = rate;
  test::recorder().take();
  Result result;
  {
    Runtime runtime(plan_of(yaml, clock), options);
    runtime.start();
    auto end = std::async(std::launch::async, [&] { runtime.wait(); });
    if (end.wait_for(std::chrono::seconds(20)) != std::future_status::ready) {
      std::fprintf(stderr, "hangs:\n%s\n%s\n", yaml.c_str(), to_table(runtime.report()).c_str());
      std::abort();
    }
    result.report = runtime.report();
  }
  result.seen = test::recorder().take();
  return result;
}

void check_accounts(const GraphReport& report) {
  for (const EdgeReport& edge : report.edges) {
    std::uint64_t gone = edge.delivered + edge.waiting;
    for (const auto& [reason, count] : edge.drops) gone += count;
    INFO(edge.name);
    CHECK(edge.published == gone);
    CHECK(edge.waiting == 0);
  }
  for (const StageReport& stage : report.stages) CHECK(stage.runs == stage.emitted + stage.skips);
}

std::map<std::string, Stamps> stamps_of(const Result& result) {
  std::map<std::string, Stamps> stamps;
  for (const auto& [name, seen] : result.seen)
    for (const test::Seen& one : seen) stamps[name].push_back(one.stamp_ns / 1'000'000);
  return stamps;
}

bool same(const Result& a, const Result& b) {
  const auto key = [](const Result& r) {
    std::map<std::string, std::vector<std::pair<std::int64_t, std::uint64_t>>> all;
    for (const auto& [name, seen] : r.seen)
      for (const test::Seen& one : seen) all[name].push_back({one.stamp_ns, one.value});
    return all;
  };
  return key(a) == key(b);
}

void check_against_model(const Model& model, const Result& result) {
  CHECK_FALSE(result.report.failed);
  check_accounts(result.report);
  auto stamps = stamps_of(result);
  for (const auto& [name, expected] : model.sinks) {
    INFO(name);
    CHECK(stamps[name] == expected);
  }
}

/// How many random graphs: SINEW_MODEL_GRAPHS for a longer search.
unsigned graphs(unsigned usual) {
  const char* const wanted = std::getenv("SINEW_MODEL_GRAPHS");
  return wanted ? static_cast<unsigned>(std::atoi(wanted)) : usual;
}

TEST_CASE("in lockstep every stage emits what its joins mean, with the same bits on each run") {
  for (unsigned seed = 1; seed <= graphs(150); ++seed) {
    const Model model = Builder(seed, {.feedback = seed % 2 == 0}).build();
    INFO(seed << "\n" << model.yaml);
    const Result first = run(model.yaml, Clock::kLockstep, 1);
    check_against_model(model, first);
    CHECK(same(first, run(model.yaml, Clock::kLockstep, 1)));
    std::string one_lane = model.yaml;
    for (char lane = '1'; lane <= '3'; ++lane)
      for (std::size_t at;
           (at = one_lane.find(std::string("lane: l") + lane)) != std::string::npos;)
        one_lane[at + 7] = '0';
    CHECK(same(first, run(one_lane, Clock::kLockstep, 1)));
  }
}

TEST_CASE("as fast as possible, overlapping frames give the same messages") {
  for (unsigned seed = 1; seed <= graphs(200); ++seed) {
    const Model model = Builder(seed, {}).build();
    INFO(seed << "\n" << model.yaml);
    check_against_model(model, run(model.yaml, Clock::kReplay, 0));
  }
}

TEST_CASE(
    "with faults, restarts and full queues nothing hangs and every message is accounted for") {
  for (unsigned seed = 1; seed <= graphs(200); ++seed) {
    const Model model = Builder(seed, {.faults = true, .drops = true, .feedback = true}).build();
    INFO(seed << "\n" << model.yaml);
    check_accounts(run(model.yaml, seed % 2 ? Clock::kReplay : Clock::kLockstep, 0).report);
    check_accounts(run(model.yaml, Clock::kReplay, 20).report);
    check_accounts(run(model.yaml, Clock::kLive, 1).report);
  }
}

}  // namespace
}  // namespace sinew
