// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "framework/core/time.h"
#include "framework/memory/camera_model.h"
#include "plugins/camera/image_file.h"

namespace sinew {

enum class DatasetLayout : std::uint8_t { kAuto, kKitti, kEuroc, kImages };

/// One moment of a data set.
struct DatasetFrame {
  Time stamp{};
  std::filesystem::path left;               ///< a camera alone is the left one
  std::filesystem::path right;              ///< empty: the right camera has no image of this stamp
  std::optional<Transform> T_world_body{};  ///< the truth, where it is known
};

/// A recording of one camera or of a pair, as its lists and calibrations tell.
struct StereoDataset {
  std::vector<DatasetFrame> frames;  ///< at least one; stamps increase
  bool has_right = false;
  CameraModel left, right;  ///< with T_body_cam; unknown where the layout has no calibration
};

/// Reads the lists of a data set, no image but the first.
/// - kitti: image_l/ and image_r/ (or image_0/ and image_1/, or image_2/ and image_3/), calib.txt
///   with lines of 12 numbers ("P0:" before them or not), times.txt [s] (else `rate_hz`), poses.txt
///   with T_world_cam0. The body is camera 0.
/// - euroc: cam0/ and cam1/ in mav0/ or in the folder itself, each with data.csv, data/ and
///   sensor.yaml; truth is state_groundtruth_estimate0/data.csv (T_world_body) or
///   left_cam_groundtruth*.csv (T_world_cam0).
/// - images: left/ and right/, or files in the folder itself, in order of name; calib.txt,
/// times.txt
///   and poses.txt as in kitti where they are there.
/// @param rate_hz of images without stamps; the first is at 0
/// @throws Error "FILE: what is wrong: what to do"
StereoDataset read_stereo_dataset(const std::filesystem::path& directory, DatasetLayout layout,
                                  double rate_hz);

/// Reads the headers of all images. @throws Error naming the first that is missing, broken, or of
/// another size or format than the first of its camera
void check_images(const std::vector<DatasetFrame>& frames);

}  // namespace sinew
