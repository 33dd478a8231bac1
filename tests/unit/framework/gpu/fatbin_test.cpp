// SPDX-License-Identifier: Apache-2.0
#include "framework/gpu/fatbin.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace sinew {
namespace {

/// The kernel files of the source tree, as the table names them, sorted.
std::vector<std::string> kernel_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("kernels")) {
    if (entry.path().extension() == ".cu") {
      names.push_back(
          std::filesystem::relative(entry.path(), "kernels").replace_extension().generic_string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool built_with_cuda() { return !fatbin_architectures().empty(); }

TEST_CASE("every kernel file is in the table of fatbins, or none in a build without CUDA") {
  std::vector<std::string> names;
  for (const Fatbin& fatbin : fatbins()) names.emplace_back(fatbin.name);
  CHECK(names == (built_with_cuda() ? kernel_files() : std::vector<std::string>{}));
}

TEST_CASE("an embedded fatbin starts with its magic word, has a body and is aligned") {
  constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
  for (const Fatbin& fatbin : fatbins()) {
    INFO(fatbin.name);
    REQUIRE(fatbin.bytes.size() > 1024);
    std::uint32_t magic = 0;
    std::memcpy(&magic, fatbin.bytes.data(), sizeof magic);
    CHECK(magic == kFatbinMagic);
    CHECK(reinterpret_cast<std::uintptr_t>(fatbin.bytes.data()) % 64 == 0);
  }
}

TEST_CASE("a build with CUDA has PTX for GPUs to come and code for every listed one") {
  if (!built_with_cuda()) return;
  const std::vector<std::string> expected{"compute_75", "sm_87",  "sm_90",  "sm_100",
                                          "sm_103",     "sm_110", "sm_120", "sm_121"};
  const auto names = fatbin_architectures();
  CHECK(std::vector<std::string>(names.begin(), names.end()) == expected);
}

}  // namespace
}  // namespace sinew
