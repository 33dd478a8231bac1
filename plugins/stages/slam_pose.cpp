// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/messages/pose.h"
#include "framework/stage/stage.h"
#include "plugins/slam/messages.h"
#include "plugins/slam/pose_estimator.h"

namespace sinew {
namespace {

StereoCamera camera_of(const Shape& points) {
  const CameraModel& left = points.image.camera;
  return {left.fx_px, left.fy_px, left.cx_px, left.cy_px, points.baseline_m};
}

/// The camera's pose from tracked points: the second stage of slam.stereo.
class SlamPose {
 public:
  struct Params : PoseEstimatorParams {
    static auto describe() {
      return std::tuple{
          param<&Params::max_points>("Longest list of points that may come.").range(16, 4096),
          param<&Params::pixel_sigma_px>("Noise of a tracked position.").range(0.01, 10),
          param<&Params::disparity_sigma_px>("Noise of a disparity.").range(0.01, 10),
          param<&Params::max_hypotheses>("Of the robust start, each from three points.")
              .range(1, 10000),
          param<&Params::min_inliers>("With fewer the pose is lost.").range(3, 1000),
          param<&Params::min_inlier_ratio>("Of the landmarks in view; with fewer it is lost.")
              .range(0, 1),
          param<&Params::keyframe_overlap>(
              "A new keyframe once landmarks are less of the points than this.")
              .range(0, 1),
          param<&Params::acceleration_m_s2>("How fast the velocity may change (one sigma).")
              .range(0.01, 1000),
          param<&Params::angular_acceleration_rad_s2>("The same of turning.").range(0.01, 1000),
          param<&Params::start_speed_m_s>("Speed where none is known yet (one sigma).")
              .range(0.01, 1000),
          param<&Params::start_turn_rad_s>("The same of turning.").range(0.01, 100),
          param<&Params::velocity_memory_s>("Motion that is not seen dies away in this time.")
              .range(0.01, 100),
          param<&Params::seed>("Of the robust start: same seed, same bits.")};
    }
  };

  struct In : Inputs {
    TrackedPoints points;
    Since<MapCorrection> corrections;

    static auto describe() {
      return std::tuple{port<&In::points>("from slam.track").on_host().lossless(),
                        port<&In::corrections>("from slam.refine, by a feedback edge")
                            .on_host()
                            .optional()
                            .depth(4)};
    }
  };

  struct Out : Outputs {
    Pose pose;
    CameraMotion motion;
    Maybe<KeyframeView> keyframe;

    static auto describe() {
      return std::tuple{
          port<&Out::pose>("T_world_body; the world is the first body frame").on_host(),
          port<&Out::motion>("of the left camera, for slam.track").on_host(),
          port<&Out::keyframe>("what slam.refine needs, when a keyframe was made").on_host()};
    }
  };

  static Shapes plan(const Params& params, const Shapes& in) {
    return Shapes().set<&Out::keyframe>(
        with_camera(KeyframeView::shape(params.max_points), in.at<&In::points>()));
  }

  SlamPose(const Params& params, StageSetup& setup)
      : T_body_cam_(setup.inputs.at<&In::points>().image.camera.T_body_cam),
        estimator_(camera_of(setup.inputs.at<&In::points>()), params) {}

  Outcome process(const In& in, Out& out) {
    for (std::size_t i = 0; i < in.corrections.size(); ++i)
      estimator_.apply(in.corrections[i].refinement, in.corrections[i].view());
    const PoseEstimate estimate = estimator_.estimate(in.stamp, in.points.view());
    out.pose.T_world_body = T_body_cam_ * estimate.T_world_cam * inverse(T_body_cam_);
    out.pose.state =
        estimate.state == TrackingState::kTracking ? PoseState::kTracking : PoseState::kLost;
    out.motion.velocity = estimate.velocity;
    if (const auto keyframe = estimator_.keyframe()) {
      KeyframeView& view = out.keyframe.emit();
      const auto points = estimator_.keyframe_points();
      view.keyframe = *keyframe;
      view.count = std::min(points.size, view.capacity);
      std::copy_n(points.begin(), view.count, view.storage().begin());
    }
    return Outcome::kEmit;
  }

  void reset() { estimator_.reset(); }

 private:
  static Shape with_camera(Shape shape, const Shape& points) {
    shape.image = points.image;
    shape.baseline_m = points.baseline_m;
    return shape;
  }

  const Transform T_body_cam_;
  PoseEstimator estimator_;
};

}  // namespace

SINEW_STAGE(SlamPose, "slam.pose", "The camera's pose from points that slam.track follows.")

}  // namespace sinew
