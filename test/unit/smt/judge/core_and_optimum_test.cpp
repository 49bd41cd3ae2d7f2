#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using Outcome = core::Verdict::Outcome;

bool has_part(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

SolverAnswer answered(Reply reply) {
  SolverAnswer answer;
  answer.kind = SolverAnswer::Kind::Answered;
  answer.replies = {reply};
  return answer;
}

class Cores : public ::testing::Test {
 protected:
  void SetUp() override {
    definition_.prelude_core = "(set-option :produce-unsat-cores true)";
    read(
        "(declare-fun x () Int)(assert (! (> x 3) :named a0))(assert (! (< x 2) :named a1))"
        "(assert (! (= (* x x) (* x x)) :named a2))(check-sat)");
    facts_.truths = {Truth::Unsat};
    facts_.core = {"a0", "a1"};
  }
  void read(const std::string& text) {
    auto script = parse_script(store_, text, "test");
    ASSERT_TRUE(script.ok()) << script.error().text();
    script_ = std::move(*script);
  }
  std::optional<Verdict> judged(const std::optional<std::vector<std::string>>& core, Reply alone = Reply::Unsat,
                                Reply reply = Reply::Unsat) {
    SolverAnswer answer = answered(reply);
    answer.core = core;
    asked_.clear();
    return judge_core(definition_, store_, script_, facts_, answer, [&](const std::string& script) {
      asked_.push_back(script);
      return answered(alone);
    });
  }

  TermStore store_;
  Script script_;
  SolverDefinition definition_;
  SmtFacts facts_;
  std::vector<std::string> asked_;
};

using Names = std::vector<std::string>;

TEST_F(Cores, TheExpectedOnePasses) {
  for (const Names& core : {Names{"a0", "a1"}, Names{"a1", "a0"}}) {
    const auto verdict = judged(core);
    ASSERT_TRUE(verdict.has_value());
    EXPECT_EQ(verdict->row, &passes::kCore) << "in any order";
    EXPECT_EQ(verdict->reason, "");
  }
  EXPECT_TRUE(asked_.empty()) << "nothing is left to ask";
}

TEST_F(Cores, AreJudgedOnlyWhereOneIsExpected) {
  EXPECT_FALSE(judged(Names{"a2"}, Reply::Sat, Reply::Sat).has_value()) << "the answer was not unsat";
  EXPECT_FALSE(judged(Names{"a2"}, Reply::Sat, Reply::Unknown).has_value());
  facts_.core.clear();
  EXPECT_FALSE(judged(Names{"a2"}).has_value()) << "no core is known";
  facts_.core = {"a0", "a1"};
  definition_.prelude_core.clear();
  EXPECT_FALSE(judged(Names{"a2"}).has_value()) << "the solver gives none";
}

TEST_F(Cores, NoneAfterUnsatIsCounted) {
  const auto verdict = judged(std::nullopt);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->outcome, Outcome::Pass);
  EXPECT_EQ(verdict->reason, "no core after unsat");
}

TEST_F(Cores, ANeedlessAssertionIsABugOnlyOfMinimalCores) {
  const auto lenient = judged(Names{"a0", "a1", "a2"});
  ASSERT_TRUE(lenient.has_value());
  EXPECT_EQ(lenient->outcome, Outcome::Pass);
  EXPECT_EQ(lenient->reason, "core with needless assertions");
  definition_.minimal_cores = true;
  const auto strict = judged(Names{"a0", "a1", "a2"});
  ASSERT_TRUE(strict.has_value());
  EXPECT_TRUE(strict->is_bug());
  EXPECT_EQ(strict->kind, BugKind::Imprecise);
  EXPECT_TRUE(has_part(strict->detail, "a0 a1")) << strict->detail;
  EXPECT_TRUE(has_part(strict->detail, "has a2")) << strict->detail;
}

TEST_F(Cores, AStrangersNameIsInvalid) {
  for (const Names& core : {Names{"a0", "a1", "a7"}, Names{"a9"}, Names{"a0", "a1", ""}, Names{"A0", "a1"}}) {
    const auto verdict = judged(core);
    ASSERT_TRUE(verdict.has_value());
    EXPECT_TRUE(verdict->is_bug());
    EXPECT_EQ(verdict->kind, BugKind::InvalidCore);
    EXPECT_EQ(verdict->reason, "a name that is no assertion's");
  }
}

TEST_F(Cores, AssumptionsOfTheLastCheckMayBeNamed) {
  const std::string script =
      "(declare-fun x () Int)(declare-fun q () Bool)(declare-fun r () Bool)(assert (! (> x 3) :named a0))"
      "(assert (! (< x 2) :named a1))(check-sat-assuming (r))(check-sat-assuming (q))";
  read(script);
  EXPECT_EQ(judged(Names{"a0", "a1", "q"}).value_or(core::Verdict()).row, &passes::kCore);
  for (const char* const stranger : {"r", "p"}) {
    const auto verdict = judged(Names{"a0", "a1", stranger});
    ASSERT_TRUE(verdict.has_value()) << stranger;
    EXPECT_EQ(verdict->reason, "a name that is no assertion's");
  }
  read(script + "(check-sat)");
  EXPECT_TRUE(judged(Names{"a0", "a1", "q"}).has_value()) << "the last check assumes nothing";
}

TEST_F(Cores, ASatisfiableOneIsInvalidByAModelOfOurs) {
  const auto verdict = judged(Names{"a0", "a2"});
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->is_bug());
  EXPECT_EQ(verdict->kind, BugKind::InvalidCore);
  EXPECT_EQ(verdict->reason, "satisfiable core");
  EXPECT_TRUE(has_part(verdict->detail, "lacks a1")) << verdict->detail;
  EXPECT_TRUE(has_part(verdict->detail, "define-fun x")) << verdict->detail;
  EXPECT_TRUE(asked_.empty()) << "the solver's word is not needed";
  EXPECT_TRUE(judged(Names{})->is_bug()) << "no assertion at all";
}

TEST_F(Cores, ASatisfiableOneIsInvalidByTheSolversOwnWord) {
  // x = 12345678901 and a little more: no value that a search by evaluation hits on.
  read(
      "(declare-fun x () Int)(assert (! (= (+ (* x x) 1) 152415787526596567802) :named a0))"
      "(assert (! (< (* x x) 0) :named a1))(check-sat)");
  const auto verdict = judged(Names{"a0"}, Reply::Sat);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->is_bug());
  EXPECT_EQ(verdict->kind, BugKind::InvalidCore);
  EXPECT_TRUE(has_part(verdict->detail, "the solver itself answers sat")) << verdict->detail;
  ASSERT_EQ(asked_.size(), 1U);
  TermStore store;
  const auto asked = parse_script(store, asked_[0], "asked");
  ASSERT_TRUE(asked.ok()) << asked.error().text();
  EXPECT_EQ(active_assertions(*asked).size(), 1U) << asked_[0];
}

TEST_F(Cores, OneThatLacksSomethingIsNoBugWhileNothingRefutesIt) {
  read("(declare-fun x () Int)(assert (! (and (> x 3) (< x 2)) :named a0))(assert (! (< x 1) :named a1))(check-sat)");
  for (const Reply alone : {Reply::Unsat, Reply::Unknown}) {
    const auto verdict = judged(Names{"a0"}, alone);
    ASSERT_TRUE(verdict.has_value());
    EXPECT_EQ(verdict->outcome, Outcome::Skip);
    EXPECT_EQ(verdict->reason, "core without an expected assertion, not refuted");
    EXPECT_EQ(asked_.size(), 1U);
  }
}

TEST_F(Cores, RestrictionKeepsEverythingButOtherAssertions) {
  const Script restricted = restricted_to(store_, script_, {"a1"});
  const std::string text = print_script(store_, restricted);
  EXPECT_TRUE(has_part(text, "declare-fun x"));
  EXPECT_TRUE(has_part(text, "a1"));
  EXPECT_FALSE(has_part(text, "a0"));
  EXPECT_TRUE(has_part(text, "(check-sat)"));
}

class Objectives : public ::testing::Test {
 protected:
  std::optional<Verdict> judged(const std::string& script, std::vector<std::string> optimum,
                                const std::optional<std::string>& said, const std::optional<std::string>& model = {},
                                Reply reply = Reply::Sat) {
    const auto read = parse_script(store_, script, "test");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
    SmtFacts facts;
    facts.truths = {Truth::Sat};
    facts.has_witness = true;
    facts.optimum = std::move(optimum);
    SolverAnswer answer = answered(reply);
    answer.objectives = said;
    answer.model = model;
    return judge_objectives(store_, *read, facts, answer);
  }
  static std::string told(const std::optional<Verdict>& verdict) {
    if (!verdict) return "pass";
    return verdict->is_bug() ? std::string(name(verdict->kind)) + ": " + verdict->reason : "skip: " + verdict->reason;
  }

  TermStore store_;
};

constexpr const char* kSoft =
    "(declare-fun p () Bool)(declare-fun q () Bool)(assert (or p q))"
    "(assert-soft (not p) :weight 3 :id g1)(assert-soft (not q) :weight 2 :id g2)(assert-soft q :weight 4 :id g2)"
    "(assert-soft p :id g1)(check-sat)";
constexpr const char* kBest = "((define-fun p () Bool false)(define-fun q () Bool true))";
constexpr const char* kWorse = "((define-fun p () Bool true)(define-fun q () Bool true))";
constexpr const char* kMaximize =
    "(declare-fun x () Int)(assert (and (>= x (- 3)) (<= x 3)))(minimize (+ x 1))(check-sat)";

TEST_F(Objectives, TheRightNumbersPass) {
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives\n (g1 1)\n (g2 2)\n)")), "pass");
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives (g1 1) (g2 2))", kBest)), "pass");
  EXPECT_EQ(told(judged(kSoft, {"0"}, "(objectives ( 0))")), "pass") << "the default group has no name";
  EXPECT_EQ(told(judged(kMaximize, {"-2"}, "(objectives ((+ x 1) (- 2)))")), "pass");
}

TEST_F(Objectives, OtherNumbersAreWrong) {
  const auto verdict = judged(kSoft, {"1", "2"}, "(objectives (g1 1) (g2 3))", kBest);
  EXPECT_EQ(told(verdict), "wrong-result: wrong optimum");
  EXPECT_EQ(verdict->detail, "expected 1, 2, the answer was 1, 3");
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives (g2 2) (g1 1))")), "wrong-result: wrong optimum")
      << "groups come in order";
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives (g1 1))")), "wrong-result: wrong optimum");
  EXPECT_EQ(told(judged(kSoft, {"1"}, "(objectives (g1 1) (g2 2))")), "wrong-result: wrong optimum");
  EXPECT_EQ(told(judged(kMaximize, {"-2"}, "(objectives ((+ x 1) 2))")), "wrong-result: wrong optimum");
}

TEST_F(Objectives, NumbersAreReadHoweverTheyAreWritten) {
  const auto reads = [&](const std::string& wanted, const std::string& written) {
    return told(judged(kMaximize, {wanted}, "(objectives (x " + written + "))"));
  };
  EXPECT_EQ(reads("-27", "(- 27)"), "pass");
  EXPECT_EQ(reads("3/2", "1.5"), "pass");
  EXPECT_EQ(reads("3/2", "(/ 3 2)"), "pass");
  EXPECT_EQ(reads("3/2", "(/ 6.0 4.0)"), "pass");
  EXPECT_EQ(reads("-3/2", "(- (/ 3 2))"), "pass");
  EXPECT_EQ(reads("-3/2", "(/ (- 3) 2)"), "pass");
  EXPECT_EQ(reads("2", "2.0"), "pass");
  EXPECT_EQ(reads("0", "(- 0)"), "pass");
  EXPECT_EQ(reads("123456789012345678901234567890", "123456789012345678901234567890"), "pass");
  EXPECT_EQ(reads("3/2", "1.25"), "wrong-result: wrong optimum");
  EXPECT_EQ(reads("27", "(- 27)"), "wrong-result: wrong optimum");
}

TEST_F(Objectives, WhatCannotBeReadIsSkipped) {
  for (const char* text : {"(objectives (x (interval 0 3)))", "(objectives x)", "(objectives ())",
                           "(objectives (x (/ 1 0)))", "(objectives (x .))", "(objectives (x (-)))",
                           "(objectives (x ()))", "", "(objectives", "(objectives (x 1)) more"})
    EXPECT_EQ(told(judged(kMaximize, {"-2"}, text)), "skip: objectives cannot be read") << text;
}

TEST_F(Objectives, ValuesBesideTheNumbersAreRead) {
  for (const char* text : {"(objectives (x oo))", "(objectives (x (* (- 1) oo)))", "(objectives (x (+ (- 2) epsilon)))",
                           "(objectives (x (* 2 epsilon)))", "(objectives (x #x07))"})
    EXPECT_EQ(told(judged(kMaximize, {"-2"}, text)), "wrong-result: wrong optimum") << text;
}

TEST_F(Objectives, TheModelMustReachTheOptimum) {
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives (g1 1) (g2 2))", kWorse)),
            "invalid-model: model misses the optimum");
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, std::nullopt, kWorse)), "invalid-model: model misses the optimum")
      << "also when no objectives are printed";
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, std::nullopt, kBest)), "pass");
  const auto verdict = judged(kMaximize, {"-2"}, "(objectives (x (- 2)))", "((define-fun x () Int 3))");
  EXPECT_EQ(told(verdict), "invalid-model: model misses the optimum");
  EXPECT_EQ(verdict->detail, "the optimum is -2, the model reaches 4");
  EXPECT_EQ(told(judged(kMaximize, {"-2"}, "(objectives (x (- 2)))", "((define-fun x () Int (- 3)))")), "pass");
}

TEST_F(Objectives, BitVectorsAndRealsAreNumbers) {
  const std::string bits = "(declare-fun b () (_ BitVec 4))(maximize (bvadd b #x1))(check-sat)";
  EXPECT_EQ(told(judged(bits, {"15"}, "(objectives ((bvadd b #x1) 15))", "((define-fun b () (_ BitVec 4) #xe))")),
            "pass");
  EXPECT_EQ(told(judged(bits, {"15"}, "(objectives ((bvadd b #x1) 15))", "((define-fun b () (_ BitVec 4) #xf))")),
            "invalid-model: model misses the optimum");
  const std::string real = "(declare-fun r () Real)(assert (<= r 0.5))(maximize (* r 3.0))(check-sat)";
  EXPECT_EQ(told(judged(real, {"3/2"}, "(objectives (r (/ 3.0 2.0)))", "((define-fun r () Real (/ 1 2)))")), "pass");
}

TEST_F(Objectives, AModelThatCannotBeReadOrValuedIsNotJudged) {
  EXPECT_EQ(told(judged(kMaximize, {"-2"}, "(objectives (x (- 2)))", "((define-fun")), "pass");
  EXPECT_EQ(told(judged(kMaximize, {"-2"}, "(objectives (x (- 2)))", "()")), "pass") << "x has no value";
}

TEST_F(Objectives, AreJudgedOnlyAfterSatAndWhereAnOptimumIsKnown) {
  EXPECT_EQ(told(judged(kSoft, {}, "(objectives (g1 7) (g2 7))", kWorse)), "pass");
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, "(objectives (g1 7) (g2 7))", kWorse, Reply::Unknown)), "pass");
  EXPECT_EQ(told(judged(kSoft, {"1", "2"}, std::nullopt)), "pass") << "nothing was said";
}

}  // namespace
}  // namespace assay::smt
