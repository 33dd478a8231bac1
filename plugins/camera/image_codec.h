// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

#include "framework/memory/image.h"
#include "plugins/camera/image_file.h"

// The two image libraries, each behind four C-like functions: they report errors by longjmp, so
// nothing with a destructor may stand between them and the caller.

namespace sinew {

/// What went wrong, as a sentence's second half. Empty: nothing.
struct CodecFault {
  char text[200] = "";
  bool truncated = false;  ///< the file ended too early
};

/// Rows of interleaved 8-bit (kGrey16: 16-bit, of this machine's byte order) samples.
struct PixelRows {
  std::uint8_t* data = nullptr;
  std::ptrdiff_t stride_bytes = 0;
  ImageFileInfo info;

  std::uint8_t* row(int y) const { return data + y * stride_bytes; }
};

/// All read from the start of the file. @return false and a fault where it does not work
bool read_png_info(std::FILE* file, ImageFileInfo& info, CodecFault& fault);
bool read_jpeg_info(std::FILE* file, ImageFileInfo& info, CodecFault& fault);

/// `rows` must fit what the header says.
bool read_png(std::FILE* file, const PixelRows& rows, CodecFault& fault);
bool read_jpeg(std::FILE* file, const PixelRows& rows, CodecFault& fault);

/// `rows` are only read.
bool write_png(std::FILE* file, const PixelRows& rows, CodecFault& fault);
bool write_jpeg(std::FILE* file, const PixelRows& rows, CodecFault& fault);

}  // namespace sinew
