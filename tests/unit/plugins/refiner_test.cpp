// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/refiner.h"

#include <vector>

#include "plugins/slam/pose_estimator.h"
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

/// Keyframe i of a walk: 0.3 m forward and a little to the right each.
Transform walk(int i) { return {turned_right(0.02 * i), {0.02 * i, 0, 0.3 * i}}; }

/// What goes wrong between two keyframes: 3 cm and 0.3 degrees, another way each time.
Transform error_of(int i) {
  const double sign = i % 2 == 0 ? 1 : -1;
  return {turned_right(0.005 * sign), {0.02 * sign, 0.01, 0.02}};
}

StereoScene corridor(unsigned seed) {
  StereoScene scene(seed);
  scene.add_box(800, {-6, -3, 2}, {6, 3, 30});
  return scene;
}

std::vector<KeyframePoint> keyframe_points(ArrayView<const StereoTrack> tracks) {
  std::vector<KeyframePoint> points;
  for (const StereoTrack& t : tracks) points.push_back({t.id, t.u_px, t.v_px, t.disparity_px});
  return points;
}

ArrayView<const KeyframePoint> view(const std::vector<KeyframePoint>& points) {
  return {points.data(), static_cast<int>(points.size())};
}

/// Keyframe i of the walk with an erroneous motion since the one before, as it is known now.
Keyframe erroneous(int i, const Transform& T_world_previous) {
  Keyframe keyframe;
  keyframe.index = static_cast<std::uint32_t>(i);
  keyframe.starts_map = i == 0;
  keyframe.T_previous_cam = i == 0 ? Transform{} : inverse(walk(i - 1)) * walk(i) * error_of(i);
  keyframe.T_world_cam = i == 0 ? walk(0) : T_world_previous * keyframe.T_previous_cam;
  return keyframe;
}

TEST_CASE("Refiner repairs keyframe poses that came in wrong") {
  StereoScene scene = corridor(1);
  Refiner refiner(kSceneCamera, {});
  Transform T_world_previous;
  for (int i = 0; i < 25; ++i) {
    const Keyframe keyframe = erroneous(i, T_world_previous);
    const auto refinement = refiner.refine(keyframe, view(keyframe_points(scene.look(walk(i)))));
    REQUIRE(refinement.has_value() == (i > 0));
    if (i == 0) continue;
    CHECK(refinement->keyframe_index == keyframe.index);
    CHECK(distance_m(refinement->T_world_cam, walk(i)) < 1e-3);
    CHECK(angle_rad(refinement->T_world_cam, walk(i)) < 1e-4);
    CHECK(refiner.landmarks().size > 50);
    T_world_previous = refinement->T_world_cam;
  }
}

TEST_CASE("Refiner averages noise and rejects wandering points") {
  StereoScene scene = corridor(2);
  scene.noise_px = 0.3;
  scene.outliers = 0.2;
  Refiner refiner(kSceneCamera, {});
  Transform T_world_previous;
  for (int i = 0; i < 25; ++i) {
    const Keyframe keyframe = erroneous(i, T_world_previous);
    const auto refinement = refiner.refine(keyframe, view(keyframe_points(scene.look(walk(i)))));
    if (i > 0) T_world_previous = refinement.value().T_world_cam;
  }
  CHECK(distance_m(T_world_previous, walk(24)) < 0.04);
  CHECK(angle_rad(T_world_previous, walk(24)) < 0.004);
}

TEST_CASE("Refiner finds by how much all disparities are wrong") {
  StereoScene scene = corridor(7);
  scene.noise_px = 0.1;
  scene.disparity_offset_px = GENERATE(0.0, 0.3, -0.4);
  Refiner refiner(kSceneCamera, {});
  std::optional<Refinement> refinement;
  for (int i = 0; i < 40; ++i) {
    const Transform T_world_previous = refinement ? refinement->T_world_cam : Transform{};
    Keyframe keyframe = erroneous(i, T_world_previous);
    if (i > 0) keyframe.T_previous_cam = inverse(walk(i - 1)) * walk(i);
    refinement = refiner.refine(keyframe, view(keyframe_points(scene.look(walk(i)))));
  }
  REQUIRE(refinement);
  CHECK(refinement->disparity_offset_px == Approx(scene.disparity_offset_px).margin(0.05));
  CHECK(distance_m(refinement->T_world_cam, walk(39)) < 0.15);  // of 11.7 m
}

TEST_CASE("Refiner gives the positions of the landmarks in view") {
  StereoScene scene(3);
  scene.add_box(60, {-2, -1, 5}, {2, 1, 5});
  Refiner refiner(kSceneCamera, {});
  refiner.refine(erroneous(0, {}), view(keyframe_points(scene.look(walk(0)))));
  REQUIRE(refiner.refine(erroneous(1, {}), view(keyframe_points(scene.look(walk(1))))));
  REQUIRE(refiner.landmarks().size > 40);
  std::uint32_t last = 0;
  for (const RefinedLandmark& landmark : refiner.landmarks()) {
    CHECK(landmark.id > last);
    CHECK(landmark.p_world[2] == Approx(5).margin(1e-3));
    last = landmark.id;
  }
}

TEST_CASE("Refiner starts anew where the keyframes do not go on") {
  StereoScene scene = corridor(4);
  Refiner refiner(kSceneCamera, {});
  const auto points = [&](int i) { return keyframe_points(scene.look(walk(i))); };
  refiner.refine(erroneous(0, {}), view(points(0)));
  REQUIRE(refiner.refine(erroneous(1, walk(0)), view(points(1))));
  SECTION("an index is missing") {
    CHECK_FALSE(refiner.refine(erroneous(3, walk(2)), view(points(3))));
    CHECK(refiner.refine(erroneous(4, walk(3)), view(points(4))));
  }
  SECTION("the map was begun again") {
    Keyframe keyframe = erroneous(2, walk(1));
    keyframe.starts_map = true;
    CHECK_FALSE(refiner.refine(keyframe, view(points(2))));
  }
  SECTION("no landmark is shared") {
    scene.forget();
    CHECK_FALSE(refiner.refine(erroneous(2, walk(1)), view(points(2))));
  }
  SECTION("there are no points") { CHECK_FALSE(refiner.refine(erroneous(2, walk(1)), {})); }
  SECTION("it was reset") {
    refiner.reset();
    CHECK_FALSE(refiner.refine(erroneous(2, walk(1)), view(points(2))));
  }
}

TEST_CASE("Refiner stays finite where points do not tell the poses") {
  StereoScene scene(5);
  scene.noise_px = 0.3;
  SECTION("all points far away") { scene.add_box(200, {-4000, -2000, 5000}, {4000, 2000, 9000}); }
  SECTION("all points on one plane") { scene.add_box(200, {-5, -3, 6}, {5, 3, 6}); }
  SECTION("all points at one place") { scene.add_box(50, {0, 0, 5}, {0, 0, 5}); }
  Refiner refiner(kSceneCamera, {});
  for (int i = 0; i < 20; ++i) {
    Keyframe keyframe;
    keyframe.index = static_cast<std::uint32_t>(i);
    const auto refinement = refiner.refine(keyframe, view(keyframe_points(scene.look({}))));
    if (refinement) CHECK(is_finite(refinement->T_world_cam));
    if (refinement) CHECK(distance_m(refinement->T_world_cam, {}) < 10);
  }
}

/// The end of a noisy walk of `frames` pairs when refinements arrive `delay` keyframes late.
Transform closed_loop(int delay, int frames) {
  StereoScene scene = corridor(6);
  scene.noise_px = 0.4;
  scene.outliers = 0.2;
  PoseEstimator estimator(kSceneCamera, {});
  Refiner refiner(kSceneCamera, {});
  std::vector<std::pair<Refinement, std::vector<RefinedLandmark>>> late;
  std::size_t applied = 0;
  Transform T_world_cam;
  for (int i = 0; i < frames; ++i) {
    const double step = 0.25 * i;
    const Transform truth{turned_right(0.02 * step), {0.02 * step, 0, 0.3 * step}};
    T_world_cam =
        estimator.estimate(Time(duration_from_s(0.05 * i)), scene.look(truth)).T_world_cam;
    if (!estimator.keyframe()) continue;
    const auto refinement = refiner.refine(*estimator.keyframe(), estimator.keyframe_points());
    if (refinement)
      late.push_back({*refinement, {refiner.landmarks().begin(), refiner.landmarks().end()}});
    if (late.size() <= applied + static_cast<std::size_t>(delay)) continue;
    const auto& [now, landmarks] = late[applied++];
    estimator.apply(now, {landmarks.data(), static_cast<int>(landmarks.size())});
  }
  return T_world_cam;
}

TEST_CASE("Refiner and PoseEstimator close the loop, however late, with the same bits each time") {
  const Transform truth{turned_right(0.02 * 24.75), {0.02 * 24.75, 0, 0.3 * 24.75}};
  for (const int delay : {0, 1, 4, 1000}) {
    const Transform T = closed_loop(delay, 100);
    CHECK(distance_m(T, truth) < 0.08);
    CHECK(angle_rad(T, truth) < 0.01);
    CHECK(closed_loop(delay, 100).translation_m == T.translation_m);
  }
}

}  // namespace
}  // namespace sinew
