// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <string>

#include "framework/config/value.h"

namespace sinew {

/// A change at run time, taken by the worker between two frames.
struct ControlRequest {
  enum class Kind { kSetParam, kCall };

  Kind kind = Kind::kSetParam;
  int index = 0;         ///< of the parameter or the command
  Value value;           ///< of the parameter
  std::string argument;  ///< of the command
  std::promise<void> done;
};

}  // namespace sinew
