// SPDX-License-Identifier: Apache-2.0
#include "plugins/camera/image_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "plugins/camera/image_codec.h"

namespace sinew {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what) {
  throw Error(path.string() + ": " + what);
}

struct Codec {
  const char* name;
  bool (*read_info)(std::FILE*, ImageFileInfo&, CodecFault&);
  bool (*read)(std::FILE*, const PixelRows&, CodecFault&);
  bool (*write)(std::FILE*, const PixelRows&, CodecFault&);
};
constexpr Codec kPng{"PNG", read_png_info, read_png, write_png};
constexpr Codec kJpeg{"JPEG", read_jpeg_info, read_jpeg, write_jpeg};

File open_to_read(const std::filesystem::path& path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    refuse(path, std::string("cannot be opened (") + std::strerror(errno) +
                     "): copy it again or correct its permissions");
  return file;
}

/// By the first bytes, whatever the name.
const Codec& codec_of(const std::filesystem::path& path, std::FILE* file) {
  std::array<unsigned char, 4> magic{};
  const std::size_t size = std::fread(magic.data(), 1, magic.size(), file);
  std::rewind(file);
  if (size == 0) refuse(path, "is empty: copy it again");
  if (magic == std::array<unsigned char, 4>{0x89, 'P', 'N', 'G'}) return kPng;
  if (magic[0] == 0xff && magic[1] == 0xd8) return kJpeg;
  if (size < magic.size()) refuse(path, "truncated: copy it again");
  refuse(path, "is neither PNG nor JPEG: convert it to one of them");
}

[[noreturn]] void refuse_content(const std::filesystem::path& path, const Codec& codec,
                                 const CodecFault& fault) {
  if (fault.truncated) refuse(path, std::string("truncated ") + codec.name + ": copy it again");
  refuse(path, std::string("broken ") + codec.name + " (" + fault.text + "): copy it again");
}

std::string describe(const ImageFileInfo& info) {
  return std::to_string(info.width) + 'x' + std::to_string(info.height) + ' ' +
         std::string(to_string(info.format));
}

ImageFileInfo info_of(const ImageShape& shape) { return {shape.format, shape.width, shape.height}; }

/// The file under its temporary name; without commit() it is removed.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path)
      : path_(path), part_(path.string() + ".part"), file_(std::fopen(part_.c_str(), "wb")) {
    if (!file_) fail();
  }
  ~NewFile() {
    if (part_.empty()) return;
    file_.reset();
    std::remove(part_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::FILE* get() const { return file_.get(); }

  void commit() {
    if (std::fclose(file_.release()) != 0) fail();
    if (std::rename(part_.c_str(), path_.c_str()) != 0) fail();
    part_.clear();
  }

  [[noreturn]] void fail() const {
    refuse(path_, std::string("cannot be written (") + std::strerror(errno) +
                      "): make room or choose another folder with --out");
  }

 private:
  const std::filesystem::path path_;
  std::string part_;
  File file_;
};

PixelRows rows_of(const Image& image, const std::byte* data) {
  return {const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(data)),
          image.shape.stride_bytes, info_of(image.shape)};
}

}  // namespace

ImageFileInfo read_image_info(const std::filesystem::path& path) {
  const File file = open_to_read(path);
  const Codec& codec = codec_of(path, file.get());
  ImageFileInfo info;
  CodecFault fault;
  if (!codec.read_info(file.get(), info, fault)) refuse_content(path, codec, fault);
  return info;
}

void read_image(const std::filesystem::path& path, const Image& dst) {
  const File file = open_to_read(path);
  const Codec& codec = codec_of(path, file.get());
  ImageFileInfo info;
  CodecFault fault;
  if (!codec.read_info(file.get(), info, fault)) refuse_content(path, codec, fault);
  if (info != info_of(dst.shape))
    refuse(path, "is " + describe(info) + ", not " + describe(info_of(dst.shape)) +
                     " as the others: all images of a camera must be alike");
  std::rewind(file.get());
  if (!codec.read(file.get(), rows_of(dst, dst.buffer.mutable_data()), fault))
    refuse_content(path, codec, fault);
}

void write_image(const std::filesystem::path& path, const Image& src) {
  const Codec& codec = path.extension() == ".png" ? kPng : kJpeg;
  NewFile file(path);
  CodecFault fault;
  errno = 0;
  if (!codec.write(file.get(), rows_of(src, src.buffer.data()), fault)) {
    if (std::ferror(file.get())) file.fail();
    refuse(path, std::string("cannot be made (") + fault.text + "): choose another format");
  }
  file.commit();
}

}  // namespace sinew
