#include <gtest/gtest.h>

#include "horn/horn_config.hpp"

namespace assay::horn {
namespace {

core::Case made(std::string_view script) {
  TermStore store;
  const auto read = read_system(store, script, "test");
  EXPECT_TRUE(read.ok());
  HornFacts facts;
  facts.spelling = 3;
  facts.options = {{"z3", "z3", {"fp.engine=bmc", "fp.xform.bit_blast=true"}}};
  return make_horn_case(store, decide(store, read->system), facts);
}

constexpr std::string_view kReached =
    "(set-logic HORN)(declare-fun p (Int Int) Bool)(declare-fun unused (Int) Bool)"
    "(assert (forall ((y Int)) (=> (> y 3) (p 0 y))))"
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 2)) (p (+ x 1) y))))"
    "(assert (unused 3))"
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (mod x 2) 1)) false)))";

TEST(HornReduce, KeepsTheTruthAndTheFailure) {
  const core::Case failing = made(kReached);
  ASSERT_EQ(HornFacts::from_json(failing.metadata)->truth, smt::Truth::Unsat);
  // The failure needs `mod` and one option.
  const auto fails = [](const core::Case& subject) {
    return subject.files[0].content.find("(mod") != std::string::npos &&
           subject.metadata.find("bit_blast") != std::string::npos;
  };
  const core::Case reduced = reduce_horn_case(failing, true, fails);
  EXPECT_TRUE(fails(reduced));
  const auto facts = HornFacts::from_json(reduced.metadata);
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->truth, smt::Truth::Unsat);
  EXPECT_EQ(facts->spelling, 0U);
  EXPECT_EQ(facts->options.at(0).values, std::vector<std::string>{"fp.xform.bit_blast=true"});
  EXPECT_EQ(reduced.files[0].content.find("unused"), std::string::npos);
  OpenedHorn opened = open_horn_case(reduced);
  ASSERT_TRUE(opened.problem.empty()) << opened.problem;
  const auto derivation = read_derivation(*opened.store, opened.known.system, reduced.file(kDerivationFile)->content);
  ASSERT_TRUE(derivation.ok());
  EXPECT_TRUE(is_refutation(*opened.store, opened.known.system, *derivation)) << reduced.files[0].content;
}

TEST(HornReduce, DropsTheTruthOfACrash) {
  const core::Case reduced = reduce_horn_case(made(kReached), false, [](const core::Case& subject) {
    return subject.files[0].content.find("(mod") != std::string::npos;
  });
  EXPECT_EQ(HornFacts::from_json(reduced.metadata)->truth, smt::Truth::Open);
  EXPECT_EQ(open_horn_case(reduced).known.system.clauses.size(), 1U) << reduced.files[0].content;
}

}  // namespace
}  // namespace assay::horn
