// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "framework/memory/view.h"
#include "plugins/slam/keyframe.h"
#include "plugins/slam/stereo_camera.h"

namespace sinew {

struct RefinerParams {
  int window = 8;        ///< keyframes refined together; at least 2
  int fixed = 1;         ///< of these, the oldest that stay where they are
  int max_points = 300;  ///< longest list of points of one keyframe
  int max_iterations = 5;
  double pixel_sigma_px = 0.5;             ///< noise of a tracked position
  double disparity_sigma_px = 0.5;         ///< noise of a disparity
  double disparity_offset_sigma_px = 0.3;  ///< how wrong all disparities may be together
};

/// Bundle adjustment over the last keyframes: poses and landmarks together, robust weights,
/// landmarks eliminated first (Schur complement; Triggs et al., "Bundle Adjustment: A Modern
/// Synthesis", 1999). Memory and time are bounded by the window. Same input, same bits. Used by one
/// thread. Not copyable.
class Refiner {
 public:
  /// Allocates all that is ever needed.
  Refiner(const StereoCamera& camera, const RefinerParams& params);
  ~Refiner();

  /// Takes the next keyframe and refines the window. Does not allocate or wait. A keyframe that
  /// shares too few landmarks with the window, or whose index does not follow, starts a new window.
  ///
  /// @param points  ids strictly increasing, at most max_points (more are ignored)
  /// @return        nothing if there was nothing to refine yet, or no better solution was found
  std::optional<Refinement> refine(const Keyframe& keyframe, ArrayView<const KeyframePoint> points);

  /// The landmarks of the last refinement that the newest keyframe sees; valid until the next call.
  ArrayView<const RefinedLandmark> landmarks() const;

  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sinew
