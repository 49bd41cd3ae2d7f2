// Clauses, their similarity, and the two shapes of rewritings.

#include "trigger/problem/clause.hpp"

#include <algorithm>
#include <random>

#include "trigger/problem/similarity.hpp"
#include "trigger/search/bounded_ranges.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

std::vector<Clause> clauses_in(smt::TermStore& store, const std::string& text) {
  const Problem problem = preprocess(store, read(store, text));
  std::vector<Clause> clauses;
  for (const Conjunct& conjunct : problem.conjuncts) clauses.push_back(clause_of(store, conjunct));
  return clauses;
}

TEST(Clause, NestedQuantifiersAreTakenAwayWithTheirPatterns) {
  smt::TermStore store;
  const std::vector<Clause> clauses =
      clauses_in(store,
                 "(declare-fun p (Int) Bool)(declare-fun q (Int Int) Bool)"
                 "(assert (forall ((x Int)) (! (or (not (p x)) (forall ((y Int)) (! (q x y) :pattern ((q x y))))) "
                 ":pattern ((p x)))))");
  ASSERT_EQ(clauses.size(), 1U);
  EXPECT_EQ(clauses[0].variables.size(), 2U);
  EXPECT_EQ(clauses[0].disjuncts.size(), 2U);
  EXPECT_EQ(clauses[0].patterns.size(), 2U);
  EXPECT_EQ(clauses[0].symbols.size(), 2U);
  EXPECT_FALSE(clauses[0].is_ground());
}

/// The terms of range_instances() for an axiom of `f` and `g` with the condition, beside an axiom with another sort.
std::vector<std::string> ranges_of(const std::string& condition, const std::string& pattern = "(f i)") {
  smt::TermStore store;
  const std::vector<Clause> clauses =
      clauses_in(store,
                 "(declare-sort S 0)(declare-fun f (Int) Int)(declare-fun g (Int Int) Int)(declare-fun h (S Int) "
                 "Int)(declare-const n Int)"
                 "(assert (forall ((s S) (i Int)) (! (> (h s i) n) :pattern ((h s i)))))"
                 "(assert (or (= n 3) (forall ((i Int) (j Int)) (! (=> " +
                     condition + " (> (+ (f i) (g i j)) 0)) :pattern (" + pattern + " (g i j))))))");
  std::vector<std::string> texts;
  for (const smt::TermId term : range_instances(store, clauses)) texts.push_back(smt::to_string(store, term));
  return texts;
}

TEST(RangeInstances, AreThePatternsOverAllNumbersOfABoundedRange) {
  const std::vector<std::string> all = {"(f 0)",   "(f 1)",   "(f 2)",   "(g 0 0)", "(g 0 1)", "(g 0 2)",
                                        "(g 1 0)", "(g 1 1)", "(g 1 2)", "(g 2 0)", "(g 2 1)", "(g 2 2)"};
  EXPECT_EQ(ranges_of("(and (<= 0 i) (<= i 2))"), all);
  EXPECT_EQ(ranges_of("(and (> j (- 0 n)) (> i (+ n 1)) (< (- 0 n) 7) (> 3 i) (>= i 0))"), all);
  EXPECT_EQ(ranges_of("(not (or (< i 0) (>= i 3)))"), all);
  EXPECT_EQ(ranges_of("(and (<= 0 i) (<= i 20))").size(), 21U) << "too many pairs";
}

TEST(RangeInstances, NeedTwoNumbersThatAreNear) {
  EXPECT_TRUE(ranges_of("(and (<= 0 i) (<= i n))").empty());
  EXPECT_TRUE(ranges_of("(and (<= 0 i) (<= i 24))").empty());
  EXPECT_TRUE(ranges_of("(and (<= 3 i) (<= i 2))").empty());
  EXPECT_TRUE(ranges_of("(or (<= 0 i) (<= j 2))").empty());
}

TEST(Similarity, IsTheJaccardIndexOfBodiesAndPatterns) {
  smt::TermStore store;
  const std::vector<Clause> clauses =
      clauses_in(store,
                 "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
                 "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))"
                 "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))");
  ASSERT_EQ(clauses.size(), 2U);
  EXPECT_DOUBLE_EQ(similarity(clauses[0], clauses[1]), 0.5);
  EXPECT_DOUBLE_EQ(similarity(clauses[0], clauses[0]), 1);
}

TEST(Similarity, TheIndexFindsWhatComparingAllFinds) {
  smt::TermStore store;
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 30; ++i) text += "(declare-fun f" + std::to_string(i) + " (Int) Int)\n";
  for (int i = 0; i < 200; ++i) {
    std::string sum = "0";
    for (auto j = 1 + random() % 5; j > 0; --j) sum = "(+ " + sum + " (f" + std::to_string(random() % 30) + " x))";
    text += "(assert (forall ((x Int)) (> " + sum + " " + std::to_string(i) + ")))\n";
  }
  const std::vector<Clause> clauses = clauses_in(store, text);
  ASSERT_EQ(clauses.size(), 200U);
  const SimilarityIndex index(clauses);
  for (const double threshold : {0.1, 0.3, 0.6}) {
    for (std::size_t i = 0; i < clauses.size(); i += 17) {
      std::vector<std::pair<double, std::size_t>> expected;
      for (std::size_t j = 0; j < clauses.size(); ++j) {
        const double rate = similarity(clauses[i], clauses[j]);
        if (rate >= threshold) expected.emplace_back(-rate, j);
      }
      std::sort(expected.begin(), expected.end());
      for (auto& [rate, other] : expected) rate = -rate;
      EXPECT_EQ(index.similar(i, threshold), expected);
    }
  }
}

class Unifiers : public testing::Test {
 protected:
  void SetUp() override {
    declarations_ =
        "(declare-sort U 0)(declare-fun f (U) Int)(declare-fun h (U Int) U)(declare-fun k (U U) Int)"
        "(declare-const x U)(declare-const y U)(declare-const n Int)(declare-const c U)";
    for (const char* name : {"x", "y", "n"}) unknowns_.insert(term_in(store_, declarations_, name));
  }
  std::vector<Unifier> of(const std::string& left, const std::string& right) {
    std::vector<Unifier> smallest;
    add(left, {right}, 8, smallest);
    return smallest;
  }
  void add(const std::string& left, const std::vector<std::string>& right, std::size_t max_unifiers,
           std::vector<Unifier>& smallest) {
    std::vector<smt::TermId> terms;
    for (const std::string& term : right) terms.push_back(term_in(store_, declarations_, term));
    add_unifiers(store_, unknowns_, term_in(store_, declarations_, left), terms, max_unifiers, smallest);
  }
  std::string text(const std::vector<std::pair<smt::TermId, smt::TermId>>& pairs) const {
    std::string result;
    for (const auto& [left, right] : pairs)
      result += smt::to_string(store_, left) + " = " + smt::to_string(store_, right) + "; ";
    return result;
  }
  smt::TermStore store_;
  std::string declarations_;
  Unknowns unknowns_;
};

TEST_F(Unifiers, AnUnknownOfEitherSideIsRewritten) {
  ASSERT_EQ(of("(f x)", "(f (h c n))").size(), 1U);
  EXPECT_EQ(text(of("(f x)", "(f (h c n))")[0].rewritings), "x = (h c n); ");
  EXPECT_EQ(text(of("(f (h c n))", "(f x)")[0].rewritings), "x = (h c n); ");
}

TEST_F(Unifiers, GoesIntoEqualHeadsAndLeavesOtherArgumentsToTheSolver) {
  const std::vector<Unifier> found = of("(k (h x 1) c)", "(k (h y n) x)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text(found[0].rewritings), "x = y; n = 1; x = c; ");
  const std::vector<Unifier> mixed = of("(k (h x 1) y)", "(k c c)");
  ASSERT_EQ(mixed.size(), 1U);
  EXPECT_EQ(text(mixed[0].rewritings), "y = c; ");
  EXPECT_EQ(text(mixed[0].equations), "(h x 1) = c; ");
}

TEST_F(Unifiers, DifferentFunctionsAndTermsWithoutUnknownsHaveNone) {
  EXPECT_TRUE(of("(f x)", "(k x x)").empty());
  EXPECT_TRUE(of("(f c)", "(f (h c 1))").empty());
  EXPECT_TRUE(of("(f x)", "(f x)").empty());
}

TEST_F(Unifiers, TheSmallestAreKeptInTheOrderInWhichTheyCome) {
  std::vector<Unifier> smallest;
  add("(k x y)", {"(k (h c 1) (h c 2))", "(k c y)", "(k y y)", "(k c y)", "(k x c)"}, 2, smallest);
  ASSERT_EQ(smallest.size(), 2U);
  EXPECT_EQ(text(smallest[0].rewritings), "x = c; ");
  EXPECT_EQ(text(smallest[1].rewritings), "x = y; ");
  add("(k x y)", {"(k x (h c 1))", "(k x y)"}, 3, smallest);
  ASSERT_EQ(smallest.size(), 3U) << "equal terms need no unifier";
  EXPECT_EQ(text(smallest[2].rewritings), "y = (h c 1); ");
}

TEST_F(Unifiers, OutermostApplicationsAreInNoOther) {
  const smt::TermId term = term_in(store_, declarations_, "(k (h x 1) c)");
  const std::vector<smt::TermId> all = applications_in(store_, {term});
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(outermost_of(store_, all), std::vector<smt::TermId>{term});
}

}  // namespace
}  // namespace assay::trigger
