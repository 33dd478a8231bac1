// SPDX-License-Identifier: Apache-2.0
#include "framework/core/error.h"
#include "framework/stage/stage.h"

// A plugin for the tests of the command line.

namespace {

using namespace sinew;

/// Fails at one of its ticks.
class Fail {
 public:
  struct Params {
    int at = 3;

    static auto describe() {
      return std::tuple{param<&Params::at>("Tick that fails, from 1.").range(1, 1000)};
    }
  };
  using In = NoInputs;
  using Out = NoOutputs;

  Fail(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In&, Out&) {
    if (++ticks_ == params_.at) throw Error("disk.bin: is full: free some space");
    return Outcome::kSkip;
  }

 private:
  const Params& params_;
  int ticks_ = 0;
};

SINEW_STAGE(Fail, "cli_test.fail", "Fails at one of its ticks.")

/// Refuses to be made.
class Refuse {
 public:
  using Params = NoParams;
  using In = NoInputs;
  using Out = NoOutputs;

  Refuse(const Params&, StageSetup&) { throw Error("/dev/nothing: is not there: plug it in"); }

  Outcome process(const In&, Out&) { return Outcome::kSkip; }
};

SINEW_STAGE(Refuse, "cli_test.refuse", "Refuses to be made.")

}  // namespace
