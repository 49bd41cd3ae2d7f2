// Instantiations are read from the output of z3 and cvc5.

#include "trigger/proof/proof_reader.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger::proof_reader_test {
namespace {

constexpr std::string_view kDeclarations = "(declare-sort U 0)(declare-fun f (Int) Int)(declare-fun p (U) Bool)";

std::vector<std::string> texts(const smt::TermStore& store, const Result<std::vector<Instance>>& instances) {
  EXPECT_TRUE(instances.ok()) << (instances ? "" : instances.error().message);
  std::vector<std::string> result;
  if (!instances) return result;
  for (const Instance& instance : *instances) {
    std::string text = smt::to_string(store, instance.quantifier);
    for (const smt::TermId value : instance.values) text += " | " + smt::to_string(store, value);
    result.push_back(text);
  }
  return result;
}

using Lines = std::vector<std::string>;

TEST(ProofReader, ReadsInstantiationsOfAZ3ProofOnce) {
  smt::TermStore store;
  const std::string proof =
      "((set-logic AUFLIA)\n(proof\n(let ((?q (forall ((x Int)) (! (> (f x) x) :pattern ((f x))))))\n"
      "(let ((@x1 ((_ quant-inst (f 7)) (or (not ?q) (> (f (f 7)) (f 7))))))\n"
      "(let ((@x2 ((_ quant-inst 7) (or (> (f 7) 7) (not ?q)))))\n"
      "(let ((@x3 ((_ th-lemma arith farkas 1 (- 1)) false)))\n"
      "(unit-resolution @x1 @x2 @x1 @x3 false)))))))\n";
  EXPECT_EQ(texts(store, read_instances(store, std::string(kDeclarations), proof)),
            (Lines{"(forall ((x Int)) (! (> (f x) x) :pattern ((f x)))) | (f 7)",
                   "(forall ((x Int)) (! (> (f x) x) :pattern ((f x)))) | 7"}));
}

TEST(ProofReader, KnowsTheElementsThatZ3MakesUp) {
  smt::TermStore store;
  const std::string proof =
      "((proof (mp ((_ quant-inst U!val!0) (or (not (forall ((x U)) (p x))) (p U!val!0))) false)))";
  const Result<std::vector<Instance>> instances = read_instances(store, std::string(kDeclarations), proof);
  ASSERT_TRUE(instances.ok());
  ASSERT_EQ(instances->size(), 1U);
  EXPECT_TRUE(is_element(store, instances->at(0).values.at(0)));
}

TEST(ProofReader, SaysWhenThereIsNoProof) {
  smt::TermStore store;
  EXPECT_FALSE(read_instances(store, std::string(kDeclarations), "(error \"line 1: proof is not available\")").ok());
  EXPECT_FALSE(read_cvc5_instances(store, std::string(kDeclarations), "unsat\n").ok());
}

TEST(ProofReader, ReadsTheInstantiationsThatCvc5Dumps) {
  smt::TermStore store;
  const std::string dump =
      "(instantiations (forall ((x Int) (y Int)) (! (> (f x) y) :pattern ((f x))) )\n"
      "  ( 7 (- 1) )\n  ( (let ((_let_1 (f 0))) (+ _let_1 _let_1)) 2 )\n)\n"
      "(skolem (forall ((z U)) (p z)) ( sk ))\n"
      "(instantiations (forall ((z U)) (p z) )\n  ( madeup_1 )\n)\n";
  EXPECT_EQ(
      texts(store, read_cvc5_instances(store, std::string(kDeclarations), dump)),
      (Lines{
          "(forall ((x Int) (y Int)) (! (> (f x) y) :pattern ((f x)))) | 7 | (- 1)",
          "(forall ((x Int) (y Int)) (! (> (f x) y) :pattern ((f x)))) | (let ((_let_0 (f 0))) (+ _let_0 _let_0)) | 2",
          "(forall ((z U)) (p z)) | madeup_1"}));
}

}  // namespace
}  // namespace assay::trigger::proof_reader_test
