// SPDX-License-Identifier: Apache-2.0
#include <csetjmp>
#include <cstdio>
// The library's header needs FILE before it.
#include <jerror.h>
#include <jpeglib.h>

#include "plugins/camera/image_codec.h"

namespace sinew {
namespace {

constexpr int kQuality = 90;

struct ErrorManager {
  jpeg_error_mgr base;  // first, so that the library's pointer is ours
  std::jmp_buf jump;
  CodecFault* fault;
};

void on_error(j_common_ptr jpeg) {
  auto* const errors = reinterpret_cast<ErrorManager*>(jpeg->err);
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  std::snprintf(errors->fault->text, sizeof errors->fault->text, "%s", text);
  const int code = jpeg->err->msg_code;
  errors->fault->truncated = code == JWRN_JPEG_EOF || code == JERR_INPUT_EOF;
  std::longjmp(errors->jump, 1);
}

/// The library would fill with grey what is missing. Only padding between segments is harmless.
void on_message(j_common_ptr jpeg, int level) {
  if (level < 0 && jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA) on_error(jpeg);
}

void prepare(ErrorManager& errors, CodecFault& fault) {
  jpeg_std_error(&errors.base);
  errors.base.error_exit = on_error;
  errors.base.emit_message = on_message;
  errors.fault = &fault;
}

struct Decoder {
  explicit Decoder(CodecFault& fault) {
    prepare(errors, fault);
    jpeg.err = &errors.base;
  }
  ~Decoder() { jpeg_destroy_decompress(&jpeg); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  ErrorManager errors;
  jpeg_decompress_struct jpeg{};
};

struct Encoder {
  explicit Encoder(CodecFault& fault) {
    prepare(errors, fault);
    jpeg.err = &errors.base;
  }
  ~Encoder() { jpeg_destroy_compress(&jpeg); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  ErrorManager errors;
  jpeg_compress_struct jpeg{};
};

// The three below come back to setjmp on errors: no locals with destructors, none read afterwards.

bool read_header(Decoder& decoder, std::FILE* file) {
  if (setjmp(decoder.errors.jump)) return false;
  jpeg_create_decompress(&decoder.jpeg);
  jpeg_stdio_src(&decoder.jpeg, file);
  jpeg_read_header(&decoder.jpeg, TRUE);
  return true;
}

bool decode(Decoder& decoder, const PixelRows& rows) {
  if (setjmp(decoder.errors.jump)) return false;
  jpeg_decompress_struct& jpeg = decoder.jpeg;
  jpeg.out_color_space = rows.info.format == PixelFormat::kGrey8 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_start_decompress(&jpeg);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = rows.row(static_cast<int>(jpeg.output_scanline));
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  return true;
}

bool encode(Encoder& encoder, std::FILE* file, const PixelRows& rows) {
  if (setjmp(encoder.errors.jump)) return false;
  jpeg_compress_struct& jpeg = encoder.jpeg;
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  const bool grey = rows.info.format == PixelFormat::kGrey8;
  jpeg.image_width = static_cast<JDIMENSION>(rows.info.width);
  jpeg.image_height = static_cast<JDIMENSION>(rows.info.height);
  jpeg.input_components = grey ? 1 : 3;
  jpeg.in_color_space = grey                                     ? JCS_GRAYSCALE
                        : rows.info.format == PixelFormat::kBgr8 ? JCS_EXT_BGR
                                                                 : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, kQuality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = rows.row(static_cast<int>(jpeg.next_scanline));
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  return true;
}

}  // namespace

bool read_jpeg_info(std::FILE* file, ImageFileInfo& info, CodecFault& fault) {
  Decoder decoder(fault);
  if (!read_header(decoder, file)) return false;
  const jpeg_decompress_struct& jpeg = decoder.jpeg;
  info = {jpeg.num_components == 1 ? PixelFormat::kGrey8 : PixelFormat::kRgb8,
          static_cast<int>(jpeg.image_width), static_cast<int>(jpeg.image_height)};
  return true;
}

bool read_jpeg(std::FILE* file, const PixelRows& rows, CodecFault& fault) {
  Decoder decoder(fault);
  return read_header(decoder, file) && decode(decoder, rows);
}

bool write_jpeg(std::FILE* file, const PixelRows& rows, CodecFault& fault) {
  const PixelFormat format = rows.info.format;
  if (format != PixelFormat::kGrey8 && format != PixelFormat::kRgb8 &&
      format != PixelFormat::kBgr8) {
    std::snprintf(fault.text, sizeof fault.text, "JPEG holds 8-bit grey and colour images only");
    return false;
  }
  Encoder encoder(fault);
  return encode(encoder, file, rows);
}

}  // namespace sinew
