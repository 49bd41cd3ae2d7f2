#include <gtest/gtest.h>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

/// Values a closed term and writes the value as a term.
std::string rewritten(const std::string& preamble, const std::string& term) {
  Scene scene(preamble + "(assert (= " + term + " " + term + "))");
  Evaluator evaluator(scene.store, scene.model);
  const TermId side = scene.store.children(scene.assertion(0))[0];
  const Outcome& outcome = evaluator.evaluate(side);
  EXPECT_TRUE(outcome.known()) << term;
  const std::optional<TermId> made = make_term(scene.store, outcome.value, scene.store.sort_of(side));
  EXPECT_TRUE(made.has_value()) << term;
  if (!made) {
    return "";
  }
  EXPECT_EQ(scene.store.sort_of(*made), scene.store.sort_of(side));
  EXPECT_TRUE(evaluator.evaluate(*made).value == outcome.value);
  return to_string(scene.store, *made);
}

TEST(MakeTerm, Numbers) {
  EXPECT_EQ(rewritten("", "(+ 1 2)"), "3");
  EXPECT_EQ(rewritten("", "(- 1 2)"), "(- 1)");
  EXPECT_EQ(rewritten("", "(/ 1.0 4.0)"), "0.25");
  EXPECT_EQ(rewritten("", "(/ (- 1.0) 3.0)"), "(- (/ 1.0 3.0))");
  EXPECT_EQ(rewritten("", "(* 2.0 2.0)"), "4.0");
}

TEST(MakeTerm, BitsAndFloats) {
  EXPECT_EQ(rewritten("", "(bvadd #xff #x02)"), "#x01");
  EXPECT_EQ(rewritten("", "(fp.neg (_ +zero 5 11))"), "(fp #b1 #b00000 #b0000000000)");
  EXPECT_EQ(rewritten("", "(fp.neg (_ NaN 5 11))"), "(_ NaN 5 11)");
  EXPECT_EQ(rewritten("", "(fp.neg (_ +oo 5 11))"), "(fp #b1 #b11111 #b0000000000)");
}

TEST(MakeTerm, Compounds) {
  EXPECT_EQ(rewritten("", "(store ((as const (Array Int Bool)) false) 1 true)"),
            "(store ((as const (Array Int Bool)) false) 1 true)");
  EXPECT_EQ(rewritten("", "(str.++ \"a\" \"b\")"), "\"ab\"");
  EXPECT_EQ(rewritten("", "(seq.++ (seq.unit 1) (seq.unit 2))"), "(seq.++ (seq.unit 1) (seq.unit 2))");
  EXPECT_EQ(rewritten("", "(as seq.empty (Seq Int))"), "(as seq.empty (Seq Int))");
  EXPECT_EQ(rewritten("(declare-datatypes ((P 1)) ((par (X) ((none) (some (the X))))))", "(some (as none (P Int)))"),
            "(some (as none (P Int)))");
}

TEST(MakeTerm, ElementsHaveNone) {
  TermStore store;
  SortNode node;
  node.kind = SortKind::Uninterpreted;
  node.name = store.symbol("U");
  const SortId sort = store.sort(node);
  EXPECT_EQ(make_term(store, Value(Element{sort, 0}), sort), std::nullopt);
}

TEST(MakeTerm, DeepValues) {
  TermStore store;
  Result<Script> script =
      parse_script(store, "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L))))) (declare-fun x () L)", "test");
  ASSERT_TRUE(script.ok());
  const SortId sort = store.node(script->commands.back().functions.at(0)).result;
  const Datatype datatype = store.node(*store.node(sort).datatype);
  Value value = make_datatype(datatype.constructors[0].function, 0, {});
  for (int i = 0; i < 100'000; ++i) {
    value = make_datatype(datatype.constructors[1].function, 1, {Value(mpz_class(i)), value});
  }
  const std::optional<TermId> term = make_term(store, value, sort);
  ASSERT_TRUE(term.has_value());
  const Model model;
  Evaluator evaluator(store, model);
  EXPECT_TRUE(evaluator.evaluate(*term).value == value);
}

}  // namespace
}  // namespace assay::smt
