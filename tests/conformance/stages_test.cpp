// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "framework/stage/registry.h"
#include "tests/conformance/conformance_stages.h"
#include "tests/support/catch.h"
#include "tests/support/dataset_folder.h"
#include "tests/support/run_pipeline.h"

// What holds for every registered stage. A stage is connected by the types of its ports: images and
// poses come from conformance.source, lists of the SLAM stages from those stages.

namespace sinew {
namespace {

using namespace test;

/// Stages that may allocate after the third frame, and why.
const std::map<std::string, std::string> kMayAllocate = {
    {"flow.print", "writes text"},
    {"sink.images", "makes file names; the image libraries allocate"}};

/// Parameters without which a stage does not run, or not quickly.
std::string params_of(const std::string& stage, const std::filesystem::path& dataset) {
  if (stage == "camera.files") return "{data: \"" + dataset.string() + "\"}";
  if (stage == "sim.stereo") return "{width_px: 160, height_px: 120}";
  return "{}";
}

/// Where a payload of this type can be had: an output of a stage that is in the graph's text.
struct Provider {
  std::string output;
  std::vector<std::string> stages;
};

const std::string kTrack =
    "  track: {use: slam.track, in: {left: source.left, right: source.right}}\n";
const std::string kPose =  // with as many keyframes as there can be
    "  pose: {use: slam.pose, in: {points: track.points}, with: {keyframe_overlap: 1}}\n";
const std::string kRefine = "  refine: {use: slam.refine, in: {keyframe: pose.keyframe}}\n";

Provider provider_of(const PortInfo& port) {
  const std::string type = port.type ? std::string(port.type->name) : "Image";
  if (type == "Image") return {port.name == "right" ? "source.right" : "source.left", {}};
  if (type == "Pose") return {"source.pose", {}};
  if (type == "TrackedPoints") return {"track.points", {kTrack}};
  if (type == "CameraMotion") return {"pose.motion", {kTrack, kPose}};
  if (type == "KeyframeView") return {"pose.keyframe", {kTrack, kPose}};
  if (type == "MapCorrection") return {"refine.correction", {kTrack, kPose, kRefine}};
  FAIL("nothing here sends a " << type << ": add it to provider_of");
  return {};
}

/// A graph with this stage alone under test, all on one lane.
std::string graph_of(const StageEntry& entry, const std::filesystem::path& dataset) {
  std::string inputs;
  std::vector<std::string> others;
  for (const PortInfo& port : entry.inputs) {
    const Provider provider = provider_of(port);
    for (const std::string& stage : provider.stages)
      if (std::find(others.begin(), others.end(), stage) == others.end()) others.push_back(stage);
    inputs += (inputs.empty() ? "" : ", ") + port.name + ": " +
              (port.is_list ? '[' + provider.output + ']' : provider.output);
  }
  std::string text = "sinew: 1\nname: conformance\nstages:\n  tested:\n    use: " + entry.name +
                     "\n    with: " + params_of(entry.name, dataset) + '\n';
  if (!inputs.empty()) text += "    in: {" + inputs + "}\n";
  if (!entry.is_source) text += "  source: {use: conformance.source}\n";
  for (const std::string& stage : others) text += stage;
  if (entry.is_source)
    text +=
        "  sink: {use: conformance.sink, in: {message: tested." + entry.outputs[0].name + "}}\n";
  return text;
}

std::vector<const StageEntry*> shipped_stages() {
  std::vector<const StageEntry*> stages;
  for (const StageEntry* entry : all_stages())
    if (!entry->name.starts_with("conformance.")) stages.push_back(entry);
  return stages;
}

/// Every default lies in its range, as reading it back shows.
void check_defaults(const StageEntry& entry) {
  const auto params = entry.make_params();
  for (const ParamInfo& param : entry.params) {
    INFO(entry.name << ": " << param.name);
    CHECK(!param.doc.empty());
    if (param.required) continue;
    const std::string text = param.print(param, params.get());
    Problems problems;
    ReadContext context;
    context.problems = &problems;
    param.read(param, read_yaml_text(text, entry.name), params.get(), context);
    INFO(text);
    CHECK(problems.empty());
  }
}

}  // namespace

TEST_CASE(
    "every stage is described, its ports have names of their own, its defaults lie in range") {
  CHECK(shipped_stages().size() >= 15);
  for (const StageEntry* entry : shipped_stages()) {
    INFO(entry->name);
    CHECK(std::count(entry->name.begin(), entry->name.end(), '.') == 1);
    CHECK(entry->doc.ends_with('.'));
    std::set<std::string> names;
    for (const auto* ports : {&entry->inputs, &entry->outputs})
      for (const PortInfo& port : *ports) CHECK(!port.doc.empty());
    for (const PortInfo& port : entry->inputs) CHECK(names.insert(port.name).second);
    names.clear();
    for (const PortInfo& port : entry->outputs) CHECK(names.insert(port.name).second);
    check_defaults(*entry);
  }
}

TEST_CASE("every stage runs ten frames and allocates nothing after the third") {
  const TemporaryFolder folder;
  make_kitti(folder / "data", static_cast<int>(kFrames));
  for (const StageEntry* entry : shipped_stages()) {
    const TemporaryFolder out;
    const std::filesystem::path file = folder / "graph.yaml";
    const std::string text = graph_of(*entry, folder / "data");
    write_text(file, text);
    INFO(text);
    const GraphReport report = run_pipeline({file.string(), {}, kFrames + 1, out.path()});
    CHECK(report.faults.empty());
    const StageReport* const stage = find_stage(report, "tested");
    REQUIRE(stage);
    CHECK(stage->runs >= (entry->name == "slam.refine" ? kFramesExempt + 2 : kFrames));
    if (!kMayAllocate.contains(entry->name)) CHECK(allocations_after_the_first_frames() == 0);
  }
}

TEST_CASE("every exemption names a stage") {
  for (const auto& [name, reason] : kMayAllocate) {
    INFO(name << ": " << reason);
    CHECK(find_stage(name));
  }
}

}  // namespace sinew
