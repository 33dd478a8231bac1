// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Passes on the messages of one of its inputs, chosen while the graph runs.
class Select {
 public:
  struct Params {
    int input = 0;

    static auto describe() {
      return std::tuple{
          param<&Params::input>("Position in `messages` of the input that passes, from 0.")
              .range(0, 1023)
              .live()};
    }
  };

  struct In : Inputs {
    List<Any> messages;

    static auto describe() { return std::tuple{port<&In::messages>("of one type")}; }
  };

  struct Out : Outputs {
    Any message;

    static auto describe() {
      return std::tuple{port<&Out::message>("that of the chosen input").aliases<&In::messages>()};
    }
  };

  Select(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    if (in.messages.entry() != static_cast<std::size_t>(params_.input)) return Outcome::kSkip;
    out.message.message = in.messages.message();
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

}  // namespace

SINEW_STAGE(Select, "flow.select", "Passes on one of several inputs.")

}  // namespace sinew
