// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/run_pipeline.h"
#include "tests/support/temporary_folder.h"

// Every file in pipelines/, shortened, in lockstep on the CPU, against what it came to before:
// tests/pipeline/expected/NAME.txt. With SINEW_GOLDEN_WRITE=1 these are written anew, to be read
// before they are committed. Runs in the repository's root.

namespace sinew {
namespace {

using namespace test;

/// How a pipeline is shortened, and the data that it needs.
struct Short {
  std::uint64_t frames;
  std::string data{};
};
const std::map<std::string, Short> kShort = {{"00_hello", {5}},
                                             {"01_stereo_odometry", {30}},
                                             {"02_kitti", {15, "kitti_stereo/KITTI_sequence_1"}},
                                             {"03_euroc", {15, "euroc_micro"}}};

/// What a run came to, by name: messages of each stage, and its figures.
std::map<std::string, double> outcome(const GraphReport& report) {
  std::map<std::string, double> values;
  for (const StageReport& stage : report.stages) {
    values[stage.name + ".runs"] = static_cast<double>(stage.runs);
    values[stage.name + ".emitted"] = static_cast<double>(stage.emitted);
    for (const auto& [name, value] : stage.results) values[stage.name + '.' + name] = value;
  }
  return values;
}

std::map<std::string, double> read_expected(const std::filesystem::path& file) {
  std::map<std::string, double> values;
  std::ifstream stream(file);
  std::string name;
  double value = 0;
  while (stream >> name >> value) values[name] = value;
  return values;
}

void write_expected(const std::filesystem::path& file,
                    const std::map<std::string, double>& values) {
  std::ofstream stream(file);
  for (const auto& [name, value] : values) stream << name << ' ' << value << '\n';
}

/// Counts are equal; figures agree to 2 % or 2 mm, since other machines' libm rounds differently.
void compare(const std::map<std::string, double>& found,
             const std::map<std::string, double>& expected) {
  CHECK(found.size() == expected.size());
  for (const auto& [name, value] : expected) {
    INFO(name);
    REQUIRE(found.contains(name));
    const bool count = name.ends_with(".runs") || name.ends_with(".emitted");
    CHECK(found.at(name) == Approx(value).epsilon(count ? 0 : 0.02).margin(count ? 0 : 0.002));
  }
}

void run_and_compare(const std::string& name, const Short& shortened) {
  const TemporaryFolder out;
  PipelineRun run{"pipelines/" + name + ".yaml", {}, shortened.frames, out.path()};
  if (!shortened.data.empty()) {
    const auto data = find_data(shortened.data);
    if (!data) {
      WARN("skipped: no " << shortened.data << " in " << data_folder());
      return;
    }
    run.defines.emplace_back("data", *data);
  }
  const GraphReport report = run_pipeline(run);
  CHECK(report.faults.empty());
  CHECK(!report.failed);
  const std::filesystem::path expected = "tests/pipeline/expected/" + name + ".txt";
  if (std::getenv("SINEW_GOLDEN_WRITE")) write_expected(expected, outcome(report));
  compare(outcome(report), read_expected(expected));
}

}  // namespace

TEST_CASE("pipelines/00_hello.yaml comes to what it came to before") {
  run_and_compare("00_hello", kShort.at("00_hello"));
}

TEST_CASE("pipelines/01_stereo_odometry.yaml comes to what it came to before") {
  run_and_compare("01_stereo_odometry", kShort.at("01_stereo_odometry"));
}

TEST_CASE("pipelines/02_kitti.yaml comes to what it came to before") {
  run_and_compare("02_kitti", kShort.at("02_kitti"));
}

TEST_CASE("pipelines/03_euroc.yaml comes to what it came to before") {
  run_and_compare("03_euroc", kShort.at("03_euroc"));
}

TEST_CASE("every file in pipelines has a test") {
  for (const auto& entry : std::filesystem::directory_iterator("pipelines")) {
    if (entry.path().extension() != ".yaml") continue;
    INFO(entry.path());
    CHECK(kShort.contains(entry.path().stem().string()));
  }
}

TEST_CASE("two runs write the same bits, on many lanes and on one") {
  const TemporaryFolder folder;
  const std::string many = "pipelines/01_stereo_odometry.yaml";
  const std::string one = (folder / "one_lane.yaml").string();
  write_text(one, std::regex_replace(read_text(many), std::regex("\n    lanes?: [^\n]*"), ""));
  std::vector<std::string> trajectories;
  for (const std::string& file : {many, many, one}) {
    const TemporaryFolder out;
    const GraphReport report = run_pipeline({file, {}, 30, out.path()});
    std::set<std::string> lanes;
    for (const StageReport& stage : report.stages) lanes.insert(stage.lane);
    CHECK(lanes.size() == (file == one ? 1 : 4));
    trajectories.push_back(read_text(out.path() / "trajectory.tum"));
  }
  CHECK(std::count(trajectories[0].begin(), trajectories[0].end(), '\n') == 30);
  CHECK(trajectories[0] == trajectories[1]);
  CHECK(trajectories[0] == trajectories[2]);
}

}  // namespace sinew
