// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "framework/core/simd.h"

// Vectors are passed between inlined functions only, so their calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace sinew::sim {

// Eight pixels of a row. The width is fixed, so every machine does the same arithmetic.
using Float8 = float __attribute__((vector_size(32)));
using Int8 = std::int32_t __attribute__((vector_size(32)));
using Uint8 = std::uint32_t __attribute__((vector_size(32)));

SINEW_INLINE Float8 splat(float value) {
  return Float8{value, value, value, value, value, value, value, value};
}
SINEW_INLINE Float8 iota(float first) { return splat(first) + Float8{0, 1, 2, 3, 4, 5, 6, 7}; }
SINEW_INLINE Float8 to_float(const Int8& v) { return __builtin_convertvector(v, Float8); }
SINEW_INLINE Float8 min(const Float8& a, const Float8& b) { return a < b ? a : b; }
SINEW_INLINE Float8 max(const Float8& a, const Float8& b) { return a > b ? a : b; }

SINEW_INLINE bool any(const Int8& mask) {
  std::uint64_t parts[4];
  std::memcpy(parts, &mask, sizeof mask);
  return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

/// Mixes 32 bits; the high ones come out best.
SINEW_INLINE Uint8 mix(const Uint8& bits) { return (bits ^ (bits >> 15)) * 0x2c1b3c6du; }

// Four edges of a rectangle.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

SINEW_INLINE Float4 absolute(Float4 v) { return v < 0.0f ? -v : v; }

SINEW_INLINE bool any(Int4 mask) {
  std::uint64_t parts[2];
  std::memcpy(parts, &mask, sizeof mask);
  return (parts[0] | parts[1]) != 0;
}

}  // namespace sinew::sim
