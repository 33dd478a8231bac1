// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "framework/config/member.h"
#include "framework/config/scalar.h"
#include "framework/config/value.h"
#include "framework/core/time.h"

namespace sinew {

/// What a parameter can be. Integers are 64 bits inside; a range narrows them.
/// - bool, int, std::int64_t, std::uint64_t, float, double, std::string
/// - Duration ("20 ms"), Bytes ("2 MiB"), std::vector of numbers or strings
/// - std::filesystem::path: a relative one is looked up beside the graph file (one that comes from
///   -D: in the current folder), then in config/. One that is in neither is left beside the graph
///   file, for what the stage will make; where the row says .must_exist() it is a problem instead.
/// - an enum, whose row lists the names: .names("radtan", "equidistant")
/// A range holds for each entry of a list; of a Duration it is in seconds, of Bytes in bytes.

/// Where a value is read: what messages and relative paths need.
struct ReadContext {
  Problems* problems = nullptr;
  std::string where;                       ///< "stages.slam.with"
  std::filesystem::path directory;         ///< of the graph file
  std::filesystem::path config_directory;  ///< Sinew's own config/
};

/// One parameter, erased: the single source of YAML reading, errors, schema, describe and
/// properties.
struct ParamInfo {
  std::string name;
  std::string doc;
  std::string type;  ///< "bool", "integer", "number", "string", "duration", "bytes", "path", "list
                     ///< of number", "choice"
  std::optional<double> min, max;
  std::vector<std::string> choices;  ///< of an enum, in the order of its values from 0
  bool live = false;                 ///< may be set while the graph runs
  bool required = false;
  bool must_exist = false;  ///< of a path: a file or folder has to be there
  /// Reads `value` into the parameter struct; a problem leaves the member as it was.
  void (*read)(const ParamInfo&, const Value& value, void* params, const ReadContext&) = nullptr;
  /// The member as YAML text.
  std::string (*print)(const ParamInfo&, const void* params) = nullptr;
};

/// A row of Params::describe(): param<&Params::gain>("doc").range(0, 16).live().
template <auto Member>
struct ParamRow {
  std::string_view doc_text;
  std::optional<double> min{}, max{};
  bool is_live = false, is_required = false, path_must_exist = false;
  std::vector<std::string> choice_names{};

  ParamRow range(double low, double high) && {
    min = low;
    max = high;
    return std::move(*this);
  }
  ParamRow live() && {
    is_live = true;
    return std::move(*this);
  }
  /// The YAML must give a value; the default is not used.
  ParamRow required() && {
    is_required = true;
    return std::move(*this);
  }
  ParamRow must_exist() && {
    static_assert(std::is_same_v<member_type<Member>, std::filesystem::path>);
    path_must_exist = true;
    return std::move(*this);
  }
  template <class... Names>
  ParamRow names(Names... names) && {
    choice_names = {std::string(names)...};
    return std::move(*this);
  }
};

template <auto Member>
ParamRow<Member> param(std::string_view doc) {
  return {doc};
}

/// Readers and printers of the types above; defined in param_reader.cpp.
struct ParamCodec {
  static void read(const ParamInfo&, const Value&, bool&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, int&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::int64_t&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::uint64_t&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, float&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, double&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::string&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, Duration&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, Bytes&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::filesystem::path&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::vector<double>&, const ReadContext&);
  static void read(const ParamInfo&, const Value&, std::vector<std::string>&, const ReadContext&);
  static void read_choice(const ParamInfo&, const Value&, int& index, const ReadContext&);

  static std::string print(bool);
  static std::string print(std::int64_t);
  static std::string print(std::uint64_t);
  static std::string print(double);
  static std::string print(float);
  static std::string print(const std::string&);
  static std::string print(Duration);
  static std::string print(Bytes);
  static std::string print(const std::filesystem::path&);
  static std::string print(const std::vector<double>&);
  static std::string print(const std::vector<std::string>&);
};

template <class T>
constexpr std::string_view param_type_name() {
  if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_enum_v<T>)
    return "choice";
  else if constexpr (std::is_integral_v<T>)
    return "integer";
  else if constexpr (std::is_floating_point_v<T>)
    return "number";
  else if constexpr (std::is_same_v<T, std::string>)
    return "string";
  else if constexpr (std::is_same_v<T, Duration>)
    return "duration";
  else if constexpr (std::is_same_v<T, Bytes>)
    return "bytes";
  else if constexpr (std::is_same_v<T, std::filesystem::path>)
    return "path";
  else if constexpr (std::is_same_v<T, std::vector<double>>)
    return "list of number";
  else if constexpr (std::is_same_v<T, std::vector<std::string>>)
    return "list of string";
  else
    static_assert(sizeof(T) == 0, "not a type that a parameter can have");
}

template <auto Member>
ParamInfo erase(const ParamRow<Member>& row) {
  using P = member_class<Member>;
  using T = member_type<Member>;
  ParamInfo info;
  info.name = member_name<Member>();
  info.doc = row.doc_text;
  info.type = param_type_name<T>();
  info.min = row.min;
  info.max = row.max;
  info.choices = row.choice_names;
  info.live = row.is_live;
  info.required = row.is_required;
  info.must_exist = row.path_must_exist;
  info.read = [](const ParamInfo& self, const Value& value, void* params,
                 const ReadContext& context) {
    T& member = static_cast<P*>(params)->*Member;
    if constexpr (std::is_enum_v<T>) {
      int index = static_cast<int>(member);
      ParamCodec::read_choice(self, value, index, context);
      member = static_cast<T>(index);
    } else {
      ParamCodec::read(self, value, member, context);
    }
  };
  info.print = [](const ParamInfo& self, const void* params) -> std::string {
    const T& member = static_cast<const P*>(params)->*Member;
    if constexpr (std::is_enum_v<T>)
      return self.choices.at(static_cast<std::size_t>(member));
    else if constexpr (std::is_same_v<T, int>)
      return ParamCodec::print(std::int64_t{member});
    else
      return ParamCodec::print(member);
  };
  return info;
}

/// The parameters of a stage, from P::describe(). A member without a row does not compile.
/// The struct whose members the rows name: P, or a plain base of P that knows nothing of rows.
template <class P, class Rows>
struct DescribedStruct {
  using Type = P;
};
template <class P, auto First, auto... Others>
struct DescribedStruct<P, std::tuple<ParamRow<First>, ParamRow<Others>...>> {
  using Type = member_class<First>;
};

template <class P>
std::vector<ParamInfo> param_infos() {
  const auto rows = P::describe();
  using Described = typename DescribedStruct<P, decltype(P::describe())>::Type;
  static_assert(member_count<Described>() == std::tuple_size_v<decltype(P::describe())>,
                "every member of Params needs a row in describe()");
  std::vector<ParamInfo> infos;
  std::apply([&](const auto&... row) { (infos.push_back(erase(row)), ...); }, rows);
  return infos;
}

/// Reads a `with:` map (or nothing) into a parameter struct; unknown keys, wrong types, values out
/// of range and missing ones become problems, and leave their members as they were.
void read_params(const std::vector<ParamInfo>& infos, const Value& with, void* params,
                 const ReadContext& context);

}  // namespace sinew
