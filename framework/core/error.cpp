// SPDX-License-Identifier: Apache-2.0
#include "framework/core/error.h"

#include <cstdio>
#include <cstdlib>

namespace sinew {

void fail_assertion(const char* file, int line, const char* condition, const std::string& values) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s%s\n", file, line, condition,
               values.empty() ? "" : " (", values.c_str(), values.empty() ? "" : ")");
  std::abort();
}

}  // namespace sinew
