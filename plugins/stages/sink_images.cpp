// SPDX-License-Identifier: Apache-2.0
#include <cinttypes>
#include <cstdio>

#include "framework/stage/stage.h"
#include "plugins/camera/image_file.h"

namespace sinew {
namespace {

enum class FileFormat : std::uint8_t { kPng, kJpg };

/// Writes images into a folder named after the stage, one file each, named after the message's
/// number. A file is there only when it is complete.
class ImageSink {
 public:
  struct Params {
    int every_n = 1;
    FileFormat format = FileFormat::kPng;

    static auto describe() {
      return std::tuple{
          param<&Params::every_n>("Writes the first of each so many.").range(1, 1e6).live(),
          param<&Params::format>("jpg is smaller and loses detail.").names("png", "jpg")};
    }
  };

  struct In : Inputs {
    Image image;

    static auto describe() {
      return std::tuple{
          port<&In::image>("GREY, RGB or BGR; for png 16-bit GREY too").on_host().lossless()};
    }
  };

  using Out = NoOutputs;

  static Shapes plan(const Params& params, const Shapes& in) {
    const PixelFormat format = in.at<&In::image>().image.format;
    const bool plain = format == PixelFormat::kGrey8 || format == PixelFormat::kRgb8 ||
                       format == PixelFormat::kBgr8;
    if (!plain && !(format == PixelFormat::kGrey16 && params.format == FileFormat::kPng))
      throw Error("cannot write " + std::string(to_string(format)) +
                  " images: put an image.grey before it");
    return Shapes();
  }

  ImageSink(const Params& params, StageSetup& setup)
      : params_(params), directory_(setup.output_directory / setup.name) {
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
      throw Error(directory_.string() + ": cannot be made (" + error.message() +
                  "): choose another folder with --out");
  }

  Outcome process(const In& in, Out&) {
    if (in.sequence % static_cast<std::uint64_t>(params_.every_n) != 0) return Outcome::kEmit;
    char name[32];
    std::snprintf(name, sizeof name, "%06" PRIu64 ".%s", in.sequence,
                  params_.format == FileFormat::kPng ? "png" : "jpg");
    write_image(directory_ / name, in.image);
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
  const std::filesystem::path directory_;
};

}  // namespace

SINEW_STAGE(ImageSink, "sink.images", "Writes images as PNG or JPEG files.")

}  // namespace sinew
