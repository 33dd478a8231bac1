// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Takes messages and does nothing with them: an end for outputs that are only measured.
class Null {
 public:
  using Params = NoParams;
  using Out = NoOutputs;

  struct In : Inputs {
    List<Any> messages;

    static auto describe() { return std::tuple{port<&In::messages>("of any type")}; }
  };

  Null(const Params&, StageSetup&) {}

  Outcome process(const In&, Out&) { return Outcome::kEmit; }
};

}  // namespace

SINEW_STAGE(Null, "sink.null", "Takes messages and does nothing with them.")

}  // namespace sinew
