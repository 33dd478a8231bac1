// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/yuv_to_grey_body.h"

/// One thread per pixel, in a grid of two dimensions.
extern "C" __global__ void yuv_to_grey(const sinew::YuvToGrey task) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < task.dst.width && y < task.dst.height) task.dst.at(x, y) = grey_of(task, x, y);
}
