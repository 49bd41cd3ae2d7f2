// Large scripts are reduced in few runs of the target: each run is slow.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {
namespace {

struct Reduced {
  std::string script;
  std::size_t runs = 0;
  std::size_t bytes = 0;  ///< of the scripts of all runs
};

bool has_all(const std::string& text, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// Reduces a script on a target that fails on every script whose text has all of the words.
Reduced reduced(const std::string& script, const std::vector<std::string>& words) {
  core::Case failing;
  failing.files = {{"case.smt2", script}};
  failing.metadata = SmtFacts{}.json();
  Reduced result;
  const StillFails fails = [&](const core::Case& candidate) {
    ++result.runs;
    const std::string& text = candidate.files.front().content;
    result.bytes += text.size();
    return has_all(text, words);
  };
  result.script = reduce_case(failing, fails, {}, false).files.front().content;
  return result;
}

/// Nested levels, with the failing assertion in the middle.
std::string nested_levels(int count) {
  std::string text = "(declare-const x Int)\n";
  for (int i = 0; i < count; ++i) {
    text += "(push 1)\n(assert (> x " + std::to_string(i) + "))\n";
    if (i == count / 2) text += "(assert (= (mod x 7) 3))\n";
  }
  text += "(check-sat)\n";
  for (int i = 0; i < count; ++i) text += "(pop 1)\n";
  return text + "(check-sat)\n";
}

TEST(LargeSteps, LevelsThatDoNotMatterGoAtOnce) {
  const Reduced result = reduced(nested_levels(400), {"mod"});
  EXPECT_EQ(result.script.find("push"), std::string::npos) << result.script;
  EXPECT_LE(result.runs, 50U) << result.script;
}

TEST(LargeSteps, AssertionsFarFromTheLastOneGoAtOnce) {
  std::string text;
  for (int i = 0; i <= 400; ++i) text += "(declare-fun f" + std::to_string(i) + " (Int) Int)\n";
  for (int i = 0; i < 400; ++i)
    text += "(assert (forall ((x Int)) (= (f" + std::to_string(i) + " x) (f" + std::to_string(i + 1) + " x))))\n";
  text += "(assert (< (f0 1) 3))\n(check-sat)\n";
  // The two needed axioms are the first ones, where halving would find the second half, then the fourth quarter ...
  const Reduced result = reduced(text, {"f0", "f1 ", "f2 "});
  EXPECT_LT(result.bytes, 4 * text.size()) << "the second try, or the third, has two steps from the goal only";
}

TEST(LargeSteps, LevelsAroundANeededLevelAreNotTriedOneByOne) {
  const Reduced result = reduced(nested_levels(400), {"mod", "(push"});
  EXPECT_LE(result.script.size(), 90U) << result.script;
  EXPECT_LE(result.runs, 90U) << result.script;
}

TEST(LargeSteps, AChainOfDefinitionsIsLeftByHalves) {
  std::string text = "(declare-const x Int)\n(define-fun g0 ((x Int)) Int x)\n";
  for (int i = 1; i < 600; ++i) {
    const std::string call = "(g" + std::to_string(i - 1) + " x)";
    text += "(define-fun g" + std::to_string(i) + " ((x Int)) Int " +
            (i == 250 ? "(mod " + call + " 17)" : "(+ " + call + " 5)") + ")\n";
  }
  const Reduced result = reduced(text + "(assert (> (g599 x) 3))\n(check-sat)\n", {"mod"});
  EXPECT_LE(result.script.size(), 50U) << result.script;
  EXPECT_LE(result.runs, 50U) << result.script;
}

/// 900 assertions, with the assertions `further` in equal distances among them.
std::string many_assertions(const std::vector<std::string>& further) {
  std::string text = "(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n";
  const std::size_t distance = 900 / (further.size() + 1);
  for (std::size_t i = 1; i <= 900; ++i) {
    text += "(assert (> x (- " + std::to_string(i) + ")))\n";
    if (i % distance == 0 && i / distance <= further.size()) text += "(assert " + further[i / distance - 1] + ")\n";
  }
  return text + "(check-sat)\n";
}

// The length of the script is the cost of a run: halves of the script are tried before quarters of a half.
TEST(LargeSteps, LargerGroupsGoFirst) {
  for (const bool in_front : {false, true}) {
    std::vector<std::string> further(8, "(> y 0)");
    further[in_front ? 1 : 6] = "(= (mod x 7) 3)";
    const std::string script = many_assertions(further);
    EXPECT_LE(reduced(script, {"mod"}).bytes, 6 * script.size());
  }
}

/// References that know these three assertions as contradictory. Counts runs of large scripts.
class Circle {
 public:
  explicit Circle(std::vector<std::string> core) : core_(std::move(core)) {}

  Reduced reduce() {
    core::Case failing;
    failing.files = {{"case.smt2", many_assertions({"(< x y)", "(< y z)", "(= (mod x 7) 3)", "(< z x)"})}};
    SmtFacts facts;
    facts.truths = {Truth::Unsat};
    failing.metadata = facts.json();
    Reduced result;
    References references;
    references.keep_truth = [&](const core::Case& candidate) {
      const std::string& text = candidate.files.front().content;
      if (text.size() > 1000) ++result.runs;
      return has_all(text, {"(< x y)", "(< y z)", "(< z x)"});
    };
    references.find_core = [&](const core::Case& named) { return names_in(named.files.front().content); };
    const StillFails fails = [](const core::Case& candidate) { return has_all(candidate.files[0].content, {"mod"}); };
    result.script = reduce_case(failing, fails, {}, true, references).files.front().content;
    return result;
  }

 private:
  /// The names of the core's assertions: "(assert (! (< x y) :named NAME))".
  [[nodiscard]] std::vector<std::string> names_in(const std::string& text) const {
    std::vector<std::string> names;
    for (const std::string& term : core_) {
      const std::string head = "(! " + term + " :named ";
      const std::size_t at = text.find(head);
      EXPECT_NE(at, std::string::npos) << term;
      if (at == std::string::npos) continue;
      const std::size_t from = at + head.size();
      names.push_back(text.substr(from, text.find(')', from) - from));
    }
    return names;
  }

  std::vector<std::string> core_;
};

TEST(LargeSteps, StepsThatKeepAnUnsatCoreAskNoReference) {
  const Reduced result = Circle({"(< x y)", "(< y z)", "(< z x)"}).reduce();
  EXPECT_EQ(result.runs, 0U);
  EXPECT_TRUE(has_all(result.script, {"mod", "(assert false)"})) << result.script;
  EXPECT_LE(result.script.size(), 60U) << result.script;
}

TEST(LargeSteps, AWrongCoreIsNotBelieved) {
  const Reduced result = Circle({"(< x y)", "(< y z)"}).reduce();
  EXPECT_GT(result.runs, 0U);
  EXPECT_TRUE(has_all(result.script, {"mod", "(assert false)"})) << result.script;
  EXPECT_LE(result.script.size(), 60U) << result.script;
}

/// A script of 600 constants and an assertion that bounds each constant, with values that satisfy it.
core::Case many_constants() {
  std::string script, values;
  for (int i = 0; i < 600; ++i) {
    const std::string name = "v" + std::to_string(i);
    script += "(declare-const " + name + " Int)\n(assert (> (+ " + name + " v0) " + std::to_string(i) + "))\n";
    values += "(define-fun " + name + " () Int " + std::to_string(i + 4) + ")\n";
  }
  core::Case failing;
  failing.files = {{"case.smt2", script + "(assert (= (mod v0 7) 4))\n(check-sat)\n"},
                   {std::string(kWitnessFile), "(\n" + values + ")\n"}};
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  facts.has_witness = true;
  failing.metadata = facts.json();
  return failing;
}

// A solver that answers the whole script may search endlessly through the solutions of each half.
TEST(LargeSteps, ConstantsBecomeTheirValuesWhereEveryPartIsHarderThanTheWhole) {
  const core::Case failing = many_constants();
  const StillFails fails = [&](const core::Case& candidate) {
    const std::string& text = candidate.files.front().content;
    const bool is_hard = text.find("declare") != std::string::npos && text.size() < failing.files[0].content.size() / 2;
    return has_all(text, {"mod"}) && !is_hard;
  };
  const std::string script = reduce_case(failing, fails, {}, true).files.front().content;
  EXPECT_LE(script.size(), 45U) << script;
}

}  // namespace
}  // namespace assay::smt
