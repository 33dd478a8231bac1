// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/tracker.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "framework/core/error.h"
#include "kernels/feature/detect_corners.h"
#include "kernels/feature/lk_track.h"
#include "kernels/feature/match_rows.h"
#include "kernels/image/pyramid.h"

namespace sinew {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr double kMaxInterval_s = 1;  // beyond it a velocity predicts nothing
constexpr double kMinDepth_m = 0.05;  // a predicted point nearer than this is not predicted

/// Bytes on a cache line's border.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t bytes) : bytes_(bytes), memory_(bytes + kAlignment) {}
  std::byte* data() {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (kAlignment - address % kAlignment) % kAlignment;
  }
  ArrayView<std::byte> view() { return {data(), static_cast<int>(bytes_)}; }

 private:
  std::size_t bytes_;
  std::vector<std::byte> memory_;
};

template <class T>
ArrayView<T> view_of(std::vector<T>& items) {
  return {items.data(), static_cast<int>(items.size())};
}

CornerParams corner_params(const TrackerParams& params) {
  CornerParams corners;
  corners.cell_px = params.cell_px;
  corners.min_distance_px = static_cast<float>(params.cell_px) / 3;
  corners.min_score = static_cast<float>(params.min_corner_score);
  return corners;
}

int num_cells(int width, int height, int cell_px) {
  return ((width + cell_px - 2) / (cell_px - 1)) * ((height + cell_px - 2) / (cell_px - 1));
}

}  // namespace

struct Tracker::State {
  State(const StereoCamera& stereo_camera, int image_width, int image_height,
        const TrackerParams& parameters);

  void follow(const Lane& lane, const PyramidView& now, const Transform& T_now_before);
  LkParams lk_params(bool predicted) const;
  void predict(const Transform& T_now_before);
  void retry_unpredicted(const Lane& lane, const PyramidView& now);
  void keep_followed();
  void add_corners(const Lane& lane, ImageView<const std::uint8_t> image);
  void match_right(const Lane& lane, const PyramidView& left, const PyramidView& right);

  const StereoCamera camera;
  const TrackerParams params;
  const CornerParams corner_parameters;
  const int width, height;
  const PyramidLayout layout;
  AlignedBytes left_memory[2];
  AlignedBytes right_memory;
  AlignedBytes corner_scratch;

  PyramidView before;  ///< of the last left image; no levels: there is none
  int newest = 0;      ///< of left_memory
  Time stamp{};
  std::uint32_t num_ids = 0;
  std::vector<StereoTrack> points;

  std::vector<Float2> positions, guesses;
  std::vector<float> priors_px;  ///< expected disparities, along with points
  std::vector<TrackedPoint> followed, retried;
  std::vector<RowMatch> matches;
  std::vector<Corner> corners;
};

Tracker::State::State(const StereoCamera& stereo_camera, int image_width, int image_height,
                      const TrackerParams& parameters)
    : camera(stereo_camera),
      params(parameters),
      corner_parameters(corner_params(params)),
      width(image_width),
      height(image_height),
      layout(PyramidLayout::of(width, height, params.pyramid_levels)),
      left_memory{AlignedBytes(layout.bytes), AlignedBytes(layout.bytes)},
      right_memory(layout.bytes),
      corner_scratch(detect_corners_scratch_bytes(width, height, corner_parameters)) {
  const auto capacity = static_cast<std::size_t>(params.max_points);
  points.reserve(capacity);
  positions.reserve(capacity);
  guesses.reserve(capacity);
  priors_px.reserve(capacity);
  followed.reserve(capacity);
  retried.reserve(capacity);
  matches.reserve(capacity);
  corners.resize(static_cast<std::size_t>(num_cells(width, height, params.cell_px)));
}

/// Where the motion takes the points and their disparities; those without depth are taken as far.
void Tracker::State::predict(const Transform& T_now_before) {
  positions.clear();
  guesses.clear();
  priors_px.clear();
  const double fb = camera.fx_px * camera.baseline_m;
  for (const StereoTrack& point : points) {
    const double inverse_depth = std::max(0.0, point.disparity_px / fb);
    const Vec3 ray{(point.u_px - camera.cx_px) / camera.fx_px,
                   (point.v_px - camera.cy_px) / camera.fy_px, 1};
    const Vec3 turned = T_now_before.rotation * ray;
    const Vec3& shift = T_now_before.translation_m;
    const Vec3 q{turned[0] + inverse_depth * shift[0], turned[1] + inverse_depth * shift[1],
                 turned[2] + inverse_depth * shift[2]};
    Float2 guess{point.u_px, point.v_px};
    float prior_px = point.disparity_px;
    if (q[2] > std::max(0.1, kMinDepth_m * inverse_depth)) {
      guess = {static_cast<float>(camera.fx_px * q[0] / q[2] + camera.cx_px),
               static_cast<float>(camera.fy_px * q[1] / q[2] + camera.cy_px)};
      if (point.has_disparity()) prior_px = static_cast<float>(point.disparity_px / q[2]);
    }
    positions.push_back({point.u_px, point.v_px});
    guesses.push_back(guess);
    priors_px.push_back(prior_px);
  }
}

/// A point that is looked for where it should be needs no search from the coarsest level, where
/// little is left of the picture.
LkParams Tracker::State::lk_params(bool predicted) const {
  LkParams lk;
  lk.levels = std::max(1, params.pyramid_levels - (predicted ? 1 : 0));
  return lk;
}

/// A wrong velocity must not cost the tracks: where most of them are lost, looks again in the old
/// place.
void Tracker::State::retry_unpredicted(const Lane& lane, const PyramidView& now) {
  const auto is_lost = [](const TrackedPoint& point) { return point.status != TrackStatus::kOk; };
  const auto num_lost = std::count_if(followed.begin(), followed.end(), is_lost);
  if (2 * num_lost <= static_cast<std::ptrdiff_t>(followed.size())) return;
  std::size_t count = 0;
  for (std::size_t i = 0; i < followed.size(); ++i)
    if (is_lost(followed[i])) guesses[count++] = positions[i];
  guesses.resize(count);
  retried.resize(count);
  lk_track(lane, before, now, view_of(guesses), {}, lk_params(false), view_of(retried));
  lane.wait();
  count = 0;
  for (TrackedPoint& point : followed)
    if (is_lost(point)) point = retried[count++];
}

/// Drops what was lost, what left the image and the younger of two points that met.
void Tracker::State::keep_followed() {
  constexpr float kMet_px = 3;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (followed[i].status != TrackStatus::kOk) continue;
    const Float2 p = followed[i].position;
    const bool met = std::any_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(kept),
                                 [p](const StereoTrack& other) {
                                   return std::abs(other.u_px - p.x) < kMet_px &&
                                          std::abs(other.v_px - p.y) < kMet_px;
                                 });
    if (met) continue;
    points[kept] = {points[i].id, p.x, p.y, -1, points[i].age + 1};
    priors_px[kept++] = priors_px[i];
  }
  points.resize(kept);
  priors_px.resize(kept);
}

void Tracker::State::follow(const Lane& lane, const PyramidView& now,
                            const Transform& T_now_before) {
  predict(T_now_before);
  followed.resize(points.size());
  const Vec3& shift = T_now_before.translation_m;
  const bool predicted =
      T_now_before.rotation.w < 1 || shift[0] != 0 || shift[1] != 0 || shift[2] != 0;
  lk_track(lane, before, now, view_of(positions), view_of(guesses), lk_params(predicted),
           view_of(followed));
  lane.wait();
  retry_unpredicted(lane, now);
  keep_followed();
}

/// The best of the new corners, as many as there is room for.
void Tracker::State::add_corners(const Lane& lane, ImageView<const std::uint8_t> image) {
  positions.clear();
  for (const StereoTrack& point : points) positions.push_back({point.u_px, point.v_px});
  int found = 0;
  detect_corners(lane, image, view_of(positions), corner_parameters, corner_scratch.view(),
                 view_of(corners), {&found, 1});
  lane.wait();
  const auto first = corners.begin();
  const auto room =
      static_cast<std::ptrdiff_t>(params.max_points) - static_cast<std::ptrdiff_t>(points.size());
  const std::ptrdiff_t count = std::min<std::ptrdiff_t>(found, room);
  std::partial_sort(first, first + count, first + found, [](const Corner& a, const Corner& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.y_px != b.y_px ? a.y_px < b.y_px : a.x_px < b.x_px;
  });
  for (auto corner = first; corner != first + count; ++corner) {
    points.push_back({++num_ids, corner->x_px, corner->y_px, -1, 0});
    priors_px.push_back(-1);
  }
}

void Tracker::State::match_right(const Lane& lane, const PyramidView& left,
                                 const PyramidView& right) {
  positions.clear();
  for (const StereoTrack& point : points) positions.push_back({point.u_px, point.v_px});
  matches.resize(points.size());
  RowMatchParams rows;
  rows.max_disparity_px = static_cast<float>(params.max_disparity_px);
  match_rows(lane, left, right, view_of(positions), view_of(priors_px), rows, view_of(matches));
  lane.wait();
  for (std::size_t i = 0; i < points.size(); ++i)
    if (matches[i].status == RowMatchStatus::kOk && matches[i].disparity_px > 0)
      points[i].disparity_px = matches[i].disparity_px;
}

Tracker::Tracker(const StereoCamera& camera, int width, int height, const TrackerParams& params)
    : state_(std::make_unique<State>(camera, width, height, params)) {}
Tracker::~Tracker() = default;

ArrayView<const StereoTrack> Tracker::track(const Lane& lane, Time stamp,
                                            ImageView<const std::uint8_t> left,
                                            ImageView<const std::uint8_t> right,
                                            const CameraVelocity& velocity) {
  State& s = *state_;
  SINEW_ASSERT(left.width == s.width && left.height == s.height, left.width, left.height);
  SINEW_ASSERT(right.width == s.width && right.height == s.height, right.width, right.height);
  s.newest = 1 - s.newest;
  const PyramidView now = build_pyramid(lane, left, s.layout, s.left_memory[s.newest].data());
  const PyramidView other = build_pyramid(lane, right, s.layout, s.right_memory.data());
  if (s.before.levels > 0) {
    const double interval_s = std::clamp(to_s(stamp - s.stamp), 0.0, kMaxInterval_s);
    s.follow(lane, now, inverse(moved(velocity, interval_s)));
  }
  s.add_corners(lane, left);
  s.match_right(lane, now, other);
  s.before = now;
  s.stamp = stamp;
  return view_of(s.points);
}

void Tracker::reset() {
  state_->points.clear();
  state_->priors_px.clear();
  state_->before = {};
}

}  // namespace sinew
