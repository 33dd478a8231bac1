// SPDX-License-Identifier: Apache-2.0
#include "plugins/camera/text_file.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

namespace sinew {
namespace {

constexpr std::uintmax_t kMaxBytes = 256u << 20;
constexpr std::int64_t kMaxStamp_ns = 9'000'000'000'000'000'000;  // the year 2255
constexpr std::string_view kSeparators = " \t\r,";

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(kSeparators); at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(kSeparators, at), line.size());
    words.emplace_back(line.substr(at, end - at));
    at = line.find_first_not_of(kSeparators, end);
  }
  return words;
}

/// The whole word as one number.
template <class T>
bool parse(const std::string& word, T& value) {
  const char* const first = word.data() + (word.size() > 1 && word[0] == '+');
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc() && end == last;
}

}  // namespace

TextFile::TextFile(const std::filesystem::path& path) : path_(path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw Error(path.string() + ": is missing: copy it from the data set");
  if (std::filesystem::file_size(path, error) > kMaxBytes)
    throw Error(path.string() + ": is larger than 256 MiB: is it the right file?");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path.string() + ": cannot be opened: correct its permissions");
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    if (text.find('\0') != std::string::npos)
      throw Error(path.string() + ':' + std::to_string(number) + ": is no text: copy it again");
    TextLine line{number, words_of(text)};
    if (!line.words.empty() && line.words[0][0] != '#') lines_.push_back(std::move(line));
  }
}

std::vector<double> TextFile::numbers(const TextLine& line, std::size_t first,
                                      std::size_t count) const {
  if (line.words.size() < first + count)
    refuse(line, "has " + std::to_string(line.words.size() - std::min(line.words.size(), first)) +
                     " numbers, not " + std::to_string(count) + ": copy the file again");
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    if (!parse(line.words[first + i], values[i]) || !std::isfinite(values[i]))
      refuse(line, "'" + line.words[first + i] + "' is no number: correct it");
  return values;
}

std::int64_t TextFile::nanoseconds(const TextLine& line) const {
  std::int64_t stamp = 0;
  if (!parse(line.words[0], stamp) || stamp < 0 || stamp > kMaxStamp_ns)
    refuse(line, "'" + line.words[0] + "' is no stamp in whole nanoseconds: correct it");
  return stamp;
}

void TextFile::refuse(const TextLine& line, const std::string& what) const {
  throw Error(path_.string() + ':' + std::to_string(line.number) + ": " + what);
}

}  // namespace sinew
