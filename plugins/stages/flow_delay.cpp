// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "framework/stage/stage.h"

namespace sinew {
namespace {

constexpr int kMostMessages = 16;

/// Holds messages back: each leaves when `messages` more have come, with the stamp of the last.
class Delay {
 public:
  struct Params {
    int messages = 1;

    static auto describe() {
      return std::tuple{
          param<&Params::messages>("How many messages later each leaves.").range(1, kMostMessages)};
    }
  };

  struct In : Inputs {
    Any message;

    static auto describe() {
      return std::tuple{port<&In::message>("of any type").keeps(kMostMessages)};
    }
  };

  struct Out : Outputs {
    Any message;

    static auto describe() {
      return std::tuple{
          port<&Out::message>("an earlier message, stamped now").aliases<&In::message>()};
    }
  };

  Delay(const Params& params, StageSetup& setup) {
    for (int i = 0; i < params.messages; ++i) kept_.emplace_back(setup.retired);
  }

  Outcome process(const In& in, Out& out) {
    Kept<Any>& oldest = kept_[next_];
    next_ = (next_ + 1) % kept_.size();
    const bool full = static_cast<bool>(oldest);
    if (full) out.message = *oldest;
    oldest = in.message;
    return full ? Outcome::kEmit : Outcome::kSkip;
  }

  void reset() {
    for (Kept<Any>& kept : kept_) kept.reset();
  }

 private:
  std::vector<Kept<Any>> kept_;
  std::size_t next_ = 0;
};

}  // namespace

SINEW_STAGE(Delay, "flow.delay", "Holds messages back by a number of messages.")

}  // namespace sinew
