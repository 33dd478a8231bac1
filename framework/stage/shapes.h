// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/config/member.h"
#include "framework/messages/shape.h"

namespace sinew {

/// The shapes of a stage's ports by name: what `plan` is given for the inputs and returns for the
/// outputs. Setup only.
class Shapes {
 public:
  /// Of `&In::image` (or its entry-th edge). Asserts that the port is connected.
  template <auto Port>
  const Shape& at(int entry = 0) const {
    return at(member_name<Port>(), entry);
  }
  template <auto Port>
  bool connected() const {
    return count(member_name<Port>()) > 0;
  }
  template <auto Port>
  int count() const {
    return count(member_name<Port>());
  }
  template <auto Port>
  Shapes& set(const Shape& shape) & {
    add(member_name<Port>(), shape);
    return *this;
  }
  template <auto Port>
  Shapes&& set(const Shape& shape) && {
    add(member_name<Port>(), shape);
    return std::move(*this);
  }

  const Shape& at(std::string_view port, int entry) const;
  int count(std::string_view port) const;
  void add(std::string_view port, const Shape& shape);

  friend bool operator==(const Shapes& a, const Shapes& b) { return a.items_ == b.items_; }

 private:
  struct Item {
    std::string port;
    Shape shape;

    friend bool operator==(const Item& a, const Item& b) {
      return a.port == b.port && a.shape == b.shape;
    }
  };
  std::vector<Item> items_;
};

/// The shape of an image with this size and format, rows padded.
Shape image_shape(PixelFormat format, int width, int height, const CameraModel& camera = {});

}  // namespace sinew
