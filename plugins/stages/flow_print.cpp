// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "framework/stage/stage.h"

namespace sinew {
namespace {

/// Prints every message as a line on standard output.
class Print {
 public:
  struct Params {
    std::string prefix;

    static auto describe() {
      return std::tuple{param<&Params::prefix>("Starts each line; default: the stage's name.")};
    }
  };

  struct In : Inputs {
    Any message;

    static auto describe() { return std::tuple{port<&In::message>("of any type").lossless()}; }
  };

  using Out = NoOutputs;

  Print(const Params& params, StageSetup& setup)
      : prefix_(params.prefix.empty() ? setup.name : params.prefix) {}

  Outcome process(const In& in, Out&) {
    const Message& message = *in.message.message;
    std::printf("%s %.6f #%llu %s: %s\n", prefix_.c_str(), to_s(message.stamp),
                static_cast<unsigned long long>(message.sequence),
                std::string(message.type->name).c_str(),
                message.type->print(message.payload).c_str());
    return Outcome::kEmit;
  }

  void finish() { std::fflush(stdout); }

 private:
  const std::string prefix_;
};

}  // namespace

SINEW_STAGE(Print, "flow.print", "Prints messages.")

}  // namespace sinew
