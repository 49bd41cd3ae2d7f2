// A strategy, a mutation and a judge that are not in the tree, with a row each in a copy of the registry. The tests of
// all strategies (conformance/strategies_test.cpp) and mutations (unit/smt/fuzz/mutate_test.cpp) go over them, too.

#include <gtest/gtest.h>

#include <algorithm>

#include "planted/planted_fuzz.hpp"
#include "smt/fuzz/terms/mutations.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {
namespace {

class ChangeStrategy : public PlantedFuzz {
 protected:
  /// The number of bugs that a campaign of 300 cases of the new strategy reports.
  unsigned bugs(const std::string& lie) {
    options_.strategies = {{"either", 1}};
    options_.targets = {fake("played", lie, "witness_comments = true\n")};
    const auto made = tester();
    unsigned found = 0;
    for (std::uint64_t index = 0; made != nullptr && index < 300; ++index) {
      const auto subject = made->generate(index);
      const auto* const of = std::get_if<core::Case>(&subject);
      if (of != nullptr) found += made->run(*of, 0, core::RunMode::Campaign, {}).verdict.is_bug() ? 1 : 0;
    }
    return found;
  }
};

TEST_F(ChangeStrategy, IsUsedByDefault) {
  const auto is_new = [](const auto& strategy) { return strategy.first == "either"; };
  EXPECT_TRUE(std::any_of(options_.strategies.begin(), options_.strategies.end(), is_new));
}
TEST_F(ChangeStrategy, FindsALie) { EXPECT_GT(bugs("model-number"), 0U); }
TEST_F(ChangeStrategy, NeverAccusesAnHonestSolver) { EXPECT_EQ(bugs(""), 0U); }

TEST(ChangeMutation, IsInTheTable) {
  const auto is_new = [](const Mutation& mutation) { return mutation.name == "alternative"; };
  EXPECT_TRUE(std::any_of(mutations().begin(), mutations().end(), is_new));
}

TEST(ChangeJudge, ConvictsOnlyWhatIsWrong) {
  core::Case subject;
  subject.files = {{std::string(kScriptFile), "(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n"}};
  ScriptTerms terms(subject.files[0].content);
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  const SolverDefinition target;
  SolverAnswer answer;
  answer.kind = SolverAnswer::Kind::Answered;
  answer.replies = {Reply::Sat};
  EXPECT_FALSE(judge({subject, terms, facts, target, answer}).verdict.is_bug());
  answer.replies.push_back(Reply::Sat);
  EXPECT_EQ(judge({subject, terms, facts, target, answer}).verdict.reason, "more answers than checks");
}

}  // namespace
}  // namespace assay::smt
