#include "analyzer/test/reduction.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer {
namespace {

using Edit = Analyzer::Edit;

/// Leave out each letter.
std::vector<Edit> letters(const std::string& text) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < text.size(); ++i) edits.push_back({i, i + 1, ""});
  return edits;
}

std::string reduced(const std::string& text, const std::function<bool(const std::string&)>& fails,
                    std::size_t runs = 1000) {
  core::ReductionClock clock(core::ReduceBudget{runs, 1e9, {}});
  return reduce_by_edits(text, letters, fails, clock);
}

TEST(ReduceByEdits, KeepsWhatIsNeeded) {
  const auto has_both = [](const std::string& text) {
    const std::size_t a = text.find('a');
    return a != std::string::npos && text.find('b', a) != std::string::npos;
  };
  EXPECT_EQ(reduced("xxxxxxxxxxxxaxxxxxxxxxxxxxxxxxxxxxxxbxxxxxx", has_both), "ab");
}

TEST(ReduceByEdits, LeavesATextThatNothingHelps) {
  EXPECT_EQ(reduced("abc", [](const std::string&) { return false; }), "abc");
}

TEST(ReduceByEdits, KeepsItsBudget) {
  std::size_t calls = 0;
  const auto never = [&](const std::string&) {
    ++calls;
    return false;
  };
  EXPECT_EQ(reduced(std::string(100, 'x'), never, 7), std::string(100, 'x'));
  EXPECT_EQ(calls, 7U);
}

TEST(ReduceByEdits, TakesNoEditsThatOverlap) {
  const auto nested = [](const std::string& text) -> std::vector<Edit> {
    if (text.size() < 6) return {};
    return {{0, 6, "ab"}, {1, 3, ""}, {2, 5, "x"}};
  };
  core::ReductionClock clock(core::ReduceBudget{100, 1e9, {}});
  EXPECT_EQ(reduce_by_edits(
                "abcdef", nested, [](const std::string&) { return true; }, clock),
            "ab");
}

}  // namespace
}  // namespace assay::analyzer
