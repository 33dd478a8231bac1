// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/fuzz/graph_file_target.h"
#include "tests/support/catch.h"

// A bounded walk over mutated graph files with a fixed seed. Runs in the repository's root.

namespace sinew {
namespace {

constexpr int kTexts = 4000;
constexpr std::size_t kLongest = 8192;

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/golden/graphs"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> texts) : texts_(std::move(texts)) {}

  std::string next() {
    std::string text = any(texts_);
    const std::size_t changes = 1 + below(6);
    for (std::size_t i = 0; i < changes; ++i) change(text);
    if (text.size() > kLongest) text.resize(kLongest);
    return text;
  }

 private:
  template <class Range>
  std::string any(const Range& range) {
    return range[below(range.size())];
  }

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  void change(std::string& text) {
    static const std::array<std::string, 32> kWords{
        "sinew: 1\n", "stages:", "params:",    "lanes:",   "inputs: {a}", "outputs:", "with: {",
        "in: {",      "from:",   "use:",       "${",       "}",           "[",        "]",
        "{",          "&a ",     "*a",         "!!str ",   "? ",          ": ",       "- ",
        "\n---\n",    "\t",      "\"",         "'",        "slam.stereo", "1e999",    "20 ms",
        "40%",        "~",       "flow.print", "| \n  x\n"};
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(64, text.size() - at) + 1);
    switch (below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      case 2:
        text.insert(at, any(kWords));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 4: {
        const std::string other = any(texts_);
        text.insert(at, other.substr(below(other.size() + 1), 256));
        break;
      }
      default:
        text.insert(at, std::string(below(200), "[{- \n"[below(5)]));
    }
  }

  std::vector<std::string> texts_;
  std::mt19937 random_{20261201};
};

TEST_CASE("mutated graph files are read or refused, nothing else") {
  std::vector<std::string> texts = corpus();
  REQUIRE(texts.size() > 45);
  texts.push_back(
      "sinew: 1\nparams: {n: 3}\nstages:\n  a: {use: camera.files}\n  b:\n    use: flow.print\n"
      "    in: {x: [a.l, a.r]}\n    with: {flag: true, count: \"${n}\", seed: 7, gain: 0.5, text: "
      "t,"
      " wait: 20 ms, size: 2 MiB, goal: [1, 2], names: [a], mode: two}\n");
  Mutator mutator(std::move(texts));
  int refused = 0;
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = mutator.next();
    INFO("text " << i << ":\n" << text);
    bool has_problems = false;
    REQUIRE_NOTHROW(has_problems = !read_as_graph(text, "tests/golden/graphs/config").empty());
    refused += has_problems;
  }
  CHECK(refused > kTexts / 2);
  CHECK(refused < kTexts);  // some mutations leave a good graph
}

}  // namespace
}  // namespace sinew
