// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "framework/stage/stage.h"
#include "kernels/image/grey.h"
#include "kernels/image/yuv_to_grey.h"

namespace sinew {
namespace {

/// Makes grey images of whatever a camera sends.
class MakeGrey {
 public:
  struct Params {
    ColorSpace color_space = ColorSpace::kBt601Limited;

    static auto describe() {
      return std::tuple{param<&Params::color_space>("How the YUV formats stand for brightness.")
                            .names("bt601_limited", "bt601_full", "bt709_limited", "bt709_full")};
    }
  };

  struct In : Inputs {
    Image image;

    static auto describe() {
      return std::tuple{port<&In::image>("GREY, RGB, BGR, NV12, YUYV or UYVY").on_lane()};
    }
  };

  struct Out : Outputs {
    Image image;

    static auto describe() { return std::tuple{port<&Out::image>("u8[H][W]").on_lane()}; }
  };

  static Shapes plan(const Params&, const Shapes& in) {
    const ImageShape& image = in.at<&In::image>().image;
    if (image.format == PixelFormat::kGrey16 || image.format == PixelFormat::kFloat32)
      throw Error("takes no " + std::string(to_string(image.format)) +
                  " images: connect a camera of visible light");
    return Shapes().set<&Out::image>(
        image_shape(PixelFormat::kGrey8, image.width, image.height, image.camera));
  }

  MakeGrey(const Params& params, StageSetup& setup) : params_(params), lane_(setup.lane) {}

  Outcome process(const In& in, Out& out) {
    const ImageView<std::uint8_t> dst = out.image.mutable_view<std::uint8_t>();
    switch (in.image.shape.format) {
      case PixelFormat::kRgb8:
        grey(lane_, in.image.view<Rgb8>(), ChannelOrder::kRgb, dst);
        break;
      case PixelFormat::kBgr8:
        grey(lane_, in.image.view<Rgb8>(), ChannelOrder::kBgr, dst);
        break;
      case PixelFormat::kNv12:
        nv12_to_grey(lane_, in.image.view<std::uint8_t>(), params_.color_space, dst);
        break;
      case PixelFormat::kYuyv:
        yuv422_to_grey(lane_, in.image.view<Yuv422>(), LumaPlace::kFirst, params_.color_space, dst);
        break;
      case PixelFormat::kUyvy:
        yuv422_to_grey(lane_, in.image.view<Yuv422>(), LumaPlace::kSecond, params_.color_space,
                       dst);
        break;
      default:  // grey already: a graph that takes any camera need not know
        copy(in.image.view<std::uint8_t>(), dst);
    }
    return Outcome::kEmit;
  }

 private:
  static void copy(ImageView<const std::uint8_t> src, ImageView<std::uint8_t> dst) {
    for (int y = 0; y < src.height; ++y)
      std::memcpy(dst.row(y), src.row(y), static_cast<std::size_t>(src.width));
  }

  const Params& params_;
  const Lane& lane_;
};

}  // namespace

SINEW_STAGE(MakeGrey, "image.grey", "Makes grey images of whatever a camera sends.")

}  // namespace sinew
