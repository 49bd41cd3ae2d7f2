#include "base/similar.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Similar, IsWhatWasProbablyMeant) {
  const std::vector<std::string> names = {"fuzz", "synth", "reduce", "z3", "cvc5", "bitwuzla"};
  EXPECT_EQ(most_similar("fuz", names), "fuzz");
  EXPECT_EQ(most_similar("sytnh", names), "synth");
  EXPECT_EQ(most_similar("BitWuzzla", names), "bitwuzla");
  EXPECT_EQ(most_similar("z4", names), "z3");
  EXPECT_EQ(most_similar("cvc4", names), "cvc5");
  EXPECT_EQ(most_similar("fuzz", names), "fuzz");
}

TEST(Similar, IsNothingWhereNothingIsNear) {
  const std::vector<std::string> names = {"fuzz", "z3", "a"};
  for (const char* word : {"", "reduce", "b", "fax machine"}) EXPECT_FALSE(most_similar(word, names)) << word;
  EXPECT_FALSE(most_similar("fuzz", {}));
  EXPECT_FALSE(most_similar(std::string(100000, 'f'), names));
}

TEST(Similar, IsPutInFrontOfAnAdvice) {
  EXPECT_EQ(did_you_mean("z4", {"z3"}), "did you mean 'z3'? ");
  EXPECT_EQ(did_you_mean("else", {"z3"}), "");
}

}  // namespace
}  // namespace assay
