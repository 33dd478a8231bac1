// SPDX-License-Identifier: Apache-2.0
#include "tests/support/plan_stages.h"

#include "framework/config/graph_file.h"
#include "framework/messages/pose.h"
#include "framework/stage/stage.h"

namespace sinew {

namespace {

/// What every stage here has: nothing runs, only the plan is looked at.
template <class P, class I, class O>
struct Planned {
  using Params = P;
  using In = I;
  using Out = O;
  Planned(const Params&, StageSetup&) {}
  Outcome process(const In&, Out&) { return Outcome::kSkip; }
};

/// The same for a source.
template <class P, class O>
struct PlannedSource {
  using Params = P;
  using In = NoInputs;
  using Out = O;
  PlannedSource(const Params&, StageSetup&) {}
  Outcome next(const In&, Out&) { return Outcome::kEnd; }
};

struct Size {
  int width_px = 64;
  int height_px = 48;

  static auto describe() {
    return std::tuple{param<&Size::width_px>("Width of the images.").range(1, 4096),
                      param<&Size::height_px>("Height of the images.").range(1, 4096)};
  }
  void check(Problems& problems, const Mark& mark, const std::string& where) const {
    if (height_px > width_px) problems.add(mark, where, "'height_px' is larger than 'width_px'");
  }
  Shape shape() const { return image_shape(PixelFormat::kGrey8, width_px, height_px); }
};

struct OneImage : Outputs {
  Image image;
  static auto describe() { return std::tuple{port<&OneImage::image>("an image").on_lane()}; }
};
struct ImageIn : Inputs {
  Image image;
  static auto describe() { return std::tuple{port<&ImageIn::image>("an image").on_lane()}; }
};
struct PassedImage : Outputs {
  Image image;
  static auto describe() {
    return std::tuple{port<&PassedImage::image>("the input").aliases<&ImageIn::image>()};
  }
};

struct Pair : Outputs {
  Image left, right;
  static auto describe() {
    return std::tuple{port<&Pair::left>("left image"), port<&Pair::right>("right image")};
  }
};
struct Camera : PlannedSource<Size, Pair> {
  using PlannedSource::PlannedSource;
  Time next_stamp() { return kTimeMax; }
  static Shapes plan(const Size& size, const Shapes&) {
    return Shapes().set<&Pair::left>(size.shape()).set<&Pair::right>(size.shape());
  }
};

struct Live : PlannedSource<Size, OneImage> {
  using PlannedSource::PlannedSource;
  static constexpr bool kLive = true;
  static Shapes plan(const Size& size, const Shapes&) {
    return Shapes().set<&OneImage::image>(size.shape());
  }
};

struct Unstamped : PlannedSource<NoParams, OneImage> {
  using PlannedSource::PlannedSource;
};

struct SampleOut : Outputs {
  PlanSample sample;
  static auto describe() { return std::tuple{port<&SampleOut::sample>("a sample")}; }
};
struct Imu : PlannedSource<NoParams, SampleOut> {
  using PlannedSource::PlannedSource;
  Time next_stamp() { return kTimeMax; }
};

struct Filter : Planned<NoParams, ImageIn, OneImage> {
  using Planned::Planned;
  static Shapes plan(const NoParams&, const Shapes& in) {
    return Shapes().set<&OneImage::image>(in.at<&ImageIn::image>());
  }
};

struct BoxesOut : Outputs {
  PlanBoxes boxes;
  static auto describe() { return std::tuple{port<&BoxesOut::boxes>("what was seen")}; }
};
struct Detect : Planned<NoParams, ImageIn, BoxesOut> {
  using Planned::Planned;
  static Shapes plan(const NoParams&, const Shapes&) {
    return Shapes().set<&BoxesOut::boxes>(PlanBoxes::shape(50));
  }
};

struct OverlayIn : Inputs {
  Image image;
  Matched<PlanBoxes> boxes;
  static auto describe() {
    return std::tuple{port<&OverlayIn::image>("an image"),
                      port<&OverlayIn::boxes>("its boxes").tolerance(std::chrono::milliseconds(5))};
  }
};
struct OverlayOut : Outputs {
  Image image;
  static auto describe() {
    return std::tuple{port<&OverlayOut::image>("the input").aliases<&OverlayIn::image>()};
  }
};
using Overlay = Planned<NoParams, OverlayIn, OverlayOut>;

struct TrackIn : Inputs {
  Image left;
  Matched<Image> right;
  Since<PlanSample> samples;
  Latest<PlanBoxes> map;
  static auto describe() {
    return std::tuple{port<&TrackIn::left>("left image").lossless(),
                      port<&TrackIn::right>("right image").lossless(),
                      port<&TrackIn::samples>("samples").depth(64).one_beyond().optional(),
                      port<&TrackIn::map>("what is known").optional()};
  }
};
struct PoseOut : Outputs {
  Pose pose;
  static auto describe() { return std::tuple{port<&PoseOut::pose>("where it is")}; }
};
using Track = Planned<NoParams, TrackIn, PoseOut>;

struct RefineIn : Inputs {
  Pose pose;
  Since<PlanBoxes> replies;
  static auto describe() {
    return std::tuple{port<&RefineIn::pose>("a pose"),
                      port<&RefineIn::replies>("replies").optional()};
  }
};
struct MapOut : Outputs {
  PlanBoxes map;
  static auto describe() { return std::tuple{port<&MapOut::map>("the map")}; }
};
struct Refine : Planned<NoParams, RefineIn, MapOut> {
  using Planned::Planned;
  static Shapes plan(const NoParams&, const Shapes&) {
    return Shapes().set<&MapOut::map>(PlanBoxes::shape(10));
  }
};

struct AnyIn : Inputs {
  Any in;
  static auto describe() { return std::tuple{port<&AnyIn::in>("anything")}; }
};
struct AnyList : Inputs {
  List<Any> in;
  static auto describe() { return std::tuple{port<&AnyList::in>("anything")}; }
};
struct AnyOut : Outputs {
  Any out;
  static auto describe() { return std::tuple{port<&AnyOut::out>("the same")}; }
};
using Gate = Planned<NoParams, AnyIn, AnyOut>;
using Select = Planned<NoParams, AnyList, AnyOut>;
using Sink = Planned<NoParams, AnyIn, NoOutputs>;

struct BatchIn : Inputs {
  Group<Image> images;
  static auto describe() { return std::tuple{port<&BatchIn::images>("images of one moment")}; }
};
struct Batch : Planned<NoParams, BatchIn, OneImage> {
  using Planned::Planned;
  static Shapes plan(const NoParams&, const Shapes& in) {
    return Shapes().set<&OneImage::image>(in.at<&BatchIn::images>());
  }
};

struct BothIn : Inputs {
  Image image;
  Pose pose;
  Latest<Image> newest;
  static auto describe() {
    return std::tuple{port<&BothIn::image>("an image").optional(),
                      port<&BothIn::pose>("a pose").optional(),
                      port<&BothIn::newest>("an image").optional()};
  }
};
using Both = Planned<NoParams, BothIn, PoseOut>;

struct DelayIn : Inputs {
  Image image;
  static auto describe() { return std::tuple{port<&DelayIn::image>("an image").keeps(3)}; }
};
struct DelayOut : Outputs {
  Image image;
  static auto describe() {
    return std::tuple{port<&DelayOut::image>("an earlier one").aliases<&DelayIn::image>()};
  }
};
using Delay = Planned<NoParams, DelayIn, DelayOut>;

struct Picky : Planned<NoParams, ImageIn, NoOutputs> {
  using Planned::Planned;
  static Shapes plan(const NoParams&, const Shapes& in) {
    if (in.at<&ImageIn::image>().image.width > 1000)
      throw Error("takes images of at most 1000 px of width: resize them first");
    return {};
  }
};

SINEW_STAGE(Camera, "plan_test.camera", "Images in pairs.")
SINEW_STAGE(Live, "plan_test.live", "Images of the outside world.")
SINEW_STAGE(Unstamped, "plan_test.unstamped", "Images whenever it likes.")
SINEW_STAGE(Imu, "plan_test.imu", "Samples.")
SINEW_STAGE(Filter, "plan_test.filter", "An image from an image.")
SINEW_STAGE(Detect, "plan_test.detect", "Boxes from an image.")
SINEW_STAGE(Overlay, "plan_test.overlay", "Draws boxes.")
SINEW_STAGE(Track, "plan_test.track", "A pose from images.")
SINEW_STAGE(Refine, "plan_test.refine", "A map from poses.")
SINEW_STAGE(Gate, "plan_test.gate", "Passes on.")
SINEW_STAGE(Select, "plan_test.select", "Passes one of several on.")
SINEW_STAGE(Sink, "plan_test.sink", "Takes anything.")
SINEW_STAGE(Batch, "plan_test.batch", "One image from a set.")
SINEW_STAGE(Both, "plan_test.both", "Could be triggered by two inputs.")
SINEW_STAGE(Delay, "plan_test.delay", "Passes earlier images on.")
SINEW_STAGE(Picky, "plan_test.picky", "Refuses wide images.")

GraphPlan plan_with(const std::string& yaml, const PlanOptions& options, const Board& board,
                    Problems& problems) {
  GraphFileOptions file;
  file.is_stage = [](const std::string& name) { return find_stage(name) != nullptr; };
  for (const StageEntry* entry : all_stages()) file.stage_names.push_back(entry->name);
  const GraphSpec spec = read_graph_text(yaml, "test.yaml", file, problems);
  return plan_graph(spec, board, options, problems);
}

}  // namespace

GraphPlan plan_text(const std::string& yaml, const PlanOptions& options, const Board& board) {
  Problems problems;
  GraphPlan plan = plan_with(yaml, options, board, problems);
  problems.throw_if_any();
  return plan;
}

std::string plan_problems(const std::string& yaml, const PlanOptions& options, const Board& board) {
  Problems problems;
  plan_with(yaml, options, board, problems);
  return problems.text();
}

const PlannedStage& stage_named(const GraphPlan& plan, const std::string& name) {
  for (const PlannedStage& stage : plan.stages)
    if (stage.name == name) return stage;
  SINEW_ASSERT(false, name);
  return plan.stages.front();
}

const PlannedEdge& edge_named(const GraphPlan& plan, const std::string& name) {
  for (const PlannedEdge& edge : plan.edges)
    if (edge.name == name) return edge;
  SINEW_ASSERT(false, name);
  return plan.edges.front();
}

const PlannedOutput& output_named(const GraphPlan& plan, const std::string& stage, int output) {
  return stage_named(plan, stage).outputs.at(static_cast<std::size_t>(output));
}

}  // namespace sinew
