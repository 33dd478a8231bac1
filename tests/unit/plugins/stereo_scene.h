// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "framework/core/geometry.h"
#include "framework/memory/view.h"
#include "plugins/slam/stereo_camera.h"
#include "plugins/slam/stereo_track.h"

namespace sinew::test {

inline constexpr int kSceneWidth = 640, kSceneHeight = 480;
inline constexpr StereoCamera kSceneCamera{400, 400, 320, 240, 0.2};

/// A rotation by angle_rad about the y axis (x right, y down, z forward: to the right).
inline Quaternion turned_right(double angle_rad) {
  return {std::cos(angle_rad / 2), 0, std::sin(angle_rad / 2), 0};
}

inline double distance_m(const Transform& a, const Transform& b) {
  const Vec3 d = (inverse(a) * b).translation_m;
  return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

inline double angle_rad(const Transform& a, const Transform& b) {
  const Quaternion q = (inverse(a) * b).rotation;
  return 2 * std::asin(std::min(1.0, std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z)));
}

inline bool is_finite(const Transform& T) {
  const Quaternion& q = T.rotation;
  return std::isfinite(q.w + q.x + q.y + q.z + T.translation_m[0] + T.translation_m[1] +
                       T.translation_m[2]);
}

/// A cloud of points and what a perfect or a poor tracker would say of them. Each point has its
/// own id as long as it stays in view; when it comes back it is another.
class StereoScene {
 public:
  explicit StereoScene(unsigned seed) : random_(seed) {}

  double noise_px = 0;             ///< one sigma, of u, v and the disparity
  double outliers = 0;             ///< part of the points whose image wanders off
  double disparity_offset_px = 0;  ///< added to all disparities, as a wrong calibration does
  int max_points = 300;

  /// Points uniform in a box, each coordinate from `low` to `high` [m].
  void add_box(int count, const Vec3& low, const Vec3& high) {
    for (int i = 0; i < count; ++i) {
      Vec3 p{};
      for (std::size_t k = 0; k < 3; ++k)
        p[k] = std::uniform_real_distribution<double>(low[k], high[k])(random_);
      points_.push_back({p, 0, 0, false});
    }
  }

  /// As a tracker would list it, sorted by id.
  ArrayView<const StereoTrack> look(const Transform& T_world_cam) {
    seen_.clear();
    const Transform T_cam_world = inverse(T_world_cam);
    for (Point& point : points_) look_at(point, T_cam_world * point.p_world);
    std::sort(seen_.begin(), seen_.end(),
              [](const StereoTrack& a, const StereoTrack& b) { return a.id < b.id; });
    if (static_cast<int>(seen_.size()) > max_points)
      seen_.resize(static_cast<std::size_t>(max_points));
    return {seen_.data(), static_cast<int>(seen_.size())};
  }

  /// Ends all tracks: the points get new ids.
  void forget() {
    for (Point& point : points_) point.id = 0;
  }

 private:
  struct Point {
    Vec3 p_world;
    std::uint32_t id, age;
    bool wanders;
  };

  double noise() { return noise_px * std::normal_distribution<double>()(random_); }
  double uniform() { return std::uniform_real_distribution<double>()(random_); }

  void look_at(Point& point, const Vec3& p_cam) {
    const StereoCamera& c = kSceneCamera;
    const double u = c.fx_px * p_cam[0] / p_cam[2] + c.cx_px;
    const double v = c.fy_px * p_cam[1] / p_cam[2] + c.cy_px;
    const bool in_view = p_cam[2] > 0.3 && u >= 0 && v >= 0 && u < kSceneWidth && v < kSceneHeight;
    if (!in_view) {
      point.id = 0;
      return;
    }
    if (point.id == 0) {
      point.id = ++last_id_;
      point.age = 0;
      point.wanders = uniform() < outliers;
    } else {
      ++point.age;
    }
    const double off = point.wanders ? 6.0 * point.age : 0;
    const double measured_u = u + off + noise();
    const double measured_v = v - off + noise();
    const double disparity =
        std::max(0.0, c.fx_px * c.baseline_m / p_cam[2] + disparity_offset_px + noise());
    seen_.push_back({point.id, static_cast<float>(measured_u), static_cast<float>(measured_v),
                     static_cast<float>(disparity), point.age});
  }

  std::mt19937 random_;
  std::uint32_t last_id_ = 0;
  std::vector<Point> points_;
  std::vector<StereoTrack> seen_;
};

}  // namespace sinew::test
