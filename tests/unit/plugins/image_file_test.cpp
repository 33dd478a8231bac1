// SPDX-License-Identifier: Apache-2.0
#include "plugins/camera/image_file.h"

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_image.h"

namespace sinew {
namespace {

using test::error_of;
using test::read_text;
using test::TemporaryFolder;
using test::TestImage;
using test::write_text;

/// A PNG of 4x2 pixels made by hand: stored deflate blocks, so its bytes can be read here.
/// @param header bit depth, colour type, compression, filter, interlace
std::string png_of(const std::string& header, const std::string& palette, const std::string& rows) {
  const auto be32 = [](std::uint32_t v) {
    return std::string{static_cast<char>(v >> 24), static_cast<char>(v >> 16),
                       static_cast<char>(v >> 8), static_cast<char>(v)};
  };
  const auto chunk = [&](const std::string& name, const std::string& data) {
    std::uint32_t crc = 0xffffffffu;
    for (const char c : name + data) {
      crc ^= static_cast<unsigned char>(c);
      for (int k = 0; k < 8; ++k) crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    return be32(static_cast<std::uint32_t>(data.size())) + name + data + be32(crc ^ 0xffffffffu);
  };
  std::uint32_t a = 1, b = 0;
  for (const char c : rows) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const auto size = static_cast<unsigned>(rows.size());
  std::string deflate{0x78, 0x01, 0x01};
  deflate += {static_cast<char>(size & 255), static_cast<char>(size >> 8),
              static_cast<char>(~size & 255), static_cast<char>((~size >> 8) & 255)};
  deflate += rows + be32(b << 16 | a);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", be32(4) + be32(2) + header) +
         (palette.empty() ? "" : chunk("PLTE", palette)) + chunk("IDAT", deflate) +
         chunk("IEND", "");
}

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

/// While it lives no file grows beyond this, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit old_{};
};

TEST_CASE("a PNG is read as it was written") {
  const TemporaryFolder folder;
  for (const PixelFormat format : {PixelFormat::kGrey8, PixelFormat::kRgb8}) {
    const TestImage written(format, 37, 11), read(format, 37, 11);
    written.paint(3);
    write_image(folder / "a.png", written);
    CHECK(read_image_info(folder / "a.png") == ImageFileInfo{format, 37, 11});
    read_image(folder / "a.png", read);
    for (int y = 0; y < 11; ++y)
      for (int i = 0; i < row_bytes(format, 37); ++i)
        REQUIRE(read.byte(i, y) == written.byte(i, y));
  }
  CHECK(!std::filesystem::exists(folder / "a.png.part"));
}

TEST_CASE("a BGR image is written with its colours") {
  const TemporaryFolder folder;
  const TestImage written(PixelFormat::kBgr8, 2, 1), read(PixelFormat::kRgb8, 2, 1);
  for (int i = 0; i < 6; ++i) written.byte(i, 0) = static_cast<std::uint8_t>(10 * i);
  write_image(folder / "a.png", written);
  read_image(folder / "a.png", read);
  CHECK(read.byte(0, 0) == 20);
  CHECK(read.byte(2, 0) == 0);
  CHECK(read.byte(5, 0) == 30);
}

TEST_CASE("16-bit grey is written whole and read as its upper byte") {
  const TemporaryFolder folder;
  const TestImage written(PixelFormat::kGrey16, 3, 1), read(PixelFormat::kGrey8, 3, 1);
  const auto row = written.get().mutable_view<std::uint16_t>();
  row.at(0, 0) = 0;
  row.at(1, 0) = 0x1234;
  row.at(2, 0) = 0xffff;
  write_image(folder / "a.png", written);
  read_image(folder / "a.png", read);
  CHECK(read.byte(0, 0) == 0);
  CHECK(read.byte(1, 0) == 0x12);
  CHECK(read.byte(2, 0) == 255);
}

TEST_CASE("palettes, few bits, alpha and interlacing become plain samples") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& png, PixelFormat format) {
    write_text(folder / "a.png", png);
    REQUIRE(read_image_info(folder / "a.png") == ImageFileInfo{format, 4, 2});
    const TestImage image(format, 4, 2);
    read_image(folder / "a.png", image);
    std::vector<int> samples;
    for (int i = 0; i < row_bytes(format, 4); ++i) samples.push_back(image.byte(i, 0));
    return samples;
  };
  SECTION("a palette of two colours, one bit a pixel") {
    const auto samples =
        read(png_of(bytes({1, 3, 0, 0, 0}), bytes({1, 2, 3, 200, 100, 50}), bytes({0, 0x50, 0, 0})),
             PixelFormat::kRgb8);
    CHECK(samples == std::vector{1, 2, 3, 200, 100, 50, 1, 2, 3, 200, 100, 50});
  }
  SECTION("grey of two bits") {
    const auto samples =
        read(png_of(bytes({2, 0, 0, 0, 0}), "", bytes({0, 0x1b, 0, 0})), PixelFormat::kGrey8);
    CHECK(samples == std::vector{0, 85, 170, 255});
  }
  SECTION("grey with alpha") {
    const auto samples =
        read(png_of(bytes({8, 4, 0, 0, 0}), "",
                    bytes({0, 10, 0, 20, 255, 30, 7, 40, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0})),
             PixelFormat::kGrey8);
    CHECK(samples == std::vector{10, 20, 30, 40});
  }
  SECTION("Adam7: passes 1, 4, 6 and 7 of 4x2 pixels") {
    const auto samples =
        read(png_of(bytes({8, 0, 0, 0, 1}), "", bytes({0, 10, 0, 30, 0, 20, 40, 0, 5, 6, 7, 8})),
             PixelFormat::kGrey8);
    CHECK(samples == std::vector{10, 20, 30, 40});
  }
}

TEST_CASE("a JPEG is read nearly as it was written") {
  const TemporaryFolder folder;
  for (const PixelFormat format : {PixelFormat::kGrey8, PixelFormat::kRgb8}) {
    const TestImage written(format, 33, 17), read(format, 33, 17);
    for (int y = 0; y < 17; ++y)
      for (int i = 0; i < row_bytes(format, 33); ++i)
        written.byte(i, y) = static_cast<std::uint8_t>(60 + 2 * y + i);
    write_image(folder / "a.jpg", written);
    CHECK(read_image_info(folder / "a.jpg") == ImageFileInfo{format, 33, 17});
    read_image(folder / "a.jpg", read);
    for (int y = 0; y < 17; ++y)
      for (int i = 0; i < row_bytes(format, 33); ++i)
        REQUIRE(std::abs(read.byte(i, y) - written.byte(i, y)) <= 8);
  }
}

TEST_CASE("a file cut at any length is refused with its name") {
  const TemporaryFolder folder;
  const TestImage image(PixelFormat::kGrey8, 64, 48), read(PixelFormat::kGrey8, 64, 48);
  image.paint(1);
  for (const std::string name : {"a.png", "a.jpg"}) {
    write_image(folder / name, image);
    const std::string whole = read_text(folder / name);
    const std::string kind = name == "a.png" ? "PNG" : "JPEG";
    for (std::size_t size = 4; size < whole.size(); size += size < 700 ? 1 : 97) {
      write_text(folder / name, whole.substr(0, size));
      INFO(name << " of " << size << " bytes");
      CHECK(error_of([&] { read_image(folder / name, read); }) ==
            (folder / name).string() + ": truncated " + kind + ": copy it again");
    }
    write_text(folder / name, whole.substr(0, whole.size() - 1));
    CHECK(error_of([&] { read_image(folder / name, read); }) != "(no error)");
  }
}

TEST_CASE("a file with any byte changed is refused or read, and never more") {
  const TemporaryFolder folder;
  const TestImage image(PixelFormat::kRgb8, 16, 16), read(PixelFormat::kRgb8, 16, 16);
  image.paint(1);
  int refused = 0;
  for (const std::string name : {"a.png", "a.jpg"}) {
    write_image(folder / name, image);
    const std::string whole = read_text(folder / name);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string broken = whole;
      broken[at] = static_cast<char>(broken[at] ^ (1 << at % 8));
      write_text(folder / name, broken);
      const std::string error = error_of([&] { read_image(folder / name, read); });
      if (error == "(no error)") continue;
      ++refused;
      CHECK(error.starts_with((folder / name).string() + ": "));
    }
  }
  CHECK(refused > 200);
}

TEST_CASE("what is no image, or another one, is refused with what to do") {
  const TemporaryFolder folder;
  const TestImage image(PixelFormat::kGrey8, 8, 8), other(PixelFormat::kGrey8, 8, 9);
  const auto error = [&](const std::string& name) {
    return error_of([&] { read_image(folder / name, image); });
  };
  const std::string at = folder.path().string();
  CHECK(error("none.png") == at + "/none.png: cannot be opened (No such file or directory): copy "
                                  "it again or correct its permissions");
  write_text(folder / "empty.png", "");
  CHECK(error("empty.png") == at + "/empty.png: is empty: copy it again");
  write_text(folder / "text.png", "not an image");
  CHECK(error("text.png") == at + "/text.png: is neither PNG nor JPEG: convert it to one of them");
  write_text(folder / "head.png", "\x89PNG\r\n\x1a\n and then something that is no header");
  CHECK(error("head.png") == at + "/head.png: broken PNG (no header): copy it again");
  write_image(folder / "other.png", other);
  CHECK(error("other.png") == at + "/other.png: is 8x9 GREY, not 8x8 GREY as the others: all "
                                   "images of a camera must be alike");
}

TEST_CASE("an image that cannot be written leaves no file") {
  const TemporaryFolder folder;
  const TestImage grey(PixelFormat::kGrey8, 8, 8), deep(PixelFormat::kGrey16, 8, 8);
  CHECK(error_of([&] { write_image(folder / "none/a.png", grey); }) ==
        (folder / "none/a.png").string() +
            ": cannot be written (No such file or directory): make room or choose another folder "
            "with --out");
  CHECK(error_of([&] { write_image(folder / "a.jpg", deep); }) ==
        (folder / "a.jpg").string() +
            ": cannot be made (JPEG holds 8-bit grey and colour images only): choose another "
            "format");
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a full disk leaves the file that was there") {
  const TemporaryFolder folder;
  const TestImage image(PixelFormat::kRgb8, 64, 64);
  image.paint(1);
  for (const std::string name : {"a.png", "a.jpg"}) {
    write_image(folder / name, image);
    const std::string before = read_text(folder / name);
    const std::string error = [&] {
      const FileSizeLimit limit(300);
      return error_of([&] { write_image(folder / name, image); });
    }();
    CHECK(error == (folder / name).string() +
                       ": cannot be written (File too large): make room or choose another folder "
                       "with --out");
    CHECK(read_text(folder / name) == before);
    CHECK(!std::filesystem::exists(folder / (name + ".part")));
  }
}

}  // namespace
}  // namespace sinew
