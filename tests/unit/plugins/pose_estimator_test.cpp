// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/pose_estimator.h"

#include <algorithm>
#include <functional>

#include "tests/support/catch.h"
#include "tests/unit/plugins/stereo_scene.h"

namespace sinew {
namespace {

using test::angle_rad;
using test::distance_m;
using test::is_finite;
using test::kSceneCamera;
using test::StereoScene;
using test::turned_right;

constexpr double kInterval_s = 0.05;

Time stamp_of(int frame) { return Time(duration_from_s(kInterval_s * frame)); }

StereoScene room(unsigned seed) {
  StereoScene scene(seed);
  scene.add_box(400, {-8, -4, 2}, {8, 4, 20});
  return scene;
}

/// Forward in a long right-hand bend, nodding a little: 0.6 m/s and 0.2 rad/s.
Transform bend(int frame) {
  const double angle = 0.01 * frame, radius = 3;
  const Quaternion nod{std::cos(0.01 * std::sin(0.3 * frame)),
                       std::sin(0.01 * std::sin(0.3 * frame)), 0, 0};
  return {turned_right(angle) * nod,
          {radius * (1 - std::cos(angle)), 0.02 * std::sin(0.2 * frame), radius * std::sin(angle)}};
}

/// The last of `frames` estimates along a path.
PoseEstimate follow(PoseEstimator& estimator, StereoScene& scene, int frames,
                    const std::function<Transform(int)>& path) {
  PoseEstimate pose;
  for (int i = 0; i < frames; ++i) pose = estimator.estimate(stamp_of(i), scene.look(path(i)));
  return pose;
}

TEST_CASE("PoseEstimator recovers a known motion exactly without noise") {
  StereoScene scene = room(1);
  PoseEstimator estimator(kSceneCamera, {});
  const PoseEstimate pose = follow(estimator, scene, 40, bend);
  CHECK(pose.state == TrackingState::kTracking);
  CHECK(distance_m(pose.T_world_cam, bend(39)) < 1e-3);
  CHECK(angle_rad(pose.T_world_cam, bend(39)) < 1e-4);
  CHECK(pose.num_inliers > 100);
}

TEST_CASE("PoseEstimator stays within a percent of the way with noise and 40 % outliers") {
  StereoScene scene = room(2);
  scene.noise_px = 0.3;
  scene.outliers = 0.4;
  PoseEstimator estimator(kSceneCamera, {});
  for (int i = 0; i < 60; ++i) {
    const PoseEstimate pose = estimator.estimate(stamp_of(i), scene.look(bend(i)));
    REQUIRE(pose.state == TrackingState::kTracking);
    CHECK(distance_m(pose.T_world_cam, bend(i)) < 0.02);
    CHECK(angle_rad(pose.T_world_cam, bend(i)) < 0.004);
  }
}

TEST_CASE("PoseEstimator says how sure it is") {
  StereoScene scene = room(3);
  scene.noise_px = 0.5;
  PoseEstimator estimator(kSceneCamera, {});
  const PoseEstimate pose = follow(estimator, scene, 3, bend);
  CHECK(pose.sigma[0] > 1e-6);
  CHECK(pose.sigma[0] < 1e-3);
  CHECK(pose.sigma[5] > 1e-5);
  CHECK(pose.sigma[5] < 2e-2);
}

TEST_CASE("PoseEstimator does not invent a translation in a pure rotation") {
  StereoScene scene(4);
  scene.add_box(1500, {-20, -4, -20}, {20, 4, 20});
  scene.noise_px = 0.3;
  PoseEstimator estimator(kSceneCamera, {});
  const auto turn = [](int frame) { return Transform{turned_right(0.02 * frame), {}}; };
  const PoseEstimate pose = follow(estimator, scene, 60, turn);
  CHECK(pose.state == TrackingState::kTracking);
  CHECK(distance_m(pose.T_world_cam, turn(59)) < 0.05);
  CHECK(angle_rad(pose.T_world_cam, turn(59)) < 0.01);
}

TEST_CASE("PoseEstimator does not drift while standing still") {
  StereoScene scene = room(5);
  scene.noise_px = 0.3;
  PoseEstimator estimator(kSceneCamera, {});
  double early = 0, late = 0;
  for (int i = 0; i < 400; ++i) {
    const PoseEstimate pose = estimator.estimate(stamp_of(i), scene.look({}));
    (i < 100 ? early : late) = std::max(i < 100 ? early : late, distance_m(pose.T_world_cam, {}));
    if (i > 0) CHECK_FALSE(estimator.keyframe());
  }
  CHECK(early < 0.01);
  CHECK(late < 0.01);
}

TEST_CASE("PoseEstimator is as good at 500 pairs a second") {
  StereoScene scene = room(11);
  scene.noise_px = 0.3;
  PoseEstimator estimator(kSceneCamera, {});
  for (int i = 0; i < 200; ++i) {
    const Transform truth{turned_right(2e-4 * i), {0, 0, 1e-3 * i}};
    const PoseEstimate pose =
        estimator.estimate(Time(duration_from_s(0.002 * i)), scene.look(truth));
    REQUIRE(pose.state == TrackingState::kTracking);
    CHECK(distance_m(pose.T_world_cam, truth) < 0.02);
  }
}

TEST_CASE("PoseEstimator is lost without points, coasts to a halt and recovers") {
  StereoScene scene = room(6);
  PoseEstimator estimator(kSceneCamera, {});
  const PoseEstimate before = follow(estimator, scene, 20, bend);
  REQUIRE(before.state == TrackingState::kTracking);
  PoseEstimate pose;
  for (int i = 20; i < 420; ++i) {
    pose = estimator.estimate(stamp_of(i), {});
    REQUIRE(pose.state == TrackingState::kLost);
    REQUIRE(is_finite(pose.T_world_cam));
  }
  CHECK(distance_m(pose.T_world_cam, before.T_world_cam) < 0.7);  // 0.6 m/s for the memory of 1 s
  CHECK(pose.velocity.linear_m_s[2] < 1e-3);

  scene.forget();
  const Transform kept = pose.T_world_cam;
  CHECK(estimator.estimate(stamp_of(420), scene.look(bend(20))).state == TrackingState::kLost);
  REQUIRE(estimator.keyframe());
  CHECK(estimator.keyframe()->starts_map);
  for (int i = 1; i < 20; ++i)
    pose = estimator.estimate(stamp_of(420 + i), scene.look(bend(20 + i)));
  CHECK(pose.state == TrackingState::kTracking);
  const Transform moved = inverse(kept) * pose.T_world_cam;
  CHECK(distance_m(moved, inverse(bend(20)) * bend(39)) < 2e-3);
}

TEST_CASE("PoseEstimator survives one bad frame without a jump and keeps its map") {
  StereoScene scene = room(7);
  PoseEstimator estimator(kSceneCamera, {});
  follow(estimator, scene, 20, bend);
  scene.look(bend(20));
  std::vector<StereoTrack> shuffled;
  for (const StereoTrack& point : scene.look(bend(20))) shuffled.push_back(point);
  for (std::size_t i = 0; i < shuffled.size(); ++i)
    shuffled[i].u_px = static_cast<float>((i * 7919) % 640);
  const PoseEstimate bad =
      estimator.estimate(stamp_of(20), {shuffled.data(), static_cast<int>(shuffled.size())});
  CHECK(bad.state == TrackingState::kLost);
  CHECK(distance_m(bad.T_world_cam, bend(20)) < 0.02);
  const PoseEstimate good = estimator.estimate(stamp_of(21), scene.look(bend(21)));
  CHECK(good.state == TrackingState::kTracking);
  CHECK(distance_m(good.T_world_cam, bend(21)) < 2e-3);
}

TEST_CASE("PoseEstimator keeps poses bounded where points do not tell them") {
  PoseEstimator estimator(kSceneCamera, {});
  StereoScene scene(8);
  SECTION("all points far away") {
    scene.add_box(300, {-4000, -2000, 5000}, {4000, 2000, 9000});
    scene.noise_px = 0.3;
  }
  SECTION("all points on one plane") {
    scene.add_box(300, {-5, -3, 6}, {5, 3, 6});
    scene.noise_px = 0.3;
  }
  SECTION("all points at one place") { scene.add_box(100, {0, 0, 5}, {0, 0, 5}); }
  SECTION("all points on a line") { scene.add_box(100, {-2, 0, 5}, {2, 0, 5}); }
  SECTION("fewer points than any pose needs") { scene.add_box(2, {-1, -1, 5}, {1, 1, 5}); }
  SECTION("no points") {}
  for (int i = 0; i < 100; ++i) {
    const PoseEstimate pose = estimator.estimate(stamp_of(i), scene.look({}));
    REQUIRE(is_finite(pose.T_world_cam));
    CHECK(distance_m(pose.T_world_cam, {}) < 1.0);
    CHECK(angle_rad(pose.T_world_cam, {}) < 0.2);
  }
}

TEST_CASE("PoseEstimator gives the same bits for the same input") {
  std::vector<Transform> first;
  for (int run = 0; run < 2; ++run) {
    StereoScene scene = room(9);
    scene.noise_px = 0.5;
    scene.outliers = 0.3;
    PoseEstimator estimator(kSceneCamera, {});
    for (int i = 0; i < 30; ++i) {
      const Transform T = estimator.estimate(stamp_of(i), scene.look(bend(i))).T_world_cam;
      if (run == 0)
        first.push_back(T);
      else
        CHECK(first[static_cast<std::size_t>(i)].translation_m == T.translation_m);
    }
  }
}

TEST_CASE("PoseEstimator moves map, pose and keyframes by a refinement, once") {
  StereoScene scene = room(10);
  PoseEstimator estimator(kSceneCamera, {});
  estimator.estimate(stamp_of(0), scene.look({}));
  REQUIRE(estimator.keyframe());
  const Refinement refinement{estimator.keyframe()->index, {turned_right(0.1), {1, 0, 0}}};
  estimator.apply(refinement, {});
  estimator.apply(refinement, {});
  const PoseEstimate pose = estimator.estimate(stamp_of(1), scene.look(bend(1)));
  CHECK(distance_m(pose.T_world_cam, refinement.T_world_cam * bend(1)) < 1e-3);

  const Refinement of_the_future{1000, {turned_right(1), {9, 9, 9}}};
  estimator.apply(of_the_future, {});
  const PoseEstimate next = estimator.estimate(stamp_of(2), scene.look(bend(2)));
  CHECK(distance_m(next.T_world_cam, refinement.T_world_cam * bend(2)) < 1e-3);
}

}  // namespace
}  // namespace sinew
