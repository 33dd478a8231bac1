// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// "The work that filled this is done." Empty for data that the CPU wrote: it has passed.
class Fence {
 public:
  bool passed() const { return true; }
  void wait() const {}
};

}  // namespace sinew
