// SPDX-License-Identifier: Apache-2.0
#include "framework/messages/payload.h"

#include <cstdio>

namespace sinew {
namespace {

template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  char text[160];
  std::snprintf(text, sizeof text, format, arguments...);
  return text;
}

}  // namespace

std::string PayloadType::print(const void* payload) const {
  std::string text;
  for (const FieldInfo& info : fields) {
    if (!text.empty()) text += ", ";
    text += std::string(info.name) + ": " + info.print(payload);
  }
  return text;
}

std::string print_field(bool value) { return value ? "true" : "false"; }
std::string print_field(double value) { return formatted("%.6g", value); }
std::string print_field(std::int64_t value) { return std::to_string(value); }
std::string print_field(std::uint64_t value) { return std::to_string(value); }
std::string print_field(std::string_view value) { return std::string(value); }
std::string print_field(Time value) { return formatted("%.6f s", to_s(value)); }
std::string print_field(Duration value) { return formatted("%.3f ms", to_s(value) * 1e3); }
std::string print_field(const Vec3& v) { return formatted("[%.4f, %.4f, %.4f]", v[0], v[1], v[2]); }

std::string print_field(const Transform& T) {
  const Quaternion& q = T.rotation;
  return print_field(T.translation_m) +
         formatted(" q [%.4f, %.4f, %.4f, %.4f]", q.w, q.x, q.y, q.z);
}

std::string print_field(const Buffer& buffer) {
  return std::to_string(buffer.bytes()) + " bytes " + std::string(to_string(buffer.space()));
}

std::string print_field(const ImageShape& shape) {
  return formatted("%dx%d ", shape.width, shape.height) + std::string(to_string(shape.format));
}

}  // namespace sinew
