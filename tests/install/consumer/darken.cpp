// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace {

using namespace sinew;

/// A stage outside Sinew's tree: halves the brightness as often as it is told.
class Darken {
 public:
  struct Params {
    int times = 1;

    static auto describe() {
      return std::tuple{param<&Params::times>("How often every pixel is halved.").range(0, 8)};
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

  Darken(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    const auto src = in.image.view<std::uint8_t>();
    const auto dst = out.image.mutable_view<std::uint8_t>();
    for (int y = 0; y < src.height; ++y)
      for (int x = 0; x < src.width; ++x)
        dst.at(x, y) = static_cast<std::uint8_t>(src.at(x, y) >> params_.times);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

SINEW_STAGE(Darken, "consumer.darken", "Halves the brightness of an image.")

}  // namespace
