#include "horn/change/change.hpp"

#include <gtest/gtest.h>

#include <map>

#include "horn/make/makers.hpp"
#include "horn/system/system_text.hpp"

namespace assay::horn {
namespace {

/// Applies each transformation to many systems: its evidence holds afterwards, and the text can be read.
TEST(HornChange, KeepsTheTruth) {
  std::map<std::string, unsigned> applied, lost;
  for (std::uint64_t number = 0; number < 14; ++number) {
    for (const bool satisfiable : {false, true}) {
      for (const ChangeRow& row : change_rows()) {
        TermStore store;
        core::Rng rng(number);
        const Theme theme = make_theme(store, "", rng);
        KnownSystem known = satisfiable ? make_invariant(store, theme, 1, rng.split("made"))
                                        : make_derivation(store, theme, 1, rng.split("made"));
        if (known.truth() == smt::Truth::Open) continue;
        core::Rng drawn = rng.split("change");
        if (!row.apply(store, known, drawn)) continue;
        ++applied[std::string(row.name)];
        const bool holds = known.meaning ? is_proved(store, known.system, *known.meaning)
                                         : is_refutation(store, known.system, *known.derivation);
        if (!holds) ++lost[std::string(row.name)];
        const auto read = read_system(store, print_horn(store, known.system, {}), "changed");
        ASSERT_TRUE(read.ok()) << row.name << ": " << read.error().text();
        EXPECT_EQ(read->system.clauses.size(), known.system.clauses.size());
      }
    }
  }
  for (const ChangeRow& row : change_rows()) {
    const std::string name(row.name);
    if (name != "merge" && name != "linearise") {
      EXPECT_GT(applied[name], 0U) << name;
    }
    // Assay's prover may fail to confirm a meaning; a derivation that is mapped along must hold.
    EXPECT_LE(lost[name] * 4, applied[name]) << name;
  }
}

TEST(HornChange, MergesWhatSplitHasMade) {
  TermStore store;
  auto read = read_system(store,
                          "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (> x 3) (p x))))"
                          "(assert (=> (p 5) false))",
                          "test");
  ASSERT_TRUE(read.ok());
  KnownSystem known = decide(store, read->system);
  ASSERT_EQ(known.truth(), smt::Truth::Unsat);
  core::Rng rng(1);
  const auto row = [](std::string_view name) {
    for (const ChangeRow& one : change_rows())
      if (one.name == name) return one;
    return ChangeRow();
  };
  ASSERT_TRUE(row("split").apply(store, known, rng));
  EXPECT_EQ(known.system.clauses.size(), 3U);
  EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
  ASSERT_TRUE(row("merge").apply(store, known, rng));
  EXPECT_EQ(known.system.clauses.size(), 2U);
  EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
}

/// The transformations that add predicates, on a system with recursion, two atoms in a body, and a literal in an atom.
TEST(HornChange, AddsPredicatesWithEvidence) {
  const std::string rules =
      "(set-logic HORN)(declare-fun up (Int) Bool)(declare-fun two (Int Int) Bool)(assert (up 0))"
      "(assert (forall ((x Int)) (=> (and (up x) (< x 9)) (up (+ x 1)))))"
      "(assert (forall ((x Int) (y Int)) (=> (and (up x) (up y) (< x y)) (two x y))))";
  for (const std::string query :
       {"(assert (=> (two 1 3) false))", "(assert (forall ((x Int)) (=> (two x 0) false)))"}) {
    for (const ChangeRow& row : change_rows()) {
      const bool adds =
          row.name == "fold" || row.name == "specialise" || row.name == "linearise" || row.name == "magic";
      if (!adds) continue;
      TermStore store;
      auto read = read_system(store, rules + query, "test");
      ASSERT_TRUE(read.ok());
      KnownSystem known = decide(store, read->system);
      ASSERT_NE(known.truth(), smt::Truth::Open) << query;
      const std::size_t predicates = known.system.predicates.size();
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        KnownSystem changed = known;
        core::Rng rng(seed);
        ASSERT_TRUE(row.apply(store, changed, rng)) << row.name;
        EXPECT_GT(changed.system.predicates.size(), predicates) << row.name;
        const bool holds = changed.meaning ? is_proved(store, changed.system, *changed.meaning)
                                           : is_refutation(store, changed.system, *changed.derivation);
        EXPECT_TRUE(holds) << row.name << "\n" << print_horn(store, changed.system, {});
      }
    }
  }
}

/// The variables of a quantified meaning get names that can be read again.
TEST(HornChange, GuardsWithQuantifiersCanBeRead) {
  unsigned guarded = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    TermStore store;
    core::Rng rng(number);
    const Theme theme = make_theme(store, "arrays", rng);
    KnownSystem known = make_array_loop(store, theme, 1, rng.split("a"));
    for (const ChangeRow& row : change_rows())
      if (row.name == "guard" && known.meaning) guarded += row.apply(store, known, rng) ? 1 : 0;
    EXPECT_TRUE(read_system(store, print_horn(store, known.system, {}), "guarded").ok());
    EXPECT_TRUE(read_system(store, print_muz(store, known.system, ""), "guarded").ok());
  }
  EXPECT_GT(guarded, 3U);
}

TEST(HornChange, LineariseLeavesOneAtom) {
  TermStore store;
  auto read = read_system(store,
                          "(set-logic HORN)(declare-fun up (Int) Bool)(assert (up 0))"
                          "(assert (forall ((x Int)) (=> (up x) (up (+ x 2)))))"
                          "(assert (forall ((x Int) (y Int)) (=> (and (up x) (up y) (= y (+ x 1))) false)))",
                          "test");
  ASSERT_TRUE(read.ok());
  KnownSystem known = decide(store, read->system);
  core::Rng rng(1);
  for (const ChangeRow& row : change_rows())
    if (row.name == "linearise") {
      ASSERT_TRUE(row.apply(store, known, rng));
    }
  for (const Clause& clause : known.system.clauses) EXPECT_LE(clause.body.size(), 1U);
}

}  // namespace
}  // namespace assay::horn
