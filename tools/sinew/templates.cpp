// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/templates.h"

#include <algorithm>
#include <cctype>

namespace sinew {
namespace {

constexpr const char* kStage = R"(#include <framework/stage/stage.h>

namespace {

using namespace sinew;

/// Turns an image into its negative, by so much.
class @CLASS@ {
 public:
  struct Params {
    int strength = 255;

    static auto describe() {
      return std::tuple{param<&Params::strength>("What black becomes.").range(0, 255).live()};
    }
  };

  struct In : Inputs {
    Image image;

    static auto describe() { return std::tuple{port<&In::image>("u8[H][W], luminance").on_lane()}; }
  };

  struct Out : Outputs {
    Image image;

    static auto describe() {
      return std::tuple{port<&Out::image>("u8[H][W], same size as the input").on_lane()};
    }
  };

  static Shapes plan(const Params&, const Shapes& in) {
    return Shapes().set<&Out::image>(in.at<&In::image>());
  }

  @CLASS@(const Params& params, StageSetup&) : params_(params) {}

  Outcome process(const In& in, Out& out) {
    const auto src = in.image.view<std::uint8_t>();
    const auto dst = out.image.mutable_view<std::uint8_t>();
    for (int y = 0; y < src.height; ++y)
      for (int x = 0; x < src.width; ++x)
        dst.at(x, y) = static_cast<std::uint8_t>(std::max(0, params_.strength - src.at(x, y)));
    return Outcome::kEmit;
  }

 private:
  const Params& params_;
};

}  // namespace

SINEW_STAGE(@CLASS@, "@NAME@", "Turns an image into its negative.")
)";

constexpr const char* kTest = R"(#include <framework/memory/image.h>
#include <framework/runtime/runtime.h>

#include <cstdio>

// Feeds one image to the graph @FILE@_test.yaml and looks at what comes out.

int main() try {
  using namespace sinew;
  Runtime runtime(load_graph("@FILE@_test.yaml", {}, Board{}, PlanOptions{}), RunOptions{});
  runtime.start();
  runtime.feed("picture", time_from_ns(1), [](void* payload) {
    const auto pixels = static_cast<Image*>(payload)->mutable_view<std::uint8_t>();
    for (int y = 0; y < pixels.height; ++y)
      for (int x = 0; x < pixels.width; ++x) pixels.at(x, y) = 55;
  });
  runtime.end_input("picture");
  runtime.wait();

  const MessageRef message = runtime.take("result");
  if (!message || runtime.report().failed) {
    std::printf("nothing came out\n");
    return 1;
  }
  const int pixel = message.payload<Image>().view<std::uint8_t>().at(3, 2);
  std::printf("expected 200, got %d\n", pixel);
  return pixel == 200 ? 0 : 1;
} catch (const std::exception& error) {
  std::printf("%s\n", error.what());
  return 1;
}
)";

constexpr const char* kTestGraph = R"(sinew: 1
name: @FILE@_test

inputs:
  picture: {type: Image, shape: {format: GREY, width_px: 8, height_px: 4}}
outputs: {result: tested.image}

stages:
  tested:
    use: @NAME@
    in: {image: picture}
)";

constexpr const char* kBuild = R"(# cmake -B build -DCMAKE_PREFIX_PATH=<where Sinew is installed>
# cmake --build build && ctest --test-dir build
# SINEW_PLUGIN_PATH=build sinew describe @NAME@
cmake_minimum_required(VERSION 3.25)
project(@PROJECT@ LANGUAGES CXX)
find_package(Sinew REQUIRED)
enable_testing()

sinew_add_stages(@PROJECT@ @FILE@.cpp)

add_executable(@FILE@_test @FILE@_test.cpp @FILE@.cpp)
target_link_libraries(@FILE@_test PRIVATE Sinew::sinew)
add_test(NAME @FILE@ COMMAND @FILE@_test WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
)";

constexpr const char* kGraph = R"(sinew: 1
name: @NAME@

params:
  seed: 1  # sinew run @NAME@.yaml -D seed=2

stages:
  world:
    use: sim.stereo
    with: {seed: "${seed}"}
  show:
    use: flow.print
    in: {message: world.left}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// "image.make_negative" → "MakeNegative"
std::string class_name(const std::string& name) {
  std::string text;
  bool upper = true;
  for (const char c : name.substr(name.rfind('.') + 1)) {
    if (c != '_')
      text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '_';
  }
  return text;
}

}  // namespace

std::vector<NewFile> stage_files(const std::string& name, const std::string& project) {
  const std::string file = replaced(name, ".", "_");
  const auto filled = [&](const char* text) {
    return replaced(replaced(replaced(replaced(text, "@NAME@", name), "@FILE@", file), "@CLASS@",
                             class_name(name)),
                    "@PROJECT@", project);
  };
  return {{file + ".cpp", filled(kStage)},
          {file + "_test.cpp", filled(kTest)},
          {file + "_test.yaml", filled(kTestGraph)},
          {"CMakeLists.txt", filled(kBuild)}};
}

NewFile graph_file(const std::string& name) {
  return {name + ".yaml", replaced(kGraph, "@NAME@", name)};
}

}  // namespace sinew
