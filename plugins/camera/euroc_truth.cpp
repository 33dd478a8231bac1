// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plugins/camera/dataset_layouts.h"
#include "plugins/camera/text_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr Duration kMaxGap = std::chrono::milliseconds(50);  // between two poses to go between

struct StampedPose {
  Time stamp;
  Transform T;
};

/// Lines of: stamp [ns], position x y z, quaternion w x y z, and more.
std::vector<StampedPose> read_poses(const fs::path& path) {
  const TextFile file(path);
  std::vector<StampedPose> poses;
  for (const TextLine& line : file.lines()) {
    const Time stamp = time_from_ns(file.nanoseconds(line));
    const std::vector<double> v = file.numbers(line, 1, 7);
    const double norm = std::sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]);
    if (std::abs(norm - 1) > 1e-3)
      file.refuse(line, "holds a quaternion whose length is not 1: correct the pose");
    if (!poses.empty() && stamp <= poses.back().stamp)
      file.refuse(line, "its stamp is not after the one before it: sort the file by stamp");
    poses.push_back({stamp, {normalized({v[3], v[4], v[5], v[6]}), {v[0], v[1], v[2]}}});
  }
  return poses;
}

/// Straight between two poses, normalised: they are so close that the arc does not matter.
Transform between(const Transform& a, const Transform& b, double part) {
  const Quaternion& p = a.rotation;
  const Quaternion& q = b.rotation;
  const double sign = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0 ? -1 : 1;
  const auto mix = [part](double from, double to) { return from + part * (to - from); };
  Transform T;
  T.rotation = normalized(
      {mix(p.w, sign * q.w), mix(p.x, sign * q.x), mix(p.y, sign * q.y), mix(p.z, sign * q.z)});
  for (std::size_t i = 0; i < 3; ++i)
    T.translation_m[i] = mix(a.translation_m[i], b.translation_m[i]);
  return T;
}

std::optional<Transform> pose_at(const std::vector<StampedPose>& poses, Time stamp) {
  const auto after = std::lower_bound(poses.begin(), poses.end(), stamp,
                                      [](const StampedPose& p, Time t) { return p.stamp < t; });
  if (after == poses.end()) return std::nullopt;
  if (after->stamp == stamp) return after->T;
  if (after == poses.begin()) return std::nullopt;
  const auto before = after - 1;
  if (after->stamp - before->stamp > kMaxGap) return std::nullopt;
  return between(before->T, after->T,
                 to_s(stamp - before->stamp) / to_s(after->stamp - before->stamp));
}

/// The file of the left camera's truth, if there is one.
std::optional<fs::path> camera_truth(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.path().filename().string().starts_with("left_cam_groundtruth") &&
        entry.path().extension() == ".csv")
      found.push_back(entry.path());
  if (found.empty()) return std::nullopt;
  return *std::min_element(found.begin(), found.end());
}

}  // namespace

void add_euroc_truth(const fs::path& directory, StereoDataset& dataset) {
  std::vector<StampedPose> poses;
  Transform T_truth_body;
  std::error_code error;
  for (const fs::path& sensors : {directory / "mav0", directory}) {
    const fs::path file = sensors / "state_groundtruth_estimate0" / "data.csv";
    if (poses.empty() && fs::exists(file, error)) poses = read_poses(file);
  }
  if (poses.empty()) {
    const auto file = camera_truth(directory);
    if (!file) return;
    poses = read_poses(*file);
    T_truth_body = inverse(dataset.left.T_body_cam);
  }
  for (DatasetFrame& frame : dataset.frames)
    if (const auto T = pose_at(poses, frame.stamp)) frame.T_world_body = *T * T_truth_body;
}

}  // namespace sinew
