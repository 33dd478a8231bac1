// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "plugins/camera/stereo_dataset.h"
#include "tests/support/catch.h"
#include "tests/support/dataset_folder.h"

// A bounded walk over data sets whose lists, calibrations and truth are damaged, with a fixed seed.
// Each is read, or refused by a sentence that names a file in it; never anything else.

namespace sinew {
namespace {

using namespace test;

constexpr int kDamages = 1500;

const std::vector<std::string> kWords{"nan",
                                      "inf",
                                      "1e999",
                                      "-1",
                                      "0x10",
                                      ",",
                                      ",,",
                                      "\n",
                                      "\r",
                                      " ",
                                      ":",
                                      "#",
                                      "[",
                                      "]",
                                      "{",
                                      "&a ",
                                      "*a",
                                      std::string(1, '\0'),
                                      "18446744073709551616",
                                      "data:",
                                      "9223372036854775807",
                                      "../../x",
                                      "P0:",
                                      "equidistant"};

class Damage {
 public:
  std::string apply(std::string text) {
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes; ++i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(40, text.size() - at) + 1);
    switch (below(5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      case 2:
        text.insert(at, kWords[below(kWords.size())]);
        break;
      case 3:
        text.resize(at);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
    }
  }

  std::mt19937 random_{20261};
};

/// Damages one file after the other, each time from its whole state.
void damage_and_read(const TemporaryFolder& folder, const std::vector<std::string>& files) {
  Damage damage;
  int refused = 0;
  for (int i = 0; i < kDamages; ++i) {
    const std::filesystem::path file = folder / files[static_cast<std::size_t>(i) % files.size()];
    const std::string whole = read_text(file);
    const std::string damaged = damage.apply(whole);
    write_text(file, damaged);
    const std::string error = error_of([&] {
      const auto dataset = read_stereo_dataset(folder.path(), DatasetLayout::kAuto, 10);
      check_images(dataset.frames);
    });
    INFO(damaged);
    if (error != "(no error)") {
      ++refused;
      CHECK(error.starts_with(folder.path().string()));
    }
    write_text(file, whole);
  }
  CHECK(refused > kDamages / 4);
  CHECK(refused < kDamages);
}

}  // namespace

TEST_CASE("a damaged KITTI sequence is read or refused") {
  const TemporaryFolder folder;
  make_kitti(folder.path(), 3);
  write_text(folder / "times.txt", "0.0\n0.1\n0.2\n");
  write_text(folder / "poses.txt", "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 1 0 1 0 2 0 0 1 3\n");
  damage_and_read(folder, {"calib.txt", "times.txt", "poses.txt"});
}

TEST_CASE("a damaged EuRoC recording is read or refused") {
  const TemporaryFolder folder;
  make_euroc(folder.path(), 3);
  write_text(folder / "left_cam_groundtruth.csv",
             "1000000000,1,2,3,1,0,0,0\n1100000000,3,2,3,1,0,0,0\n");
  damage_and_read(folder, {"mav0/cam0/data.csv", "mav0/cam1/data.csv", "mav0/cam0/sensor.yaml",
                           "mav0/cam1/sensor.yaml", "left_cam_groundtruth.csv"});
}

}  // namespace sinew
