// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace sinew {

/// The compiled CUDA bodies of one kernel file: what cuLibraryLoadData takes.
struct Fatbin {
  std::string_view name;             ///< path under kernels/ without its ending: "image/remap"
  std::span<const std::byte> bytes;  ///< u8[n], 64-byte aligned, for the life of the process
};

/// Every kernel file embedded in this library, sorted by name; empty in a build with
/// SINEW_CUDA=OFF. Any thread.
std::span<const Fatbin> fatbins();

/// What each fatbin holds, as nvcc names it: "compute_75" is PTX, "sm_87" machine code. Empty with
/// SINEW_CUDA=OFF.
std::span<const std::string_view> fatbin_architectures();

}  // namespace sinew
