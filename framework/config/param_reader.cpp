// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "framework/config/param.h"

namespace sinew {
namespace {

void add_problem(const ParamInfo& info, const Value& value, const ReadContext& context,
                 const std::string& what, const std::string& index = "") {
  context.problems->add(value.mark, context.where + "." + info.name + index, what);
}

/// The number that a range is compared with.
double measure(double number) { return number; }
double measure(std::int64_t number) { return static_cast<double>(number); }
double measure(std::uint64_t number) { return static_cast<double>(number); }
double measure(Duration duration) { return to_s(duration); }
double measure(Bytes bytes) { return static_cast<double>(bytes.count); }

/// A bound of a range in the unit that the user writes.
std::string bound_text(double bound, const std::string& type) {
  if (type == "duration") return to_text(duration_from_s(bound));
  if (type == "bytes") return to_text(Bytes{static_cast<std::int64_t>(bound)});
  return to_text(bound);
}

/// "20 is outside [0, 16]", or "".
template <class T>
std::string check_range(const ParamInfo& info, const Value& value, const T& read) {
  const double number = measure(read);
  if ((!info.min || number >= *info.min) && (!info.max || number <= *info.max)) return "";
  return value.text + " is outside [" + (info.min ? bound_text(*info.min, info.type) : "") + ", " +
         (info.max ? bound_text(*info.max, info.type) : "") + "]";
}

/// Reads a scalar within the row's range; whether that went well.
template <class T>
bool read_in_range(const ParamInfo& info, const Value& value, T& out, const ReadContext& context,
                   const std::string& index = "") {
  if (value.refused) return false;
  T read{};
  std::string what = read_scalar(value, read);
  if (what.empty()) what = check_range(info, value, read);
  if (what.empty())
    out = read;
  else
    add_problem(info, value, context, what, index);
  return what.empty();
}

template <class T>
bool read_any(const ParamInfo& info, const Value& value, T& out, const ReadContext& context,
              const std::string& index = "") {
  if (value.refused) return false;
  const std::string what = read_scalar(value, out);
  if (!what.empty()) add_problem(info, value, context, what, index);
  return what.empty();
}

/// Reads each entry with `read_entry(entry, out, index)`, which says whether it went well.
template <class T, class ReadEntry>
void read_list(const ParamInfo& info, const Value& value, std::vector<T>& out,
               const ReadContext& context, const ReadEntry& read_entry) {
  if (value.refused) return;
  if (value.kind != Value::Kind::kList) {
    const std::string kind = info.type == "list of number" ? "numbers" : "strings";
    add_problem(info, value, context, "must be a list of " + kind + ", not " + in_words(value));
    return;
  }
  std::vector<T> read(value.items.size());
  bool good = true;
  for (std::size_t i = 0; i < read.size(); ++i)
    good &= read_entry(value.items[i], read[i], "[" + std::to_string(i) + "]");
  if (good) out = std::move(read);
}

template <class T>
std::string print_list(const std::vector<T>& list) {
  std::string text = "[";
  for (const T& entry : list) text += (text.size() > 1 ? ", " : "") + ParamCodec::print(entry);
  return text + "]";
}

std::filesystem::path in_folder(const std::filesystem::path& folder,
                                const std::filesystem::path& path) {
  return path.empty() ? path : (folder / path).lexically_normal();
}

/// The first of the two places that holds `path`. An absolute path has one place.
std::optional<std::filesystem::path> find_path(const std::filesystem::path& path,
                                               const std::filesystem::path& beside,
                                               const std::filesystem::path& config) {
  if (path.empty()) return {};
  std::error_code none;  // a place that cannot be looked into holds nothing
  for (const auto& folder : {beside, config})
    if (const auto place = in_folder(folder, path); std::filesystem::exists(place, none))
      return place;
  return {};
}

std::string no_such_path(const std::filesystem::path& path, const std::filesystem::path& beside,
                         const std::filesystem::path& config) {
  if (path.empty()) return "needs the name of a file";
  const std::string what = "there is no " + in_quotes(path.string());
  if (path.is_absolute()) return what;
  const auto name = [](const std::filesystem::path& folder) {
    return in_quotes(folder.empty() ? "." : folder.string());
  };
  return what + " in " + name(beside) + " nor in " + name(config);
}

}  // namespace

void ParamCodec::read(const ParamInfo& info, const Value& value, bool& out,
                      const ReadContext& context) {
  read_any(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, int& out,
                      const ReadContext& context) {
  ParamInfo narrow = info;
  const double least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  narrow.min = std::max(info.min.value_or(least), least);
  narrow.max = std::min(info.max.value_or(most), most);
  std::int64_t read = out;
  read_in_range(narrow, value, read, context);
  out = static_cast<int>(read);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::int64_t& out,
                      const ReadContext& context) {
  read_in_range(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::uint64_t& out,
                      const ReadContext& context) {
  read_in_range(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, float& out,
                      const ReadContext& context) {
  ParamInfo narrow = info;
  const double most = std::numeric_limits<float>::max();
  narrow.min = std::max(info.min.value_or(-most), -most);
  narrow.max = std::min(info.max.value_or(most), most);
  double read = out;
  read_in_range(narrow, value, read, context);
  out = static_cast<float>(read);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, double& out,
                      const ReadContext& context) {
  read_in_range(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::string& out,
                      const ReadContext& context) {
  read_any(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, Duration& out,
                      const ReadContext& context) {
  read_in_range(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, Bytes& out,
                      const ReadContext& context) {
  read_in_range(info, value, out, context);
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::filesystem::path& out,
                      const ReadContext& context) {
  if (value.refused) return;
  std::string text;
  if (const std::string what = read_scalar(value, text); !what.empty()) {
    add_problem(info, value, context, what);
    return;
  }
  const std::filesystem::path& beside =
      value.directory.empty() ? context.directory : value.directory;
  const auto found = find_path(text, beside, context.config_directory);
  if (found || !info.must_exist)
    out = found ? *found : in_folder(beside, text);
  else
    add_problem(info, value, context, no_such_path(text, beside, context.config_directory));
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::vector<double>& out,
                      const ReadContext& context) {
  read_list(info, value, out, context,
            [&](const Value& entry, double& number, const std::string& index) {
              return read_in_range(info, entry, number, context, index);
            });
}

void ParamCodec::read(const ParamInfo& info, const Value& value, std::vector<std::string>& out,
                      const ReadContext& context) {
  read_list(info, value, out, context,
            [&](const Value& entry, std::string& text, const std::string& index) {
              return read_any(info, entry, text, context, index);
            });
}

void ParamCodec::read_choice(const ParamInfo& info, const Value& value, int& index,
                             const ReadContext& context) {
  if (value.refused) return;
  const auto& names = info.choices;
  const auto found = value.kind == Value::Kind::kScalar
                         ? std::find(names.begin(), names.end(), value.text)
                         : names.end();
  if (found != names.end()) {
    index = static_cast<int>(found - names.begin());
    return;
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  add_problem(
      info, value, context,
      "must be one of " + list + ", not " + in_words(value) + did_you_mean(value.text, names));
}

std::string ParamCodec::print(bool value) { return value ? "true" : "false"; }
std::string ParamCodec::print(std::int64_t value) { return std::to_string(value); }
std::string ParamCodec::print(std::uint64_t value) { return std::to_string(value); }
std::string ParamCodec::print(double value) { return to_text(value); }
std::string ParamCodec::print(float value) { return to_text(value); }
std::string ParamCodec::print(const std::string& value) { return to_yaml(value); }
std::string ParamCodec::print(Duration value) { return to_text(value); }
std::string ParamCodec::print(Bytes value) { return to_text(value); }
std::string ParamCodec::print(const std::filesystem::path& value) {
  return to_yaml(value.string());
}
std::string ParamCodec::print(const std::vector<double>& value) { return print_list(value); }
std::string ParamCodec::print(const std::vector<std::string>& value) { return print_list(value); }

void read_params(const std::vector<ParamInfo>& infos, const Value& with, void* params,
                 const ReadContext& context) {
  if (with.refused) return;
  if (with.kind != Value::Kind::kMap && with.kind != Value::Kind::kNull) {
    context.problems->add(with.mark, context.where,
                          "must be a map of parameters, not " + in_words(with));
    return;
  }
  std::vector<std::string> names;
  for (const ParamInfo& info : infos) names.push_back(info.name);
  for (const auto& [key, value] : with.entries) {
    const auto found = std::find(names.begin(), names.end(), key);
    if (found == names.end()) {
      context.problems->add(value.key_mark, context.where,
                            "unknown parameter " + in_quotes(key) + did_you_mean(key, names));
      continue;
    }
    const ParamInfo& info = infos[static_cast<std::size_t>(found - names.begin())];
    info.read(info, value, params, context);
  }
  for (const ParamInfo& info : infos)
    if (info.required && !with.find(info.name))
      context.problems->add(with.mark, context.where,
                            "needs parameter " + in_quotes(info.name) + " (" + info.doc + ")");
}

}  // namespace sinew
