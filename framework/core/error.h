// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace sinew {

/// What a user or the outside world can cause: a file that is refused, a device that is lost. The
/// text is one sentence (or one line per problem) that names the place and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Prints the place, the condition and the values, then aborts. Never returns.
[[noreturn]] void fail_assertion(const char* file, int line, const char* condition,
                                 const std::string& values);

/// The values of a failed assertion as "a, b, c".
template <class... Values>
std::string join_values(const Values&... values) {
  std::ostringstream text;
  const char* separator = "";
  ((text << separator << values, separator = ", "), ...);
  return text.str();
}

}  // namespace sinew

/// A broken invariant is a bug: prints the condition and the values after it, and aborts. Always
/// on.
#define SINEW_ASSERT(condition, ...)                                                              \
  do {                                                                                            \
    if (!(condition)) [[unlikely]]                                                                \
      ::sinew::fail_assertion(__FILE__, __LINE__, #condition, ::sinew::join_values(__VA_ARGS__)); \
  } while (false)
