// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <array>
#include <bit>
#include <cstring>

#include "plugins/camera/image_codec.h"

namespace sinew {
namespace {

constexpr int kMaxSide = 1 << 16;

void note(CodecFault& fault, const char* text) {
  std::snprintf(fault.text, sizeof fault.text, "%s", text);
}

void on_error(png_structp png, png_const_charp text) {
  note(*static_cast<CodecFault*>(png_get_error_ptr(png)), text);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}  // a wrong colour profile does not matter here

/// Says that the file ended, which libpng's own reader does not tell apart.
void read_bytes(png_structp png, png_bytep bytes, std::size_t size) {
  if (std::fread(bytes, 1, size, static_cast<std::FILE*>(png_get_io_ptr(png))) == size) return;
  static_cast<CodecFault*>(png_get_error_ptr(png))->truncated = true;
  png_error(png, "it ends too early");
}

void write_bytes(png_structp png, png_bytep bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, static_cast<std::FILE*>(png_get_io_ptr(png))) != size)
    png_error(png, "the disk is full");
}

void flush_bytes(png_structp png) {
  if (std::fflush(static_cast<std::FILE*>(png_get_io_ptr(png))) != 0)
    png_error(png, "the disk is full");
}

/// The library's handles, freed on every way out of the functions that own them.
struct Reader {
  explicit Reader(CodecFault& fault)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &fault, on_error, on_warning)),
        info(png ? png_create_info_struct(png) : nullptr) {}
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  png_structp png;
  png_infop info;
};

struct Writer {
  explicit Writer(CodecFault& fault)
      : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &fault, on_error, on_warning)),
        info(png ? png_create_info_struct(png) : nullptr) {}
  ~Writer() { png_destroy_write_struct(&png, &info); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  png_structp png;
  png_infop info;
};

/// To 8 bits and one or three channels.
void ask_for_plain_samples(png_structp png, png_infop info) {
  const int color = png_get_color_type(png, info), depth = png_get_bit_depth(png, info);
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (color == PNG_COLOR_TYPE_GRAY && depth < 8) png_set_expand_gray_1_2_4_to_8(png);
  if (depth == 16) png_set_scale_16(png);
  png_set_strip_alpha(png);
}

/// Jumps back here on errors: only plain locals, none of them read afterwards.
bool decode(png_structp png, png_infop info, std::FILE* file, const PixelRows& rows,
            CodecFault& fault) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_read_fn(png, file, read_bytes);
  png_read_info(png, info);
  ask_for_plain_samples(png, info);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const auto row_size = static_cast<std::size_t>(row_bytes(rows.info.format, rows.info.width));
  if (png_get_rowbytes(png, info) != row_size) return note(fault, "odd row length"), false;
  for (int pass = 0; pass < passes; ++pass)
    for (int y = 0; y < rows.info.height; ++y) png_read_row(png, rows.row(y), nullptr);
  png_read_end(png, nullptr);
  return true;
}

bool encode(png_structp png, png_infop info, std::FILE* file, const PixelRows& rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  const bool grey = rows.info.format == PixelFormat::kGrey8;
  const bool deep = rows.info.format == PixelFormat::kGrey16;
  png_set_write_fn(png, file, write_bytes, flush_bytes);
  png_set_compression_level(png, 1);  // a quarter of the time of the default, a tenth more bytes
  png_set_IHDR(png, info, static_cast<png_uint_32>(rows.info.width),
               static_cast<png_uint_32>(rows.info.height), deep ? 16 : 8,
               grey || deep ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (deep && std::endian::native == std::endian::little) png_set_swap(png);
  if (rows.info.format == PixelFormat::kBgr8) png_set_bgr(png);
  for (int y = 0; y < rows.info.height; ++y) png_write_row(png, rows.row(y));
  png_write_end(png, info);
  flush_bytes(png);
  return true;
}

int big_endian(const unsigned char* bytes) {
  const std::uint32_t value = static_cast<std::uint32_t>(bytes[0]) << 24 |
                              static_cast<std::uint32_t>(bytes[1]) << 16 |
                              static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
  return value > kMaxSide ? 0 : static_cast<int>(value);
}

}  // namespace

bool read_png_info(std::FILE* file, ImageFileInfo& info, CodecFault& fault) {
  std::array<unsigned char, 26> head{};  // signature, IHDR's length and name, size, depth, colour
  if (std::fread(head.data(), 1, head.size(), file) != head.size())
    return fault.truncated = true, false;
  if (std::memcmp(head.data() + 12, "IHDR", 4) != 0 || png_sig_cmp(head.data(), 0, 8) != 0)
    return note(fault, "no header"), false;
  const bool grey = (head[25] & PNG_COLOR_MASK_COLOR) == 0;
  info = {grey ? PixelFormat::kGrey8 : PixelFormat::kRgb8, big_endian(head.data() + 16),
          big_endian(head.data() + 20)};
  if (info.width == 0 || info.height == 0) return note(fault, "no usable size"), false;
  return true;
}

bool read_png(std::FILE* file, const PixelRows& rows, CodecFault& fault) {
  const Reader reader(fault);
  if (!reader.info) return note(fault, "no memory"), false;
  return decode(reader.png, reader.info, file, rows, fault);
}

bool write_png(std::FILE* file, const PixelRows& rows, CodecFault& fault) {
  const PixelFormat format = rows.info.format;
  if (format != PixelFormat::kGrey8 && format != PixelFormat::kGrey16 &&
      format != PixelFormat::kRgb8 && format != PixelFormat::kBgr8)
    return note(fault, "PNG holds grey and colour images only"), false;
  const Writer writer(fault);
  if (!writer.info) return note(fault, "no memory"), false;
  return encode(writer.png, writer.info, file, rows);
}

}  // namespace sinew
