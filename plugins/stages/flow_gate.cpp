// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Lets messages through while open: a valve that is turned while the graph runs.
class Gate {
 public:
  struct Params {
    bool open = true;

    static auto describe() {
      return std::tuple{param<&Params::open>("Whether messages pass.").live()};
    }
  };

  struct In : Inputs {
    Any message;

    static auto describe() { return std::tuple{port<&In::message>("of any type")}; }
  };

  struct Out : Outputs {
    Any message;

    static auto describe() {
      return std::tuple{port<&Out::message>("the same message").aliases<&In::message>()};
    }
  };

  Gate(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (!params_.open) return Outcome::kSkip;
    out.message = in.message;
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

}  // namespace

SINEW_STAGE(Gate, "flow.gate", "Lets messages through while it is open.")

}  // namespace sinew
