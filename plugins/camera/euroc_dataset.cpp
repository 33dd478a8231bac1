// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "plugins/camera/dataset_layouts.h"
#include "plugins/camera/text_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// The folder that holds cam0/.
fs::path sensors_of(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(directory / "mav0", error) ? directory / "mav0" : directory;
}

/// Stamps and files of one camera, in the order of data.csv, which must be that of time.
std::vector<std::pair<Time, fs::path>> read_list(const fs::path& camera) {
  const TextFile file(camera / "data.csv");
  std::vector<std::pair<Time, fs::path>> list;
  for (const TextLine& line : file.lines()) {
    if (line.words.size() != 2)
      file.refuse(line, "is not 'stamp,file': correct it or copy the file again");
    const Time stamp = time_from_ns(file.nanoseconds(line));
    if (!list.empty() && stamp <= list.back().first)
      file.refuse(line, "its stamp is not after the one before it: sort the file by stamp");
    list.emplace_back(stamp, camera / "data" / line.words[1]);
  }
  if (list.empty()) throw Error(file.path().string() + ": lists no image: copy it again");
  return list;
}

/// Whether the list's first image has the size that the calibration is for.
void check_size(const fs::path& calibration, const SensorFile& sensor, const fs::path& image) {
  std::error_code error;
  if (sensor.width == 0 || !fs::exists(image, error)) return;
  const ImageFileInfo info = read_image_info(image);
  if (info.width == sensor.width && info.height == sensor.height) return;
  throw Error(calibration.string() + ": is for images of " + std::to_string(sensor.width) + 'x' +
              std::to_string(sensor.height) + ", but " + image.string() + " has " +
              std::to_string(info.width) + 'x' + std::to_string(info.height) +
              ": take the calibration of this camera");
}

CameraModel read_camera(const fs::path& camera, const fs::path& first_image) {
  const SensorFile sensor = read_sensor_yaml(camera / "sensor.yaml");
  check_size(camera / "sensor.yaml", sensor, first_image);
  return sensor.camera;
}

}  // namespace

bool is_euroc(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(sensors_of(directory) / "cam0", error);
}

StereoDataset read_euroc(const fs::path& directory) {
  const fs::path sensors = sensors_of(directory);
  StereoDataset dataset;
  for (const auto& [stamp, file] : read_list(sensors / "cam0"))
    dataset.frames.push_back({stamp, file, {}, {}});
  dataset.left = read_camera(sensors / "cam0", dataset.frames.front().left);
  std::error_code error;
  dataset.has_right = fs::is_directory(sensors / "cam1", error);
  if (dataset.has_right) {
    const auto list = read_list(sensors / "cam1");
    const std::map<Time, fs::path> right(list.begin(), list.end());
    std::size_t pairs = 0;
    for (DatasetFrame& frame : dataset.frames)
      if (const auto found = right.find(frame.stamp); found != right.end())
        frame.right = found->second, ++pairs;
    if (pairs == 0)
      throw Error((sensors / "cam1" / "data.csv").string() +
                  ": has no stamp of cam0: take both cameras of one recording");
    dataset.right = read_camera(sensors / "cam1", list.front().second);
  }
  add_euroc_truth(directory, dataset);
  return dataset;
}

}  // namespace sinew
