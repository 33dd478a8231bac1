// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "framework/core/simd.h"
#ifdef __aarch64__
#include <arm_neon.h>
#endif

namespace sinew {

/// Eight 16-bit and four 32-bit integers: what one 128-bit register of either architecture holds.
/// Integer sums are exact, so their order is free.
typedef std::int16_t Int16x8 __attribute__((vector_size(16)));
typedef std::int32_t Int32x4 __attribute__((vector_size(16)));
typedef float Float4 __attribute__((vector_size(16)));

SINEW_INLINE Int16x8 splat16(int value) { return Int16x8{} + static_cast<std::int16_t>(value); }

template <class Vector, class T>
SINEW_INLINE Vector load_vector(const T* from) {
  Vector value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

template <class Vector, class T>
SINEW_INLINE void store_vector(T* to, Vector value) {
  std::memcpy(to, &value, sizeof(value));
}

/// Eight pixels, widened.
SINEW_INLINE Int16x8 load_pixels(const std::uint8_t* from) {
  typedef std::uint8_t Uint8x16 __attribute__((vector_size(16)));
  typedef std::uint64_t Uint64x2 __attribute__((vector_size(16)));
  const Uint8x16 pixels = (Uint8x16)Uint64x2{load_vector<std::uint64_t>(from), 0};
  return (Int16x8)__builtin_shufflevector(pixels, Uint8x16{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                          21, 6, 22, 7, 23);
}

/// (a * b) >> 16 of each lane.
SINEW_INLINE Int16x8 multiply_high(Int16x8 a, Int16x8 b) {
#if defined(__x86_64__)
  return __builtin_ia32_pmulhw128(a, b);
#elif defined(__aarch64__)
  return vshrn_high_n_s32(vshrn_n_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), 16),
                          vmull_high_s16(a, b), 16);
#else
#error "sinew runs on x86_64 and aarch64"
#endif
}

/// a0 * b0 + a1 * b1, a2 * b2 + a3 * b3, and so on.
SINEW_INLINE Int32x4 multiply_add_pairs(Int16x8 a, Int16x8 b) {
#if defined(__x86_64__)
  return __builtin_ia32_pmaddwd128(a, b);
#elif defined(__aarch64__)
  return vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b));
#endif
}

SINEW_INLINE int sum(Int32x4 v) {
  v += __builtin_shufflevector(v, v, 2, 3, 0, 1);
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2);
  return v[0];
}
SINEW_INLINE int sum(Int16x8 v) { return sum(multiply_add_pairs(v, splat16(1))); }

}  // namespace sinew
