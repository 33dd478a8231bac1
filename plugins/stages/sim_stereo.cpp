// SPDX-License-Identifier: Apache-2.0
#include "framework/messages/pose.h"
#include "framework/stage/stage.h"
#include "plugins/sim/stereo_sequence.h"

namespace sinew {
namespace {

/// A stereo camera carried through a built-in world, with exact truth.
class SimStereo {
 public:
  struct Params : sim::StereoSequenceParams {
    static auto describe() {
      return std::tuple{
          param<&Params::seed>("Makes the world, the way through it and the noise."),
          param<&Params::width_px>("Of each image.").range(1, 8192),
          param<&Params::height_px>("Of each image.").range(1, 8192),
          param<&Params::fov_x_deg>("Horizontal field of view.").range(20, 120),
          param<&Params::baseline_m>("From the left camera to the right one.").range(0.001, 0.3),
          param<&Params::rate_hz>("Pairs a second.").range(0.1, 1000),
          param<&Params::noise_sigma>("Of the sensor's noise [grey levels].").range(0, 50),
          param<&Params::exposure_change>("The gain stays within 1 -+ this.").range(0, 0.9),
          param<&Params::motion_blur>("Exposure time as a part of the time between pairs.")
              .range(0, 1),
          param<&Params::duration>("Until the source ends.").range(0, 1e6)};
    }
  };

  using In = NoInputs;

  struct Out : Outputs {
    Image left;
    Image right;
    Pose truth;

    static auto describe() {
      return std::tuple{port<&Out::left>("u8[H][W], rectified").on_host(),
                        port<&Out::right>("u8[H][W], rectified").on_host(),
                        port<&Out::truth>("T_world_body at the stamp").on_host()};
    }
  };

  static Shapes plan(const Params& params, const Shapes&) {
    const sim::StereoRig rig = sim::stereo_rig(params);
    const auto shape = [&](const CameraModel& camera) {
      return image_shape(PixelFormat::kGrey8, rig.width_px, rig.height_px, camera);
    };
    return Shapes().set<&Out::left>(shape(rig.left())).set<&Out::right>(shape(rig.right()));
  }

  SimStereo(const Params& params, StageSetup&) : sequence_(params) {}

  Outcome next(const In&, Out& out) {
    if (frame_ == sequence_.num_frames()) return Outcome::kEnd;
    out.stamp = next_stamp();
    sequence_.render(frame_, out.left.mutable_view<std::uint8_t>(),
                     out.right.mutable_view<std::uint8_t>());
    out.truth = {sequence_.T_world_body(frame_), PoseState::kTracking};
    ++frame_;
    return Outcome::kEmit;
  }

  Time next_stamp() const {
    return frame_ < sequence_.num_frames() ? Time(sequence_.stamp(frame_)) : kTimeMax;
  }

 private:
  sim::StereoSequence sequence_;
  int frame_ = 0;
};

}  // namespace

SINEW_STAGE(SimStereo, "sim.stereo", "A stereo camera in a built-in world, with exact truth.")

}  // namespace sinew
