// SPDX-License-Identifier: Apache-2.0
#include "plugins/camera/stereo_dataset.h"

#include "tests/support/catch.h"
#include "tests/support/dataset_folder.h"

namespace sinew {
namespace {

using namespace test;
namespace fs = std::filesystem;

StereoDataset read(const TemporaryFolder& folder, DatasetLayout layout = DatasetLayout::kAuto) {
  return read_stereo_dataset(folder.path(), layout, 10);
}

std::string error(const TemporaryFolder& folder, DatasetLayout layout = DatasetLayout::kAuto) {
  return error_of([&] { check_images(read(folder, layout).frames); });
}

TEST_CASE("a KITTI sequence has pairs, a baseline and stamps of 10 Hz") {
  const TemporaryFolder folder;
  make_kitti(folder.path(), 3);
  write_text(folder / "poses.txt", "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 1 0 1 0 2 0 0 1 3\n");
  const StereoDataset dataset = read(folder);
  REQUIRE(dataset.frames.size() == 3);
  CHECK(dataset.has_right);
  CHECK(dataset.frames[2].stamp == time_from_ns(200'000'000));
  CHECK(dataset.frames[1].right == folder / "image_1/000001.png");
  CHECK(dataset.left.fx_px == 50);
  CHECK(dataset.left.cy_px == 23.5);
  CHECK(dataset.right.T_body_cam.translation_m[0] == Approx(0.2));
  CHECK(dataset.frames[1].T_world_body->translation_m == Vec3{1, 2, 3});
  CHECK(!dataset.frames[2].T_world_body);
  CHECK(error(folder) == "(no error)");
}

TEST_CASE("a KITTI sequence may have stamps, names without numbers in calib.txt and one camera") {
  const TemporaryFolder folder;
  make_kitti(folder.path(), 2);
  fs::remove_all(folder / "image_1");
  write_text(folder / "calib.txt", "5.0e1 0 31.5 0 0 50 23.5 0 0 0 1 0\n");
  write_text(folder / "times.txt", "0.000000e+00\n1.036224e-01\n");
  const StereoDataset dataset = read(folder);
  CHECK(!dataset.has_right);
  CHECK(dataset.frames[1].right.empty());
  CHECK(dataset.frames[1].stamp == time_from_ns(103'622'400));
}

TEST_CASE("colour images of KITTI take the second pair of projections") {
  const TemporaryFolder folder;
  make_kitti(folder.path(), 1);
  fs::rename(folder / "image_0", folder / "image_2");
  fs::rename(folder / "image_1", folder / "image_3");
  write_text(folder / "calib.txt", std::string(kKittiCalibration) +
                                       "P2: 60 0 31.5 3 0 60 23.5 0 0 0 1 0\n"
                                       "P3: 60 0 31.5 -9 0 60 23.5 0 0 0 1 0\n");
  const StereoDataset dataset = read(folder);
  CHECK(dataset.left.T_body_cam.translation_m[0] == Approx(-0.05));
  CHECK(dataset.right.T_body_cam.translation_m[0] == Approx(0.15));
}

TEST_CASE("a EuRoC recording has stamps, distortion, extrinsics and truth of the body") {
  const TemporaryFolder folder;
  make_euroc(folder.path(), 3);
  write_text(folder / "left_cam_groundtruth.csv",
             "#timestamp, p, q\n1000000000,1,2,3,1,0,0,0\n1040000000,1,2,3,1,0,0,0\n"
             "1060000000,3,2,3,1,0,0,0\n");
  const StereoDataset dataset = read(folder);
  REQUIRE(dataset.frames.size() == 3);
  CHECK(dataset.frames[1].stamp == time_from_ns(1'050'000'000));
  CHECK(dataset.left.fy_px == 51);
  CHECK(dataset.left.distortion == Distortion::kRadialTangential);
  CHECK(dataset.left.coefficients[1] == 0.01);
  CHECK(dataset.right.T_body_cam.translation_m[1] == Approx(-0.1));
  // The camera's axes are x right, y down, z forward; the truth's world is the first camera's.
  const Transform& T = *dataset.frames[0].T_world_body;
  const Vec3 forward = T.rotation * Vec3{1, 0, 0};
  CHECK(forward[2] == Approx(1));
  CHECK(T.translation_m[0] == Approx(1));
  // Half-way between two poses, and too far after the last.
  CHECK(dataset.frames[1].T_world_body->translation_m[0] == Approx(2));
  CHECK(!dataset.frames[2].T_world_body);
}

TEST_CASE("truth of the body comes before truth of the left camera") {
  const TemporaryFolder folder;
  make_euroc(folder.path(), 1);
  write_text(folder / "mav0/state_groundtruth_estimate0/data.csv",
             "#timestamp\n1000000000,7,8,9,1,0,0,0,0.1,0.1,0.1\n");
  write_text(folder / "left_cam_groundtruth.csv", "1000000000,1,2,3,1,0,0,0\n");
  CHECK(read(folder).frames[0].T_world_body->translation_m == Vec3{7, 8, 9});
}

TEST_CASE("a stamp that one camera missed has no right image") {
  const TemporaryFolder folder;
  make_euroc(folder.path(), 2);
  write_text(folder / "mav0/cam1/data.csv", "1050000000,1050000000.png\n");
  const StereoDataset dataset = read(folder);
  CHECK(dataset.frames[0].right.empty());
  CHECK(!dataset.frames[1].right.empty());
}

TEST_CASE("a folder of images needs no more") {
  const TemporaryFolder folder;
  write_test_image(folder / "b.png", 8, 6);
  write_test_image(folder / "a.png", 8, 6);
  const StereoDataset dataset = read_stereo_dataset(folder.path(), DatasetLayout::kAuto, 4);
  REQUIRE(dataset.frames.size() == 2);
  CHECK(dataset.frames[0].left.filename() == "a.png");
  CHECK(dataset.frames[1].stamp == time_from_ns(250'000'000));
  CHECK(!dataset.left.known());
}

TEST_CASE("a folder with left/ and right/ is a pair") {
  const TemporaryFolder folder;
  for (const char* side : {"left", "right"}) write_test_image(folder / side / "a.png", 8, 6);
  write_text(folder / "calib.txt", kKittiCalibration);
  const StereoDataset dataset = read(folder);
  CHECK(dataset.has_right);
  CHECK(dataset.right.fx_px == 50);
}

struct BrokenKitti {
  BrokenKitti() { make_kitti(folder.path(), 4); }

  TemporaryFolder folder;
  std::string at = folder.path().string() + '/';
};

TEST_CASE_METHOD(BrokenKitti, "a folder without a sequence is refused in one sentence") {
  SECTION("no folder") {
    CHECK(error_of([&] { read_stereo_dataset(folder / "x", DatasetLayout::kAuto, 10); }) ==
          at + "x: is no folder: give the folder that holds the data set");
  }
  SECTION("nothing in it") {
    const TemporaryFolder empty;
    CHECK(error(empty) == empty.path().string() +
                              ": holds no data set: expected cam0/ or mav0/ (EuRoC), image_l/, "
                              "image_0/ or image_2/ (KITTI), left/, or images");
    CHECK(error(empty, DatasetLayout::kKitti) ==
          empty.path().string() +
              ": holds no image_l/, image_0/ or image_2/: give the folder of one sequence");
  }
  SECTION("no image") {
    fs::remove_all(folder / "image_0");
    fs::create_directory(folder / "image_0");
    CHECK(error(folder) == at + "image_0: holds no PNG or JPEG image: copy the data set again");
  }
}

TEST_CASE_METHOD(BrokenKitti, "images that are missing or differ are refused in one sentence") {
  SECTION("an image without its partner") {
    fs::remove(folder / "image_1/000002.png");
    CHECK(error(folder) == at + "image_1/000002.png: is missing, but " + at +
                               "image_0/000002.png is there: copy the data set again");
  }
  SECTION("a partner without its image") {
    fs::remove(folder / "image_0/000003.png");
    CHECK(error(folder) == at + "image_0/000003.png: is missing, but " + at +
                               "image_1/000003.png is there: copy the data set again");
  }
  SECTION("a hole") {
    fs::remove(folder / "image_0/000002.png");
    fs::remove(folder / "image_1/000002.png");
    CHECK(error(folder) == at + "image_0/000003.png: follows number 1: copy the images in "
                                "between, or move away what is before");
  }
  SECTION("an image of another size") {
    write_test_image(folder / "image_1/000002.png", 64, 47);
    CHECK(error(folder) == at + "image_1/000002.png: is 64x47 GREY, the first image is 64x48 "
                                "GREY: all images of a camera must be alike");
  }
  SECTION("an image cut off within its header") {
    write_text(folder / "image_0/000003.png",
               read_text(folder / "image_0/000003.png").substr(0, 20));
    CHECK(error(folder) == at + "image_0/000003.png: truncated PNG: copy it again");
  }
  SECTION("no calibration") {
    fs::remove(folder / "calib.txt");
    CHECK(error(folder) == at + "calib.txt: is missing: copy it from the data set");
  }
}

TEST_CASE_METHOD(BrokenKitti, "a broken calib.txt is refused in one sentence") {
  SECTION("half a calibration") {
    write_text(folder / "calib.txt", "P0: 50 0 31.5 0 0 50 23.5 0 0 0 1 0\n");
    CHECK(error(folder) ==
          at + "calib.txt: has no projection matrix P1: copy it from the data set");
  }
  SECTION("a projection that turns") {
    write_text(folder / "calib.txt", "P0: 50 1 31.5 0 0 50 23.5 0 0 0 1 0\n");
    CHECK(error(folder) == at + "calib.txt:1: is no projection matrix of a rectified camera (fx 0 "
                                "cx tx 0 fy cy ty 0 0 1 tz): its left 3x3 part turns or skews; "
                                "correct it");
  }
  SECTION("exchanged cameras") {
    write_text(folder / "calib.txt",
               "P0: 50 0 31.5 0 0 50 23.5 0 0 0 1 0\nP1: 50 0 31.5 9 0 50 23.5 0 0 0 1 0\n");
    CHECK(error(folder) ==
          at + "calib.txt: puts the right camera left of the left one: exchange its rows");
  }
  SECTION("too few numbers") {
    write_text(folder / "calib.txt", "P0: 50 0 31.5\n");
    CHECK(error(folder) == at + "calib.txt:1: has 3 numbers, not 12: copy the file again");
  }
  SECTION("no number") {
    write_text(folder / "calib.txt", "P0: 50 0 31.5 0 0 fifty 23.5 0 0 0 1 0\n");
    CHECK(error(folder) == at + "calib.txt:1: 'fifty' is no number: correct it");
  }
}

TEST_CASE_METHOD(BrokenKitti, "broken stamps and poses are refused in one sentence") {
  SECTION("stamps out of order") {
    write_text(folder / "times.txt", "0\n0.1\n0.1\n0.3\n");
    CHECK(error(folder) == at + "times.txt:3: is not after the stamp before it: sort the stamps "
                                "and their images");
  }
  SECTION("too few stamps") {
    write_text(folder / "times.txt", "0\n0.1\n");
    CHECK(error(folder) == at + "times.txt: has 2 stamps for 4 images: copy it again");
  }
  SECTION("truth that is no rotation") {
    write_text(folder / "poses.txt", "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 0 0 2 0 0 0 0 1 0\n");
    CHECK(error(folder) == at + "poses.txt:2: holds a rotation that is none: correct the pose");
  }
}

struct BrokenEuroc {
  BrokenEuroc() { make_euroc(folder.path(), 3); }

  std::string with_list(const std::string& text) const {
    write_text(folder / "mav0/cam0/data.csv", text);
    return error(folder);
  }
  std::string with_sensor(const std::string& from, const std::string& to) const {
    std::string text = sensor_yaml(0);
    text.replace(text.find(from), from.size(), to);
    write_text(folder / "mav0/cam0/sensor.yaml", text);
    return error(folder);
  }

  TemporaryFolder folder;
  std::string at = folder.path().string() + "/mav0/";
  std::string sensor = at + "cam0/sensor.yaml: ";
};

TEST_CASE_METHOD(BrokenEuroc, "a broken list of EuRoC is refused in one sentence") {
  SECTION("no list") {
    fs::remove(folder / "mav0/cam0/data.csv");
    CHECK(error(folder) == at + "cam0/data.csv: is missing: copy it from the data set");
  }
  SECTION("an empty list") {
    CHECK(with_list("#timestamp [ns],filename\n") ==
          at + "cam0/data.csv: lists no image: copy it again");
  }
  SECTION("a list that breaks off") {
    CHECK(with_list("1000000000,1000000000.png\n10500\n") ==
          at + "cam0/data.csv:2: is not 'stamp,file': correct it or copy the file again");
  }
  SECTION("a list out of order") {
    CHECK(with_list("1050000000,1050000000.png\n1000000000,x.png\n") ==
          at + "cam0/data.csv:2: its stamp is not after the one before it: sort the file by stamp");
  }
  SECTION("a stamp that is none") {
    CHECK(with_list("1.0,1050000000.png\n") ==
          at + "cam0/data.csv:1: '1.0' is no stamp in whole nanoseconds: correct it");
  }
}

TEST_CASE_METHOD(BrokenEuroc, "images and cameras that do not belong together are refused") {
  SECTION("an image that is missing") {
    fs::remove(folder / "mav0/cam1/data/1050000000.png");
    CHECK(error(folder) == at + "cam1/data/1050000000.png: is missing: copy it from the data set, "
                                "or take it off the list");
  }
  SECTION("cameras of two recordings") {
    write_text(folder / "mav0/cam1/data.csv", "7,1050000000.png\n");
    CHECK(error(folder) ==
          at + "cam1/data.csv: has no stamp of cam0: take both cameras of one recording");
  }
  SECTION("no calibration") {
    fs::remove(folder / "mav0/cam1/sensor.yaml");
    CHECK(error(folder) == at + "cam1/sensor.yaml: is missing: copy it from the data set");
  }
}

TEST_CASE_METHOD(BrokenEuroc, "a broken sensor.yaml is refused in one sentence") {
  SECTION("a rotation that is none") {
    CHECK(with_sensor("-1.0, 0.0, 0.0", "-1.1, 0.0, 0.0") ==
          sensor + "the rotation of T_BS is none: calibrate the camera again");
  }
  SECTION("a mirror") {
    CHECK(with_sensor("-1.0, 0.0, 0.0", "1.0, 0.0, 0.0") ==
          sensor + "the rotation of T_BS is none: calibrate the camera again");
  }
  SECTION("no intrinsics") {
    CHECK(with_sensor("intrinsics:", "extrinsics:") == sensor + "has no list 'intrinsics': add it");
  }
  SECTION("too few intrinsics") {
    CHECK(with_sensor("[50.0, 51.0, 31.5, 23.5]", "[50.0]") ==
          sensor + "'intrinsics' has 1 numbers, not 4: correct it");
  }
  SECTION("an intrinsic that is no number") {
    CHECK(with_sensor("51.0", "wide") ==
          sensor + "'intrinsics' must be a finite number, not 'wide': correct it");
  }
  SECTION("an unknown distortion") {
    CHECK(with_sensor("radial-tangential", "omni") ==
          sensor +
              "distortion_model 'omni' is not known: write radial-tangential, equidistant or "
              "none");
  }
}

TEST_CASE_METHOD(BrokenEuroc, "what does not fit the recording is refused in one sentence") {
  SECTION("a calibration for another size") {
    CHECK(with_sensor("[64, 48]", "[640, 480]") ==
          sensor + "is for images of 640x480, but " + at +
              "cam0/data/1000000000.png has 64x48: take the calibration of this camera");
  }
  SECTION("truth whose quaternion is none") {
    write_text(folder / "left_cam_groundtruth.csv", "1000000000,1,2,3,1,0,0,1\n");
    CHECK(error(folder) == folder.path().string() +
                               "/left_cam_groundtruth.csv:1: holds a quaternion whose length is "
                               "not 1: correct the pose");
  }
}

}  // namespace
}  // namespace sinew
