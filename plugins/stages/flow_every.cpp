// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Thins a stream by stamp: at most one message in each period.
class Every {
 public:
  struct Params {
    Duration period = std::chrono::seconds(1);

    static auto describe() {
      return std::tuple{
          param<&Params::period>("Least distance between the stamps that pass.").live()};
    }
  };

  struct In : Inputs {
    Any message;

    static auto describe() { return std::tuple{port<&In::message>("of any type")}; }
  };

  struct Out : Outputs {
    Any message;

    static auto describe() {
      return std::tuple{port<&Out::message>("those that pass").aliases<&In::message>()};
    }
  };

  Every(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (started_ && in.stamp < next_) return Outcome::kSkip;
    // On the grid of the first stamp, so that a rate that is no multiple keeps its mean.
    next_ = started_ && in.stamp - next_ < params_.period ? next_ + params_.period
                                                          : in.stamp + params_.period;
    started_ = true;
    out.message = in.message;
    return Outcome::kEmit;
  }

  void reset() { started_ = false; }

 private:
  const Params& params_;
  bool started_ = false;
  Time next_{};
};

}  // namespace

SINEW_STAGE(Every, "flow.every", "Thins a stream: at most one message in each period.")

}  // namespace sinew
