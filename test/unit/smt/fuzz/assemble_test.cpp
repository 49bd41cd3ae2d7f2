#include "smt/fuzz/script/assemble.hpp"

#include <gtest/gtest.h>

#include <array>

#include "smt/theory/connective.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

class Assembling : public ::testing::Test {
 protected:
  void SetUp() override {
    fragments_ = testing::fragments_of(
        "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)"
        "(assert (and p q (> x 2)))(assert (or p (not q)))(assert (not p))(assert (=> q (= x 0)))(check-sat)");
    ASSERT_NE(fragments_, nullptr);
  }
  std::unique_ptr<Fragments> fragments_;
};

TEST_F(Assembling, NegationsAreEquivalentButNotAllTheSame) {
  core::Rng rng(4);
  TermStore& store = fragments_->store;
  for (const TermId formula : fragments_->assertions) {
    std::size_t plain = 0;
    for (int i = 0; i < 60; ++i) {
      const TermId negation = rewritten_negation(store, formula, rng);
      EXPECT_TRUE(propositionally_unsat(store, std::array{formula, negation}));
      const TermId neither = make_and(store, make_not(store, formula), make_not(store, negation));
      EXPECT_TRUE(propositionally_unsat(store, std::array{neither})) << "weaker than the negation";
      plain += negation == make_not(store, formula) ? 1 : 0;
    }
    EXPECT_LT(plain, 40U);
  }
}

TEST_F(Assembling, IncrementalScriptsHaveATruthForEachCheckAndEndSatisfiable) {
  std::vector<Assertion> assertions;
  for (const TermId formula : fragments_->assertions) assertions.push_back({formula, false});
  std::size_t several = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    core::Rng rng(i);
    const AssembledScript made = assemble(fragments_->store, assertions, "QF_LIA", {true, ""}, rng);
    std::size_t checks = 0;
    std::int64_t level = 0;
    for (const Command& command : made.script.commands) {
      checks += command.kind == CommandKind::CheckSat ? 1 : 0;
      if (command.kind == CommandKind::Push) level += static_cast<std::int64_t>(command.number);
      if (command.kind == CommandKind::Pop) level -= static_cast<std::int64_t>(command.number);
      ASSERT_GE(level, 0);
    }
    EXPECT_EQ(checks, made.truths.size());
    EXPECT_EQ(made.truths.back(), Truth::Sat);
    several += checks > 1 ? 1 : 0;
  }
  EXPECT_EQ(several, 50U);
}

TEST_F(Assembling, APlainScriptDeclaresWhatItUses) {
  core::Rng rng(1);
  const AssembledScript made = assemble(fragments_->store, {{fragments_->assertions[2], false}}, "QF_LIA", {}, rng);
  EXPECT_EQ(print_script(fragments_->store, made.script),
            "(set-logic QF_LIA)\n(declare-fun p () Bool)\n(assert (not p))\n(check-sat)\n");
  EXPECT_EQ(made.truths, std::vector{Truth::Sat});
}

TEST_F(Assembling, QuantifiersAreNotDecidable) {
  const auto quantified =
      testing::fragments_of("(declare-const a Int)(assert (forall ((x Int)) (< x a)))(assert (> a 0))(check-sat)");
  EXPECT_FALSE(is_decidable(quantified->store, {{quantified->assertions[0], false}}));
  EXPECT_TRUE(is_decidable(quantified->store, {{quantified->assertions[1], false}}));
}

}  // namespace
}  // namespace assay::smt
