#include <gtest/gtest.h>

#include "smt/judge/judges.hpp"

namespace assay::smt {
namespace {

constexpr const char* kLevels =
    "(declare-const x Int)(declare-const p Bool)(assert (! (> x 0) :named a))(check-sat)"
    "(push 1)(assert (< x 9))(check-sat-assuming (p))(pop 1)(assert (< x 5))(check-sat)";

struct Levels {
  TermStore store;
  Script script = *parse_script(store, kLevels, "levels");

  std::optional<SelfContradiction> said(const std::vector<Reply>& replies) {
    return find_contradiction(store, script, replies, {}, 2);
  }
  /// The solver gives these answers to the checks alone.
  std::optional<SelfContradiction> said(const std::vector<Reply>& replies, Reply alone, const std::string& model = {}) {
    const AskForModel ask = [&](const Script& question) {
      asked.push_back(print_script(store, question));
      SolverAnswer answer;
      answer.kind = SolverAnswer::Kind::Answered;
      answer.replies = {alone};
      if (!model.empty()) answer.model = model;
      return answer;
    };
    return find_contradiction(store, script, replies, ask, 2);
  }
  std::vector<std::string> asked;
};

TEST(SelfCheck, MoreFormulasAreNotSatisfiableWhereFewerAreNot) {
  Levels levels;
  using enum Reply;
  EXPECT_TRUE(levels.said({Unsat, Sat, Unsat}).has_value()) << "the first check's formula is in the second one's";
  EXPECT_TRUE(levels.said({Unsat, Unknown, Sat}).has_value());
  EXPECT_FALSE(levels.said({Sat, Unsat, Unsat}).has_value());
  EXPECT_FALSE(levels.said({Sat, Unsat, Sat}).has_value()) << "what was popped is not in the third one";
  EXPECT_FALSE(levels.said({Sat, Sat, Unsat}).has_value()) << "nor is x < 5 in the second one";
  EXPECT_FALSE(levels.said({Unknown, Sat, Sat}).has_value());
  EXPECT_FALSE(levels.said({Unsat, Sat}).has_value()) << "not all checks were answered";
}

TEST(SelfCheck, AsksTheLastChecksAlone) {
  Levels levels;
  using enum Reply;
  EXPECT_FALSE(levels.said({Sat, Sat, Sat}, Sat).has_value());
  ASSERT_EQ(levels.asked.size(), 2U) << "and not more than it may";
  EXPECT_NE(levels.asked[0].find("(assert (< x 5))"), std::string::npos);
  EXPECT_EQ(levels.asked[0].find("9"), std::string::npos);
  EXPECT_EQ(levels.asked[0].find(":named"), std::string::npos);
  EXPECT_NE(levels.asked[1].find("(assert p)"), std::string::npos);
  const auto found = levels.said({Sat, Sat, Sat}, Unsat);
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->witness.has_value());
  EXPECT_NE(found->detail.find("check 3, asked alone, is answered unsat"), std::string::npos) << found->detail;
}

TEST(SelfCheck, AModelSaysWhichAnswerIsWrong) {
  Levels levels;
  using enum Reply;
  const auto found = levels.said({Sat, Sat, Unsat}, Sat, "((define-fun x () Int 3))");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->check, 2U);
  ASSERT_TRUE(found->witness.has_value());
  EXPECT_NE(found->witness->find("3"), std::string::npos);
  const auto doubtful = levels.said({Sat, Sat, Unsat}, Sat, "((define-fun x () Int 7))");
  ASSERT_TRUE(doubtful.has_value()) << "sat and unsat for the same formulas";
  EXPECT_FALSE(doubtful->witness.has_value()) << "the model falsifies x < 5";
}

}  // namespace
}  // namespace assay::smt
