// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/stage/stage.h"
#include "plugins/slam/messages.h"
#include "plugins/slam/tracker.h"

namespace sinew {
namespace {

/// Follows corners through a rectified stereo sequence: the first stage of slam.stereo.
class SlamTrack {
 public:
  struct Params : TrackerParams {
    static auto describe() {
      return std::tuple{
          param<&Params::max_points>("Most points that are followed at once.").range(16, 4096),
          param<&Params::pyramid_levels>("Image levels; more follow faster motion.").range(1, 8),
          param<&Params::cell_px>("A corner is looked for in each square of this size.")
              .range(8, 512),
          param<&Params::min_corner_score>("Weakest corner that is taken [(grey levels / px)^2].")
              .range(0, 1e6),
          param<&Params::max_disparity_px>("How near a point may be and still be matched.")
              .range(1, 1024)};
    }
  };

  struct In : Inputs {
    Image left;
    Matched<Image> right;
    Latest<CameraMotion> motion;

    static auto describe() {
      return std::tuple{
          port<&In::left>("u8[H][W], rectified").on_lane().lossless().keeps(1),
          port<&In::right>("u8[H][W], rectified, of the same size").on_lane().lossless(),
          port<&In::motion>("from slam.pose: says where to look first").on_host().optional()};
    }
  };

  struct Out : Outputs {
    TrackedPoints points;

    static auto describe() {
      return std::tuple{port<&Out::points>("followed points, in order of id").on_host()};
    }
  };

  static Shapes plan(const Params& params, const Shapes& in) {
    const ImageShape& left = in.at<&In::left>().image;
    const ImageShape& right = in.at<&In::right>().image;
    if (left.format != PixelFormat::kGrey8 || right.format != PixelFormat::kGrey8)
      throw Error("needs GREY images: put an image.grey before it");
    if (left.width != right.width || left.height != right.height)
      throw Error("left and right must be of one size: rectify them first");
    Shape points = TrackedPoints::shape(params.max_points, left);
    points.baseline_m = stereo_camera(left.camera, right.camera).baseline_m;
    return Shapes().set<&Out::points>(points);
  }

  SlamTrack(const Params& params, StageSetup& setup)
      : lane_(setup.lane),
        left_(setup.retired),
        tracker_(stereo_camera(setup.inputs.at<&In::left>().image.camera,
                               setup.inputs.at<&In::right>().image.camera),
                 setup.inputs.at<&In::left>().image.width,
                 setup.inputs.at<&In::left>().image.height, params) {}

  Outcome process(const In& in, Out& out) {
    const CameraVelocity velocity = in.motion ? in.motion->velocity : CameraVelocity{};
    const auto points = tracker_.track(lane_, in.stamp, in.left.view<std::uint8_t>(),
                                       in.right->view<std::uint8_t>(), velocity);
    left_ = in.left;  // the next pair is compared with it
    std::copy(points.begin(), points.end(), out.points.storage().begin());
    out.points.count = points.size;
    return Outcome::kEmit;
  }

  void reset() {
    tracker_.reset();
    left_.reset();
  }

 private:
  const Lane& lane_;
  Kept<Image> left_;
  Tracker tracker_;
};

}  // namespace

SINEW_STAGE(SlamTrack, "slam.track", "Follows corners through a rectified stereo sequence.")

}  // namespace sinew
