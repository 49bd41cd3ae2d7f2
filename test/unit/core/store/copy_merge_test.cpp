#include <gtest/gtest.h>

#include <filesystem>

#include "core/campaign/chunks.hpp"
#include "core/io/io.hpp"
#include "core/store/joined_curve.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake::copy_merge_test {
namespace {

CampaignOptions all_reduced(std::uint64_t tests) {
  CampaignOptions options = quick(tests);
  options.reductions_alike = 1000;
  return options;
}

std::string digest_of(const std::string& directory) { return digest(record_of(directory)); }

CopySummary copied(const std::string& from, const std::string& to) {
  const Result<CopySummary> summary = copy_campaign(from, to, Disk::real());
  EXPECT_TRUE(summary.ok()) << summary.error().text();
  return summary ? *summary : CopySummary{};
}

TEST(Copy, OfACampaignIsTheSameAndGoesOn) {
  const TemporaryFolder folder;
  run(FakeModule(assorted_plan()), folder / "c", all_reduced(40));
  std::filesystem::create_directory(folder / "copy");
  const CopySummary first = copied(folder / "c", folder / "copy");
  EXPECT_EQ(first.tests, 40U);
  EXPECT_EQ(first.findings, record_of(folder / "c").findings.size());
  EXPECT_EQ(digest_of(folder / "copy"), digest_of(folder / "c"));
  run(FakeModule(assorted_plan()), folder / "c", all_reduced(90));
  EXPECT_EQ(copied(folder / "c", folder / "copy").tests, 90U);
  EXPECT_EQ(digest_of(folder / "copy"), digest_of(folder / "c"));
  // The copy continues as the original does.
  run(FakeModule(assorted_plan()), folder / "c", all_reduced(120));
  run(FakeModule(assorted_plan()), folder / "copy", all_reduced(120));
  EXPECT_EQ(digest_of(folder / "copy"), digest_of(folder / "c"));
}

TEST(Copy, OfARunningCampaignIsWholeAtAnyMoment) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "copy");
  Plan plan = assorted_plan();
  unsigned copies = 0;
  const auto copy_now = [&] {
    if (!exists(folder / "c/campaign.sqlite")) return;
    ++copies;
    const CopySummary summary = copied(folder / "c", folder / "copy");
    Result<std::unique_ptr<Store>> store = Store::open_finished(folder / "copy");
    ASSERT_TRUE(store.ok()) << store.error().text();
    const Result<CampaignRecord> record = (*store)->record();
    ASSERT_TRUE(record.ok());
    EXPECT_EQ(record->findings.size(), summary.findings);
    for (const Finding& finding : record->findings) EXPECT_FALSE(finding.folder.empty()) << finding.id;
  };
  unsigned calls = 0;
  plan.on_run = [&](const Case&, std::size_t, RunMode) {
    if (++calls % 40 == 0) copy_now();
  };
  plan.on_reduce = [&](const Case&) { copy_now(); };
  run(FakeModule(plan), folder / "c", all_reduced(60));
  EXPECT_GT(copies, 5U);
  EXPECT_TRUE(list_directory(folder / "c").size() > 1);
}

TEST(Copy, TellsWhenItCannotBeWritten) {
  class NoSpace : public Disk {
   public:
    Status write_file(const std::string& path, std::string_view) override { return Error{"no room for " + path, ""}; }
  } disk;
  const TemporaryFolder folder;
  run(FakeModule(assorted_plan()), folder / "c", all_reduced(20));
  std::filesystem::create_directory(folder / "copy");
  EXPECT_FALSE(copy_campaign(folder / "c", folder / "copy", disk).ok());
  EXPECT_FALSE(copy_campaign(folder / "none", folder / "copy", Disk::real()).ok());
}

TEST(Merge, KnowsWhatBecameOfEachShard) {
  const TemporaryFolder folder;
  std::vector<MergeSource> sources;
  for (std::uint64_t i = 0; i < 3; ++i) {
    sources.push_back({folder / std::to_string(i), {}});
    sources.back().about.state = i == 1 ? "missing" : "done";
    sources.back().about.host = "node" + std::to_string(i);
    if (i == 1) sources.back().directory.clear();
    if (i != 1) run(FakeModule(assorted_plan()), folder / std::to_string(i), all_reduced(48), {i, 3});
  }
  ASSERT_TRUE(write_text_file(folder / "2/campaign.sqlite", "damaged").ok());
  const Result<MergeSummary> merged = merge_again(folder / "all", sources);
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  EXPECT_EQ(merged->campaigns, 1U);
  const std::uint64_t tests = record_of(folder / "0").tests;
  EXPECT_LT(tests, 48U) << "some cases could not be made";
  EXPECT_EQ(merged->tests, tests);
  const CampaignRecord record = record_of(folder / "all");
  ASSERT_EQ(record.shards.size(), 3U);
  EXPECT_EQ(record.shards[0].state, "done");
  EXPECT_EQ(record.shards[0].tests, tests);
  EXPECT_EQ(record.shards[0].host, "node0");
  EXPECT_EQ(record.shards[1].state, "missing");
  EXPECT_EQ(record.shards[2].state, "damaged");
  EXPECT_NE(record.shards[2].note.find("left out"), std::string::npos);
  // The next merge replaces the merged campaign.
  sources.pop_back();
  ASSERT_TRUE(merge_again(folder / "all", sources).ok());
  EXPECT_EQ(record_of(folder / "all").shards.size(), 2U);
  EXPECT_FALSE(merge_again(folder / "all", {sources.back()}).ok()) << "a missing shard alone is nothing";
  EXPECT_EQ(record_of(folder / "all").shards.size(), 2U) << "what was there stays";
}

TEST(Merge, ReadsWhatNoProcessRunsWithoutTouchingIt) {
  const TemporaryFolder folder;
  run(FakeModule(assorted_plan()), folder / "c", all_reduced(32));
  std::filesystem::create_directory(folder / "copy");
  copied(folder / "c", folder / "copy");
  const std::vector<std::string> before = list_directory(folder / "copy");
  ASSERT_TRUE(merge_again(folder / "all", {{folder / "copy", {}}}).ok());
  EXPECT_EQ(list_directory(folder / "copy"), before);
}

TEST(Curve, IsTheSumOfAllAtEachMoment) {
  const auto sample = [](double seconds, std::uint64_t tests, double cpu) {
    Sample out;
    out.seconds = seconds;
    out.tests = tests;
    out.cpu.own = cpu;
    return out;
  };
  JoinedCurve curve;
  curve.add({sample(1, 10, 0.5), sample(3, 30, 1.5)});
  curve.add({sample(2, 5, 0.25)});
  const std::vector<Sample> all = curve.samples();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].tests, 10U);
  EXPECT_EQ(all[1].tests, 15U);
  EXPECT_EQ(all[2].tests, 35U);
  EXPECT_DOUBLE_EQ(all[2].seconds, 3);
  EXPECT_DOUBLE_EQ(all[2].cpu.own, 1.75);
  EXPECT_TRUE(JoinedCurve().samples().empty());
}

TEST(Curve, OfManyShardsStaysSmall) {
  JoinedCurve curve;
  for (unsigned shard = 0; shard < 200; ++shard) {
    std::vector<Sample> samples;
    for (unsigned i = 1; i <= 500; ++i) {
      Sample now;
      now.seconds = i + shard * 0.0007;
      now.tests = i;
      now.findings = i % 2;  // also down
      samples.push_back(now);
    }
    curve.add(samples);
  }
  EXPECT_LT(curve.samples().size(), 8000U);
  EXPECT_EQ(curve.samples().back().tests, 200U * 500U);
  EXPECT_EQ(curve.samples().back().findings, 0U);
}

TEST(Shards, DoTogetherExactlyTheFirstCases) {
  for (const std::uint64_t tests : {1U, 15U, 16U, 17U, 100U, 128U, 1000U, 1001U}) {
    for (const std::uint64_t count : {1U, 2U, 3U, 8U, 64U}) {
      std::uint64_t sum = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t own = tests_of_shard(tests, {i, count});
        sum += own;
        if (own == 0) continue;
        ChunkDispenser chunks({i, count}, {}, own);
        while (const auto chunk = chunks.next()) EXPECT_LE(chunk->first + chunk->end, tests);
      }
      EXPECT_EQ(sum, tests) << tests << " for " << count;
    }
  }
}

}  // namespace
}  // namespace assay::core::fake::copy_merge_test
