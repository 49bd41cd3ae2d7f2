#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/campaign/chunks.hpp"
#include "core/io/io.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake::resume_test {
namespace {

constexpr std::uint64_t kTests = 70;

std::string mixed(std::uint64_t index) {
  if (index % 11 == 3) return "bug refutation-unsound a";
  if (index % 13 == 5) return "bug crash b" + std::to_string(index % 2);
  if (index % 17 == 6) return "skip too-hard";
  return "pass";
}

Plan mixed_plan() {
  Plan plan;
  plan.line = mixed;
  return plan;
}

CampaignOptions options(unsigned jobs = 1) {
  CampaignOptions out = quick(kTests, jobs);
  out.reductions_alike = 1000;
  return out;
}

const std::string& uninterrupted() {
  static const std::string text = [] {
    const TemporaryFolder folder;
    run(FakeModule(mixed_plan()), folder / "c", options());
    return digest(record_of(folder / "c"));
  }();
  return text;
}

/// The campaign's record without costs, which a killed run may have paid twice. Everything else must be equal.
std::string whole(const std::string& directory) { return digest(record_of(directory)); }

TEST(Resume, AfterAStopAtAnyTrialGivesTheSame) {
  for (unsigned stop_at = 1; stop_at < 190; stop_at += 9) {
    const TemporaryFolder folder;
    std::stop_source stop;
    std::atomic<unsigned> runs{0};
    Plan plan = mixed_plan();
    plan.on_run = [&](const Case&, std::size_t, RunMode) {
      if (++runs == stop_at) stop.request_stop();
    };
    const Summary cut = run(FakeModule(plan), folder / "c", options(), {}, stop.get_token());
    EXPECT_EQ(cut.reason, stop.stop_requested() ? StopReason::Interrupted : StopReason::Tests);
    EXPECT_EQ(record_of(folder / "c").tests, cut.progress.tests);
    const FakeModule module(mixed_plan());
    const Summary rest = run(module, folder / "c", options());
    EXPECT_EQ(rest.session_tests + cut.session_tests, kTests);
    EXPECT_EQ(module.log().generated.size(), rest.session_tests) << "only what was not done is made";
    EXPECT_EQ(whole(folder / "c"), uninterrupted()) << "stopped at trial " << stop_at;
  }
}

/// The digest without the findings: with two workers, the first of two equal bugs becomes the finding.
std::string counts(const std::string& digest_text) { return digest_text.substr(0, digest_text.find("finding ")); }

TEST(Resume, AfterAStopWithTwoWorkersCountsTheSame) {
  for (unsigned stop_at = 1; stop_at < 190; stop_at += 9) {
    const TemporaryFolder folder;
    std::stop_source stop;
    std::atomic<unsigned> runs{0};
    Plan plan = mixed_plan();
    plan.on_run = [&](const Case&, std::size_t, RunMode) {
      if (++runs == stop_at) stop.request_stop();
    };
    const Summary cut = run(FakeModule(plan), folder / "c", options(2), {}, stop.get_token());
    EXPECT_EQ(cut.reason, stop.stop_requested() ? StopReason::Interrupted : StopReason::Tests);
    EXPECT_EQ(record_of(folder / "c").tests, cut.progress.tests);
    const FakeModule module(mixed_plan());
    const Summary rest = run(module, folder / "c", options(2));
    EXPECT_EQ(rest.session_tests + cut.session_tests, kTests);
    EXPECT_EQ(module.log().generated.size(), rest.session_tests) << "only what was not done is made";
    EXPECT_EQ(counts(whole(folder / "c")), counts(uninterrupted())) << "stopped at trial " << stop_at;
  }
}

/// Runs a campaign in another process, which dies at once when `dies` says so.
void run_and_die(const std::string& directory, Plan plan) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    run(FakeModule(std::move(plan)), directory, options());
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(WEXITSTATUS(status), 9) << "it was to die";
}

TEST(Resume, AfterAKillAtAnyPointGivesTheSame) {
  for (unsigned point = 1; point < 60; point += 7) {
    for (const char* where : {"run", "reduce", "signature"}) {
      const std::string place = where;
      if (place != "run" && point > 9) continue;
      const TemporaryFolder folder;
      Plan plan = mixed_plan();
      unsigned seen = 0;
      const auto die = [&](const char* here) {
        if (place == here && ++seen == point) ::_exit(9);
      };
      plan.on_run = [&](const Case&, std::size_t, RunMode) { die("run"); };
      plan.on_reduce = [&](const Case&) { die("reduce"); };
      plan.on_signature = [&](const Case&) { die("signature"); };
      run_and_die(folder / "c", plan);
      run(FakeModule(mixed_plan()), folder / "c", options());
      EXPECT_EQ(whole(folder / "c"), uninterrupted()) << "killed in " << place << " number " << point;
    }
  }
}

TEST(Resume, LosesNoFindingToAKillInItsReduction) {
  const TemporaryFolder folder;
  Plan plan = mixed_plan();
  plan.on_reduce = [](const Case&) { ::_exit(9); };
  run_and_die(folder / "c", plan);
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Confirmed);
  EXPECT_EQ(record.findings[0].original.files[0].content, make_case(3, mixed(3)).files[0].content);
}

TEST(Resume, GoesOnWithReductionsThatAStopCutShort) {
  const TemporaryFolder folder;
  std::stop_source stop;
  Plan plan = mixed_plan();
  plan.on_reduce = [&](const Case&) { stop.request_stop(); };
  run(FakeModule(plan), folder / "c", options(), {}, stop.get_token());
  const CampaignRecord cut = record_of(folder / "c");
  ASSERT_EQ(cut.findings.size(), 1U);
  EXPECT_EQ(cut.findings[0].status, FindingStatus::Partial);
  EXPECT_FALSE(cut.findings[0].reduced.has_value());
  run(FakeModule(mixed_plan()), folder / "c", options());
  EXPECT_EQ(whole(folder / "c"), uninterrupted());
}

/// A campaign of one bug, whose reduction drops ten bytes at a time.
Plan stepwise_plan() {
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 49 ? std::string("bug crash x") : "pass"; };
  plan.reduce_step = 10;
  return plan;
}

/// Stops in the third step of the reduction.
void cut_short(const std::string& directory) {
  std::stop_source stop;
  Plan plan = stepwise_plan();
  unsigned steps = 0;
  plan.on_reduce = [&](const Case&) {
    if (++steps == 3) stop.request_stop();
  };
  run(FakeModule(plan), directory, options(), {}, stop.get_token());
}

TEST(Resume, GoesOnFromThePartialReduction) {
  const TemporaryFolder folder;
  cut_short(folder / "c");
  const CampaignRecord cut = record_of(folder / "c");
  ASSERT_EQ(cut.findings.size(), 1U);
  EXPECT_EQ(cut.findings[0].status, FindingStatus::Partial);
  ASSERT_TRUE(cut.findings[0].reduced.has_value());
  const std::string original = make_case(49, "bug crash x").files[0].content;
  const std::string partial = cut.findings[0].reduced->files[0].content;
  EXPECT_EQ(partial.size(), original.size() - 20);

  Plan plan = stepwise_plan();
  std::vector<std::string> begun;
  plan.on_reduce = [&](const Case& failing) { begun.push_back(failing.files[0].content); };
  run(FakeModule(plan), folder / "c", options());
  ASSERT_FALSE(begun.empty());
  EXPECT_EQ(begun.front(), partial);
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Reduced);
  EXPECT_EQ(record.findings[0].original.files[0].content, original);
  EXPECT_EQ(record.findings[0].reduced->files[0].content, "bug crash x\n");
}

TEST(Resume, BeginsAReductionAnewWhenThePartialOneDoesNotFail) {
  const TemporaryFolder folder;
  cut_short(folder / "c");
  const std::string folder_of_finding = record_of(folder / "c").findings.at(0).folder;
  std::ofstream(folder_of_finding + "/reduced/input.fake") << "pass\n";
  Plan plan = stepwise_plan();
  std::vector<std::string> begun;
  plan.on_reduce = [&](const Case& failing) { begun.push_back(failing.files[0].content); };
  run(FakeModule(plan), folder / "c", options());
  ASSERT_FALSE(begun.empty());
  EXPECT_EQ(begun.front(), make_case(49, "bug crash x").files[0].content);
  const CampaignRecord record = record_of(folder / "c");
  EXPECT_EQ(record.findings.at(0).status, FindingStatus::Reduced);
  EXPECT_EQ(record.findings.at(0).reduced->files[0].content, "bug crash x\n");
}

TEST(Resume, LeavesNoReducedCaseThatDidNotHold) {
  const TemporaryFolder folder;
  cut_short(folder / "c");
  const std::string reduced = record_of(folder / "c").findings.at(0).folder + "/reduced";
  ASSERT_TRUE(std::filesystem::exists(reduced));
  std::ofstream(reduced + "/input.fake") << "pass\n";
  Plan plan = stepwise_plan();
  plan.reducer_loses_bug = true;
  run(FakeModule(plan), folder / "c", options());
  EXPECT_EQ(record_of(folder / "c").findings.at(0).status, FindingStatus::Unreduced);
  EXPECT_FALSE(std::filesystem::exists(reduced));
}

TEST(Resume, AddsUpTheTime) {
  const TemporaryFolder folder;
  const FakeModule module(mixed_plan());
  const Summary first = run(module, folder / "c", quick(20));
  const Summary second = run(module, folder / "c", quick(40));
  EXPECT_EQ(second.progress.tests, 40U);
  EXPECT_EQ(second.session_tests, 20U);
  EXPECT_GE(second.progress.elapsed_seconds, first.progress.elapsed_seconds + second.session_seconds * 0.5);
  EXPECT_NEAR(second.progress.cpu.target, first.progress.cpu.target + second.session_cpu.target, 1e-9);
}

/// Fails from its n-th change on, as a full disk does.
class FullDisk : public Disk {
 public:
  explicit FullDisk(unsigned works) : works_(works) {}
  Status make_directory(const std::string& path) override { return fails() ? full() : Disk::make_directory(path); }
  Status write_file(const std::string& path, std::string_view content) override {
    return fails() ? full() : Disk::write_file(path, content);
  }
  Status write_new_file(const std::string& path, std::string_view content) override {
    return fails() ? full() : Disk::write_new_file(path, content);
  }
  Status rename(const std::string& from, const std::string& to) override {
    return fails() ? full() : Disk::rename(from, to);
  }
  Status remove(const std::string& path) override { return fails() ? full() : Disk::remove(path); }
  bool used_up = false;

 private:
  static Status full() { return Error{"cannot write: No space left on device", advice_for(ENOSPC)}; }
  bool fails() {
    if (works_ == 0) used_up = true;
    return works_ == 0 || --works_ == 0;
  }
  unsigned works_;
};

TEST(FullDisks, StopTheCampaignAndLoseNothing) {
  bool ran_through = false;
  for (unsigned works = 12; !ran_through; works += 5) {
    const TemporaryFolder folder;
    FullDisk disk(works);
    const FakeModule module(mixed_plan());
    Recorder recorder;
    {
      Result<std::unique_ptr<Store>> store =
          Store::create(folder / "c", identity_of(module, 42, {}, "0.1-test"), {}, disk);
      ASSERT_TRUE(store.ok()) << store.error().text();
      const Result<Summary> summary = run_campaign(module, options(), **store, recorder, {});
      ASSERT_TRUE(summary.ok());
      if (summary->reason == StopReason::StoreFailed) {
        ASSERT_TRUE(summary->error.has_value());
        EXPECT_NE(summary->error->text().find("free some space"), std::string::npos);
        const auto lost = recorder.findings(FindingEvent::What::NotStored);
        ASSERT_EQ(lost.size(), 1U) << "the finding in memory is told of";
        EXPECT_FALSE(lost[0].finding.original.files.at(0).content.empty());
        EXPECT_NE(recorder.messages().find("the campaign stops: cannot "), std::string::npos) << recorder.messages();
        EXPECT_NE(recorder.messages().find("No space left on device"), std::string::npos) << recorder.messages();
      } else {
        ran_through = true;
      }
    }
    run(FakeModule(mixed_plan()), folder / "c", options());
    EXPECT_EQ(whole(folder / "c"), uninterrupted()) << "disk full after " << works << " changes";
  }
}

TEST(Shards, TogetherAreTheWhole) {
  const TemporaryFolder folder;
  const std::uint64_t tests = 8 * kChunkSize * 3;
  const FakeModule whole_module(mixed_plan());
  CampaignOptions all = quick(tests, 2);
  all.reductions_alike = 1000;
  run(whole_module, folder / "whole", all);
  std::multiset<std::uint64_t> seen;
  CampaignOptions part = quick(tests / 3);
  part.reductions_alike = 1000;
  std::vector<std::string> parts;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const FakeModule module(mixed_plan());
    parts.push_back(folder / std::to_string(i));
    run(module, parts.back(), part, {i, 3});
    seen.insert(module.log().generated.begin(), module.log().generated.end());
  }
  EXPECT_EQ(seen, whole_module.log().generated);
  const Result<MergeSummary> merged = merge(folder / "merged", parts);
  ASSERT_TRUE(merged.ok()) << merged.error().text();
  EXPECT_EQ(merged->campaigns, 3U);
  EXPECT_EQ(merged->tests, tests);
  EXPECT_EQ(merged->findings, 3U);
  EXPECT_GT(merged->duplicates, 0U);
  EXPECT_EQ(whole(folder / "merged"), whole(folder / "whole"));
  // The merged campaign is a whole one and goes on where the shards ended.
  const FakeModule module(mixed_plan());
  EXPECT_EQ(run(module, folder / "merged", quick(tests + 5)).session_tests, 5U);
}

TEST(Shards, AreMergedOnlyWhenTheyBelongTogether) {
  const TemporaryFolder folder;
  const FakeModule module(mixed_plan());
  run(module, folder / "a", quick(20), {0, 2});
  run(module, folder / "b", quick(20), {0, 2});
  const Result<MergeSummary> twice = merge(folder / "out", {folder / "a", folder / "b"});
  ASSERT_FALSE(twice.ok());
  EXPECT_NE(twice.error().message.find("have run the same cases"), std::string::npos);
  Plan other = mixed_plan();
  other.fingerprint = 99;
  run(FakeModule(other), folder / "d", quick(20), {1, 2});
  const Result<MergeSummary> mixed_up = merge(folder / "out", {folder / "a", folder / "d"});
  ASSERT_FALSE(mixed_up.ok());
  EXPECT_NE(mixed_up.error().message.find("differ in seed, configuration or seed inputs"), std::string::npos);
  EXPECT_FALSE(merge(folder / "out", {}).ok());
  EXPECT_FALSE(merge(folder / "out", {folder / "nothing"}).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "out/campaign.sqlite"));
  run(module, folder / "e", quick(20), {1, 2});
  EXPECT_TRUE(merge(folder / "out", {folder / "a", folder / "e"}).ok());
  EXPECT_FALSE(merge(folder / "out", {folder / "a", folder / "e"}).ok()) << "never over a campaign";
}

TEST(Shards, AreMergedWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const FakeModule module(mixed_plan());
  for (std::uint64_t i = 0; i < 2; ++i) run(module, folder / std::to_string(i), quick(40), {i, 2});
  const std::vector<std::string> parts = {folder / "0", folder / "1"};
  // The second shard's finding cannot be read: the merge has copied the first one's by then.
  const std::string finding = record_of(parts[1]).findings.at(0).folder;
  std::filesystem::rename(finding, folder / "aside");
  const Result<MergeSummary> half = merge(folder / "out", parts);
  ASSERT_FALSE(half.ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  std::filesystem::create_directory(folder / "there");
  EXPECT_FALSE(merge(folder / "there", parts).ok());
  EXPECT_EQ(list_directory(folder / "there"), std::vector<std::string>{});
  std::filesystem::rename(folder / "aside", finding);
  for (const char* name : {"out", "there"}) {
    const Result<MergeSummary> merged = merge(folder / name, parts);
    ASSERT_TRUE(merged.ok()) << merged.error().text();
    EXPECT_EQ(record_of(folder / name).tests, 80U);
    EXPECT_EQ(record_of(folder / name).findings.size(), merged->findings);
  }
  EXPECT_EQ(list_directory(folder / ""), (std::vector<std::string>{"0", "1", "out", "there"}));
}

TEST(Chunks, AreHandedOutInOrderUpToTheLimit) {
  ChunkDispenser chunks({1, 3}, {{1, 16}, {4, 5}}, 40);
  EXPECT_EQ(chunks.done_before(), 21U);
  const auto second = chunks.next();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->id, 4U);
  EXPECT_EQ(second->begin, 5U);
  EXPECT_EQ(second->end, 16U);
  const auto third = chunks.next();
  ASSERT_TRUE(third.has_value());
  EXPECT_EQ(third->id, 7U);
  EXPECT_EQ(third->end, 8U);
  EXPECT_FALSE(chunks.next().has_value());
}

TEST(Chunks, EndWhereTheCasesEnd) {
  // 100,008 cases are 6,250 chunks and half of one, which is the last chunk of the first of two shards.
  constexpr std::uint64_t kCases = 100'008;
  ChunkDispenser first({0, 2}, {}, {}, kCases);
  EXPECT_EQ(first.next()->end, kChunkSize);
  std::optional<Chunk> last;
  for (std::optional<Chunk> chunk = first.next(); chunk; chunk = first.next()) last = chunk;
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->id, 6'250U);
  EXPECT_EQ(last->first + last->end, kCases);
}

TEST(Chunks, OfFewCasesHaveOneCaseEach) {
  ChunkDispenser first({0, 2}, {{0, 1}}, {}, 4);
  EXPECT_EQ(first.next()->first, 2U) << "the first case is done";
  EXPECT_FALSE(first.next().has_value());
  ChunkDispenser second({1, 2}, {}, {}, 4);
  EXPECT_EQ(second.next()->first, 1U);
  EXPECT_EQ(second.next()->first, 3U);
  EXPECT_FALSE(second.next().has_value());
}

TEST(Labels, AreCountedOncePerCaseAndMerged) {
  const TemporaryFolder folder;
  run(FakeModule(mixed_plan()), folder / "whole", quick(64));
  std::vector<std::string> parts;
  for (std::uint64_t i = 0; i < 2; ++i) {
    parts.push_back(folder / std::to_string(i));
    run(FakeModule(mixed_plan()), parts.back(), quick(32), {i, 2});
  }
  ASSERT_TRUE(merge(folder / "merged", parts).ok());
  const auto text = [](const CampaignRecord& record) {
    std::string all;
    for (const LabelTally& tally : record.labels)
      all += tally.target + "/" + tally.label + "/" + tally.kind + "=" + std::to_string(tally.count) + "\n";
    return all;
  };
  const std::string whole_text = text(record_of(folder / "whole"));
  EXPECT_NE(whole_text.find("honest/strategy even/=32"), std::string::npos) << whole_text;
  EXPECT_EQ(text(record_of(folder / "merged")), whole_text);
}

}  // namespace
}  // namespace assay::core::fake::resume_test
