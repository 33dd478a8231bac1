// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "plugins/camera/dataset_layouts.h"
#include "plugins/camera/text_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Two folders and the rows of calib.txt that belong to them.
struct Pair {
  const char* left;
  const char* right;
  std::size_t left_row, right_row;
};
constexpr Pair kPairs[] = {
    {"image_l", "image_r", 0, 1}, {"image_0", "image_1", 0, 1}, {"image_2", "image_3", 2, 3}};

const Pair* find_pair(const fs::path& directory) {
  std::error_code error;
  for (const Pair& pair : kPairs)
    if (fs::is_directory(directory / pair.left, error)) return &pair;
  return nullptr;
}

// ---- calib.txt ------------------------------------------------------------------------------

/// The line that starts with "P<row>:", else the row-th without a name.
const TextLine* find_row(const TextFile& file, std::size_t row) {
  const std::string name = 'P' + std::to_string(row) + ':';
  std::size_t unnamed = 0;
  for (const TextLine& line : file.lines()) {
    if (line.words[0] == name) return &line;
    if (line.words[0].back() != ':' && unnamed++ == row) return &line;
  }
  return nullptr;
}

/// P = K [I | t] with p_cam = p_body + t: rectified cameras, side by side.
CameraModel camera_of(const TextFile& file, std::size_t row) {
  const TextLine* const line = find_row(file, row);
  if (!line)
    throw Error(file.path().string() + ": has no projection matrix P" + std::to_string(row) +
                ": copy it from the data set");
  const bool named = line->words[0].back() == ':';
  const std::vector<double> P = file.numbers(*line, named ? 1 : 0, 12);
  const bool upright = P[1] == 0 && P[4] == 0 && P[8] == 0 && P[9] == 0 && P[10] == 1;
  if (!upright || P[0] <= 0 || P[5] <= 0)
    file.refuse(*line,
                "is no projection matrix of a rectified camera (fx 0 cx tx 0 fy cy ty 0 0 1 tz): "
                "its left 3x3 part turns or skews; correct it");
  CameraModel camera;
  camera.fx_px = P[0];
  camera.fy_px = P[5];
  camera.cx_px = P[2];
  camera.cy_px = P[6];
  const double z_m = P[11];
  camera.T_body_cam.translation_m = {-(P[3] - P[2] * z_m) / P[0], -(P[7] - P[6] * z_m) / P[5],
                                     -z_m};
  return camera;
}

void read_calibration(const fs::path& path, const Pair& pair, StereoDataset& dataset) {
  const TextFile file(path);
  dataset.left = camera_of(file, pair.left_row);
  if (!dataset.has_right) return;
  dataset.right = camera_of(file, pair.right_row);
  const double baseline_m =
      dataset.right.T_body_cam.translation_m[0] - dataset.left.T_body_cam.translation_m[0];
  if (baseline_m <= 0)
    throw Error(path.string() + ": puts the right camera left of the left one: exchange its rows");
}

// ---- images, stamps and truth ---------------------------------------------------------------

/// The left images and for each the right one of the same name.
void pair_images(const fs::path& left, const fs::path& right, StereoDataset& dataset) {
  for (const fs::path& file : image_files(left)) dataset.frames.push_back({{}, file, {}, {}});
  if (dataset.frames.empty())
    throw Error(left.string() + ": holds no PNG or JPEG image: copy the data set again");
  std::error_code error;
  dataset.has_right = fs::is_directory(right, error);
  if (!dataset.has_right) return;
  for (DatasetFrame& frame : dataset.frames) {
    frame.right = right / frame.left.filename();
    if (!fs::exists(frame.right, error))
      throw Error(frame.right.string() + ": is missing, but " + frame.left.string() +
                  " is there: copy the data set again");
  }
  for (const fs::path& file : image_files(right))
    if (!fs::exists(left / file.filename(), error))
      throw Error((left / file.filename()).string() + ": is missing, but " + file.string() +
                  " is there: copy the data set again");
}

/// Stamps go by position, so a file that is missing in between would shift all that follow.
void check_numbering(const StereoDataset& dataset) {
  std::optional<std::int64_t> before;
  for (const DatasetFrame& frame : dataset.frames) {
    const std::string name = frame.left.stem().string();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size())
      throw Error(frame.left.string() + ": has no number as its name: move it away");
    if (before && number != *before + 1)
      throw Error(frame.left.string() + ": follows number " + std::to_string(*before) +
                  ": copy the images in between, or move away what is before");
    before = number;
  }
}

void set_stamps(const fs::path& path, double rate_hz, StereoDataset& dataset) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    for (std::size_t i = 0; i < dataset.frames.size(); ++i)
      dataset.frames[i].stamp = Time(duration_from_s(static_cast<double>(i) / rate_hz));
    return;
  }
  const TextFile file(path);
  if (file.lines().size() < dataset.frames.size())
    throw Error(path.string() + ": has " + std::to_string(file.lines().size()) + " stamps for " +
                std::to_string(dataset.frames.size()) + " images: copy it again");
  for (std::size_t i = 0; i < dataset.frames.size(); ++i) {
    const TextLine& line = file.lines()[i];
    const double stamp_s = file.numbers(line, 0, 1)[0];
    if (stamp_s < -1e9 || stamp_s > 9e9) file.refuse(line, "is no stamp in seconds: correct it");
    dataset.frames[i].stamp = Time(duration_from_s(stamp_s));
    if (i > 0 && dataset.frames[i].stamp <= dataset.frames[i - 1].stamp)
      file.refuse(line, "is not after the stamp before it: sort the stamps and their images");
  }
}

void set_truth(const fs::path& path, StereoDataset& dataset) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  const TextFile file(path);
  const std::size_t count = std::min(file.lines().size(), dataset.frames.size());
  for (std::size_t i = 0; i < count; ++i) {
    const TextLine& line = file.lines()[i];
    const std::vector<double> T = file.numbers(line, 0, 12);
    const std::array<double, 9> R{T[0], T[1], T[2], T[4], T[5], T[6], T[8], T[9], T[10]};
    if (!is_rotation(R)) file.refuse(line, "holds a rotation that is none: correct the pose");
    dataset.frames[i].T_world_body = Transform{quaternion_from_matrix(R), {T[3], T[7], T[11]}};
  }
}

}  // namespace

bool is_kitti(const fs::path& directory) { return find_pair(directory) != nullptr; }

StereoDataset read_kitti(const fs::path& directory, double rate_hz) {
  const Pair* const pair = find_pair(directory);
  if (!pair)
    throw Error(directory.string() +
                ": holds no image_l/, image_0/ or image_2/: give the folder of one sequence");
  StereoDataset dataset;
  pair_images(directory / pair->left, directory / pair->right, dataset);
  check_numbering(dataset);
  read_calibration(directory / "calib.txt", *pair, dataset);
  set_stamps(directory / "times.txt", rate_hz, dataset);
  set_truth(directory / "poses.txt", dataset);
  return dataset;
}

StereoDataset read_image_folder(const fs::path& directory, double rate_hz) {
  StereoDataset dataset;
  std::error_code error;
  const bool folders = fs::is_directory(directory / "left", error);
  pair_images(folders ? directory / "left" : directory, directory / "right", dataset);
  if (fs::exists(directory / "calib.txt", error))
    read_calibration(directory / "calib.txt", kPairs[0], dataset);
  set_stamps(directory / "times.txt", rate_hz, dataset);
  set_truth(directory / "poses.txt", dataset);
  return dataset;
}

}  // namespace sinew
