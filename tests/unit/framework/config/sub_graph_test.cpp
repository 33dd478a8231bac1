// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "framework/config/graph_file.h"
#include "tests/support/catch.h"

namespace sinew {
namespace {

/// A folder of graph files that goes with the test.
class Folder {
 public:
  explicit Folder(const std::map<std::string, std::string>& files) {
    root_ = std::filesystem::temp_directory_path() /
            ("sinew_sub_graph_test_" + std::to_string(getpid()));
    std::filesystem::remove_all(root_);
    for (const auto& [name, text] : files) {
      std::filesystem::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << "sinew: 1\n" << text;
    }
  }
  ~Folder() { std::filesystem::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  GraphSpec read(const std::string& expected_problems = "") const {
    GraphFileOptions options;
    options.is_stage = [](const std::string& name) { return name.starts_with("test."); };
    options.config_directory = root_ / "config";
    Problems problems;
    GraphSpec graph = read_graph_file((root_ / "top.yaml").string(), options, problems);
    CHECK(problems.text() == expected_problems);
    return graph;
  }

  std::filesystem::path root() const { return root_; }

 private:
  std::filesystem::path root_;
};

const StageSpec& stage(const GraphSpec& graph, const std::string& name) {
  for (const StageSpec& stage : graph.stages)
    if (stage.name == name) return stage;
  FAIL("no stage " << name);
  return graph.stages.front();
}

/// A block of the sub-graph slam.stereo that uses all that a block can write.
Folder slam() {
  return Folder({{"top.yaml", R"(
lanes: {vision: , plan: }
outputs: {pose: slam.pose}
stages:
  camera: {use: test.camera}
  slam:
    use: slam.stereo
    lane: plan
    lanes: {front: vision}
    copies: 0
    in: {left: {from: camera.left, queue: 4}, right: camera.right}
    with: {depth: 7}
  sink: {use: test.sink, in: {pose: slam.pose}}
)"},
                 {"config/graphs/slam.stereo.yaml", R"(
params: {depth: 2, word: w}
inputs: {left, right, mask: {optional: true}}
outputs: {pose: pose.pose}
stages:
  track:
    use: test.track
    lane: front
    in: {left: {from: left, queue: 1, feedback: true}, right: right, mask: mask}
    with: {depth: "${depth}", word: "${word}"}
  pose: {use: test.pose, lane: back, in: {points: track.points}, copies: 3}
  last: {use: test.pose, in: {points: [track.points, mask]}}
)"}});
}

TEST_CASE("a sub-graph is flattened under its block's name") {
  const Folder folder = slam();
  const GraphSpec graph = folder.read();
  REQUIRE(graph.stages.size() == 5);
  CHECK(graph.stages[1].name == "slam/track");
  const StageSpec& track = stage(graph, "slam/track");
  CHECK(track.lane == "vision");
  CHECK(*track.copies == 0);
  CHECK(track.with.find("depth")->text == "7");
  CHECK(track.with.find("word")->text == "w");
  CHECK(track.directory == folder.root() / "config/graphs");
  CHECK(stage(graph, "slam/pose").lane == "plan");
  CHECK(*stage(graph, "slam/pose").copies == 3);
  CHECK(stage(graph, "slam/last").lane == "plan");
}

TEST_CASE("edges lead into a sub-graph and out of it") {
  const Folder folder = slam();
  const GraphSpec graph = folder.read();
  const StageSpec& track = stage(graph, "slam/track");
  REQUIRE(track.inputs.size() == 2);  // the mask is gone
  CHECK(track.inputs[0].edges.at(0).from == "camera.left");
  CHECK(*track.inputs[0].edges.at(0).queue == 4);
  CHECK(track.inputs[0].edges.at(0).feedback);
  CHECK(stage(graph, "slam/pose").inputs.at(0).edges.at(0).from == "slam/track.points");
  CHECK(stage(graph, "slam/last").inputs.at(0).edges.size() == 1);
  CHECK(stage(graph, "sink").inputs.at(0).edges.at(0).from == "slam/pose.pose");
  CHECK(graph.outputs.at(0).target == "slam/pose.pose");
}

TEST_CASE("sub-graphs nest, and edges lead through several levels and forwards") {
  const Folder folder({{"top.yaml", R"(
stages:
  one: {use: parts/outer.yaml, in: {x: two.y}}
  two: {use: parts/outer.yaml, in: {x: {from: one.y, feedback: true}}}
)"},
                       {"parts/outer.yaml", R"(
inputs: {x}
outputs: {y: deep.y}
stages: {deep: {use: inner.yaml, in: {x: x}}}
)"},
                       {"parts/inner.yaml", R"(
inputs: {x}
outputs: {y: work.y}
stages: {work: {use: test.work, in: {x: x}}}
)"}});
  const GraphSpec graph = folder.read();
  REQUIRE(graph.stages.size() == 2);
  CHECK(graph.stages[0].name == "one/deep/work");
  CHECK(graph.stages[0].inputs.at(0).edges.at(0).from == "two/deep/work.y");
  CHECK_FALSE(graph.stages[0].inputs.at(0).edges.at(0).feedback);
  CHECK(graph.stages[1].inputs.at(0).edges.at(0).from == "one/deep/work.y");
  CHECK(graph.stages[1].inputs.at(0).edges.at(0).feedback);
}

TEST_CASE("a list of edges goes through a sub-graph's input") {
  const Folder folder({{"top.yaml", R"(
stages:
  a: {use: test.camera}
  b: {use: part.yaml, in: {x: {from: [a.l, a.r], at_least: 2}}}
)"},
                       {"part.yaml", R"(
inputs: {x}
stages: {work: {use: test.work, in: {x: x}}}
)"}});
  const InputSpec input = folder.read().stages.at(1).inputs.at(0);
  CHECK(input.is_list);
  CHECK(input.edges.size() == 2);
  CHECK(*input.at_least == 2);
}

TEST_CASE("a path given to a sub-graph starts where it is written") {
  const Folder folder(
      {{"top.yaml", "stages: {a: {use: parts/p.yaml, with: {file: f.yaml}}}"}, {"parts/p.yaml", R"(
params: {file: , other: o.yaml}
stages: {w: {use: test.work, with: {file: "${file}", other: "${other}", own: own.yaml}}}
)"}});
  const StageSpec work = folder.read().stages.at(0);
  CHECK(work.with.find("file")->directory == folder.root());
  CHECK(work.with.find("other")->directory == folder.root() / "parts");
  CHECK(work.with.find("own")->directory.empty());
  CHECK(work.directory == folder.root() / "parts");
}

TEST_CASE("a graph of many small sub-graphs stops at its bound") {
  std::map<std::string, std::string> files;
  for (int level = 0; level < 12; ++level) {
    const std::string next = level < 11 ? "l" + std::to_string(level + 1) + ".yaml" : "test.x";
    std::string text = "stages:\n";
    for (int i = 0; i < 10; ++i) text += "  s" + std::to_string(i) + ": {use: " + next + "}\n";
    files[level == 0 ? "top.yaml" : "l" + std::to_string(level) + ".yaml"] = text;
  }
  const Folder folder(files);
  const GraphSpec graph =
      folder.read((folder.root() / "top.yaml").string() + ": the graph has too many stages");
  CHECK(graph.stages.size() < 10'000);
}

}  // namespace
}  // namespace sinew
