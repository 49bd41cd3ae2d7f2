#include "assay/base/hash.hpp"

#include <cstddef>

#include "base/ascii.hpp"

namespace assay {

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t h = combine(seed, bytes.size());
  std::size_t i = 0;
  while (i < bytes.size()) {
    std::uint64_t word = 0;
    for (unsigned k = 0; k < 8 && i < bytes.size(); ++k, ++i) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * k);
    }
    h = combine(h, word);
  }
  return h;
}

std::string to_hex(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) out[i] = kHexDigits[value & 15U];
  return out;
}

}  // namespace assay
