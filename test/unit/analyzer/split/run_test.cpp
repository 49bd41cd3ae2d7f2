#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "analyzer/split/plan/learned.hpp"
#include "analyzer/split/plan/split_job.hpp"
#include "base/text.hpp"
#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

/// Twelve files: each of six sinks uses the file with its source, which stands far from it in the order of names.
class CrossFile : public testing::Test {
 protected:
  CrossFile() {
    for (int i = 0; i < 6; ++i) {
      const std::string number = std::to_string(i);
      files_.write("a" + number + ".py", "import z" + number + "\n# sink x" + number + "\n");
      files_.write("z" + number + ".py", "# source x" + number + "\n");
    }
    options_.target = files_.path("cubic.toml");
    options_.cache = files_.path(".cache");
    options_.max_size = 4;
    define({});
  }

  void define(const std::vector<std::string>& words, const std::string& keys = "reader = \"sarif\"\n") {
    std::string argv =
        std::string("\"") + ASSAY_CUBIC_ANALYZER + "\", \"--out\", \"{results}\", \"--root\", \"{root}\"";
    for (const std::string& word : words) argv += ", \"" + word + "\"";
    files_.write("cubic.toml", std::string("name = \"cubic\"\nlanguage = \"python\"\nargv = [\"") +
                                   ASSAY_CUBIC_ANALYZER + "\"]\n[split]\n" + keys + "[[split.step]]\nargv = [" + argv +
                                   ", \"{inputs}\"]\n");
  }

  Result<SplitOutcome> run(const std::string& strategy) {
    Result<PreparedProject> prepared = prepare(files_.root(), options_, {});
    if (!prepared) return prepared.error();
    const Result<Choice> choice = choose(*prepared, strategy, options_);
    if (!choice) return choice.error();
    return run_split(planned_of(*prepared, *choice, options_), options_, {}, {});
  }

  TestProject files_;
  SplitOptions options_;
};

TEST_F(CrossFile, DependenciesKeepFindings) {
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok()) << outcome.error().text();
  EXPECT_EQ(outcome->plan.partitions.size(), 3U);
  EXPECT_EQ(outcome->alerts.size(), 6U);
  EXPECT_TRUE(outcome->unanalyzed.empty());
  const nlohmann::json sarif = nlohmann::json::parse(outcome->sarif);
  const nlohmann::json& results = sarif.at("/runs/0/results"_json_pointer);
  ASSERT_EQ(results.size(), 6U);
  EXPECT_EQ(results[0].at("/locations/0/physicalLocation/artifactLocation/uri"_json_pointer), "a0.py");
  EXPECT_EQ(results[0].at(
                "/codeFlows/0/threadFlows/0/locations/0/location/physicalLocation/artifactLocation/uri"_json_pointer),
            "z0.py");
  EXPECT_TRUE(results[0].at("partialFingerprints").contains("assaySplit/v1"));
  EXPECT_EQ(run("size-limiting")->alerts.size(), 0U) << "sources and sinks are apart";
}

TEST_F(CrossFile, IsComparedWithTheWhole) {
  options_.compare_with = "whole";
  const Result<SplitOutcome> outcome = run("size-limiting");
  ASSERT_TRUE(outcome->whole.has_value());
  EXPECT_EQ(outcome->whole->lost.size(), 6U);
  EXPECT_EQ(run("union-growth")->whole->kept, 6U);
}

TEST_F(CrossFile, RepeatedFilesAreCountedOnce) {
  files_.write("a0.py", "import z0, z1\n# sink x0\n# sink x1\n");
  files_.write("z0.py", "import z1\n# source x0\n# sink x1\n");
  options_.max_size = 3;
  const Result<SplitOutcome> outcome = run("split-merge");
  std::set<std::string> prints;
  for (const Alert& alert : outcome->alerts) EXPECT_TRUE(prints.insert(alert.fingerprint).second);
  EXPECT_EQ(outcome->alerts.size(), 8U);
}

TEST_F(CrossFile, ACrashingPartitionIsRunAgainInParts) {
  define({"--most", "3"});
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->alerts.size(), 6U);
  std::size_t crashed = 0, given_up = 0;
  for (const PartitionRun& one : outcome->runs) {
    crashed += one.end.reason.starts_with("crashed") ? 1 : 0;
    given_up += one.given_up ? 1 : 0;
  }
  EXPECT_EQ(crashed, 3U);
  EXPECT_EQ(given_up, 0U);
  EXPECT_EQ(outcome->runs[1].name, "1.1");
}

TEST_F(CrossFile, AFileThatCannotBeAnalyzedIsSaid) {
  define({"--crash-on", "z2.py"});
  options_.again = 4;
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->unanalyzed, std::vector<std::string>{"z2.py"});
  EXPECT_EQ(outcome->alerts.size(), 5U);
  options_.again = 0;
  EXPECT_EQ(run("union-growth")->unanalyzed.size(), 4U);
}

TEST_F(CrossFile, ARefusedFileIsLeftOutAndTheOthersAreAnalyzed) {
  const std::string keys = "reader = \"sarif\"\nfailed = [\"not understood\"]\n";
  define({"--refuse", "z2.py"}, keys + "refused = '^(?P<file>[^:]+):[0-9]+: error: (?P<why>.*)$'\n");
  options_.again = 0;
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->unanalyzed, std::vector<std::string>{"z2.py"});
  EXPECT_EQ(outcome->alerts.size(), 5U);
  for (const PartitionRun& one : outcome->runs) EXPECT_EQ(one.end.status, RunEnd::Status::Done) << one.end.reason;
  EXPECT_EQ(outcome->runs[1].problems, std::vector<std::string>{"z2.py: not understood"});
  EXPECT_TRUE(outcome->runs[0].problems.empty());
  // Without the pattern, the whole partition has no result.
  define({"--refuse", "z2.py"}, keys);
  EXPECT_EQ(run("union-growth")->unanalyzed.size(), 4U);
}

TEST_F(CrossFile, APartitionOfRefusedFilesHasNoResult) {
  files_.write("lone.py", "");
  options_.max_size = 1;
  options_.again = 0;
  define({"--refuse", "lone.py"},
         "reader = \"sarif\"\nfailed = [\"not understood\"]\nrefused = '^(?P<file>[^:]+):[0-9]+: error: '\n");
  const Result<SplitOutcome> outcome = run("size-limiting");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->unanalyzed, std::vector<std::string>{"lone.py"});
  std::size_t given_up = 0;
  for (const PartitionRun& one : outcome->runs) given_up += one.given_up ? 1 : 0;
  EXPECT_EQ(given_up, 1U);
}

TEST_F(CrossFile, OfAStubAndItsSourceOneIsAnInput) {
  files_.write("z0.pyi", "# source x0\n");
  files_.write("z0.py", "# source nothing\n");
  options_.max_size = 5;
  define({"--one-per-name"}, "reader = \"sarif\"\nhides = [\".pyi -> .py\"]\n");
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->alerts.size(), 6U);
  EXPECT_TRUE(outcome->unanalyzed.empty());
  define({"--one-per-name"});
  EXPECT_EQ(run("union-growth")->alerts.size(), 5U) << "both are inputs without the key";
}

TEST_F(CrossFile, AStopKeepsTheFinishedRuns) {
  std::stop_source stop;
  const Result<PreparedProject> prepared = prepare(files_.root(), options_, {});
  const PlannedSplit planned = planned_of(*prepared, *choose(*prepared, "union-growth", options_), options_);
  const Result<SplitOutcome> outcome = run_split(
      planned, options_, [&](const PartitionRun&) { stop.request_stop(); }, stop.get_token());
  ASSERT_TRUE(outcome.ok()) << outcome.error().text();
  EXPECT_TRUE(outcome->stopped);
  EXPECT_EQ(outcome->runs.size(), 1U);
  EXPECT_EQ(outcome->alerts.size(), 2U);
  EXPECT_EQ(outcome->unanalyzed.size(), 8U);
  const nlohmann::json sarif = nlohmann::json::parse(outcome->sarif);
  EXPECT_EQ(sarif.at("/runs/0/invocations/1/executionSuccessful"_json_pointer), false);
}

/// Two runs never take exactly the same time.
TEST_F(CrossFile, TheRunOnEverythingIsNotRepeated) {
  options_.compare_with = "whole";
  const Result<SplitOutcome> whole = run("whole");
  ASSERT_TRUE(whole->whole.has_value()) << whole->whole_problem;
  EXPECT_EQ(whole->whole->kept, 6U);
  EXPECT_EQ(whole->whole->whole->wall_seconds, whole->runs[0].end.wall_seconds);
}

TEST_F(CrossFile, ARunOnEverythingThatExceededItsLimitsIsRepeatedWithinLargerOnes) {
  options_.compare_with = "whole";
  options_.again = 0;
  options_.cpu_seconds = 0.2;
  define({"--per-step", "5000"});
  const Result<SplitOutcome> whole = run("whole");
  EXPECT_EQ(whole->runs[0].end.status, RunEnd::Status::Limited);
  ASSERT_TRUE(whole->whole.has_value()) << whole->whole_problem;
  EXPECT_EQ(whole->whole->lost.size(), 6U);
}

TEST_F(CrossFile, ARunWithoutEndIsStoppedAndSplit) {
  define({"--hang-on", "z2.py"});
  options_.cpu_seconds = 0.2;
  options_.again = 2;
  const Result<SplitOutcome> outcome = run("union-growth");
  EXPECT_EQ(outcome->alerts.size(), 5U);
  EXPECT_EQ(outcome->unanalyzed, std::vector<std::string>{"z2.py"});
  bool limited = false;
  for (const PartitionRun& one : outcome->runs) limited = limited || one.end.status == RunEnd::Status::Limited;
  EXPECT_TRUE(limited);
}

TEST_F(CrossFile, ALearnedLimitEndsARunThatHangs) {
  options_.max_size = 12;
  define({"--hang-on", "z2.py"});
  const Result<PreparedProject> hanging = prepare(files_.root(), options_, {});
  PlannedSplit planned = planned_of(*hanging, *choose(*hanging, "whole", options_), options_);
  planned.limits = {0.3};
  options_.cpu_seconds = 0.5;
  const Result<SplitOutcome> outcome = run_split(planned, options_, {}, {});
  ASSERT_TRUE(outcome.ok());
  EXPECT_LT(outcome->unanalyzed.size(), 4U) << "the parts are split again";
  EXPECT_LT(outcome->runs[0].end.cpu_seconds, 0.45);
  // The same limit does not count if the run could not be repeated.
  options_.again = 0;
  EXPECT_GT(run_split(planned, options_, {}, {})->runs[0].end.cpu_seconds, 0.45);
}

TEST_F(CrossFile, AutoLearnsFromItsRuns) {
  options_.max_size = 0;
  options_.learned = files_.path(".learned.json");
  ASSERT_TRUE(run("auto").ok());
  const Result<PreparedProject> prepared = prepare(files_.root(), options_, {});
  std::string problem;
  const LearnedTable table = *read_learned(*prepared, options_, problem);
  EXPECT_EQ(problem, "");
  ASSERT_EQ(table.analyses.size(), 1U);
  EXPECT_EQ(table.analyses[0].strategy, "whole");
  EXPECT_EQ(table.analyses[0].alerts.size(), 6U);
  EXPECT_EQ(table.analyses[0].missing, 0U);
  const Choice choice = *choose(*prepared, "auto", options_);
  EXPECT_NE(choice.reason.find("learned from 1 analysis"), std::string::npos) << choice.reason;
  const PlannedSplit planned = planned_of(*prepared, choice, options_);
  ASSERT_EQ(planned.limits.size(), planned.plan.partitions.size());
  EXPECT_GE(planned.limits[0], 10);
  const Result<PlannedSplit> again = planned_from_json(planned_to_json(planned));
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(again->limits, planned.limits);
  EXPECT_EQ(again->expected, planned.expected);
}

TEST_F(CrossFile, BrokenSarifIsNoEmptyReport) {
  define({"--cut"});
  options_.again = 0;
  const Result<SplitOutcome> outcome = run("union-growth");
  for (const PartitionRun& one : outcome->runs) EXPECT_NE(one.end.reason.find("cut off"), std::string::npos);
  EXPECT_EQ(outcome->unanalyzed.size(), 12U);
}

TEST_F(CrossFile, WhatWritesIntoTheTreeGetsACopy) {
  define({"--write"}, "reader = \"sarif\"\ncopies = true\n");
  const Result<SplitOutcome> outcome = run("union-growth");
  EXPECT_EQ(outcome->alerts.size(), 6U);
  EXPECT_EQ(outcome->alerts[0].file, "a0.py");
  EXPECT_FALSE(core::exists(files_.path("stray")));
}

TEST_F(CrossFile, AbsolutePathsAndLinesAreTheSameFindings) {
  options_.compare_with = "whole";
  define({"--absolute"});
  const Result<SplitOutcome> absolute = run("union-growth");
  EXPECT_EQ(absolute->alerts[0].file, "a0.py");
  define({"--text"},
         "reader = \"lines\"\nfinished = \"^done\"\npattern = '^(?P<file>[^:]+):(?P<line>[0-9]+): (?P<kind>\\w+): "
         "(?P<property>.*)'\n");
  const std::string text = files_.path("cubic.toml");
  files_.write("cubic.toml", replace_all(*core::read_text_file(text), "\"--out\", \"{results}\", ", ""));
  const Result<SplitOutcome> lines = run("union-growth");
  ASSERT_TRUE(lines.ok()) << lines.error().text();
  ASSERT_EQ(lines->alerts.size(), 6U) << lines->runs[0].end.reason;
  EXPECT_EQ(lines->alerts[0].fingerprint, absolute->alerts[0].fingerprint);
}

TEST_F(CrossFile, OnlyWhatIsNewIsTold) {
  files_.write("old.sarif", run("union-growth")->sarif);
  files_.write("a0.py", "# moved\nimport z0\n# sink x0\nimport z1\n# sink x1\n");
  options_.against = files_.path("old.sarif");
  const Result<SplitOutcome> outcome = run("union-growth");
  ASSERT_TRUE(outcome.ok()) << outcome.error().text();
  EXPECT_EQ(outcome->old, 6U);
  ASSERT_EQ(outcome->alerts.size(), 1U);
  EXPECT_EQ(outcome->alerts[0].line, 5U);
  files_.write("old.sarif", "{");
  EXPECT_FALSE(run("union-growth").ok());
}

TEST_F(CrossFile, TheChoiceKnowsCosts) {
  options_.max_size = 0;
  for (int i = 0; i < 6; ++i)
    files_.write("a" + std::to_string(i) + ".py", std::string(1000, '\n') + "import z" + std::to_string(i) + "\n");
  const auto choice_with = [&](const std::string& seconds) {
    define({}, "reader = \"sarif\"\n[split.seconds]\n" + seconds);
    const Result<PreparedProject> prepared = prepare(files_.root(), options_, {});
    return *choose(*prepared, "auto", options_);
  };
  const Choice floor = choice_with("fixed = 9.6\nslope = 0.1\n");
  EXPECT_EQ(floor.strategy, "whole");
  EXPECT_NE(floor.reason.find("cannot pay"), std::string::npos) << floor.reason;
  const Choice cubic = choice_with("fixed = 0.1\nslope = 1\nexponent = 3\n");
  EXPECT_EQ(cubic.strategy, "union-growth");
  EXPECT_LT(cubic.split_seconds, cubic.whole_seconds / 2);
  options_.cpu_seconds = 4;
  const Choice forced = choice_with("fixed = 0.1\nslope = 1\n");
  EXPECT_EQ(forced.strategy, "union-growth");
  EXPECT_NE(forced.reason.find("would take"), std::string::npos) << forced.reason;
}

TEST_F(CrossFile, SizesMayBeWhatRunsHaveCost) {
  options_.size_by = "cost";
  const Result<PreparedProject> unknown = prepare(files_.root(), options_, {});
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("is not known"), std::string::npos);
  define({}, "reader = \"sarif\"\n[split.seconds]\nfixed = 5\nslope = 1000\n");
  files_.write("z0.py", std::string(9, '\n'));
  const Result<PreparedProject> hinted = prepare(files_.root(), options_, {});
  ASSERT_TRUE(hinted.ok());
  EXPECT_NEAR(hinted->graph.units[6].size, 9, 1e-6) << "nine lines at a second each";
  ASSERT_TRUE(run("union-growth").ok());
  const Result<PreparedProject> learned = prepare(files_.root(), options_, {});
  EXPECT_LT(learned->graph.units[6].size, 9) << "runs took less";
}

TEST_F(CrossFile, WhatIsMissingIsSaid) {
  EXPECT_FALSE(run("nothing").ok());
  options_.target = "gcc";
  EXPECT_NE(run("auto").error().text().find("[split]"), std::string::npos);
  options_.target = files_.path("cubic.toml");
  files_.write(
      "cubic.toml",
      "name = \"x\"\nlanguage = \"python\"\n[split]\nreader = \"sarif\"\n[[split.step]]\nargv = [\"assay-nowhere\"]\n");
  EXPECT_NE(run("auto").error().text().find("no program"), std::string::npos);
}

}  // namespace
}  // namespace assay::analyzer::splitting
