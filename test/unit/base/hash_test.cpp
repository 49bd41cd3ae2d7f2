#include "assay/base/hash.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay {
namespace {

// SplitMix64's published first outputs for the state 0: hashes are stored and compared between machines, so the
// numbers themselves are part of the contract.
TEST(Hash, MixIsSplitMix64) {
  EXPECT_EQ(mix(0), 0xe220a8397b1dcdafU);
  EXPECT_EQ(mix(0x9e3779b97f4a7c15U), 0x6e789e6aa1b965f4U);
}

TEST(Hash, CombineMindsTheOrder) {
  EXPECT_NE(combine(1, 2), combine(2, 1));
  EXPECT_NE(combine(0, 0), 0U);
  EXPECT_EQ(combine(7, 9), combine(7, 9));
}

TEST(Hash, EveryByteOfATextCounts) {
  const std::string text = "(assert (= x 1))\n";
  std::set<std::uint64_t> seen = {hash_bytes(text)};
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 0x80);
    EXPECT_TRUE(seen.insert(hash_bytes(other)).second) << "byte " << i;
  }
}

TEST(Hash, LengthCountsWhereTheMissingBytesAreZero) {
  std::set<std::uint64_t> seen;
  for (std::size_t length = 0; length < 20; ++length) {
    EXPECT_TRUE(seen.insert(hash_bytes(std::string(length, '\0'))).second) << length;
  }
}

TEST(Hash, TheSeedCounts) {
  EXPECT_NE(hash_bytes("a", 1), hash_bytes("a", 2));
  EXPECT_EQ(hash_bytes("a"), hash_bytes("a", 0));
}

TEST(Hash, HexHasSixteenLowerCaseDigits) {
  EXPECT_EQ(to_hex(0), "0000000000000000");
  EXPECT_EQ(to_hex(0xDEADBEEFU), "00000000deadbeef");
  EXPECT_EQ(to_hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace assay
