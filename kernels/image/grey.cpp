// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/grey.h"

#include "framework/core/error.h"
#include "framework/core/simd.h"
#include "kernels/image/grey_body.h"

namespace sinew {
namespace {

SINEW_SIMD void run_on_cpu(const Grey& task) {
  const Grey local = task;  // so that the weights stay in registers
  for (int y = 0; y < local.dst.height; ++y) {
    const Rgb8* __restrict src = local.src.row(y);
    std::uint8_t* __restrict dst = local.dst.row(y);
    for (int x = 0; x < local.dst.width; ++x) dst[x] = grey_of(local, src[x]);
  }
}

}  // namespace

void grey(const Lane&, ImageView<const Rgb8> src, ChannelOrder order, ImageView<std::uint8_t> dst) {
  SINEW_ASSERT(src.width == dst.width && src.height == dst.height, src.width, src.height, dst.width,
               dst.height);
  const bool rgb = order == ChannelOrder::kRgb;
  const Grey task{src, dst, rgb ? kGreyRed : kGreyBlue, rgb ? kGreyBlue : kGreyRed};
  run_on_cpu(task);
}

}  // namespace sinew
