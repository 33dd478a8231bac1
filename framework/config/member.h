// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sinew {

template <class>
struct MemberPointer;
template <class C, class T>
struct MemberPointer<T C::*> {
  using Class = C;
  using Type = T;
};

template <auto Member>
using member_class = typename MemberPointer<decltype(Member)>::Class;
template <auto Member>
using member_type = typename MemberPointer<decltype(Member)>::Type;

/// The spelling of a member, "gain" for &Params::gain, so that a name is written once. Read from
/// the compiler's own text of the function ("… Member = &Params::gain]"); g++, clang and nvcc
/// agree.
template <auto Member>
constexpr std::string_view member_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t start = text.find("Member = ");
  text = text.substr(start, text.find_first_of(";]", start) - start);
  while (!text.empty() && (text.back() == ')' || text.back() == ' ')) text.remove_suffix(1);
  return text.substr(text.rfind(':') + 1);
}

/// Converts to anything: finds out how many initialisers an aggregate takes.
struct AnyInitialiser {
  template <class T>
  operator T() const;
};

/// Number of members of an aggregate without C arrays (a base class counts as one).
template <class T, class... Initialisers>
constexpr std::size_t member_count() {
  if constexpr (requires { T{std::declval<Initialisers>()..., AnyInitialiser{}}; })
    return member_count<T, Initialisers..., AnyInitialiser>();
  else
    return sizeof...(Initialisers);
}

}  // namespace sinew
