#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "assay/base/check.hpp"
#include "assay/base/hash.hpp"

namespace assay::core {

/// A keyed, splittable stream of random numbers, the same on every machine. The keys that led to a stream determine its
/// numbers, so a new draw in one place never shifts the draws of another place. (SplitMix64 over a hashed key; Steele,
/// Lea and Flood, OOPSLA 2014.)
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(mix(seed)) {}

  /// A new stream for the key. It depends on the number of draws so far, so call this on a stream without draws.
  [[nodiscard]] Rng split(std::uint64_t key) const { return Rng(combine(state_, key)); }
  [[nodiscard]] Rng split(std::string_view key) const { return Rng(hash_bytes(key, state_)); }

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

  /// Uniform in [0, bound); bound is positive. (Lemire's multiplication with rejection: no modulo bias.)
  std::uint64_t below(std::uint64_t bound) {
    ASSAY_CHECK(bound > 0, "an empty range to draw from");
    const std::uint64_t threshold = (0 - bound) % bound;
    for (;;) {
      const Wide product = static_cast<Wide>(next()) * bound;
      if (static_cast<std::uint64_t>(product) >= threshold) return static_cast<std::uint64_t>(product >> 64);
    }
  }
  /// Uniform in [low, high], both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    ASSAY_CHECK(low <= high, "an empty range to draw from");
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (span == ~std::uint64_t{0}) return static_cast<std::int64_t>(next());
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + below(span + 1));
  }
  /// True in `percent` of 100 draws.
  bool percent(unsigned percent) { return below(100) < percent; }
  bool coin() { return (next() >> 63) != 0; }

  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(from.size()))];
  }
  /// An index drawn with the given weights; their sum is positive.
  std::size_t weighted(const std::vector<unsigned>& weights);

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t state_;
};

}  // namespace assay::core
