// SPDX-License-Identifier: Apache-2.0
#include "kernels/image/pyramid.h"

#include "framework/core/error.h"
#include "kernels/image/downsample_half.h"

namespace sinew {

PyramidLayout PyramidLayout::of(int width, int height, int max_levels) {
  SINEW_ASSERT(width > 0 && height > 0, width, height);
  SINEW_ASSERT(max_levels >= 1 && max_levels <= kMaxPyramidLevels, max_levels);
  PyramidLayout layout;
  layout.level[0] = {width, height, 0, 0};
  layout.levels = 1;
  while (layout.levels < max_levels && (width > 1 || height > 1)) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    const int stride = (width + 63) / 64 * 64;
    layout.level[layout.levels++] = {width, height, stride, layout.bytes};
    layout.bytes += static_cast<std::size_t>(stride) * static_cast<std::size_t>(height);
  }
  return layout;
}

PyramidView pyramid_view(ImageView<const std::uint8_t> base, const PyramidLayout& layout,
                         const std::byte* buffer) {
  SINEW_ASSERT(base.width == layout.level[0].width && base.height == layout.level[0].height,
               base.width, base.height, layout.level[0].width, layout.level[0].height);
  PyramidView view;
  view.levels = layout.levels;
  view.level[0] = base;
  for (int i = 1; i < layout.levels; ++i) {
    const PyramidLayout::Level& level = layout.level[i];
    view.level[i] = {reinterpret_cast<const std::uint8_t*>(buffer + level.offset_bytes),
                     level.width, level.height, level.stride_bytes};
  }
  return view;
}

PyramidView build_pyramid(const Lane& lane, ImageView<const std::uint8_t> base,
                          const PyramidLayout& layout, std::byte* buffer) {
  const PyramidView view = pyramid_view(base, layout, buffer);
  for (int i = 1; i < view.levels; ++i) {
    const PyramidLayout::Level& level = layout.level[i];
    downsample_half(lane, view.level[i - 1],
                    {reinterpret_cast<std::uint8_t*>(buffer + level.offset_bytes), level.width,
                     level.height, level.stride_bytes});
  }
  return view;
}

}  // namespace sinew
