// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/camera/stereo_dataset.h"

// What the layouts share. Users include stereo_dataset.h.

namespace sinew {

StereoDataset read_kitti(const std::filesystem::path& directory, double rate_hz);
StereoDataset read_euroc(const std::filesystem::path& directory);
StereoDataset read_image_folder(const std::filesystem::path& directory, double rate_hz);

bool is_kitti(const std::filesystem::path& directory);
bool is_euroc(const std::filesystem::path& directory);

/// The .png, .jpg and .jpeg files of a folder in order of name; none where there is no folder.
std::vector<std::filesystem::path> image_files(const std::filesystem::path& directory);

/// The camera of one sensor.yaml and the image size that it is for (0: not said).
struct SensorFile {
  CameraModel camera;
  int width = 0, height = 0;
};
SensorFile read_sensor_yaml(const std::filesystem::path& file);

/// T_world_body of each frame from truth between two stamps of a file at most 50 ms apart.
void add_euroc_truth(const std::filesystem::path& directory, StereoDataset& dataset);

}  // namespace sinew
