// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plugins/sim/camera_path.h"
#include "tests/support/catch.h"

namespace sinew::sim {
namespace {

/// Position, and x and z axis of the body: nine numbers that are smooth where the pose is.
std::array<double, 9> pose_numbers(const CameraPath& path, double s) {
  const Transform T_world_body = path.T_world_body(duration_from_s(s));
  const auto m = matrix_from_quaternion(T_world_body.rotation);
  const Vec3& p = T_world_body.translation_m;
  return {p[0], p[1], p[2], m[0], m[3], m[6], m[2], m[5], m[8]};
}

/// Second derivative by central differences.
double curvature(const CameraPath& path, double s, std::size_t i) {
  constexpr double kStep_s = 1e-3;
  return (pose_numbers(path, s + kStep_s)[i] - 2 * pose_numbers(path, s)[i] +
          pose_numbers(path, s - kStep_s)[i]) /
         (kStep_s * kStep_s);
}

/// The angle between two orientations.
double angle_rad(const Quaternion& a, const Quaternion& b) {
  const Quaternion d = inverse(a) * b;
  return 2 * std::asin(std::min(1.0, std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}

TEST_CASE("the second derivative of the pose has no jump, between knots and at knots") {
  const World world(3);
  const CameraPath path(world, 3);
  const double knot_s = to_s(CameraPath::kKnot), lap_s = to_s(path.lap());
  double largest = 0;
  for (double s = 0; s < lap_s + 2 * knot_s; s += knot_s)
    for (std::size_t i = 0; i < 9; ++i) {
      // 10 ms apart, on both sides of a knot: a spline's third derivative allows a small change.
      const double change = curvature(path, s + 5e-3, i) - curvature(path, s - 5e-3, i);
      CHECK(std::abs(change) < 0.03);
      largest = std::max(largest, std::abs(curvature(path, s, i)));
    }
  CHECK(largest > 0.1);  // the walk does turn
}

TEST_CASE("the walk stays clear of everything, at a pace that can be followed, for any time") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
    const World world(seed);
    const CameraPath path(world, seed);
    REQUIRE(path.lap() >= std::chrono::seconds(60));
    double clearance_m = 10, fastest_m_s = 0, slowest_m_s = 10, turn_rad_s = 0;
    constexpr double kStep_s = 0.05;
    for (double s = -3; s < to_s(path.lap()) + 3; s += kStep_s) {
      const Transform a = path.T_world_body(duration_from_s(s));
      const Transform b = path.T_world_body(duration_from_s(s + kStep_s));
      const Vec3 moved = inverse(a) * b.translation_m;
      const double speed_m_s = std::hypot(moved[0], moved[1], moved[2]) / kStep_s;
      clearance_m = std::min(clearance_m, world.clearance_m(a.translation_m));
      fastest_m_s = std::max(fastest_m_s, speed_m_s);
      slowest_m_s = std::min(slowest_m_s, speed_m_s);
      turn_rad_s = std::max(turn_rad_s, angle_rad(a.rotation, b.rotation) / kStep_s);
    }
    INFO("seed " << seed);
    CHECK(clearance_m >= 0.3);
    CHECK(fastest_m_s <= 1.2);
    CHECK(slowest_m_s >= 0.5);
    CHECK(turn_rad_s <= 1.05);
  }
}

TEST_CASE("the body looks where it goes, its z axis up") {
  const World world(5);
  const CameraPath path(world, 5);
  for (double s = 0; s < to_s(path.lap()); s += 0.4) {
    const Transform a = path.T_world_body(duration_from_s(s));
    const Vec3 ahead = inverse(a) * path.T_world_body(duration_from_s(s + 0.1)).translation_m;
    CHECK(ahead[0] > 0.8 * std::hypot(ahead[0], ahead[1], ahead[2]));
    CHECK((a.rotation * Vec3{0, 0, 1})[2] > 0.98);
  }
}

}  // namespace
}  // namespace sinew::sim
