// SPDX-License-Identifier: Apache-2.0
#include "framework/messages/shape.h"

namespace sinew {

bool operator==(const Shape& a, const Shape& b) {
  return a.capacity == b.capacity && a.bulk_bytes == b.bulk_bytes &&
         a.image.format == b.image.format && a.image.width == b.image.width &&
         a.image.height == b.image.height && a.image.stride_bytes == b.image.stride_bytes;
}

}  // namespace sinew
