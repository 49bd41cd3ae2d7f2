#include "smt/reduce/text_steps.hpp"

#include <gtest/gtest.h>

#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The script without the commands that are not needed for all the parts, and the number of calls.
std::pair<std::string, std::size_t> shortened(const std::string& script, const std::vector<std::string>& parts) {
  core::ReductionClock clock({});
  const auto keeps = [&](const std::string& text) {
    for (const std::string& part : parts)
      if (!has(text, part)) return false;
    return true;
  };
  std::string text = without_commands(script, keeps, clock);
  return {std::move(text), clock.runs()};
}

TEST(WithoutCommands, KeepsTheRestAsItIsWritten) {
  const std::string script =
      "; a comment of the user's\n(set-logic  QF_LIA)\n(declare-const  x   Int) (declare-const y Int)\n"
      "(assert\t(> x 1)) ; why\n(assert (> y 2))\n(check-sat)\n";
  EXPECT_EQ(
      shortened(script, {"(> x 1)"}).first,
      "; a comment of the user's\n(set-logic  QF_LIA)\n(declare-const  x   Int)\n(assert\t(> x 1))\n(check-sat)\n");
}

TEST(WithoutCommands, DropsDeclarationsThatOnlyDroppedDefinitionsNeed) {
  const std::string script =
      "(declare-const a Int)\n(define-fun f () Int (+ a 1))\n(define-fun |g h| () Int (+ f 1))\n"
      "(declare-const b Int)\n(assert (> |g h| 0))\n(assert (> b 0))\n(check-sat)\n";
  EXPECT_EQ(shortened(script, {"(> b 0)"}).first, "\n(declare-const b Int)\n(assert (> b 0))\n(check-sat)\n");
  EXPECT_TRUE(has(shortened(script, {"(> |g h| 0)"}).first, "(declare-const a Int)"));
}

TEST(WithoutCommands, GoesByHalves) {
  std::string script = "(declare-const x Int)\n";
  for (int i = 0; i < 1000; ++i) script += "(assert (> x " + std::to_string(i) + "))\n";
  const auto [text, runs] = shortened(script + "(check-sat)\n", {"(> x 500)"});
  EXPECT_EQ(text, "(declare-const x Int)\n(assert (> x 500))\n(check-sat)\n");
  EXPECT_LE(runs, 25U);
}

TEST(WithoutCommands, StringsAndCommentsAreNoCommands) {
  const std::string script =
      "(declare-const s String)\n(assert (= s \"(assert false)\"\"\"))\n; (assert true\n(assert (= s "
      "\"b\"))\n(check-sat)\n";
  EXPECT_EQ(shortened(script, {"\"b\""}).first,
            "(declare-const s String)\n; (assert true\n(assert (= s \"b\"))\n(check-sat)\n");
}

// A failure at the edge of a limit may depend on how the script is written.
TEST(ReduceCase, AScriptThatFailsOnlyAsItIsWrittenLosesItsCommands) {
  core::Case failing;
  failing.files = {{"case.smt2",
                    "(declare-const x Int)\n(declare-const y Int)\n(assert (> y 1))\n"
                    "(assert   (> x 3))\n(assert (> y 2))\n(check-sat)\n"}};
  failing.metadata = SmtFacts{}.json();
  const StillFails fails = [](const core::Case& candidate) { return has(candidate.files[0].content, "(assert   (>"); };
  EXPECT_EQ(reduce_case(failing, fails, {}, false).files.front().content,
            "(declare-const x Int)\n(assert   (> x 3))\n(check-sat)\n");
}

}  // namespace
}  // namespace assay::smt
