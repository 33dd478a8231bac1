// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/config/graph_spec.h"
#include "framework/config/member.h"
#include "framework/stage/roles.h"

namespace sinew {

enum class Role { kTrigger, kMatched, kLatest, kSince, kGroup };

/// One port, erased. The single source of checks, explain, describe and schema.
struct PortInfo {
  std::string name;
  std::string doc;
  Role role = Role::kTrigger;
  bool is_list = false;               ///< List<…> or Group<…>: any number of edges
  const PayloadType* type = nullptr;  ///< nullptr: Any
  bool on_lane = false;     ///< bytes touched by the lane (GPU on a GPU lane); else by the CPU
  bool optional = false;    ///< need not be connected
  bool lossless = false;    ///< every edge on the way from a source blocks
  int keeps = 0;            ///< messages held beyond process, in Kept<T>
  int depth = 0;            ///< queue depth of Matched and Since; 0: computed
  bool one_beyond = false;  ///< Since: also the first message after the trigger's stamp
  Duration tolerance{0};
  std::optional<Duration> max_age, max_wait;
  OnMissing on_missing = OnMissing::kSkip;
  int at_least = 0;    ///< Group; 0: all
  int aliases = -1;    ///< output: index of the input that it passes on
  bool maybe = false;  ///< output: a Maybe<T>, not emitted on each run
};

/// An output that a run may leave out. `emit()` marks it and gives the payload to fill.
template <class T>
class Maybe {
 public:
  T& emit() {
    emitted_ = true;
    return value_;
  }
  bool emitted() const { return emitted_; }
  T& value() { return value_; }
  void clear() { emitted_ = false; }

 private:
  T value_{};
  bool emitted_ = false;
};

/// What a port's C++ type says: its role and its payload.
template <class T>
struct PortType {
  using Payload = T;
  static constexpr Role kRole = Role::kTrigger;
  static constexpr bool kList = false, kMaybe = false;
};
template <class T>
struct PortType<Matched<T>> : PortType<T> {
  static constexpr Role kRole = Role::kMatched;
};
template <class T>
struct PortType<Latest<T>> : PortType<T> {
  static constexpr Role kRole = Role::kLatest;
};
template <class T>
struct PortType<Since<T>> : PortType<T> {
  static constexpr Role kRole = Role::kSince;
};
template <class T>
struct PortType<Group<T>> : PortType<T> {
  static constexpr Role kRole = Role::kGroup;
  static constexpr bool kList = true;
};
template <class R>
struct PortType<List<R>> : PortType<R> {
  static constexpr bool kList = true;
};
template <class T>
struct PortType<Maybe<T>> : PortType<T> {
  static constexpr bool kMaybe = true;
};

/// A row of In::describe() or Out::describe(): port<&In::image>("u8[H][W]").on_lane().lossless().
template <auto Member>
struct PortRow {
  PortInfo info;

  PortRow on_lane() && { return info.on_lane = true, std::move(*this); }
  PortRow on_host() && { return info.on_lane = false, std::move(*this); }
  PortRow optional() && { return info.optional = true, std::move(*this); }
  PortRow lossless() && { return info.lossless = true, std::move(*this); }
  PortRow keeps(int messages) && { return info.keeps = messages, std::move(*this); }
  PortRow depth(int messages) && { return info.depth = messages, std::move(*this); }
  PortRow one_beyond() && { return info.one_beyond = true, std::move(*this); }
  PortRow tolerance(Duration d) && { return info.tolerance = d, std::move(*this); }
  PortRow max_age(Duration d) && { return info.max_age = d, std::move(*this); }
  PortRow max_wait(Duration d) && { return info.max_wait = d, std::move(*this); }
  PortRow on_missing(OnMissing o) && { return info.on_missing = o, std::move(*this); }
  PortRow at_least(int edges) && { return info.at_least = edges, std::move(*this); }

  /// Output: is the input's own message passed on, so it needs no buffers of its own.
  template <auto Input>
  PortRow aliases() && {
    alias = member_name<Input>();
    return std::move(*this);
  }

  std::string_view alias{};  ///< name of the input, resolved when the stage is registered
};

template <auto Member>
PortRow<Member> port(std::string_view doc) {
  using Type = PortType<member_type<Member>>;
  PortInfo info;
  info.name = member_name<Member>();
  info.doc = doc;
  info.role = Type::kRole;
  info.is_list = Type::kList;
  info.maybe = Type::kMaybe;
  if (info.role == Role::kLatest) info.on_missing = OnMissing::kRun;
  if constexpr (!std::is_same_v<typename Type::Payload, Any>)
    info.type = &payload_type<typename Type::Payload>();
  return {info};
}

}  // namespace sinew
