// SPDX-License-Identifier: Apache-2.0
#include "plugins/camera/stereo_dataset.h"

#include <algorithm>
#include <cctype>

#include "framework/core/error.h"
#include "plugins/camera/dataset_layouts.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

DatasetLayout recognise(const fs::path& directory) {
  if (is_euroc(directory)) return DatasetLayout::kEuroc;
  if (is_kitti(directory)) return DatasetLayout::kKitti;
  if (!image_files(directory).empty() || !image_files(directory / "left").empty())
    return DatasetLayout::kImages;
  throw Error(directory.string() +
              ": holds no data set: expected cam0/ or mav0/ (EuRoC), image_l/, image_0/ or "
              "image_2/ (KITTI), left/, or images");
}

/// Whether one camera's images agree, as far as was seen.
void check_image(const fs::path& file, ImageFileInfo& first) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw Error(file.string() + ": is missing: copy it from the data set, or take it off the list");
  const ImageFileInfo info = read_image_info(file);
  if (first.width == 0) first = info;
  if (info == first) return;
  const auto text = [](const ImageFileInfo& i) {
    return std::to_string(i.width) + 'x' + std::to_string(i.height) + ' ' +
           std::string(to_string(i.format));
  };
  throw Error(file.string() + ": is " + text(info) + ", the first image is " + text(first) +
              ": all images of a camera must be alike");
}

}  // namespace

std::vector<fs::path> image_files(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    std::string extension = entry.path().extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (extension == ".png" || extension == ".jpg" || extension == ".jpeg")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

StereoDataset read_stereo_dataset(const fs::path& directory, DatasetLayout layout, double rate_hz) {
  std::error_code error;
  if (!fs::is_directory(directory, error))
    throw Error(directory.string() + ": is no folder: give the folder that holds the data set");
  if (layout == DatasetLayout::kAuto) layout = recognise(directory);
  if (layout == DatasetLayout::kEuroc) return read_euroc(directory);
  if (layout == DatasetLayout::kKitti) return read_kitti(directory, rate_hz);
  return read_image_folder(directory, rate_hz);
}

void check_images(const std::vector<DatasetFrame>& frames) {
  ImageFileInfo left, right;
  for (const DatasetFrame& frame : frames) {
    check_image(frame.left, left);
    if (!frame.right.empty()) check_image(frame.right, right);
  }
}

}  // namespace sinew
