// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew::sim {

/// Mixes 64 bits (the finaliser of SplitMix64; Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// Random numbers that are the same on every machine: a counter, mixed. Not thread-safe.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed + kStep)) {}

  std::uint64_t bits() { return mix(state_ += kStep); }
  std::uint32_t bits32() { return static_cast<std::uint32_t>(bits() >> 32); }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }
  /// 0 to count - 1.
  int below(int count) {
    return static_cast<int>((static_cast<std::uint64_t>(bits32()) * static_cast<unsigned>(count)) >>
                            32);
  }
  bool chance(double probability) { return uniform(0, 1) < probability; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  std::uint64_t state_;
};

}  // namespace sinew::sim
