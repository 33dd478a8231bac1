// SPDX-License-Identifier: Apache-2.0
#include "framework/gpu/fatbin.h"

#include <vector>

// The two .inc files are written by tools/cmake/sinew_fatbins.cmake, one line a kernel and one an
// architecture.
#define SINEW_FATBIN(symbol, name)                    \
  extern "C" const std::byte sinew_fatbin_##symbol[]; \
  extern "C" const std::byte sinew_fatbin_##symbol##_end[];
#include "fatbin_table.inc"
#undef SINEW_FATBIN

namespace sinew {

std::span<const Fatbin> fatbins() {
#define SINEW_FATBIN(symbol, name) \
  Fatbin{name, {sinew_fatbin_##symbol, sinew_fatbin_##symbol##_end}},
  static const std::vector<Fatbin> table{
#include "fatbin_table.inc"
  };
#undef SINEW_FATBIN
  return table;
}

std::span<const std::string_view> fatbin_architectures() {
#define SINEW_ARCHITECTURE(name) name,
  static const std::vector<std::string_view> names{
#include "fatbin_architectures.inc"
  };
#undef SINEW_ARCHITECTURE
  return names;
}

}  // namespace sinew
