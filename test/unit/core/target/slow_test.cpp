#include "core/target/slow.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::core {
namespace {

using End = TimedRun::End;
constexpr SlowRule kRule{10, 2};

std::vector<std::string> slow(const std::vector<TimedRun>& runs) {
  std::vector<std::string> found;
  for (const auto& [position, verdict] : slower_than_peers(runs, kRule)) {
    EXPECT_EQ(verdict.kind, BugKind::Slow);
    found.push_back(runs[position].name + ": " + verdict.reason);
  }
  return found;
}
using Names = std::vector<std::string>;

TEST(SlowerThanPeers, TheSameAnswerIsCompared) {
  EXPECT_EQ(slow({{"a", "", End::Answered, "sat", 0.1}, {"b", "", End::Answered, "sat", 5}}),
            Names{"b: slower than a peer"});
  EXPECT_EQ(slow({{"a", "", End::Answered, "unsat", 0.1}, {"b", "", End::Answered, "sat", 5}}), Names{});
  EXPECT_EQ(slow({{"a", "", End::Answered, "sat", 0.6}, {"b", "", End::Answered, "sat", 5}}), Names{}) << "ten times";
  EXPECT_EQ(slow({{"a", "", End::Answered, "sat", 0.01}, {"b", "", End::Answered, "sat", 1.9}}), Names{}) << "two s";
}

TEST(SlowerThanPeers, ATimeOutBesideAnyAnswerIsSlow) {
  EXPECT_EQ(slow({{"a", "", End::TimedOut, "", 3}, {"b", "", End::Answered, "unsat", 0.1}}), Names{"a: timeout"});
  EXPECT_EQ(slow({{"a", "", End::TimedOut, "", 3}, {"b", "", End::TimedOut, "", 0.1}}), Names{}) << "nobody answers";
  EXPECT_EQ(slow({{"a", "", End::TimedOut, "", 3}, {"b", "", End::Other, "", 0.1}}), Names{});
  EXPECT_EQ(slow({{"a", "", End::TimedOut, "", 3}, {"b", "", End::Answered, "sat", 0.5}}), Names{}) << "a close one";
  // A run that timed out would have taken longer than its limit of 1.2 seconds.
  EXPECT_EQ(slow({{"a", "", End::TimedOut, "", 1.2}, {"b", "", End::Answered, "sat", 0.1}}), Names{"a: timeout"});
}

TEST(SlowerThanPeers, ATimeOutCountsBesideItsOwnFamilyAlone) {
  EXPECT_EQ(slow({{"a", "gringo", End::TimedOut, "", 9}, {"b", "souffle", End::Answered, "", 0.1}}), Names{});
  EXPECT_EQ(slow({{"a", "gringo", End::TimedOut, "", 9}, {"b", "gringo", End::Answered, "", 0.1}}),
            Names{"a: timeout"});
}

TEST(SlowBesidePeers, TheTargetRunsLastAndOnlyBesideAnAnswer) {
  std::vector<TimedRun> runs = {
      {"a", "", End::Answered, "sat", 5}, {"b", "", End::TimedOut, "", 0.1}, {"c", "", End::Answered, "sat", 0.1}};
  std::vector<std::size_t> order;
  const auto run = [&](std::size_t position) {
    order.push_back(position);
    return runs[position];
  };
  const std::optional<Verdict> slow = slow_beside_peers(0, {1, 2}, run, kRule);
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->reason, "slower than a peer");
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_FALSE(slow_beside_peers(2, {0, 1}, run, kRule)) << "a peer is slow, not the target";
  order.clear();
  EXPECT_FALSE(slow_beside_peers(0, {1}, run, kRule)) << "no peer answers";
  EXPECT_EQ(order, std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace assay::core
