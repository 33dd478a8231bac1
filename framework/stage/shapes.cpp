// SPDX-License-Identifier: Apache-2.0
#include "framework/stage/shapes.h"

#include "framework/core/error.h"

namespace sinew {

const Shape& Shapes::at(std::string_view port, int entry) const {
  for (const Item& item : items_)
    if (item.port == port && entry-- == 0) return item.shape;
  SINEW_ASSERT(false, port, entry);
  return items_.front().shape;
}

int Shapes::count(std::string_view port) const {
  int found = 0;
  for (const Item& item : items_) found += item.port == port ? 1 : 0;
  return found;
}

void Shapes::add(std::string_view port, const Shape& shape) {
  items_.push_back({std::string(port), shape});
}

Shape image_shape(PixelFormat format, int width, int height, const CameraModel& camera) {
  Shape shape;
  shape.image = ImageShape::packed(format, width, height, camera);
  shape.bulk_bytes = shape.image.bytes();
  return shape;
}

}  // namespace sinew
