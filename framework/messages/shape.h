// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "framework/memory/pixel_format.h"

namespace sinew {

/// What a port's messages need, known before the first frame: nothing (a pose), an image, or a list
/// with a capacity. A list may name the image that its elements lie in.
struct Shape {
  ImageShape image;            ///< width == 0: none
  int capacity = 0;            ///< of a list; 0: no list
  std::size_t bulk_bytes = 0;  ///< what one message's Buffer holds; 0: no Buffer
  double baseline_m = 0;       ///< of points seen by a stereo pair, whose left image is `image`
};

bool operator==(const Shape& a, const Shape& b);

}  // namespace sinew
