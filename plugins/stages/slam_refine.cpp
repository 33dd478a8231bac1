// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/stage/stage.h"
#include "plugins/slam/messages.h"
#include "plugins/slam/refiner.h"

namespace sinew {
namespace {

/// Bundle adjustment over the last keyframes: the third stage of slam.stereo.
class SlamRefine {
 public:
  struct Params : RefinerParams {
    static auto describe() {
      return std::tuple{
          param<&Params::window>("Keyframes that are refined together.").range(2, 32),
          param<&Params::fixed>("Of these, the oldest that stay where they are.").range(1, 8),
          param<&Params::max_points>("Longest list of points of one keyframe.").range(16, 4096),
          param<&Params::max_iterations>("Steps of the optimiser.").range(1, 100),
          param<&Params::pixel_sigma_px>("Noise of a tracked position.").range(0.01, 10),
          param<&Params::disparity_sigma_px>("Noise of a disparity.").range(0.01, 10),
          param<&Params::disparity_offset_sigma_px>("How wrong all disparities may be together.")
              .range(0, 10)};
    }

    void check(Problems& problems, const Mark& mark, const std::string& where) const {
      if (fixed >= window) problems.add(mark, where, "'fixed' must be less than 'window'");
    }
  };

  struct In : Inputs {
    KeyframeView keyframe;

    static auto describe() {
      return std::tuple{port<&In::keyframe>("from slam.pose").on_host().lossless()};
    }
  };

  struct Out : Outputs {
    MapCorrection correction;

    static auto describe() {
      return std::tuple{port<&Out::correction>("for slam.pose, by a feedback edge").on_host()};
    }
  };

  static Shapes plan(const Params& params, const Shapes&) {
    return Shapes().set<&Out::correction>(MapCorrection::shape(params.max_points));
  }

  SlamRefine(const Params& params, StageSetup& setup)
      : refiner_(camera_of(setup.inputs.at<&In::keyframe>()), params) {}

  Outcome process(const In& in, Out& out) {
    const auto refinement = refiner_.refine(in.keyframe.keyframe, in.keyframe.view());
    if (!refinement) return Outcome::kSkip;
    const auto landmarks = refiner_.landmarks();
    out.correction.refinement = *refinement;
    out.correction.count = std::min(landmarks.size, out.correction.capacity);
    std::copy_n(landmarks.begin(), out.correction.count, out.correction.storage().begin());
    return Outcome::kEmit;
  }

  void reset() { refiner_.reset(); }

 private:
  static StereoCamera camera_of(const Shape& keyframe) {
    const CameraModel& left = keyframe.image.camera;
    return {left.fx_px, left.fy_px, left.cx_px, left.cy_px, keyframe.baseline_m};
  }

  Refiner refiner_;
};

}  // namespace

SINEW_STAGE(SlamRefine, "slam.refine", "Refines the last keyframes together.")

}  // namespace sinew
