#include "core/finding/history.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/finding/cause_history.hpp"

namespace assay::core {
namespace {

using What = VersionAnswer::What;

/// 'r' right, 'w' wrong, '?' cannot say; versions 1.0, 1.1, ...
History history_of(const std::string& answers) {
  History history{"fake", {}};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const What what = answers[i] == 'r' ? What::Right : answers[i] == 'w' ? What::Wrong : What::CannotSay;
    history.answers.push_back({"1." + std::to_string(i), what, {}});
  }
  return history;
}

/// The answers that a bisection asks for; '.' for each version that it skips.
std::string bisected(const std::string& answers, std::optional<std::size_t> bad = std::nullopt) {
  std::string seen(answers.size(), '.');
  const History history = history_of(answers);
  const Status done = bisect(answers.size(), bad, [&](std::size_t version) -> Result<What> {
    EXPECT_EQ(seen[version], '.') << "asked twice";
    seen[version] = answers[version];
    return history.answers[version].what;
  });
  EXPECT_TRUE(done);
  return seen;
}

/// The range that a bisection finds.
std::string range_of(const std::string& answers, std::optional<std::size_t> bad = std::nullopt) {
  const std::string seen = bisected(answers, bad);
  History known{"fake", {}};
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i] != '.') known.answers.push_back(history_of(answers).answers[i]);
  return since_text(known);
}

TEST(History, SaysSinceWhenAndUntilWhen) {
  EXPECT_EQ(since_text(history_of("rrww")),
            "fake: wrong since 1.2, right in 1.1; still wrong in 1.3, the newest that was asked");
  EXPECT_EQ(since_text(history_of("wwrr")), "fake: wrong since 1.0 or earlier; fixed in 1.2, last wrong in 1.1");
  EXPECT_EQ(since_text(history_of("r?w?r")),
            "fake: wrong since 1.2, right in 1.0 (1.1 cannot say); fixed in 1.4, last wrong in 1.2 (1.3 cannot say)");
  EXPECT_EQ(since_text(history_of("w?")),
            "fake: wrong since 1.0 or earlier; last seen wrong in 1.0 (no later one can say)");
  EXPECT_EQ(since_text(history_of("rr")), "fake: no version that was asked is wrong");
  EXPECT_EQ(since_text(history_of("??")), "fake: no version that was asked can say");
  EXPECT_NE(since_text(history_of("rwrwr")).find("right in versions between"), std::string::npos);
  EXPECT_EQ(since_text(history_of("")), "fake: no version that was asked can say");
}

TEST(History, NamesTheFirstWrongReleaseAndTheOneThatFixesIt) {
  const auto ends = [](const std::string& answers) {
    const History history = history_of(answers);
    return wrong_since(history) + ", " + fixed_in(history);
  };
  EXPECT_EQ(ends("r?wwr"), "1.2, 1.4");
  EXPECT_EQ(ends("w?r"), "1.0 or earlier, 1.2");
  EXPECT_EQ(ends("rww"), "1.1, not fixed");
  EXPECT_EQ(ends("rw?"), "1.1, not known");
  EXPECT_EQ(ends("r?"), ", ");
}

Finding finding_of(const std::string& id, const std::string& signature, const std::string& answers) {
  Finding finding;
  finding.id = id;
  finding.signature = signature;
  finding.folder = "out/findings/" + id;
  finding.histories = {history_of(answers)};
  return finding;
}

TEST(CauseHistory, JoinsFindingsWithOneCause) {
  const Finding one = finding_of("a", "s", "wrr?"), other = finding_of("b", "t", "rrrw"),
                again = finding_of("c", "s", "rr?w"), unsigned_one = finding_of("d", "", "w"),
                unsigned_other = finding_of("e", "", "w");
  const TargetHistory all =
      target_history("fake", {"1.0", "1.1", "1.2", "1.3"}, {&other, &one, &again, &unsigned_one, &unsigned_other});
  ASSERT_EQ(all.causes.size(), 4U);
  EXPECT_EQ(all.causes.back().findings.front()->id, "b") << "the latest first wrong release comes last";
  const CauseHistory& cause = all.causes.front();
  ASSERT_EQ(cause.findings.size(), 2U);
  std::string states, shown;
  for (std::size_t i = 0; i < 4; ++i) {
    states += std::string(cause.history.answers[i].state()) + " ";
    shown += cause.shown[i]->id;
  }
  EXPECT_EQ(states, "wrong right not judged wrong ");
  EXPECT_EQ(shown, "aacc");
  const std::vector<AliveCauses> alive = alive_causes(all);
  EXPECT_EQ(alive[0].wrong, 3U);
  EXPECT_EQ(alive[1].unknown, 2U) << "the findings without a signature were run on 1.0 only";
  EXPECT_EQ(alive[3].wrong, 2U);
  EXPECT_EQ(replay_command(one, "fake", "1.0"), "assay replay out/findings/a --target fake@1.0");
}

TEST(History, ABisectionFindsBothEndsWithFewQuestions) {
  for (std::size_t first = 0; first < 40; first += 3) {
    for (std::size_t last = first; last < 40; last += 5) {
      std::string answers(40, 'r');
      std::fill(answers.begin() + static_cast<long>(first), answers.begin() + static_cast<long>(last) + 1, 'w');
      const std::string seen = bisected(answers, first + (last - first) / 2);
      EXPECT_LE(std::count_if(seen.begin(), seen.end(), [](char c) { return c != '.'; }), 16) << answers;
      EXPECT_EQ(seen[first], 'w');
      EXPECT_EQ(seen[last], 'w');
      if (first > 0) {
        EXPECT_EQ(seen[first - 1], 'r') << answers;
      }
      if (last + 1 < answers.size()) {
        EXPECT_EQ(seen[last + 1], 'r') << answers;
      }
    }
  }
}

TEST(History, ABisectionSkipsWhatCannotSay) {
  EXPECT_EQ(
      range_of("rr??ww?rr", 5),
      "fake: wrong since 1.4, right in 1.1 (1.2, 1.3 cannot say); fixed in 1.7, last wrong in 1.5 (1.6 cannot say)");
  EXPECT_EQ(range_of("??ww??", 2),
            "fake: wrong since 1.2 or earlier (1.0, 1.1 cannot say); last seen wrong in 1.3 (no later one can say)");
  EXPECT_EQ(range_of("?r?www??", 4),
            "fake: wrong since 1.3, right in 1.1 (1.2 cannot say); last seen wrong in 1.5 (no later one can say)");
  EXPECT_EQ(range_of("???"), "fake: no version that was asked can say");
}

TEST(History, ABisectionFindsAFailureBetweenGoodEnds) {
  for (std::size_t bad = 0; bad < 17; ++bad) {
    std::string answers(17, 'r');
    answers[bad] = 'w';
    EXPECT_EQ(bisected(answers)[bad], 'w') << bad;
  }
  EXPECT_EQ(bisected("rrrr"), "rrrr");
  EXPECT_EQ(bisected(""), "");
  EXPECT_EQ(bisected("w"), "w");
}

TEST(History, AnErrorEndsABisection) {
  const Status done = bisect(5, std::nullopt, [](std::size_t) -> Result<What> { return Error{"interrupted", ""}; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "interrupted");
}

TEST(History, IsKeptWithTheCaseThatItIsAbout) {
  const std::string folder = testing::TempDir() + "/history-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  Case subject;
  subject.files = {{"script.smt2", "(check-sat)"}};
  std::vector<History> histories;
  add_history(histories, history_of("rw"));
  History more{"fake", {{"1.1", What::Right, "3 of 3"}, {"1.0.5", What::CannotSay, "timeout (3)"}}};
  add_history(histories, more);
  add_history(histories, {"other", {}});
  ASSERT_TRUE(write_histories(folder, subject, histories));
  const std::vector<History> read = load_histories(folder, subject);
  ASSERT_EQ(read.size(), 2U);
  ASSERT_EQ(read[0].answers.size(), 3U);
  EXPECT_EQ(read[0].answers[1].version, "1.0.5");
  EXPECT_EQ(read[0].answers[1].note, "timeout (3)");
  EXPECT_EQ(read[0].answers[2].what, What::Right) << "the newer answer stands";
  subject.files[0].content = "(exit)";
  EXPECT_TRUE(load_histories(folder, subject).empty()) << "another case";
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(load_histories(folder, subject).empty());
}

}  // namespace
}  // namespace assay::core
