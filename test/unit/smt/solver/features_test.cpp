#include "smt/solver/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace assay::smt {
namespace {

Features features(const std::string& text) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, "test");
  EXPECT_TRUE(script.ok()) << text;
  return features_of(store, *script);
}

std::string reason(const char* target, const std::string& text) {
  const std::optional<core::Skip> skip = Capabilities(*resolve_solver(target)).unsupported(features(text));
  return skip ? skip->reason : "";
}

TEST(Features, NamesAndBitsFit) {
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const auto one = static_cast<Feature>(i);
    EXPECT_EQ(feature(name(one)), one);
  }
  EXPECT_FALSE(feature("magic"));
}

TEST(Features, SeeTheoriesOperatorsAndLogic) {
  const Features f = features(
      "(set-logic QF_AUFBV)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 4)))"
      "(assert (bvult (select a #x0) (bvadd #x1 #x2)))(check-sat)");
  EXPECT_EQ(f.logic, "QF_AUFBV");
  EXPECT_TRUE(f.has(Theory::Arrays) && f.has(Theory::BitVectors));
  EXPECT_FALSE(f.has(Theory::Ints) || f.has(Theory::Strings));
  EXPECT_EQ(f.operators.size(), 3U);
  EXPECT_TRUE(std::is_sorted(f.operators.begin(), f.operators.end()));
  EXPECT_EQ(f.features, 0U);
}

struct Example {
  const char* text;
  Feature feature;
};

TEST(Features, EachIsSeenWhereItIsAndNowhereElse) {
  const Example examples[] = {
      {"(assert (forall ((x Int)) (> x 0)))(check-sat)", Feature::Quantifiers},
      {"(push 1)(check-sat)", Feature::Push},
      {"(declare-fun p () Bool)(check-sat-assuming (p))", Feature::CheckSatAssuming},
      {"(check-sat-using smt)", Feature::CheckSatUsing},
      {"(check-sat)(check-sat)", Feature::SeveralChecks},
      {"(declare-datatypes ((D 0)) (((c (s Int)))))(check-sat)", Feature::Datatypes},
      {"(declare-datatype D ((c (s Int))))(assert (= ((_ update s) (c 1) 2) (c 2)))(check-sat)", Feature::Updaters},
      {"(define-fun-rec f ((x Int)) Int (f x))(check-sat)", Feature::Recursion},
      {"(declare-fun f (Int Int) Int)(assert (= (f 1) (f 2)))(check-sat)", Feature::PartialApplication},
      {"(declare-sort U 0)(check-sat)", Feature::UninterpretedSorts},
      {"(declare-fun f (Int) Int)(check-sat)", Feature::UninterpretedFunctions},
      {"(declare-fun a () (Array Int (Array Int Int)))(check-sat)", Feature::NestedArrays},
      {"(declare-fun a () (Array Int Int))(assert (= a ((as const (Array Int Int)) 1)))(check-sat)",
       Feature::ConstantArrays},
      {"(declare-fun a () (Array Int Int))(declare-fun b () (Array Int Int))(assert (= a b))(check-sat)",
       Feature::ArrayEquality},
  };
  for (const Example& example : examples) {
    EXPECT_TRUE(features(example.text).has(example.feature)) << example.text;
    EXPECT_FALSE(features("(declare-fun x () Int)(assert (> x 1))(check-sat)").has(example.feature)) << example.text;
  }
}

TEST(Features, ANamedOrAWholeFunctionIsNoPartialApplication) {
  const std::string text =
      "(declare-fun f (Int Int) Int)(declare-fun g (Int Int) Int)(assert (and (= f g) (= (f 1 2) 0)))";
  EXPECT_FALSE(features(text + "(check-sat)").has(Feature::PartialApplication));
  EXPECT_EQ(reason("z3", text + "(check-sat)"), "");
  EXPECT_EQ(reason("z3", text + "(assert (= (f 1) (g 1)))(check-sat)"), "target lacks partial-application");
  EXPECT_EQ(reason("cvc5", text + "(assert (= (f 1) (g 1)))(check-sat)"), "");
}

TEST(Features, DeepTermsAreWalkedWithoutRecursion) {
  std::string text = "(declare-fun p () Bool)(assert ";
  constexpr int kDepth = 100'000;
  for (int i = 0; i < kDepth; ++i) text += "(not ";
  text += "p" + std::string(kDepth, ')') + ")(check-sat)";
  EXPECT_EQ(features(text).operators.size(), 1U);
}

TEST(FeatureScanner, ScansManyScriptsOfOneStore) {
  TermStore store;
  FeatureScanner scanner;
  const Result<Script> one = parse_script(store, "(declare-fun x () Int)(assert (> x 1))(check-sat)", "a");
  const Result<Script> two = parse_script(store, "(declare-fun y () Bool)(assert y)(check-sat)", "b");
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_TRUE(scanner.scan(store, *one).has(Theory::Ints));
  EXPECT_FALSE(scanner.scan(store, *two).has(Theory::Ints));
  EXPECT_TRUE(scanner.scan(store, *one).has(Theory::Ints));
}

TEST(Capabilities, AScriptMustFitTheTarget) {
  const std::string ints = "(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 1))(check-sat)";
  const std::string bits = "(set-logic QF_BV)(declare-fun x () (_ BitVec 4))(assert (bvult x #x3))(check-sat)";
  EXPECT_EQ(reason("z3", ints), "");
  EXPECT_EQ(reason("cvc5", bits), "");
  EXPECT_EQ(reason("stp", bits), "");
  EXPECT_EQ(reason("stp", ints), "logic not taken by the target");
  EXPECT_EQ(reason("bitwuzla", ints), "target lacks ints");
  EXPECT_EQ(reason("yices2", "(assert (forall ((x Int)) (> x 0)))(check-sat)"), "target lacks quantifiers");
  EXPECT_EQ(reason("cvc5", "(check-sat-using smt)"), "target lacks check-sat-using");
  EXPECT_EQ(reason("z3", "(check-sat-using smt)"), "");
  EXPECT_EQ(reason("cvc4", "(declare-fun x () (_ BitVec 4))(assert (bvnego x))(check-sat)"), "target lacks bvnego");
}

TEST(Capabilities, WhatAssayDoesNotKnowIsSkippedUnlessTheTargetSaysOtherwise) {
  const std::string opaque = "(declare-fun x () Int)(assert (frobnicate x))(check-sat)";
  EXPECT_EQ(reason("z3", opaque), "unknown to Assay: frobnicate");
  SolverDefinition open = *resolve_solver("z3");
  open.accepts_opaque = true;
  EXPECT_FALSE(Capabilities(open).unsupported(features(opaque)));
}

/// No target takes a theory beyond the standard that its definition does not name, not even a sort of it.
TEST(Capabilities, ExtensionsMustBeNamed) {
  const std::string sort = "(declare-fun x () (Set Int))(assert (= x x))(check-sat)";
  const std::string field = "(declare-fun x () (_ FiniteField 7))(assert (= (ff.mul x x) #f2m7))(check-sat)";
  const std::string table = "(declare-fun x () (Table Int))(assert (bag.member (tuple 1) x))(check-sat)";
  for (const std::string& script : {sort, field, table}) EXPECT_EQ(reason("cvc5", script), "") << script;
  EXPECT_EQ(reason("z3", sort), "target lacks sets");
  EXPECT_EQ(reason("z3", field), "target lacks finite-fields");
  EXPECT_EQ(reason("cvc4", table), "target lacks tuples");
  EXPECT_EQ(reason("cvc5", "(declare-fun x () Real)(assert (= (sin x) 0.0))(check-sat)"), "unknown to Assay: sin");
}

TEST(Capabilities, LogicsAreGivenByPatterns) {
  const Capabilities yices(*resolve_solver("yices2"));
  EXPECT_TRUE(yices.decides("QF_BV"));
  EXPECT_FALSE(yices.decides("QF_NIA"));
  EXPECT_FALSE(yices.decides(""));
  SolverDefinition odd = *resolve_solver("z3");
  odd.decidable = {"QF_*A", "X"};
  const Capabilities patterns(odd);
  EXPECT_TRUE(patterns.decides("QF_LIA") && patterns.decides("QF_A") && patterns.decides("X"));
  EXPECT_FALSE(patterns.decides("QF_BV") || patterns.decides("LIA") || patterns.decides("XX"));
}

}  // namespace
}  // namespace assay::smt
