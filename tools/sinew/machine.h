// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// One thing that Sinew can use, as it is here.
struct Finding {
  std::string name;
  bool ok = true;
  std::string found;
  std::string cost;    ///< of it missing; empty where ok
  std::string remedy;  ///< what to do; empty where ok
};

/// Looks at this machine. Reads files and opens the GPU driver's library; changes nothing.
std::vector<Finding> examine_machine(const std::vector<std::string>& plugins);

}  // namespace sinew
