#include "core/reduce/text_reduction.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/reduce/minimize.hpp"

namespace assay::core {
namespace {

KeepsText has(std::vector<std::string> needed) {
  return [needed = std::move(needed)](const std::string& text) {
    for (const std::string& one : needed)
      if (text.find(one) == std::string::npos) return false;
    return true;
  };
}

std::string reduced(const std::string& text, const KeepsText& keeps, std::size_t runs = 10'000) {
  ReductionClock clock(ReduceBudget{runs, 1e9, {}});
  return reduce_text(text, keeps, clock);
}

TEST(TextReduction, LeavesOutLinesGroupsAndWords) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "line " + std::to_string(i) + "\n";
  EXPECT_EQ(reduced(text + "int f(int a, int b) { return g(a, h(b)); }\n" + text, has({"h(b)"})), " h(b)");
  EXPECT_EQ(reduced("a(b[c{d}e]f)g", has({"a", "g"})), "ag");
  EXPECT_EQ(reduced("one two three", has({"two"})), " two");
  EXPECT_EQ(reduced("))]}((", has({"]"})), "]") << "brackets need not match";
  EXPECT_EQ(reduced("", has({})), "");
}

TEST(TextReduction, StopsWithTheSmallestTextWithinItsRuns) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "line " + std::to_string(i) + "\n";
  std::size_t calls = 0;
  const KeepsText keeps = [&](const std::string& smaller) {
    return ++calls, smaller.find("line 63") != std::string::npos;
  };
  const std::string small = reduced(text, keeps, 3);
  EXPECT_EQ(calls, 3U);
  EXPECT_LT(small.size(), text.size());
  EXPECT_NE(small.find("line 63"), std::string::npos);
}

/// A reducer that prints its language with a head, and finds `result`.
LanguageReducer printing(const std::string& text, const std::string& result) {
  return {"head " + text, [result](const KeepsText&, ReductionClock&) { return result; }};
}

TEST(ReduceFile, TakesTheReducerOfTheLanguageFirst) {
  EXPECT_EQ(reduce_file("a b c x", printing("a b c x", "x y"), has({"x"}), {}), "x");
  EXPECT_EQ(reduce_file("a b c x", std::nullopt, has({"x"}), {}), " x");
}

TEST(ReduceFile, IsNeverLargerThanTheFile) {
  EXPECT_EQ(
      reduce_file("x", printing("x", "a longer x"), [](const std::string& text) { return text.ends_with('x'); }, {}),
      "x");
}

TEST(ReduceFile, ReducesTheTextIfOnlyItIsInteresting) {
  const KeepsText keeps = [](const std::string& text) { return !text.starts_with('h') && text.ends_with('x'); };
  EXPECT_EQ(reduce_file("a x", printing("a x", "never"), keeps, {}), " x");
}

TEST(ReduceFile, RefusesAFileThatIsNotInteresting) {
  EXPECT_EQ(reduce_file("a", printing("a", "a"), has({"b"}), {}), std::nullopt);
}

TEST(MinimizeKept, EndsAtOnce) {
  const std::vector<bool> all = minimize_kept(
      1'000'000, [](const std::vector<bool>&) { return true; }, [] { return true; });
  EXPECT_EQ(all, std::vector<bool>(1'000'000, true));
}

}  // namespace
}  // namespace assay::core
