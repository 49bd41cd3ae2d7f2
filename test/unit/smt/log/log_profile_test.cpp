// The counts of a log of z3.

#include "smt/log/log_profile.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace assay::smt {
namespace {

LogCounts counts_of(const std::vector<std::string>& lines) {
  LogProfile profile;
  profile.add(join(lines, "\n") + "\n");
  return profile.counts();
}

const std::vector<std::string> kTwo = {"[tool-version] Z3 4.12.2", "[mk-quant] #5 k!1 1 #3 #4",
                                       "[attach-var-names] #5 (|x| ; |Int|)", "[mk-quant] #9 two words 2 #6 #7 #8",
                                       "[attach-var-names] #9 (|y| ; |U|) (|z| ; |U|)"};

std::vector<std::string> with(std::vector<std::string> more) {
  more.insert(more.begin(), kTwo.begin(), kTwo.end());
  return more;
}

TEST(LogProfile, CountsMatchesAndInstances) {
  const LogCounts counts =
      counts_of(with({"[new-match] 0x1 #5 #3 #20 ; #20", "[new-match] 0x2 #9 #6 #20 #21 ; #20 (#20 #21)",
                      "[instance] 0x2 #30 ; 1", "[end-of-instance]", "[inst-discovered] MBQI 0x3 #9 #20 #21",
                      "[instance] 0x3 #31", "[end-of-instance]", "[inst-discovered] theory-solving 0 arith# ; #57",
                      "[instance] 0 #62", "[end-of-instance]", "[conflict]", "[begin-check] 1", "[eof]"}));
  EXPECT_EQ(counts.version, "Z3 4.12.2");
  EXPECT_TRUE(counts.complete);
  EXPECT_EQ(counts.theories, 1U);
  EXPECT_EQ(counts.conflicts, 1U);
  EXPECT_EQ(counts.checks, 1U);
  ASSERT_EQ(counts.quantifiers.size(), 2U);
  const QuantifierCounts& first = counts.quantifiers[0];
  EXPECT_EQ(first.name, "two words");
  EXPECT_EQ(first.variables, "y, z");
  EXPECT_EQ(first.instances, 1U);
  EXPECT_EQ(first.by_models, 1U);
  EXPECT_EQ(first.depth, 1U);
  EXPECT_EQ(counts.quantifiers[1].matches, 1U);
  EXPECT_EQ(counts.quantifiers[1].all_instances(), 0U);
}

TEST(LogProfile, ReadsQuantifiersOfOlderReleases) {
  EXPECT_EQ(counts_of({"[mk-quant] #5 DafnyPre.90:29 #568 #567", "[mk-quant] #6 x #3"}).quantifiers[0].name,
            "DafnyPre.90:29");
}

/// The lines of `length` instances of quantifier #5, each matching a term that the one before made.
std::vector<std::string> chain(unsigned length) {
  std::vector<std::string> lines = kTwo;
  for (unsigned i = 0; i < length; ++i) {
    const std::string address = "0x" + std::to_string(i + 1), term = "#" + std::to_string(100 + i);
    lines.push_back("[new-match] " + address + " #5 #3 " + term + " ; " + term);
    lines.push_back("[instance] " + address + " #50 ; " + std::to_string(i));
    lines.push_back("[attach-enode] #" + std::to_string(101 + i) + " 1");
    lines.emplace_back("[end-of-instance]");
  }
  return lines;
}

TEST(LogProfile, FindsAMatchingLoop) {
  const LogCounts counts = counts_of(chain(40));
  EXPECT_EQ(counts.quantifiers[0].depth, 40U);
  ASSERT_EQ(counts.edges.size(), 1U);
  EXPECT_EQ(counts.edges[0].matches, 39U);
  ASSERT_EQ(counts.loops.size(), 1U);
  EXPECT_EQ(counts.loops[0].depth, 40U);
  EXPECT_EQ(counts.loops[0].instances, 40U);
  EXPECT_FALSE(counts.complete);
}

TEST(LogProfile, AShortChainIsNoLoop) { EXPECT_TRUE(counts_of(chain(kLoopDepth)).loops.empty()); }

TEST(LogProfile, ALoopMayHaveSeveralQuantifiers) {
  std::vector<std::string> lines = kTwo;
  for (unsigned i = 0; i < 30; ++i) {
    const std::string address = "0x" + std::to_string(i + 1), term = "#" + std::to_string(100 + i);
    lines.push_back("[new-match] " + address + (i % 2 == 0 ? " #5" : " #9") + " #3 " + term + " ; " + term);
    lines.push_back("[instance] " + address + " #50");
    lines.push_back("[attach-enode] #" + std::to_string(101 + i) + " 1");
    lines.emplace_back("[end-of-instance]");
  }
  const LogCounts counts = counts_of(lines);
  ASSERT_EQ(counts.loops.size(), 1U);
  EXPECT_EQ(counts.loops[0].quantifiers.size(), 2U);
}

TEST(LogProfile, PartsMayEndAnywhere) {
  const std::string text = join(chain(20), "\n") + "\n";
  for (const std::size_t size : {1U, 7U, 64U}) {
    LogProfile profile;
    for (std::size_t at = 0; at < text.size(); at += size) profile.add(std::string_view(text).substr(at, size));
    EXPECT_EQ(profile.counts().quantifiers[0].instances, 20U) << size;
    EXPECT_EQ(profile.counts().lines, kTwo.size() + 80);
  }
}

TEST(LogProfile, SurvivesBrokenLines) {
  LogProfile profile;
  profile.add(
      "[mk-quant]\n[mk-quant] #\n[mk-quant] #5\n[mk-quant] #99999999999999999999 k 1 #3\n[new-match] 0x1 #5\n"
      "[new-match] 0x1 #7777777 #3 ; #999999999999\n[instance]\n[instance] \n[end-of-instance]\n[end-of-instance]\n"
      "[end-of-instance]\n[attach-var-names] #5 (|\n[inst-discovered] \n[inst-discovered] MBQI\n\n[\ntext\n[mk-app] "
      "#x\n");
  EXPECT_EQ(profile.counts().quantifiers.size(), 1U);
  LogProfile other;
  other.add("(set-logic UF)\n(check-sat)\n");
  EXPECT_FALSE(other.is_log());
}

}  // namespace
}  // namespace assay::smt
