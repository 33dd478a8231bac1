// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "framework/messages/payload.h"

namespace sinew::test {

/// What the stages of tests/support/flow_stages.cpp saw, by stage name, in order.
struct Seen {
  std::int64_t stamp_ns = 0;
  std::uint64_t value = 0;  ///< a hash of everything that the run was given
};

class Recorder {
 public:
  void add(const std::string& stage, Seen seen);
  std::map<std::string, std::vector<Seen>> take();

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<Seen>> seen_;
};

Recorder& recorder();

}  // namespace sinew::test

namespace sinew {

/// The payload of the flow tests: a number that says where it has been.
struct Parcel {
  std::uint64_t value = 0;
};

/// The same with bulk, so that buffer pools are at work too.
struct ParcelList : Items<std::uint64_t> {};

SINEW_MESSAGE(Parcel, field<&Parcel::value>("a hash of its way"))
SINEW_MESSAGE(ParcelList, field<&ParcelList::count>("elements"))

}  // namespace sinew
