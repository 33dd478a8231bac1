// SPDX-License-Identifier: Apache-2.0
#include "framework/memory/pixel_format.h"

#include <string>

#include "framework/core/error.h"

namespace sinew {

std::string_view to_string(PixelFormat format) {
  switch (format) {
    case PixelFormat::kGrey8:
      return "GREY";
    case PixelFormat::kGrey16:
      return "Y16";
    case PixelFormat::kRgb8:
      return "RGB";
    case PixelFormat::kBgr8:
      return "BGR";
    case PixelFormat::kNv12:
      return "NV12";
    case PixelFormat::kYuyv:
      return "YUYV";
    case PixelFormat::kUyvy:
      return "UYVY";
    case PixelFormat::kFloat32:
      return "F32";
  }
  return "?";
}

int row_bytes(PixelFormat format, int width) {
  switch (format) {
    case PixelFormat::kGrey8:
    case PixelFormat::kNv12:
      return width;
    case PixelFormat::kGrey16:
    case PixelFormat::kYuyv:
    case PixelFormat::kUyvy:
      return 2 * width;
    case PixelFormat::kRgb8:
    case PixelFormat::kBgr8:
      return 3 * width;
    case PixelFormat::kFloat32:
      return 4 * width;
  }
  return 0;
}

ImageShape ImageShape::packed(PixelFormat format, int width, int height,
                              const CameraModel& camera) {
  constexpr int kMaxSide = 32768;
  const bool halved =
      format == PixelFormat::kNv12 || format == PixelFormat::kYuyv || format == PixelFormat::kUyvy;
  const bool odd = halved && (width % 2 != 0 || (format == PixelFormat::kNv12 && height % 2 != 0));
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide || odd)
    throw Error("an image of " + std::to_string(width) + "x" + std::to_string(height) + " " +
                std::string(to_string(format)) + " cannot be: sides lie in 1 to 32768" +
                (halved ? " and are even" : ""));
  const int stride = (row_bytes(format, width) + 63) / 64 * 64;
  return {format, width, height, stride, camera};
}

std::size_t ImageShape::plane_offset(int plane) const {
  return plane == 0 ? 0 : static_cast<std::size_t>(stride_bytes) * static_cast<std::size_t>(height);
}

std::size_t ImageShape::bytes() const {
  const std::size_t luma = plane_offset(1);
  return format == PixelFormat::kNv12 ? luma + luma / 2 : luma;
}

}  // namespace sinew
