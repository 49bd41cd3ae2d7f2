#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analyzer/split/plan/split_job.hpp"
#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

/// Six pairs of files with a finding each, in three partitions of four.
class SplitShards : public testing::Test {
 protected:
  SplitShards() {
    for (int i = 0; i < 6; ++i) {
      const std::string number = std::to_string(i);
      files_.write("a" + number + ".py", "import z" + number + "\n# sink x" + number + "\n");
      files_.write("z" + number + ".py", "# source x" + number + "\n");
    }
    options_.target = files_.path(".cubic.toml");
    options_.use_cache = false;
    options_.max_size = 4;
  }

  PlannedSplit planned(const std::string& more = "") {
    files_.write(".cubic.toml",
                 std::string("name = \"cubic\"\nlanguage = \"python\"\nargv = [\"") + ASSAY_CUBIC_ANALYZER +
                     "\"]\n[split]\nreader = \"sarif\"\n[[split.step]]\nargv = [\"" + ASSAY_CUBIC_ANALYZER + "\", " +
                     more + "\"--out\", \"{results}\", \"--root\", \"{root}\", \"{inputs}\"]\n");
    const Result<PreparedProject> prepared = prepare(files_.root(), options_, {});
    EXPECT_TRUE(prepared.ok());
    const Result<Choice> choice = choose(*prepared, "union-growth", options_);
    const Result<PlannedSplit> read = planned_from_json(planned_to_json(planned_of(*prepared, *choice, options_)));
    EXPECT_TRUE(read.ok()) << read.error().text();
    return *read;
  }

  std::string shard(const PlannedSplit& planned, std::uint64_t index, const std::string& name) {
    const std::string folder = out_.path(name);
    const Status done = run_split_shard(planned, options_, {index, 2}, folder, {}, {});
    EXPECT_TRUE(done.ok());
    return folder;
  }

  static nlohmann::json results(const SplitOutcome& outcome) {
    return nlohmann::json::parse(outcome.sarif).at("/runs/0/results"_json_pointer);
  }

  TestProject files_;
  TestProject out_;
  SplitOptions options_;
};

TEST_F(SplitShards, APlanIsReadAsItWasWritten) {
  const PlannedSplit plan = planned();
  const std::string text = planned_to_json(plan);
  EXPECT_EQ(planned_to_json(*planned_from_json(text)), text);
  EXPECT_EQ(plan.plan.partitions.size(), 3U);
  nlohmann::json json = nlohmann::json::parse(text);
  for (const char* broken : {"", "{}", "[1]", R"({"assay-plan": 2})"}) EXPECT_FALSE(planned_from_json(broken).ok());
  json["partitions"][0][0] = 12;
  EXPECT_FALSE(planned_from_json(json.dump()).ok()) << "there is no such unit";
  json["partitions"][0] = nlohmann::json::array();
  EXPECT_FALSE(planned_from_json(json.dump()).ok()) << "units are nowhere";
  json = nlohmann::json::parse(text);
  json["units"][0]["uses"] = {99};
  EXPECT_FALSE(planned_from_json(json.dump()).ok());
}

TEST_F(SplitShards, TogetherTheyAreOneRun) {
  const PlannedSplit plan = planned();
  const Result<SplitOutcome> whole = run_split(plan, options_, {}, {});
  ASSERT_TRUE(whole.ok());
  const std::string first = shard(plan, 0, "first"), second = shard(plan, 1, "second");
  for (const auto& folders :
       {std::vector{first, second}, std::vector{second, first}, std::vector{first, second, first}}) {
    const Result<JoinedSplit> joined = join_splits(folders, options_);
    ASSERT_TRUE(joined.ok()) << joined.error().text();
    EXPECT_EQ(results(joined->outcome), results(*whole));
    EXPECT_EQ(joined->outcome.runs.size(), 3U);
    EXPECT_TRUE(joined->outcome.unanalyzed.empty());
  }
}

TEST_F(SplitShards, WhatIsMissingIsSaid) {
  const PlannedSplit plan = planned();
  const std::string only = shard(plan, 1, "second");
  const Result<JoinedSplit> joined = join_splits({only}, options_);
  ASSERT_TRUE(joined.ok());
  EXPECT_EQ(joined->outcome.alerts.size(), 2U);
  EXPECT_EQ(joined->outcome.unanalyzed.size(), 8U) << "files of two partitions of three";
  EXPECT_FALSE(join_splits({only, files_.root()}, options_).ok()) << "that is no shard's folder";
  options_.max_size = 6;
  EXPECT_FALSE(join_splits({only, shard(planned(), 0, "other")}, options_).ok()) << "of another plan";
}

TEST_F(SplitShards, WhatHasAResultIsNotRunAgain) {
  const std::string folder = shard(planned(), 0, "first");
  ASSERT_EQ(core::list_directory(folder + "/pieces").size(), 2U);
  std::filesystem::remove(folder + "/pieces/3.json");
  options_.again = 0;
  // All crash now, but the first one's result is stored.
  const PlannedSplit crashing = planned("\"--most\", \"1\", ");
  ASSERT_TRUE(run_split_shard(crashing, options_, {0, 2}, folder, {}, {}).ok());
  EXPECT_EQ(join_splits({folder}, options_)->outcome.alerts.size(), 2U);
  // Pieces without a result are tried again.
  ASSERT_TRUE(run_split_shard(planned(), options_, {0, 2}, folder, {}, {}).ok());
  EXPECT_EQ(join_splits({folder}, options_)->outcome.alerts.size(), 4U);
}

TEST_F(SplitShards, PartsOfACrashingPartitionAreJoined) {
  const PlannedSplit crashing = planned("\"--most\", \"3\", ");
  const Result<JoinedSplit> joined = join_splits({shard(crashing, 0, "first"), shard(crashing, 1, "second")}, options_);
  EXPECT_EQ(joined->outcome.alerts.size(), 6U);
  EXPECT_EQ(joined->outcome.runs[1].name, "1.1");
  EXPECT_EQ(results(joined->outcome), results(*run_split(crashing, options_, {}, {})));
}

TEST_F(SplitShards, AFileThatIsCutOffCountsAsNone) {
  const std::string folder = shard(planned(), 0, "first");
  ASSERT_TRUE(core::write_text_file(folder + "/pieces/1.json", R"({"assay-piece": 1, "name": "1"})").ok());
  EXPECT_EQ(join_splits({folder}, options_)->outcome.alerts.size(), 2U);
}

}  // namespace
}  // namespace assay::analyzer::splitting
