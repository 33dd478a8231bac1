// SPDX-License-Identifier: Apache-2.0
#include "framework/messages/pose.h"
#include "framework/stage/stage.h"
#include "plugins/camera/stereo_dataset.h"

namespace sinew {
namespace {

/// Plays a recorded data set. Put it on a lane of its own and decoding runs ahead of what follows,
/// as far as the `queue` of its edges reaches.
class FilesCamera {
 public:
  struct Params {
    std::filesystem::path data;
    DatasetLayout layout = DatasetLayout::kAuto;
    double rate_hz = 10;

    static auto describe() {
      return std::tuple{
          param<&Params::data>("Folder of the data set.").required().must_exist(),
          param<&Params::layout>("How the folder is laid out; auto looks.")
              .names("auto", "kitti", "euroc", "images"),
          param<&Params::rate_hz>("Of images that have no stamps.").range(0.001, 10000)};
    }
  };

  using In = NoInputs;

  struct Out : Outputs {
    Image left;
    Maybe<Image> right;
    Maybe<Pose> truth;

    static auto describe() {
      return std::tuple{
          port<&Out::left>("u8[H][W] or u8[H][W][3]; the only camera, where there is one")
              .on_host(),
          port<&Out::right>("the same of the right camera, where it has this stamp").on_host(),
          port<&Out::truth>("T_world_body, where the data set knows it").on_host()};
    }
  };

  static Shapes plan(const Params& params, const Shapes&) {
    const StereoDataset dataset = read(params);
    Shapes shapes;
    shapes.set<&Out::left>(shape(read_image_info(dataset.frames.front().left), dataset.left));
    for (const DatasetFrame& frame : dataset.frames) {
      if (frame.right.empty()) continue;
      shapes.set<&Out::right>(shape(read_image_info(frame.right), dataset.right));
      break;
    }
    return shapes;
  }

  FilesCamera(const Params& params, StageSetup&) : frames_(read(params).frames) {
    check_images(frames_);
  }

  Outcome next(const In&, Out& out) {
    if (next_ == frames_.size()) return Outcome::kEnd;
    const DatasetFrame& frame = frames_[next_++];
    out.stamp = frame.stamp;
    read_image(frame.left, out.left);
    if (!frame.right.empty()) read_image(frame.right, out.right.emit());
    if (frame.T_world_body) out.truth.emit() = {*frame.T_world_body, PoseState::kTracking};
    return Outcome::kEmit;
  }

  Time next_stamp() const { return next_ < frames_.size() ? frames_[next_].stamp : kTimeMax; }

 private:
  static StereoDataset read(const Params& params) {
    return read_stereo_dataset(params.data, params.layout, params.rate_hz);
  }

  static Shape shape(const ImageFileInfo& info, const CameraModel& camera) {
    return image_shape(info.format, info.width, info.height, camera);
  }

  const std::vector<DatasetFrame> frames_;
  std::size_t next_ = 0;
};

}  // namespace

SINEW_STAGE(FilesCamera, "camera.files", "Plays a data set: images or stereo pairs and the truth.")

}  // namespace sinew
