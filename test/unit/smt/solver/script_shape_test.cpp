#include "smt/solver/script_shape.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::smt {
namespace {

std::string composed(const std::string& script, bool model, bool cut) {
  return compose(script, scan_script(script), {model ? "<p><m>" : "<p>", {.model = model}, cut});
}

TEST(ScriptShape, CountsChecksOutsideOfStringsSymbolsAndComments) {
  const ScriptShape shape = scan_script(
      "; (check-sat)\n(declare-const |(check-sat)| Bool)(assert (= \"(check-sat)\"\"(\" \"\"))(check-sat)\n"
      "(check-sat-assuming (a)) ( check-sat-using (then simp smt))(push 1)(checks)");
  EXPECT_TRUE(shape.balanced);
  EXPECT_TRUE(shape.pushes);
  EXPECT_EQ(shape.checks, 3U);
  EXPECT_FALSE(shape.redirects);
}

TEST(ScriptShape, SaysWhatCannotBeFramed) {
  for (const char* text : {"(assert (> x 1)", "(assert \"open)", "(assert |open)", ")", "(check-sat))", "check-sat"}) {
    EXPECT_FALSE(scan_script(text).balanced) << text;
  }
  for (const char* text : {"", " ; only a comment", "(check-sat)(exit)"}) {
    EXPECT_TRUE(scan_script(text).balanced) << text;
  }
  EXPECT_TRUE(scan_script("(set-option :regular-output-channel \"f\")").redirects);
}

TEST(ScriptShape, DoesNotCountWhatComesAfterAnExit) {
  EXPECT_EQ(scan_script("(check-sat)(exit)(check-sat)").checks, 1U);
}

TEST(ScriptShape, NestingIsLimitedByMemoryOnly) {
  constexpr std::size_t kDepth = 300'000;
  const std::string text = "(assert " + std::string(kDepth, '(') + "x" + std::string(kDepth, ')') + ")(check-sat)";
  EXPECT_EQ(scan_script(text).checks, 1U);
}

TEST(Compose, AsksForTheModelRightAfterTheLastCheck) {
  EXPECT_EQ(composed("(push 1)(check-sat)(pop 1)(check-sat)(pop 1)", true, false),
            "<p><m>(push 1)(check-sat)(pop 1)(check-sat)\n(get-model)\n(pop 1)\n");
  EXPECT_EQ(composed("(assert true)", true, false), "<p><m>(assert true)\n");
  EXPECT_EQ(composed("(check-sat)", false, false), "<p>(check-sat)\n");
}

TEST(ScriptShape, CountsChecksBetweenResets) {
  const ScriptShape shape = scan_script("(check-sat)(reset)(check-sat)(check-sat)(reset)(check-sat)");
  EXPECT_EQ(shape.checks, 4U);
  EXPECT_EQ(shape.checks_together, 2U);
  EXPECT_EQ(scan_script("(check-sat)(reset-assertions)(check-sat)").checks_together, 2U);
}

TEST(Compose, MarksRepliesToRequests) {
  const std::string script = "(assert p)(simplify p)(check-sat)(get-value (p))(exit)(simplify p)";
  const ScriptShape shape = scan_script(script);
  ASSERT_EQ(shape.requests.size(), 2U);
  EXPECT_EQ(compose(script, shape, {"", {.certificates = true}, true, true}),
            "(assert p)\n(echo \"assay-reply\")\n(simplify p)\n(echo \"assay-reply-end\")\n(check-sat)\n"
            "(echo \"assay-reply\")\n(get-value (p))\n(echo \"assay-reply-end\")\n");
  EXPECT_EQ(compose(script, shape, {"", {.certificates = true}, true, false}),
            script.substr(0, script.find("(exit)")) + "\n");
}

TEST(Requests, RepliesAreReadApartFromAnswers) {
  const SplitOutput split =
      split_replies("\"assay-reply\"\nsat\n(f)\n\"assay-reply-end\"\nunsat\nassay-reply\n(error \"cut off\"");
  EXPECT_EQ(split.rest, "unsat\n");
  EXPECT_EQ(split.replies, (std::vector<std::string>{"sat\n(f)\n", "(error \"cut off\""}));
  EXPECT_EQ(split.unmarked, "sat\n(f)\nunsat\n(error \"cut off\"");
}

TEST(Compose, SetsOptionsAgainBehindAReset) {
  EXPECT_EQ(composed("(check-sat)(reset)(echo \"x\")(check-sat)(reset)", true, false),
            "<p><m>(check-sat)(reset)\n<p><m>(check-sat)\n(get-model)\n(reset)\n<p><m>\n");
}

TEST(Compose, LeavesOutEchoesAndWhatFollowsAnExit) {
  EXPECT_EQ(composed("(echo \"sat\")(check-sat)(echo \"(\")(exit)(foo)", true, true),
            "<p><m>(check-sat)\n(get-model)\n");
  EXPECT_EQ(composed("(check-sat)(echo \"x\")(exit)", false, false), "<p>(check-sat)(exit)\n");
}

}  // namespace
}  // namespace assay::smt
