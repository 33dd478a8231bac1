// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.h"
#include "tests/support/dataset_folder.h"
#include "tests/support/run_pipeline.h"

// What is wrong with a data set or an output folder, as the whole graph meets it.

namespace sinew {
namespace {

using namespace test;

constexpr int kFrames = 8, kBroken = 5;

/// A sequence with truth, and a graph that writes the truth and the left images.
class Recording {
 public:
  Recording() {
    make_kitti(data(), kFrames);
    std::string poses;
    for (int i = 0; i < kFrames; ++i) poses += "1 0 0 0 0 1 0 0 0 0 1 " + std::to_string(i) + '\n';
    write_text(data() / "poses.txt", poses);
  }

  std::filesystem::path data() const { return folder_ / "data"; }
  std::filesystem::path out() const { return folder_ / "out"; }
  std::filesystem::path image(int i) const { return data() / "image_0" / frame_name(i); }

  void truncate_image() const {
    write_text(image(kBroken), read_text(image(kBroken)).substr(0, 200));
  }

  GraphReport run(const std::string& on_fault, const std::filesystem::path& out) const {
    const std::filesystem::path file = folder_ / "graph.yaml";
    write_text(file,
               "sinew: 1\nname: recording\nstages:\n"
               "  camera: {use: camera.files, on_fault: " +
                   on_fault + ", with: {data: \"" + data().string() +
                   "\"}}\n"
                   "  poses: {use: sink.trajectory, in: {pose: camera.truth}}\n"
                   "  images: {use: sink.images, in: {image: camera.left}}\n");
    return run_pipeline({file.string(), {}, {}, out});
  }

  long poses_written() const {
    const std::string text = read_text(out() / "trajectory.tum");
    return std::count(text.begin(), text.end(), '\n');
  }
  long images_written() const {
    const std::filesystem::directory_iterator files(out() / "images");
    return std::distance(begin(files), end(files));
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a truncated image ends the run, and what came before it is kept") {
  const Recording recording;
  recording.truncate_image();
  const GraphReport report = recording.run("stop", recording.out());
  CHECK(report.failed);
  REQUIRE(report.faults.size() == 1);
  CHECK(report.faults[0] ==
        "camera: " + recording.image(kBroken).string() + ": truncated PNG: copy it again");
  CHECK(recording.poses_written() == kBroken);
  CHECK(recording.images_written() == kBroken);
}

TEST_CASE("with on_fault: skip a truncated image is left out and the rest goes on") {
  const Recording recording;
  recording.truncate_image();
  const GraphReport report = recording.run("skip", recording.out());
  CHECK(!report.failed);
  CHECK(find_stage(report, "camera")->faults == 1);
  CHECK(recording.poses_written() == kFrames - 1);
  CHECK(recording.images_written() == kFrames - 1);
}

TEST_CASE("an image of another size is refused before the run") {
  const Recording recording;
  write_test_image(recording.image(kBroken), 64, 47);
  const std::string error = error_of([&] { recording.run("stop", recording.out()); });
  INFO(error);
  CHECK(error.find(recording.image(kBroken).string() +
                   ": is 64x47 GREY, the first image is 64x48 GREY") != std::string::npos);
  CHECK(!std::filesystem::exists(recording.out() / "report.json"));
}

TEST_CASE("an output folder that cannot be written is refused before the run") {
  const Recording recording;
  const std::filesystem::path out = recording.image(0) / "out";  // below a file
  const std::string error = error_of([&] { recording.run("stop", out); });
  INFO(error);
  CHECK(error.find(out.string()) != std::string::npos);
}

}  // namespace sinew
