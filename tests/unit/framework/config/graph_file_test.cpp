// SPDX-License-Identifier: Apache-2.0
#include "framework/config/graph_file.h"

#include "tests/support/catch.h"

namespace sinew {
namespace {

using namespace std::chrono_literals;

GraphSpec read(const std::string& text, GraphFileOptions options = {},
               const std::string& expected_problems = "") {
  options.is_stage = [](const std::string& name) { return name.starts_with("test."); };
  options.stage_names = {"test.source", "test.sink"};
  Problems problems;
  GraphSpec graph = read_graph_text("sinew: 1\n" + text, "t.yaml", options, problems);
  CHECK(problems.text() == expected_problems);
  return graph;
}

TEST_CASE("every key of a graph is read") {
  const GraphSpec graph = read(R"(
name: hello
copies: 1
require: [gpu, green_contexts]
lanes:
  vision: {gpu: 40%, priority: high}
  rest: {gpu: shared, priority: realtime(50)}
  plan:
inputs: {image: {type: Image, shape: {width_px: 640}}}
outputs: {out: b.out}
stages: {b: {use: test.sink, in: {open: image}}}
)");
  CHECK(graph.name == "hello");
  CHECK(graph.copies == 1);
  CHECK(graph.require == std::vector<std::string>{"gpu", "green_contexts"});
  REQUIRE(graph.lanes.size() == 3);
  CHECK(graph.lanes[0].gpu == LaneSpec::Gpu::kPercent);
  CHECK(graph.lanes[0].gpu_percent == 40);
  CHECK(graph.lanes[0].priority == Priority::kHigh);
  CHECK(graph.lanes[1].gpu == LaneSpec::Gpu::kShared);
  CHECK(graph.lanes[1].realtime_priority == 50);
  CHECK(graph.lanes[2].gpu == LaneSpec::Gpu::kNone);
  CHECK(graph.inputs.at(0).type == "Image");
  CHECK(graph.inputs.at(0).shape.find("width_px")->text == "640");
  CHECK(graph.outputs.at(0).target == "b.out");
  CHECK(graph.stages.at(0).inputs.at(0).edges.at(0).from == "image");
}

TEST_CASE("every key of a stage is read") {
  const GraphSpec graph = read(R"(
copies: 1
lanes: {vision: }
stages:
  a: {use: test.source, lane: vision, every: 50 ms, with: {gain: 2}}
  b: {use: test.sink, deadline: 20 ms, timeout: 1 s, on_fault: restart, copies: 0}
)");
  REQUIRE(graph.stages.size() == 2);
  const StageSpec& a = graph.stages[0];
  CHECK(a.lane == "vision");
  CHECK(*a.every == 50ms);
  CHECK(a.with.find("gain")->text == "2");
  CHECK(a.where == "stages.a");
  CHECK(*a.copies == 1);
  const StageSpec& b = graph.stages[1];
  CHECK(*b.copies == 0);
  CHECK(b.on_fault == OnFault::kRestart);
  CHECK(*b.deadline == 20ms);
  CHECK(*b.timeout == 1s);
}

TEST_CASE("every key of an edge is read") {
  const GraphSpec graph = read(R"(
stages:
  a: {use: test.source}
  b:
    use: test.sink
    in:
      one: {from: a.out, queue: 3, when_full: drop_oldest, tolerance: 5 ms, max_age: 1 s,
            max_wait: 2 s, on_missing: run, copies: 2, feedback: true}
)");
  const EdgeSpec& edge = graph.stages.at(1).inputs.at(0).edges.at(0);
  CHECK(edge.from == "a.out");
  CHECK(*edge.queue == 3);
  CHECK(*edge.when_full == WhenFull::kDropOldest);
  CHECK(*edge.tolerance == 5ms);
  CHECK(*edge.max_age == 1s);
  CHECK(*edge.max_wait == 2s);
  CHECK(*edge.on_missing == OnMissing::kRun);
  CHECK(*edge.copies == 2);
  CHECK(edge.feedback);
}

TEST_CASE("lists of edges are written in three ways") {
  const GraphSpec graph = read(R"(
stages:
  a: {use: test.source}
  b: {use: test.sink, in: {x: [a.l, a.r]}}
  c: {use: test.sink, in: {x: [a.l, {from: a.r, queue: 2}]}}
  d: {use: test.sink, in: {x: {from: [a.l, a.r], tolerance: 5 ms, at_least: 1}}}
)");
  for (std::size_t i = 1; i < 4; ++i) {
    const InputSpec& input = graph.stages.at(i).inputs.at(0);
    CHECK(input.is_list);
    REQUIRE(input.edges.size() == 2);
    CHECK(input.edges[1].from == "a.r");
  }
  CHECK(*graph.stages[2].inputs[0].edges[1].queue == 2);
  CHECK(*graph.stages[3].inputs[0].at_least == 1);
  CHECK(*graph.stages[3].inputs[0].edges[0].tolerance == 5ms);
}

TEST_CASE("parameters keep their type as a whole and become text inside a text") {
  const std::string text = R"(
params: {goal: [4.0, 2.5], n: 3, word: "3", data: }
stages:
  a: {use: test.source, with: {goal: "${goal}", n: "${n}", word: "${word}", path: "${data}/l-${n}.png"}}
)";
  GraphFileOptions options;
  options.defines = {{"data", "/d"}, {"n", "4"}};
  const Value with = read(text, options).stages.at(0).with;
  REQUIRE(with.find("goal")->items.size() == 2);
  CHECK(with.find("goal")->items[1].text == "2.5");
  CHECK(with.find("n")->text == "4");
  CHECK_FALSE(with.find("n")->quoted);
  CHECK(with.find("word")->quoted);
  CHECK(with.find("path")->text == "/d/l-4.png");
}

TEST_CASE("a value of -D is a path from the current folder, another one from its file") {
  const std::string text = R"(
params: {data: x, model: y}
stages: {a: {use: test.source, with: {d: "${data}/left", m: "${model}", o: "own"}}}
)";
  GraphFileOptions options;
  options.defines = {{"data", "here"}};
  Problems problems;
  options.is_stage = [](const std::string&) { return true; };
  const Value with =
      read_graph_text("sinew: 1\n" + text, "graphs/t.yaml", options, problems).stages.at(0).with;
  CHECK(with.find("d")->directory == ".");
  CHECK(with.find("m")->directory == "graphs");
  CHECK(with.find("o")->directory.empty());
}

TEST_CASE("problems of -D name it") {
  GraphFileOptions options;
  options.defines = {{"gaol", "1"}, {"far", "2"}, {"goal", "[1"}};
  read("params: {goal: 1}\nstages: {a: {use: test.source, with: {g: \"${goal}\"}}}\n", options,
       "-D: the graph has no parameter 'far'; it has goal\n"
       "-D: the graph has no parameter 'gaol'; did you mean 'goal'?\n"
       "-D goal:1:1: this is no YAML: end of sequence flow not found");
  options.defines = {{"x", "1"}};
  read("stages: {a: {use: test.source}}\n", options,
       "-D: the graph has no parameter 'x'; it has none");
}

TEST_CASE("what could be read is returned beside the problems") {
  const GraphSpec graph = read(R"(
stages:
  a: {use: tset.source}
  b: {use: test.sink, in: {x: c.out, y: a.out}}
)",
                               {},
                               "t.yaml:4:12: stages.a.use: unknown stage or sub-graph "
                               "'tset.source'; did you mean 'test.source'?\n"
                               "t.yaml:5:31: stages.b.in.x: unknown stage 'c'; did you mean 'a'?");
  REQUIRE(graph.stages.size() == 2);
  CHECK(graph.stages[0].use.empty());
  REQUIRE(graph.stages[1].inputs.size() == 2);
  CHECK(graph.stages[1].inputs[0].edges.empty());
  CHECK(graph.stages[1].inputs[1].edges.at(0).from == "a.out");
}

TEST_CASE("what multiplies is bounded") {
  std::string text = "params: {l: [";
  for (int i = 0; i < 1000; ++i) text += "x,";
  text += "], s: " + std::string(100'000, 's') + "}\nstages:\n";
  text += "  a: {use: test.source, with: {";
  for (int i = 0; i < 1000; ++i) text += "k" + std::to_string(i) + ": \"${l}\", ";
  for (int i = 0; i < 1000; ++i) text += "t" + std::to_string(i) + ": \"-${s}\", ";
  text += "}}\n";
  GraphFileOptions options;
  options.is_stage = [](const std::string&) { return true; };
  Problems problems;
  read_graph_text("sinew: 1\n" + text, "t", options, problems);
  CHECK(problems.text().find("stages.a.with.k999: the graph has grown too large") !=
        std::string::npos);
  CHECK(problems.text().find("stages.a.with.t999: the graph has grown too large") !=
        std::string::npos);
}

}  // namespace
}  // namespace sinew
