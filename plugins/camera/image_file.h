// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "framework/memory/image.h"

namespace sinew {

/// What an image file holds: its size, and the format that it is read as. PNG with one channel
/// (8 or 16 bits, with or without alpha) and grey JPEG give kGrey8, all others kRgb8.
struct ImageFileInfo {
  PixelFormat format = PixelFormat::kGrey8;
  int width = 0;   ///< [px]
  int height = 0;  ///< [px]

  friend bool operator==(const ImageFileInfo&, const ImageFileInfo&) = default;
};

/// Reads the header alone: the first 26 bytes of a PNG, up to the first frame of a JPEG.
/// @throws Error "FILE: what is wrong: what to do"
ImageFileInfo read_image_info(const std::filesystem::path& file);

/// Decodes a whole file. Alpha is dropped, 16 bits are scaled to 8, palettes become colours.
/// Allocates nothing but what libpng and libjpeg take and give back.
/// @param dst writable, of the file's format and size
/// @throws Error that names the file: missing, truncated, broken, of another format or size
void read_image(const std::filesystem::path& file, const Image& dst);

/// Writes a .png or a .jpg (quality 90, 8 bits), as the name ends: first to a file of another name
/// beside it, which takes this one when complete. Never leaves half a file of this name.
/// @param src kGrey8, kRgb8, kBgr8, or kGrey16 for PNG
/// @throws Error that names the file: a folder that cannot be written, a full disk
void write_image(const std::filesystem::path& file, const Image& src);

}  // namespace sinew
