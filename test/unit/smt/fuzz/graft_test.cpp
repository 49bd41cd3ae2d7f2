#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "smt/draw/draw_patterns.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/builders.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

TEST(OperatorPatterns, CoverTheTheories) {
  std::set<std::string> names;
  for (const OperatorPattern& pattern : operator_patterns()) names.emplace(Operators::get().row(pattern.op).name);
  for (const char* name : {"+", "div", "/", "bvadd", "bvudiv", "concat", "extract", "str.++", "str.substr", "str.in_re",
                           "re.range", "fp.add", "fp.rem", "to_fp", "select", "store", "ite", "seq.len"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(OperatorPatterns, FitTheirOperators) {
  for (const OperatorPattern& pattern : operator_patterns()) {
    const OperatorRow& row = Operators::get().row(pattern.op);
    EXPECT_EQ(pattern.standard, row.standard) << row.name;
    EXPECT_GE(pattern.arity, row.min_arity) << row.name;
    // (+ x), (and p) and (distinct x) are no SMT-LIB, though some solvers read them.
    if (pattern.arity == 1) {
      EXPECT_TRUE(row.chaining == Chaining::None || row.name == "-") << row.name;
    }
  }
}

TEST(OperatorPatterns, DoNotMixIntAndReal) {
  for (const OperatorPattern& pattern : operator_patterns()) {
    const std::string_view name = Operators::get().row(pattern.op).name;
    const auto end = pattern.arguments.begin() + pattern.arity;
    const bool has_int = std::find(pattern.arguments.begin(), end, SortKind::Int) != end;
    const bool has_real = std::find(pattern.arguments.begin(), end, SortKind::Real) != end;
    // (tuple 1 1.0) and (bag 1.0 1) may mix Int and Real: the sorts of extensions define their arguments, without an
    // Int for a Real.
    const bool may_have_both = pattern.theory == Theory::FloatingPoint || is_extension(pattern.theory);
    EXPECT_FALSE(has_int && has_real && !may_have_both) << name;
    EXPECT_FALSE(name == "to_real" && has_real) << "only some solvers read (to_real 1.0)";
    EXPECT_FALSE(name == "is_int" && has_int);
  }
}

/// The number of operators that count Booleans, among the operators that are drawn for a Boolean.
std::size_t drawn_counting(const std::string& assertion) {
  const auto fragments =
      testing::fragments_of("(declare-const p Bool)(declare-const q Bool)(assert " + assertion + ")(check-sat)");
  core::Rng rng(1);
  Valuation valuation(*fragments, random_model(*fragments, rng), 0);
  const Grafter grafter(*fragments, valuation);
  const auto& drawn = grafter.with_result(SortKind::Bool);
  return static_cast<std::size_t>(std::count_if(drawn.begin(), drawn.end(), [](const OperatorPattern* pattern) {
    return pattern->theory == Theory::PseudoBoolean;
  }));
}

TEST(OperatorPatterns, CountBooleansWhereTheSeedDoes) {
  EXPECT_EQ(drawn_counting("(or p q)"), 0U);
  EXPECT_GT(drawn_counting("((_ at-most 1) p q)"), 8U);
}

TEST(OperatorPatterns, InFocusAreHalfOfTheDraws) {
  const auto fragments = testing::fragments_of("(declare-const x Int)(assert (> x 0))(check-sat)");
  core::Rng rng(1);
  Valuation valuation(*fragments, random_model(*fragments, rng), 0);
  std::vector<bool> focus(Operators::get().size(), false);
  focus[Operators::get().at("mod").index] = true;
  const Grafter grafter(*fragments, valuation, nullptr, &focus);
  const auto& drawn = grafter.with_result(SortKind::Int);
  const auto count = std::count_if(drawn.begin(), drawn.end(),
                                   [&](const OperatorPattern* pattern) { return focus[pattern->op.index]; });
  EXPECT_GE(2 * static_cast<std::size_t>(count), drawn.size());
  EXPECT_LT(static_cast<std::size_t>(count), drawn.size());
}

TEST(Tangle, JoinsAtomsOfOneConstantByEquivalences) {
  const auto fragments = testing::fragments_of(
      "(declare-const s String)(assert (str.in_re s (re.inter (str.to_re \"a\") re.allchar)))"
      "(assert (not (= s \"ab\")))(check-sat)");
  core::Rng rng(1);
  Valuation valuation(*fragments, random_model(*fragments, rng), 0);
  std::vector<bool> focus(Operators::get().size(), false);
  focus[Operators::get().at("re.inter").index] = true;
  CaseSource source{*fragments, valuation, {2, 3}, nullptr, rng.split("block"), 1};
  source.focus = &focus;
  const auto strategy = find_strategy("tangle")->make();
  std::size_t made = 0, joined = 0, in_focus = 0;
  for (int i = 0; i < 300; ++i) {
    for (const Assertion& assertion : testing::assertions_of(*strategy, source, rng)) {
      const std::string text = to_string(fragments->store, assertion.term);
      const Outcome& outcome = valuation.evaluate(assertion.term);
      ASSERT_TRUE(outcome.known() && outcome.value.as_bool()) << text;
      ++made;
      joined += text.find("(xor (") != std::string::npos || text.find("(= (") != std::string::npos ? 1 : 0;
      in_focus += text.find("re.inter") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(made, 300U);
  EXPECT_GT(2 * joined, made);
  EXPECT_GT(2 * in_focus, made) << "most cases are about the operator";
}

struct FunctionsDrawn {
  std::set<std::string> names;  ///< of the operators that apply functions
  std::size_t made = 0;
  std::size_t valued = 0;
};

FunctionsDrawn functions_drawn(const std::string& text, const UnsupportedOperators* unsupported = nullptr) {
  const auto fragments = testing::fragments_of(text);
  core::Rng rng(3);
  Valuation valuation(*fragments, random_model(*fragments, rng), 0);
  Grafter grafter(*fragments, valuation, unsupported);
  FunctionsDrawn drawn;
  for (int i = 0; i < 2000; ++i) {
    grafter.use(rng);
    const SortId sort = rng.pick(fragments->sorts);
    const auto made = grafter.function_application(sort);
    if (!made) continue;
    EXPECT_EQ(fragments->store.sort_of(*made), sort);
    EXPECT_FALSE(fragments->store.has(*made, kHasVariable)) << to_string(fragments->store, *made);
    ++drawn.made;
    drawn.valued += grafter.value_of(*made).has_value() ? 1 : 0;
    drawn.names.emplace(Operators::get().row(fragments->store.op(*made)).name);
  }
  return drawn;
}

constexpr std::string_view kCollections =
    "(declare-const s (Set Int))(declare-const b (Bag Int))(declare-const q (Seq Int))"
    "(assert (and (set.member 1 s) (bag.member 1 b) (seq.contains q (seq.unit 1))))(check-sat)";

TEST(Functions, AreDrawnOverCollections) {
  const FunctionsDrawn drawn = functions_drawn(std::string(kCollections));
  EXPECT_EQ(drawn.names, (std::set<std::string>{"@", "bag.all", "bag.filter", "bag.fold", "bag.map", "bag.some",
                                                "seq.foldl", "seq.foldli", "seq.map", "seq.mapi", "set.all",
                                                "set.filter", "set.fold", "set.map", "set.some"}));
  EXPECT_GT(drawn.valued * 2, drawn.made);
}

TEST(Functions, AreNotDrawnWhereTheSeedAndTheTargetDoNotCallForThem) {
  EXPECT_EQ(functions_drawn("(declare-const x Int)(assert (> x 0))(check-sat)").made, 0U);
  UnsupportedOperators unsupported{std::vector<bool>(Operators::get().size(), true), 0};
  EXPECT_EQ(functions_drawn(std::string(kCollections), &unsupported).made, 0U);
  unsupported.operators[Operators::get().at("seq.map").index] = false;
  EXPECT_EQ(functions_drawn(std::string(kCollections), &unsupported).names, std::set<std::string>{"seq.map"});
}

TEST(Functions, ADetourOverALambdaKeepsTheValue) {
  const auto fragments = testing::fragments_of(kCollections);
  core::Rng rng(5);
  Valuation valuation(*fragments, random_model(*fragments, rng), 0);
  Grafter grafter(*fragments, valuation);
  std::size_t made = 0;
  for (int i = 0; i < 300; ++i) {
    grafter.use(rng);
    const TermId term = rng.pick(fragments->terms);
    const auto detour = grafter.redex(term);
    if (!detour) continue;
    ++made;
    EXPECT_EQ(grafter.value_of(*detour), grafter.value_of(term)) << to_string(fragments->store, *detour);
  }
  EXPECT_GT(made, 100U);
}

TEST(Builders, GiveTheSortThatIsWantedAndOftenTheValue) {
  std::map<std::string_view, std::size_t> right;
  std::map<std::string_view, std::size_t> built_in_all;
  for (const Seed& seed : testing::shipped_seeds()) {
    const auto fragments = testing::fragments_of(seed.text);
    ASSERT_NE(fragments, nullptr) << seed.name;
    core::Rng rng(11);
    Valuation valuation(*fragments, random_model(*fragments, rng), 0);
    Grafter grafter(*fragments, valuation);
    grafter.use(rng);
    const std::vector<ValuedTerm> terms = valuation.valued_terms();
    for (const ValuedTerm& valued : terms) {
      const SortId sort = fragments->store.sort_of(valued.term);
      for (const Builder& builder : builders()) {
        if (!builder.applies(fragments->store.kind(sort))) continue;
        for (int attempt = 0; attempt < 3; ++attempt) {
          const auto made = builder.build(grafter, {valued.term, sort, valued.value});
          if (!made) continue;
          EXPECT_EQ(fragments->store.sort_of(*made), sort)
              << builder.name << ": " << to_string(fragments->store, *made);
          ++built_in_all[builder.name];
          const auto value = grafter.value_of(*made);
          if (value && *value == valued.value) ++right[builder.name];
        }
      }
    }
  }
  for (const Builder& builder : builders()) {
    EXPECT_GT(built_in_all[builder.name], 20U) << builder.name;
    // Languages have no canonical values, so that equal ones may look different.
    if (builder.name == "language") continue;
    EXPECT_GT(right[builder.name] * 10, built_in_all[builder.name] * 9) << builder.name;
  }
}

TEST(Builders, LetNoIntStandForAReal) {
  const auto seed = testing::fragments_of(
      "(declare-const a (Array Int Int))(declare-const b (Array Real Int))(declare-const c (Array Real Real))"
      "(declare-const x Real)(declare-const n Int)(assert (= (select b x) (select a n)))"
      "(assert (< (select c (to_real n)) x))(assert (= a (store a n 3)))(assert (= c (store c x 2.0)))");
  ASSERT_NE(seed, nullptr);
  core::Rng rng(5);
  Valuation valuation(*seed, random_model(*seed, rng), 0);
  Grafter grafter(*seed, valuation);
  grafter.use(rng);
  const std::vector<ValuedTerm> terms = valuation.valued_terms();
  for (int round = 0; round < 40; ++round) {
    for (const ValuedTerm& valued : terms) {
      for (const auto& made :
           {grafter.application_around(valued.term), grafter.application(seed->store.sort_of(valued.term), 2)}) {
        if (made) {
          ASSERT_EQ(testing::mixed_numbers(seed->store, {*made}), "") << to_string(seed->store, *made);
        }
      }
    }
  }
}

TEST(Graft, MakesAssertionsThatHold) {
  std::size_t changed = 0;
  std::size_t all = 0;
  for (const Seed& seed : testing::shipped_seeds()) {
    const auto fragments = testing::fragments_of(seed.text);
    ASSERT_NE(fragments, nullptr) << seed.name;
    core::Rng rng(hash_bytes(seed.name));
    Valuation valuation(*fragments, random_model(*fragments, rng), 1);
    if (valuation.pool().empty()) continue;
    const auto graft = find_strategy("graft")->make();
    std::set<std::string> known;
    for (const Fragment& formula : fragments->formulas) known.insert(to_string(fragments->store, formula.term));
    for (int i = 0; i < 20; ++i) {
      const CaseSource source{*fragments, valuation, {4, 4}, nullptr, core::Rng(1), 1};
      for (const Assertion& assertion : testing::assertions_of(*graft, source, rng)) {
        const Outcome& outcome = valuation.evaluate(assertion.term);
        ASSERT_TRUE(outcome.known() && outcome.value.as_bool())
            << seed.name << ": " << to_string(fragments->store, assertion.term);
        EXPECT_FALSE(fragments->store.has(assertion.term, kHasVariable));
        changed += known.contains(to_string(fragments->store, assertion.term)) ? 0 : 1;
        ++all;
      }
    }
  }
  EXPECT_GT(all, 2000U);
  EXPECT_GT(changed * 10, all * 7) << "most assertions are new";
}

}  // namespace
}  // namespace assay::smt
