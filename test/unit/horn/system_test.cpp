#include <gtest/gtest.h>

#include "base/text_tree.hpp"
#include "horn/system/instances.hpp"
#include "horn/system/system_text.hpp"

namespace assay::horn {
namespace {

constexpr std::string_view kLoop =
    "(set-logic HORN)\n"
    "(declare-fun loop (Int Int) Bool)\n"
    "(declare-fun done () Bool)\n"
    "(assert (forall ((n Int)) (=> (>= n 2) (loop 0 n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (< i n)) (loop (+ i 1) n))))\n"
    "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (loop n i)) done)))\n"
    "(assert (=> done false))\n"
    "(assert (=> (and false done) (loop 0 0)))\n"
    "(check-sat)\n";

System read(TermStore& store, std::string_view text) {
  auto read = read_system(store, text, "test");
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
  return read.ok() ? read->system : System();
}

std::string refusal(std::string_view text) {
  TermStore store;
  const auto read = read_system(store, text, "test");
  return read.ok() ? "" : read.error().message;
}

TEST(HornSystem, ReadsClauses) {
  TermStore store;
  const System system = read(store, kLoop);
  ASSERT_EQ(system.predicates.size(), 2U);
  ASSERT_EQ(system.clauses.size(), 5U);
  EXPECT_TRUE(system.clauses[0].body.empty());
  EXPECT_EQ(system.clauses[1].body.size(), 1U);
  EXPECT_EQ(smt::to_string(store, system.clauses[1].constraint), "(< i n)");
  EXPECT_EQ(system.clauses[2].body.size(), 2U);
  EXPECT_FALSE(system.clauses[3].head.has_value());
}

TEST(HornSystem, AllSpellingsMeanTheSame) {
  for (unsigned number = 0; number < Spelling::count(); ++number) {
    TermStore store;
    const System system = read(store, kLoop);
    const std::string text = print_horn(store, system, Spelling::numbered(number));
    const System again = read(store, text);
    EXPECT_EQ(print_horn(store, again, Spelling::numbered(0)), print_horn(store, system, Spelling::numbered(0)))
        << text;
  }
}

TEST(HornSystem, ReadsMuz) {
  TermStore store;
  const System system = read(store, kLoop);
  const std::string muz = print_muz(store, system, ":print-certificate true");
  EXPECT_NE(muz.find("(query query! :print-certificate true)"), std::string::npos);
  const System again = read(store, muz);
  // The query's predicate has a clause of its own.
  ASSERT_EQ(again.clauses.size(), system.clauses.size() + 1);
  EXPECT_EQ(again.clauses[1].variables.size(), 2U);
}

TEST(HornSystem, SaysWhyAScriptIsNotHorn) {
  const std::string declared = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)";
  EXPECT_NE(refusal(declared + "(assert (forall ((x Int)) (or (p x) (q x))))").find("two heads"), std::string::npos);
  EXPECT_NE(refusal(declared + "(assert (forall ((x Int)) (=> (= (p x) (q x)) false)))").find("below a connective"),
            std::string::npos);
  EXPECT_NE(refusal(declared + "(assert (forall ((x Int)) (=> (forall ((y Int)) (p y)) (q x))))")
                .find("quantifiers alternate"),
            std::string::npos);
  EXPECT_NE(refusal(declared + "(declare-fun f (Int) Int)(assert (p (f 1)))").find("is a function"), std::string::npos);
  EXPECT_NE(refusal(declared + "(assert (p 1))(check-sat)(check-sat)").find("several checks"), std::string::npos);
  EXPECT_NE(refusal(declared + "(push 1)(assert (p 1))(check-sat)").find("levels"), std::string::npos);
  EXPECT_NE(refusal("(set-logic QF_LIA)(assert (= 1 2))").find("no predicate"), std::string::npos);
  EXPECT_EQ(refusal(declared + "(assert (not (exists ((x Int)) (and (p x) (not (q x))))))"), "");
}

std::size_t clauses_of(const std::string& text) {
  TermStore store;
  const auto read = read_system(store, text, "test");
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
  return read.ok() ? read->system.clauses.size() : 0;
}

/// Connectives of predicates that stand for several clauses, and definitions.
TEST(HornSystem, TakesConnectivesApart) {
  const std::string declared = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)";
  EXPECT_EQ(clauses_of(declared + "(assert (forall ((x Int)) (=> (or (p x) (q x)) false)))"), 2U);
  EXPECT_EQ(clauses_of(declared + "(assert (forall ((x Int)) (=> (< x 3) (and (p x) (q (+ x 1))))))"), 2U);
  EXPECT_EQ(clauses_of(declared + "(assert (forall ((x Int)) (=> (or (p x) (q x)) (ite (< x 3) (p 0) (q 0)))))"), 4U);
  EXPECT_EQ(clauses_of(declared + "(assert (forall ((x Int)) (=> (not (=> (p x) (< x 3))) false)))"), 1U);
  EXPECT_EQ(clauses_of(declared + "(assert (forall ((x Int)) (=> (ite (< x 3) (p x) (q x)) false)))"), 2U);
  EXPECT_EQ(clauses_of(declared + "(define-fun low ((x Int)) Bool (< x 3))"
                                  "(assert (forall ((x Int)) (=> (low x) (p x))))"),
            1U);
}

/// A datatype that only a variable has is declared, too.
TEST(HornSystem, PrintsMuzWithTheSortsOfVariables) {
  TermStore store;
  const auto read = read_system(store,
                                "(set-logic HORN)(declare-datatypes ((Lst 0)) (((leaf) (node (val Int) (nxt Lst)))))"
                                "(declare-fun two () Bool)(assert (forall ((x Lst)) two))(check-sat)",
                                "test");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(print_muz(store, read->system, "").find("(declare-datatypes ((Lst 0))") != std::string::npos);
}

TEST(HornSystem, ChecksDerivations) {
  TermStore store;
  const System system = read(store,
                             "(set-logic HORN)(declare-fun p (Int) Bool)"
                             "(assert (p 0))"
                             "(assert (forall ((x Int)) (=> (and (p x) (< x 2)) (p (+ x 1)))))"
                             "(assert (forall ((x Int)) (=> (and (p x) (> x 1)) false)))");
  const auto step = [](std::size_t clause, int value) { return Step{clause, {Value(mpz_class(value))}}; };
  const Derivation right = {{0, {}}, step(1, 0), step(1, 1), step(2, 2)};
  EXPECT_TRUE(is_refutation(store, system, right));
  EXPECT_FALSE(is_refutation(store, system, {{0, {}}, step(1, 1), step(2, 2)}));  // p 1 is not there
  EXPECT_FALSE(is_refutation(store, system, {{0, {}}, step(1, 0), step(1, 1), step(1, 2), step(2, 3)}));  // 2 < 2
  EXPECT_FALSE(is_refutation(store, system, {{0, {}}, step(1, 0)}));                                      // no query
  Derivation more = right;
  more.insert(more.begin() + 1, right[0]);
  EXPECT_EQ(needed_steps(store, system, more).size(), right.size());
  const auto again = read_derivation(store, system, print_derivation(store, system, right));
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_TRUE(is_refutation(store, system, *again));
}

TEST(HornSystem, FindsInstances) {
  TermStore store;
  const System system = read(store, kLoop);
  Evaluation evaluation(store);
  const ValuePool pool = pool_of(store, system);
  InstanceSearch search(evaluation, pool);
  const Fact first{system.predicates[0], {Value(mpz_class(0)), Value(mpz_class(7))}};
  const Fact second{system.predicates[0], {Value(mpz_class(1)), Value(mpz_class(7))}};
  const Fact wrong{system.predicates[0], {Value(mpz_class(1)), Value(mpz_class(8))}};
  const auto any = [](const Step&, const auto&) { return true; };
  EXPECT_TRUE(search.find(system.clauses[0], &first, {}, 100, any));
  EXPECT_TRUE(search.find(system.clauses[1], &second, {first}, 100, any));
  EXPECT_FALSE(search.find(system.clauses[1], &wrong, {first}, 100, any));
}

TEST(HornTexts, AreReadWithTheirParts) {
  const TextTree tree = balanced_text_tree("(a (b |c d|) \"(\") ; (\n e");
  ASSERT_EQ(tree.top().size(), 2U);
  EXPECT_EQ(tree.text_of(tree.top()[0]), "(a (b |c d|) \"(\")");
  EXPECT_EQ(tree.head(tree.top()[0]), "a");
  for (const char* unbalanced : {"(a", "a)", "a |b"}) EXPECT_TRUE(balanced_text_tree(unbalanced).top().empty());
}

}  // namespace
}  // namespace assay::horn
