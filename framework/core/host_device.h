// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a function that both the host compiler and nvcc compile (kernel bodies, views).
#ifdef __CUDACC__
#define SINEW_HD __host__ __device__
#else
#define SINEW_HD
#endif
