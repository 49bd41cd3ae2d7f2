#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "smt/fuzz/fuzz_generator.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/mutations.hpp"
#include "smt/solver/features.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kQuantified =
    "(declare-fun p ((_ BitVec 2) (_ BitVec 2)) Bool)(declare-const c (_ BitVec 2))"
    "(assert (forall ((x (_ BitVec 2))) (exists ((y (_ BitVec 2))) (and (p x y) (bvult x (bvadd y c #b01))))))"
    "(assert (or (p c c) (= c #b10)))";

Script script_of(TermId assertion) {
  Script script;
  Command command;
  command.kind = CommandKind::Assert;
  command.terms = {assertion};
  script.commands.push_back(std::move(command));
  return script;
}

TEST(Mutations, KeepTheSort) {
  std::map<std::string_view, std::size_t> made_by;
  for (const Seed& seed : testing::shipped_seeds()) {
    const auto fragments = testing::fragments_of(seed.text);
    ASSERT_NE(fragments, nullptr) << seed.name;
    core::Rng rng(3);
    Valuation valuation(*fragments, random_model(*fragments, rng), 0);
    Grafter grafter(*fragments, valuation);
    grafter.use(rng);
    const std::vector<TermId> terms = fragments->terms;
    for (const TermId term : terms) {
      for (const Mutation& mutation : mutations()) {
        const auto made = mutation.make(grafter, {term, {}});
        if (!made || *made == term) continue;
        ++made_by[mutation.name];
        if (mutation.name == "operands") continue;  // may change the sort: a concatenation becomes wider
        EXPECT_EQ(fragments->store.sort_of(*made), fragments->store.sort_of(term))
            << mutation.name << ": " << to_string(fragments->store, *made);
      }
    }
  }
  for (const Mutation& mutation : mutations()) {
    if (mutation.name == "variable" || mutation.name == "quantifier") continue;  // need binders
    EXPECT_GT(made_by[mutation.name], 20U) << mutation.name;
  }
}

TEST(Mutate, ChangesQuantifiersAndVariablesBelowThem) {
  const auto seed = testing::fragments_of(kQuantified);
  ASSERT_NE(seed, nullptr);
  core::Rng rng(4);
  Valuation valuation(*seed, default_model(*seed), 0);
  const auto mutate = find_strategy("mutate")->make();
  std::set<std::string> all;
  for (int i = 0; i < 400; ++i) {
    const CaseSource source{*seed, valuation, {2, 3}, nullptr, core::Rng(1), 1};
    for (const Assertion& assertion : testing::assertions_of(*mutate, source, rng)) {
      EXPECT_FALSE(seed->store.has(assertion.term, kHasVariable)) << to_string(seed->store, assertion.term);
      all.insert(to_string(seed->store, assertion.term));
    }
  }
  const auto has = [&](std::string_view text) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& one) { return one.find(text) != one.npos; });
  };
  EXPECT_TRUE(has("(forall ((x (_ BitVec 2))) (forall"));
  EXPECT_TRUE(has("(exists ((x (_ BitVec 2))) (exists"));
  EXPECT_TRUE(has("(p y y)") || has("(p x x)") || has("(p y x)"));
  EXPECT_TRUE(has("bvule") || has("bvugt") || has("bvslt"));
  EXPECT_GT(all.size(), 200U);
}

TEST(Quantify, LeavesNoVariableAsAPattern) {
  const auto seed = testing::fragments_of(
      "(declare-fun f (Int) Bool)(assert (forall ((x Int)) (! (= (f 0) (< x 0)) :pattern ((f 0)) :pattern ((f x)))))"
      "(assert (f 0))");
  ASSERT_NE(seed, nullptr);
  core::Rng rng(7);
  Valuation valuation(*seed, default_model(*seed), 0);
  const auto quantify = find_strategy("quantify")->make();
  bool replaced = false;
  for (int i = 0; i < 300; ++i) {
    const CaseSource source{*seed, valuation, {2, 3}, nullptr, core::Rng(1), 1};
    for (const Assertion& assertion : testing::assertions_of(*quantify, source, rng)) {
      const std::string text = to_string(seed->store, assertion.term);
      EXPECT_EQ(text.find(":pattern (v"), std::string::npos) << text;
      replaced = replaced || text.find("(< x 0)) :pattern ((f x))") != std::string::npos;
    }
  }
  EXPECT_TRUE(replaced) << "a variable took the place of (f 0), and the other pattern stays";
}

TEST(Mutate, DrawsNoOperatorThatIsLacking) {
  const auto seed = testing::fragments_of(kQuantified);
  core::Rng rng(4);
  Valuation valuation(*seed, default_model(*seed), 0);
  UnsupportedOperators unsupported{std::vector<bool>(Operators::get().size(), true), 0};
  for (const char* name : {"bvadd", "bvult"}) unsupported.operators[Operators::get().at(name).index] = false;
  const auto mutate = find_strategy("mutate")->make();
  for (int i = 0; i < 400; ++i) {
    const CaseSource source{*seed, valuation, {2, 3}, &unsupported, core::Rng(1), 1};
    for (const Assertion& assertion : testing::assertions_of(*mutate, source, rng)) {
      const std::string text = to_string(seed->store, assertion.term);
      for (const char* name : {"bvmul", "bvsub", "bvnot", "bvule", "concat"})
        EXPECT_EQ(text.find(name), std::string::npos) << text;
    }
  }
}

TEST(Plant, TakesNoRuleOfALackingTheory) {
  const auto seed = testing::fragments_of(
      "(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert (bvult a (bvadd a b)))(assert (= a "
      "#b0010))");
  ASSERT_NE(seed, nullptr);
  Valuation valuation(*seed, default_model(*seed), 0);
  UnsupportedOperators unsupported{std::vector<bool>(Operators::get().size(), false), 0};
  for (const Theory theory : {Theory::Ints, Theory::Reals, Theory::Datatypes}) unsupported.add(theory);
  std::size_t with = 0;
  for (const bool has_integers : {true, false}) {
    core::Rng rng(4);
    const auto plant = find_strategy("plant")->make();
    for (int i = 0; i < 400; ++i) {
      const CaseSource source{*seed, valuation, {4, 4}, has_integers ? nullptr : &unsupported, core::Rng(1), 1};
      for (const Assertion& assertion : testing::assertions_of(*plant, source, rng)) {
        const Features features = features_of(seed->store, script_of(assertion.term));
        const bool has_lacking =
            features.has(Theory::Ints) || features.has(Theory::Reals) || features.has(Theory::Datatypes);
        with += has_lacking ? 1 : 0;
        EXPECT_TRUE(has_integers || !has_lacking) << to_string(seed->store, assertion.term);
      }
    }
  }
  EXPECT_GT(with, 0U) << "rules about bit-vectors and integers are drawn";
}

TEST(Mutate, SaysNothingOfATruthThatNobodyKnows) {
  const auto config = testing::generating_config({{"q.smt2", std::string(kQuantified), 4}});
  config->strategies = {find_strategy("mutate")};
  config->weights = {1};
  config->options.incremental_percent = 50;
  Generator generator(*config);
  std::size_t open = 0;
  std::size_t satisfied = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) continue;
    EXPECT_EQ(testing::what_is_wrong(*subject), "") << testing::text_of(*subject);
    const auto facts = SmtFacts::from_json(subject->metadata);
    open += facts->truths == std::vector{Truth::Open} ? 1 : 0;
    satisfied += facts->has_witness ? 1 : 0;
  }
  EXPECT_GT(open, 50U);
  EXPECT_GT(satisfied, 5U) << "what the assignment at hand satisfies is known to be satisfiable";
}

}  // namespace
}  // namespace assay::smt
