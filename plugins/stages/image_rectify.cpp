// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "framework/stage/stage.h"
#include "kernels/image/rectify_map.h"
#include "kernels/image/remap.h"
#include "kernels/image/stereo_rectify.h"

namespace sinew {
namespace {

/// A map in host memory.
class HostMap {
 public:
  HostMap(const ImageShape& source, const CameraModel& target)
      : width_(source.width),
        height_(source.height),
        pixels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)),
        weights_(pixels_.size()) {
    const MutableRemapMap map{
        {pixels_.data(), width_, height_, static_cast<std::ptrdiff_t>(sizeof(RemapPixel)) * width_},
        {weights_.data(), width_, height_,
         static_cast<std::ptrdiff_t>(sizeof(RemapWeight)) * width_}};
    build_rectify_map(source.camera, width_, height_, target, map);
    view_ = map;
  }
  HostMap(const HostMap&) = delete;
  HostMap& operator=(const HostMap&) = delete;

  const RemapMap& view() const { return view_; }

 private:
  int width_, height_;
  std::vector<RemapPixel> pixels_;
  std::vector<RemapWeight> weights_;
  RemapMap view_;
};

/// Takes lens distortion out of one image, or brings a stereo pair to common rows. The camera
/// models come with the images; those of the results go on with them.
class Rectify {
 public:
  using Params = NoParams;

  struct In : Inputs {
    Image left;
    Matched<Image> right;

    static auto describe() {
      return std::tuple{
          port<&In::left>("u8[H][W] with its camera model; the only image, where there is one")
              .on_lane(),
          port<&In::right>("u8[H][W] with its camera model, of the same size")
              .on_lane()
              .optional()};
    }
  };

  struct Out : Outputs {
    Image left;
    Maybe<Image> right;

    static auto describe() {
      return std::tuple{port<&Out::left>("u8[H][W] without distortion").on_lane(),
                        port<&Out::right>("u8[H][W], a point in the row that it has in the left "
                                          "one; of a pair")
                            .on_lane()};
    }
  };

  static Shapes plan(const Params&, const Shapes& in) {
    const ImageShape& left = in.at<&In::left>().image;
    require_usable(left, "left");
    Shapes shapes;
    if (!in.connected<&In::right>()) {
      CameraModel target = left.camera;
      target.distortion = Distortion::kNone;
      target.coefficients = {};
      return Shapes().set<&Out::left>(rectified(left, target));
    }
    const ImageShape& right = in.at<&In::right>().image;
    require_usable(right, "right");
    if (left.width != right.width || left.height != right.height)
      throw Error("left and right must be of one size: connect the two cameras of a pair");
    const StereoRectification pair =
        rectify_stereo(left.camera, right.camera, left.width, left.height);
    shapes.set<&Out::left>(rectified(left, pair.left));
    shapes.set<&Out::right>(rectified(right, pair.right));
    return shapes;
  }

  Rectify(const Params&, StageSetup& setup)
      : lane_(setup.lane),
        left_(setup.inputs.at<&In::left>().image, setup.outputs.at<&Out::left>().image.camera) {
    if (setup.inputs.connected<&In::right>())
      right_.emplace(setup.inputs.at<&In::right>().image,
                     setup.outputs.at<&Out::right>().image.camera);
  }

  Outcome process(const In& in, Out& out) {
    remap(lane_, in.left.view<std::uint8_t>(), left_.view(), out.left.mutable_view<std::uint8_t>());
    if (in.right)
      remap(lane_, in.right->view<std::uint8_t>(), right_->view(),
            out.right.emit().mutable_view<std::uint8_t>());
    return Outcome::kEmit;
  }

 private:
  static void require_usable(const ImageShape& image, const std::string& port) {
    if (image.width == 0)
      throw Error(port + " has no images: the camera before it is a single one");
    if (image.format != PixelFormat::kGrey8)
      throw Error(port + " is no GREY image: put an image.grey before it");
    if (!image.camera.known())
      throw Error(port + " has no camera model: give the camera its calibration");
  }

  static Shape rectified(const ImageShape& image, const CameraModel& camera) {
    return image_shape(PixelFormat::kGrey8, image.width, image.height, camera);
  }

  const Lane& lane_;
  HostMap left_;
  std::optional<HostMap> right_;
};

}  // namespace

SINEW_STAGE(Rectify, "image.rectify", "Takes out lens distortion; brings a pair to common rows.")

}  // namespace sinew
