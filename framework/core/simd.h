// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a hot CPU body: compiled for AVX2 as well where the machine may have it, chosen when the
/// program is loaded. Together with -ffp-contract=off and fixed-width vectors the result is the
/// same bit for bit on every clone. Off under sanitizers, whose runtimes start after the choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__CUDACC__)
#define SINEW_SIMD __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SINEW_SIMD
#endif

/// Helpers of a SINEW_SIMD function must be inlined into each of its clones.
#define SINEW_INLINE inline __attribute__((always_inline))
