// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"
#include "tools/bench/samples.h"

// The stages that `sinew bench` measures with. They do nothing, so that what is left is Sinew.

namespace sinew {

using bench::Sample;

SINEW_MESSAGE(Sample, field<&Sample::sent>("just before the emit of the stage that starts it"))

namespace {

struct SampleOutput : Outputs {
  Sample sample;

  static auto describe() { return std::tuple{port<&SampleOutput::sample>("its time of emit")}; }
};

struct CountParams {
  std::int64_t count = 1000;

  static auto describe() {
    return std::tuple{param<&CountParams::count>("Messages, then the graph ends.").range(1, 1e12)};
  }
};

/// Paced by `every:`: between two messages its readers' lanes fall asleep.
class Ticks {
 public:
  using Params = CountParams;
  using In = NoInputs;
  using Out = SampleOutput;

  Ticks(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In&, Out& out) {
    if (++sent_ == params_.count) out.end("all samples taken");
    out.sample.sent = now();
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
  std::int64_t sent_ = 0;
};

/// As fast as its readers are.
class Flood {
 public:
  using Params = CountParams;
  using In = NoInputs;
  using Out = SampleOutput;

  Flood(const Params& params, StageSetup&) : params_(params) {}

  Outcome next(const In&, Out& out) {
    if (sent_ == params_.count) return Outcome::kEnd;
    out.stamp = next_stamp();
    ++sent_;
    out.sample.sent = now();
    return Outcome::kEmit;
  }
  Time next_stamp() const {
    return sent_ == params_.count ? kTimeMax : time_from_ns(1'000'000 * (sent_ + 1));
  }

 private:
  const Params& params_;
  std::int64_t sent_ = 0;
};

struct SampleInput : Inputs {
  Sample sample;

  static auto describe() { return std::tuple{port<&SampleInput::sample>("any").lossless()}; }
};

class Pass {
 public:
  using Params = NoParams;
  using In = SampleInput;
  using Out = SampleOutput;

  Pass(const Params&, StageSetup&) {}

  Outcome process(const In& in, Out& out) {
    out.sample = in.sample;
    return Outcome::kEmit;
  }
};

class Sink {
 public:
  using Params = NoParams;
  using In = SampleInput;
  using Out = NoOutputs;

  Sink(const Params&, StageSetup&) {}

  Outcome process(const In& in, Out&) {
    bench::taken().add(now() - in.sample.sent);
    return Outcome::kSkip;
  }
};

}  // namespace

SINEW_STAGE(Ticks, "bench.ticks", "Sends an empty message at each tick of its timer.")
SINEW_STAGE(Flood, "bench.flood", "Sends empty messages as fast as they are taken.")
SINEW_STAGE(Pass, "bench.pass", "Passes an empty message on.")
SINEW_STAGE(Sink, "bench.sink", "Notes how old a message is.")

}  // namespace sinew
