// SPDX-License-Identifier: Apache-2.0
#include "kernels/feature/lk_track_body.h"
#include "kernels/feature/patch_warp.cuh"

/// A warp a point: blocks of 128, points.size / 4 of them, rounded up.
extern "C" __global__ void sinew_lk_track(const __grid_constant__ sinew::LkTrackArgs args) {
  const int n = sinew::warp_point();
  if (n >= args.points.size) return;
  sinew::WarpPatch patch;
  const sinew::TrackedPoint tracked = sinew::track_point(patch, args, n);
  if (threadIdx.x % 32 == 0) args.tracked[n] = tracked;
}
