// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/conformance_stages.h"

#include <atomic>

#include "framework/messages/pose.h"
#include "framework/stage/stage.h"
#include "tests/support/allocation_counter.h"

namespace sinew::test {
namespace {

constexpr int kWidth = 160, kHeight = 120;

std::atomic<std::uint64_t> g_first{0}, g_last{0};

/// Message `number` of a run is there: the third has been worked off when the fourth comes.
void mark(std::uint64_t number) {
  if (number == kFramesExempt) g_first = allocations();
  g_last = allocations();
}

CameraModel camera(double x_m) {
  CameraModel model;
  model.fx_px = model.fy_px = 120;
  model.cx_px = (kWidth - 1) / 2.0;
  model.cy_px = (kHeight - 1) / 2.0;
  model.T_body_cam.translation_m[0] = x_m;
  return model;
}

/// A stereo pair of a patchwork that moves, and a pose.
class Source {
 public:
  using Params = NoParams;
  using In = NoInputs;

  struct Out : Outputs {
    Image left;
    Image right;
    Pose pose;

    static auto describe() {
      return std::tuple{port<&Out::left>("u8[H][W]").on_host(),
                        port<&Out::right>("u8[H][W]").on_host(),
                        port<&Out::pose>("T_world_body").on_host()};
    }
  };

  static Shapes plan(const Params&, const Shapes&) {
    return Shapes()
        .set<&Out::left>(image_shape(PixelFormat::kGrey8, kWidth, kHeight, camera(0)))
        .set<&Out::right>(image_shape(PixelFormat::kGrey8, kWidth, kHeight, camera(0.1)));
  }

  Source(const Params&, StageSetup&) {}

  Outcome next(const In&, Out& out) {
    mark(frame_);
    if (frame_ == kFrames) return Outcome::kEnd;
    out.stamp = next_stamp();
    const int shift = 6 * static_cast<int>(frame_++);
    paint(out.left.mutable_view<std::uint8_t>(), shift);
    paint(out.right.mutable_view<std::uint8_t>(), shift + 6);
    out.pose.T_world_body.translation_m[0] = 0.01 * shift;
    return Outcome::kEmit;
  }

  /// Once more after the last pair, so that the last mark comes when that has been worked off.
  Time next_stamp() const {
    return frame_ <= kFrames ? time_from_ns(50'000'000 * static_cast<std::int64_t>(frame_))
                             : kTimeMax;
  }

 private:
  static void paint(ImageView<std::uint8_t> image, int shift) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const unsigned patch = static_cast<unsigned>((x + shift) / 7) * 2654435761u ^
                               static_cast<unsigned>(y / 7) * 40503u * 65537u;
        image.at(x, y) = static_cast<std::uint8_t>(patch >> 13);
      }
  }

  std::uint64_t frame_ = 0;
};

/// Marks what a source under test has sent.
class Sink {
 public:
  using Params = NoParams;
  using Out = NoOutputs;

  struct In : Inputs {
    Any message;

    static auto describe() { return std::tuple{port<&In::message>("of any type").lossless()}; }
  };

  Sink(const Params&, StageSetup&) {}

  Outcome process(const In&, Out&) {
    mark(count_++);
    return Outcome::kEmit;
  }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace

std::uint64_t allocations_after_the_first_frames() { return g_last - g_first; }

SINEW_STAGE(Source, "conformance.source", "Sends ten stereo pairs and poses.")
SINEW_STAGE(Sink, "conformance.sink", "Marks what passes.")

}  // namespace sinew::test
