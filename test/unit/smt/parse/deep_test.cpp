#include "parsing.hpp"

namespace assay::smt {
namespace {

constexpr int kDepth = 100'000;

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += text;
  }
  return out;
}

TEST_F(Parsing, DeepTermsNeedNoStack) {
  expect_round_trip("(declare-const p Bool)(assert " + repeated("(not ", kDepth) + "p" + repeated(")", kDepth) + ")");
}

TEST_F(Parsing, DeepLetsStayADag) {
  std::string text = "(declare-const x Int)(assert ";
  for (int i = 0; i < kDepth; ++i) {
    const std::string inner = i == 0 ? "x" : "y" + std::to_string(i - 1);
    text += "(let ((y" + std::to_string(i) + " (+ " + inner + " " + inner + "))) ";
  }
  text += "(= y" + std::to_string(kDepth - 1) + " 0)" + repeated(")", kDepth) + ")";
  expect_round_trip(text);
  EXPECT_LT(store.size(), 2U * kDepth);
}

TEST_F(Parsing, DeepBindersOfOneName) {
  expect_round_trip("(assert " + repeated("(forall ((x Int)) (or (> x 0) ", kDepth) + "true" + repeated("))", kDepth) +
                    ")");
}

TEST_F(Parsing, DeepAnnotationsHeadsAndSorts) {
  expect_round_trip("(declare-const p Bool)(assert " + repeated("(! ", kDepth) + "p" + repeated(" :a b)", kDepth) +
                    ")");
  expect_round_trip("(declare-const a " + repeated("(Array Int ", kDepth) + "Int" + repeated(")", kDepth) +
                    ")(assert (= a a))");
  EXPECT_FALSE(parse_script(store, "(assert " + repeated("(", kDepth), "t").ok());
  EXPECT_FALSE(parse_script(store, "(assert " + repeated("((f x) ", kDepth), "t").ok());
  EXPECT_TRUE(parse_script(store, "(unknown " + repeated("(", kDepth) + repeated(")", kDepth) + ")", "t").ok());
}

TEST_F(Parsing, DeepMatches) {
  expect_round_trip("(declare-datatypes ((L 0)) (((nil) (cons (tl L)))))(declare-const l L)(assert " +
                    repeated("(match l ((nil true) ((cons t) ", kDepth / 10) + "false" + repeated(")))", kDepth / 10) +
                    ")");
}

TEST_F(Parsing, WideTerms) { expect_round_trip("(declare-const p Bool)(assert (and" + repeated(" p", 300'000) + "))"); }

}  // namespace
}  // namespace assay::smt
