// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "framework/config/member.h"
#include "framework/core/geometry.h"
#include "framework/core/time.h"
#include "framework/memory/image.h"
#include "framework/messages/items.h"
#include "framework/messages/shape.h"

namespace sinew {

/// One printable member of a payload.
struct FieldInfo {
  std::string_view name;
  std::string_view doc;
  std::string (*print)(const void* payload) = nullptr;
};

/// A payload type, erased. Compared by name, since every plugin has its own copy.
struct PayloadType {
  std::string_view name;
  std::size_t size = 0;
  std::size_t alignment = 0;
  bool has_bulk = false;  ///< owns a Buffer
  std::vector<FieldInfo> fields;
  void (*construct)(void*) = nullptr;
  void (*destroy)(void*) noexcept = nullptr;
  void (*assign)(void* to, const void* from) = nullptr;
  /// Lets go of the Buffer, if any; leaves everything else as it is.
  void (*release)(void*) noexcept = nullptr;
  /// Makes it an empty payload of that shape which owns the buffer; nothing without bulk.
  void (*adopt)(void*, Buffer, const Shape&) = nullptr;
  std::size_t element_bytes = 0;  ///< of a list; 0: no list

  /// "x: 1, y: 2"
  std::string print(const void* payload) const;
};

/// Specialised by SINEW_MESSAGE.
template <class T>
struct MessageTraits;

/// A payload that owns bulk data in a Buffer: an Image, or a list derived from Items.
template <class T>
concept HasBulk = requires(T& t) {
  { t.buffer } -> std::same_as<Buffer&>;
};

/// Makes `payload` an empty one of that shape which owns `buffer`.
inline void adopt(Image& payload, Buffer buffer, const Shape& shape) {
  payload.buffer = std::move(buffer);
  payload.shape = shape.image;
}
template <class T>
requires std::derived_from<T, Items<typename T::Element>>
void adopt(T& payload, Buffer buffer, const Shape& shape) {
  payload = T{};
  payload.buffer = std::move(buffer);
  payload.capacity = shape.capacity;
}

std::string print_field(bool);
std::string print_field(double);
std::string print_field(std::int64_t);
std::string print_field(std::uint64_t);
std::string print_field(const Transform&);
std::string print_field(const Vec3&);
std::string print_field(Time);
std::string print_field(Duration);
std::string print_field(const Buffer&);
std::string print_field(const ImageShape&);
std::string print_field(std::string_view);

/// The value as something that print_field takes.
template <class T>
decltype(auto) printable(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else if constexpr (std::is_enum_v<T>)
    return to_string(value);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<double>(value);
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<std::uint64_t>(value);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<std::int64_t>(value);
  else
    return (value);
}

template <auto Member>
FieldInfo field(std::string_view doc) {
  return {member_name<Member>(), doc, [](const void* payload) -> std::string {
            // Items<E>::count named through the derived payload belongs to the base class.
            using C = member_class<Member>;
            return print_field(printable(static_cast<const C*>(payload)->*Member));
          }};
}

/// Size of one element of a list, 0 for any other payload.
template <class T>
constexpr std::size_t element_bytes() {
  if constexpr (requires { typename T::Element; })
    return sizeof(typename T::Element);
  else
    return 0;
}

/// The erased type. The reference lives as long as the program.
template <class T>
const PayloadType& payload_type() {
  static const PayloadType type{
      MessageTraits<T>::kName,
      sizeof(T),
      alignof(T),
      HasBulk<T>,
      MessageTraits<T>::fields(),
      [](void* p) { ::new (p) T{}; },
      [](void* p) noexcept { static_cast<T*>(p)->~T(); },
      [](void* to, const void* from) { *static_cast<T*>(to) = *static_cast<const T*>(from); },
      []([[maybe_unused]] void* p) noexcept {
        if constexpr (HasBulk<T>) static_cast<T*>(p)->buffer.reset();
      },
      []([[maybe_unused]] void* p, [[maybe_unused]] Buffer buffer,
         [[maybe_unused]] const Shape& shape) {
        if constexpr (HasBulk<T>) sinew::adopt(*static_cast<T*>(p), std::move(buffer), shape);
      },
      element_bytes<T>()};
  return type;
}

}  // namespace sinew

/// Registers a plain struct as something that travels on edges; stands in namespace sinew:
///   SINEW_MESSAGE(Pose, field<&Pose::T_world_body>("where the robot is"), …)
#define SINEW_MESSAGE(Type, ...)                                     \
  template <>                                                        \
  struct MessageTraits<Type> {                                       \
    static constexpr std::string_view kName = #Type;                 \
    static std::vector<FieldInfo> fields() { return {__VA_ARGS__}; } \
  };

namespace sinew {

SINEW_MESSAGE(Image, field<&Image::shape>("size and format"))

}  // namespace sinew
