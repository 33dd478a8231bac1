// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include "plugins/camera/image_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_image.h"

namespace sinew::test {

inline std::string frame_name(int i) {
  char name[32];
  std::snprintf(name, sizeof name, "%06d.png", i);
  return name;
}

inline void write_test_image(const std::filesystem::path& file, int width, int height,
                             unsigned seed = 0) {
  std::filesystem::create_directories(file.parent_path());
  const TestImage image(PixelFormat::kGrey8, width, height);
  image.paint(seed);
  write_image(file, image);
}

inline constexpr const char* kKittiCalibration =
    "P0: 50 0 31.5 0 0 50 23.5 0 0 0 1 0\n"
    "P1: 50 0 31.5 -10 0 50 23.5 0 0 0 1 0\n";

/// A sequence in KITTI's layout: 64x48 pairs and their calibration, no truth.
inline void make_kitti(const std::filesystem::path& folder, int frames) {
  for (int i = 0; i < frames; ++i) {
    write_test_image(folder / "image_0" / frame_name(i), 64, 48, static_cast<unsigned>(i));
    write_test_image(folder / "image_1" / frame_name(i), 64, 48, static_cast<unsigned>(i));
  }
  write_text(folder / "calib.txt", kKittiCalibration);
}

/// The sensor.yaml of a 64x48 camera that sits y_m to the left of the body.
inline std::string sensor_yaml(double y_m) {
  return "%YAML:1.0\n"
         "sensor_type: camera\n"
         "T_BS:\n"
         "  cols: 4\n"
         "  rows: 4\n"
         "  data: [0.0, 0.0, 1.0, 0.0,\n"
         "        -1.0, 0.0, 0.0, " +
         std::to_string(y_m) +
         ",\n"
         "         0.0, -1.0, 0.0, 0.0,\n"
         "         0.0, 0.0, 0.0, 1.0]\n"
         "rate_hz: 20\n"
         "resolution: [64, 48]\n"
         "camera_model: pinhole\n"
         "intrinsics: [50.0, 51.0, 31.5, 23.5] #fu, fv, cu, cv\n"
         "distortion_model: radial-tangential\n"
         "distortion_coefficients: [-0.1, 0.01, 0.0001, 0.0002]\n";
}

/// A sequence in EuRoC's layout at 20 Hz from 1 s on.
inline void make_euroc(const std::filesystem::path& folder, int frames) {
  for (const char* camera : {"cam0", "cam1"}) {
    const std::filesystem::path at = folder / "mav0" / camera;
    std::string list = "#timestamp [ns],filename\n";
    for (int i = 0; i < frames; ++i) {
      const std::string stamp = std::to_string(1'000'000'000LL + 50'000'000LL * i);
      list += stamp + ',' + stamp + ".png\r\n";
      write_test_image(at / "data" / (stamp + ".png"), 64, 48, static_cast<unsigned>(i));
    }
    write_text(at / "data.csv", list);
    write_text(at / "sensor.yaml", sensor_yaml(camera[3] == '0' ? 0.0 : -0.1));
  }
}

}  // namespace sinew::test
