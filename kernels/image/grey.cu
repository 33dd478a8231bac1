// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/grey_body.h"

/// One thread per pixel, in a grid of two dimensions.
extern "C" __global__ void grey(const sinew::Grey task) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < task.dst.width && y < task.dst.height)
    task.dst.at(x, y) = grey_of(task, task.src.at(x, y));
}
