// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Brightens one image. The example of plugins/README.md.
class Brighten {
 public:
  struct Params {
    float gain = 1.5f;

    static auto describe() {
      return std::tuple{
          param<&Params::gain>("Factor applied to every pixel; the result saturates at 255.")
              .range(0, 16)
              .live()};
    }
  };

  struct In : Inputs {
    Image image;

    static auto describe() { return std::tuple{port<&In::image>("u8[H][W], luminance").on_lane()}; }
  };

  struct Out : Outputs {
    Image image;

    static auto describe() {
      return std::tuple{port<&Out::image>("u8[H][W], same size as the input").on_lane()};
    }
  };

  static Shapes plan(const Params&, const Shapes& in) {
    return Shapes().set<&Out::image>(in.at<&In::image>());
  }

  Brighten(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    const auto src = in.image.view<std::uint8_t>();
    const auto dst = out.image.mutable_view<std::uint8_t>();
    for (int y = 0; y < src.height; ++y)
      for (int x = 0; x < src.width; ++x)
        dst.at(x, y) = static_cast<std::uint8_t>(std::min(255.0f, params_.gain * src.at(x, y)));
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

}  // namespace

SINEW_STAGE(Brighten, "image.brighten", "Brightens one image.")

}  // namespace sinew
