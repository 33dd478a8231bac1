// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/yuv_to_grey.h"

#include "framework/core/error.h"
#include "framework/core/simd.h"
#include "kernels/image/yuv_to_grey_body.h"

namespace sinew {
namespace {

template <int kLumaStep, bool kLimited>
SINEW_INLINE void run_rows(const YuvToGrey& task) {
  const int width = task.dst.width;
  for (int y = 0; y < task.dst.height; ++y) {
    const std::uint8_t* __restrict luma = task.luma.row(y);
    std::uint8_t* __restrict dst = task.dst.row(y);
    for (int x = 0; x < width; ++x)
      dst[x] = kLimited ? spread(luma[x * kLumaStep]) : luma[x * kLumaStep];
  }
}

SINEW_SIMD void run_on_cpu(const YuvToGrey& task) {
  if (task.luma_step == 1)
    task.limited ? run_rows<1, true>(task) : run_rows<1, false>(task);
  else
    task.limited ? run_rows<2, true>(task) : run_rows<2, false>(task);
}

}  // namespace

void nv12_to_grey(const Lane&, ImageView<const std::uint8_t> luma, ColorSpace color_space,
                  ImageView<std::uint8_t> dst) {
  SINEW_ASSERT(luma.width == dst.width && luma.height == dst.height, luma.width, luma.height,
               dst.width, dst.height);
  const YuvToGrey task{luma, 1, is_limited(color_space), dst};
  run_on_cpu(task);
}

void yuv422_to_grey(const Lane&, ImageView<const Yuv422> src, LumaPlace luma_place,
                    ColorSpace color_space, ImageView<std::uint8_t> dst) {
  SINEW_ASSERT(src.width == dst.width && src.height == dst.height, src.width, src.height, dst.width,
               dst.height);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(src.data);
  const std::uint8_t* const luma = bytes + (luma_place == LumaPlace::kFirst ? 0 : 1);
  const YuvToGrey task{
      {luma, src.width, src.height, src.stride_bytes}, 2, is_limited(color_space), dst};
  run_on_cpu(task);
}

}  // namespace sinew
