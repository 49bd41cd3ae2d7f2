#include "horn/make/decide.hpp"

#include <gtest/gtest.h>

#include "horn/make/planted.hpp"
#include "horn/system/system_text.hpp"

namespace assay::horn {
namespace {

smt::Truth truth_of(std::string_view text) {
  TermStore store;
  const auto read = read_system(store, text, "test");
  EXPECT_TRUE(read.ok());
  const KnownSystem known = decide(store, read->system);
  if (known.meaning) {
    EXPECT_TRUE(is_proved(store, known.system, *known.meaning));
  }
  if (known.derivation) {
    EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
  }
  return known.truth();
}

constexpr std::string_view kCounter =
    "(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 0))"
    "(assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p (+ x 1)))))";

TEST(HornDecide, FindsDerivationsAndInvariants) {
  EXPECT_EQ(truth_of(std::string(kCounter) + "(assert (=> (p 4) false))"), smt::Truth::Unsat);
  EXPECT_EQ(truth_of(std::string(kCounter) + "(assert (=> (p 6) false))"), smt::Truth::Sat);
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q () Bool)"
                     "(assert (=> q (p 1)))(assert (=> (p 1) false))"),
            smt::Truth::Sat);
  // The sum of two even numbers is even: a residue.
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun e (Int) Bool)(assert (e 0))"
                     "(assert (forall ((x Int)) (=> (e x) (e (+ x 2)))))(assert (=> (e 7) false))"),
            smt::Truth::Sat);
}

TEST(HornDecide, LeavesHardSystemsOpen) {
  // x * x never is 3, which no candidate says.
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun s (Int Int) Bool)"
                     "(assert (forall ((x Int)) (s x (* x x))))"
                     "(assert (forall ((x Int)) (=> (s x 1000003) false)))"),
            smt::Truth::Open);
}

/// Every truth that a maker claims has evidence.
TEST(HornMake, EvidenceHolds) {
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    for (const std::string& name : theme_names()) {
      TermStore store;
      core::Rng rng(number);
      const Theme theme = make_theme(store, name, rng);
      const auto rung = static_cast<unsigned>(number % kRungs);
      const KnownSystem all[] = {make_tiny(store, theme, rung, rng.split("a"), 3),
                                 make_invariant(store, theme, rung, rng.split("b")),
                                 make_derivation(store, theme, rung, rng.split("c"))};
      for (const KnownSystem& known : all) {
        if (known.meaning) {
          EXPECT_TRUE(is_proved(store, known.system, *known.meaning));
          ++sat;
        }
        if (known.derivation) {
          EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
          ++unsat;
        }
        const std::string text = print_horn(store, known.system, {});
        EXPECT_TRUE(known.system.clauses.empty() || read_system(store, text, "made").ok()) << text;
      }
    }
  }
  EXPECT_GT(sat, 80U);
  EXPECT_GT(unsat, 80U);
}

}  // namespace
}  // namespace assay::horn
