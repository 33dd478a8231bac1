// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "framework/memory/camera_model.h"

namespace sinew {

enum class PixelFormat : std::uint8_t {
  kGrey8,    ///< u8[H][W]
  kGrey16,   ///< u16[H][W]
  kRgb8,     ///< u8[H][W][3]
  kBgr8,     ///< u8[H][W][3]
  kNv12,     ///< u8[H][W], then u8[H/2][W/2][2] (U, V)
  kYuyv,     ///< u8[H][W/2][4] (Y0, U, Y1, V)
  kUyvy,     ///< u8[H][W/2][4] (U, Y0, V, Y1)
  kFloat32,  ///< f32[H][W]
};

std::string_view to_string(PixelFormat format);

/// What an image looks like: enough to allocate it and to interpret every byte of it.
struct ImageShape {
  PixelFormat format = PixelFormat::kGrey8;
  int width = 0;         ///< [px]
  int height = 0;        ///< [px]
  int stride_bytes = 0;  ///< of plane 0, at least the row's bytes
  CameraModel camera;

  /// A shape with rows padded to 64 bytes. @throws Error for a size that the format cannot have
  static ImageShape packed(PixelFormat format, int width, int height,
                           const CameraModel& camera = {});

  std::size_t bytes() const;                  ///< all planes
  std::size_t plane_offset(int plane) const;  ///< of plane 0 or 1 [bytes]
};

/// Bytes of one row of plane 0, without padding.
int row_bytes(PixelFormat format, int width);

}  // namespace sinew
