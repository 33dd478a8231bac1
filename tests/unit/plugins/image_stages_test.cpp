// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/stereo_camera.h"
#include "tests/support/catch.h"
#include "tests/support/dataset_folder.h"
#include "tests/support/run_pipeline.h"

// image.grey, image.rectify and sink.images in small graphs.

namespace sinew {
namespace {

using namespace test;

GraphPlan plan_of(const TemporaryFolder& folder, const std::string& text) {
  const std::filesystem::path file = folder / "graph.yaml";
  write_text(file, "sinew: 1\nname: test\n" + text);
  PlanOptions options;
  options.config_directory = "config";
  return load_graph(file.string(), {}, host_board("boards"), options);
}

/// The grey of a 6x4 image of this format whose first plane repeats `pixel`.
int grey_of(const std::string& format, const std::vector<int>& pixel,
            const std::string& color_space = "bt601_limited") {
  const TemporaryFolder folder;
  RunOptions options;
  options.output_directory = folder / "out";
  Runtime runtime(plan_of(folder, "inputs: {image: {type: Image, shape: {format: " + format +
                                      ", width_px: 6, height_px: 4}}}\n"
                                      "outputs: {grey: grey.image}\n"
                                      "stages:\n  grey: {use: image.grey, in: {image: image}, "
                                      "with: {color_space: " +
                                      color_space + "}}\n"),
                  options);
  runtime.start();
  runtime.feed("image", time_from_ns(0), [&](void* payload) {
    const Image& image = *static_cast<const Image*>(payload);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(image.buffer.mutable_data());
    for (int y = 0; y < 4; ++y)
      for (int i = 0; i < row_bytes(image.shape.format, 6); ++i)
        bytes[y * image.shape.stride_bytes + i] =
            static_cast<std::uint8_t>(pixel[static_cast<std::size_t>(i) % pixel.size()]);
  });
  runtime.end_input("image");
  runtime.wait();
  const MessageRef message = runtime.take("grey");
  REQUIRE(message);
  const Image& grey = message.payload<Image>();
  CHECK(grey.shape.format == PixelFormat::kGrey8);
  CHECK(grey.view<std::uint8_t>().at(5, 3) == grey.view<std::uint8_t>().at(0, 0));
  return grey.view<std::uint8_t>().at(0, 0);
}

}  // namespace

TEST_CASE("image.grey makes grey of every format") {
  CHECK(grey_of("GREY", {77}) == 77);
  CHECK(grey_of("RGB", {200, 100, 50}) == 124);  // (77 * 200 + 150 * 100 + 29 * 50 + 128) / 256
  CHECK(grey_of("BGR", {50, 100, 200}) == 124);
  CHECK(grey_of("NV12", {100}) == 98);  // (100 - 16) * 255 / 219
  CHECK(grey_of("YUYV", {100, 128}) == 98);
  CHECK(grey_of("UYVY", {128, 100}) == 98);
  CHECK(grey_of("NV12", {100}, "bt601_full") == 100);
}

TEST_CASE("image.grey refuses depth") {
  const TemporaryFolder folder;
  const std::string error = error_of([&] {
    plan_of(folder,
            "inputs: {image: {type: Image, shape: {format: F32, width_px: 6, height_px: 4}}}\n"
            "stages:\n  grey: {use: image.grey, in: {image: image}}\n");
  });
  CHECK(error.find("takes no F32 images: connect a camera of visible light") != std::string::npos);
}

TEST_CASE("image.rectify makes a pair of one camera model on the left one's x axis") {
  const TemporaryFolder folder;
  make_euroc(folder / "data", 2);
  const GraphPlan plan =
      plan_of(folder,
              "stages:\n  camera: {use: camera.files, with: {data: data}}\n"
              "  rectify: {use: image.rectify, in: {left: camera.left, right: camera.right}}\n");
  const Shapes& shapes = plan.stages[1].output_shapes;
  const StereoCamera camera =
      stereo_camera(shapes.at("left", 0).image.camera, shapes.at("right", 0).image.camera);
  CHECK(camera.baseline_m == Approx(0.1));
  CHECK(shapes.at("left", 0).image.width == 64);
}

TEST_CASE("image.rectify of one camera takes out its distortion alone") {
  const TemporaryFolder folder;
  make_euroc(folder / "data", 2);
  std::filesystem::remove_all(folder / "data/mav0/cam1");
  const GraphPlan plan = plan_of(folder,
                                 "stages:\n  camera: {use: camera.files, with: {data: data}}\n"
                                 "  rectify: {use: image.rectify, in: {left: camera.left}}\n");
  const CameraModel& camera = plan.stages[1].output_shapes.at("left", 0).image.camera;
  CHECK(camera.distortion == Distortion::kNone);
  CHECK(camera.fx_px == 50);
}

TEST_CASE("image.rectify refuses what it cannot rectify") {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& right) {
    return error_of([&] {
      plan_of(folder,
              "stages:\n  camera: {use: camera.files, with: {data: data}}\n"
              "  rectify: {use: image.rectify, in: {left: camera.left" +
                  right + "}}\n");
    });
  };
  write_test_image(folder / "data/a.png", 64, 48);
  CHECK(error("").find("left has no camera model: give the camera its calibration") !=
        std::string::npos);
  write_text(folder / "data/calib.txt", kKittiCalibration);
  CHECK(error("") == "(no error)");
  CHECK(error(", right: camera.right")
            .find("right has no images: the camera before it is a single one") !=
        std::string::npos);
}

TEST_CASE("sink.images writes the first of every n under its number") {
  const TemporaryFolder folder;
  make_kitti(folder / "data", 5);
  write_text(folder / "graph.yaml",
             "sinew: 1\nname: test\nstages:\n  camera: {use: camera.files, with: {data: data}}\n"
             "  kept: {use: sink.images, in: {image: camera.right}, with: {every_n: 2}}\n");
  run_pipeline({(folder / "graph.yaml").string(), {}, {}, folder / "out"});
  const TestImage written(PixelFormat::kGrey8, 64, 48), source(PixelFormat::kGrey8, 64, 48);
  for (const char* name : {"000000.png", "000002.png", "000004.png"}) {
    read_image(folder / "out/kept" / name, written);
    read_image(folder / "data/image_1" / name, source);
    for (int y = 0; y < 48; ++y)
      for (int x = 0; x < 64; ++x) REQUIRE(written.byte(x, y) == source.byte(x, y));
  }
  CHECK(!std::filesystem::exists(folder / "out/kept/000001.png"));
}

}  // namespace sinew
