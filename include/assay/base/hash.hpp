#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// A 64-bit mixing step (the finalizer of SplitMix64). The same on every machine, so hashes may be stored and printed.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Folds `value` into `seed`; order matters.
[[nodiscard]] constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return mix(seed ^ (mix(value) + (seed << 6) + (seed >> 2)));
}

/// A stable hash of bytes (eight at a time, little-endian). Not cryptographic.
[[nodiscard]] std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

/// Sixteen lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(std::uint64_t value);

}  // namespace assay
