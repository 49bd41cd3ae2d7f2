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
};

/// Reduces a script on a target that fails on every script whose text has all of the words.
Reduced reduced(const std::string& script, const std::vector<std::string>& words) {
  core::Case failing;
  failing.files = {{"case.smt2", script}};
  failing.metadata = SmtFacts{}.json();
  Reduced result;
  const StillFails fails = [&](const core::Case& candidate) {
    ++result.runs;
    const std::string& text = candidate.files.front().content;
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
  };
  result.script = reduce_case(failing, fails, {}, false).files.front().content;
  return result;
}

/// Levels inside of levels, with the culprit in the middle.
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

}  // namespace
}  // namespace assay::smt
