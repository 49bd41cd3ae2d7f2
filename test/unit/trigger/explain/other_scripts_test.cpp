// The effect of a suggested assertion on other scripts.

#include "trigger/explain/other_scripts.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

constexpr std::string_view kAdded = "(assert added)\n";

std::vector<OtherScript> scripts_with(const std::vector<std::string>& marks) {
  std::vector<OtherScript> scripts;
  for (const std::string& mark : marks)
    scripts.push_back({mark, "(declare-const " + mark + " Bool)(assert " + mark + ")(check-sat)\n"});
  return scripts;
}

/// A solver that needs more work, or fails, where the assertion stands beside the mark.
Reply answer_to(const std::string& text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  const bool is_added = has(kAdded.substr(0, kAdded.size() - 1));
  if (has("hard")) return {Answer::OutOfWork, {}, 0, 1};
  if (has("lost") && is_added) return {Answer::OutOfWork, {}, 0, 9'000'000};
  if (has("slow") && is_added) return {Answer::Unsat, {}, 0, 9'000'000};
  if (has("foreign") && is_added) return {Answer::Failed, "unknown symbol", 0, 0};
  return {Answer::Unsat, {}, 0, is_added ? Work{1'500'000} : Work{500'000}};
}

TEST(OtherScripts, NamesThoseThatGetWorse) {
  const auto scripts = scripts_with({"same", "lost", "slow", "foreign", "hard"});
  FakeProver prover(answer_to);
  OtherScripts others(scripts, prover, 1);
  const Elsewhere found = others.with(std::string(kAdded), Deadline(60, {}));
  EXPECT_EQ(found.tried, 3U);
  EXPECT_EQ(found.unfit, 2U);
  ASSERT_EQ(found.worse.size(), 2U);
  EXPECT_EQ(found.worse[0].name, "lost");
  EXPECT_EQ(found.worse[1].name, "slow");
}

TEST(OtherScripts, AsksForEachScriptWithoutTheAssertionOnce) {
  const auto scripts = scripts_with({"same"});
  FakeProver prover(answer_to);
  OtherScripts others(scripts, prover, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(others.with(std::string(kAdded), Deadline(60, {})).tried, 1U);
  EXPECT_EQ(prover.scripts.size(), 4U);
}

TEST(OtherScripts, LeavesOutScriptsThatItCannotChange) {
  const std::vector<OtherScript> scripts = {{"two checks", "(check-sat)(check-sat)"}, {"broken", "(assert"}};
  FakeProver prover(answer_to);
  EXPECT_EQ(OtherScripts(scripts, prover, 1).with(std::string(kAdded), Deadline(60, {})).unfit, 2U);
  EXPECT_TRUE(prover.scripts.empty());
}

}  // namespace
}  // namespace assay::trigger
