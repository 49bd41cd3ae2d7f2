#include "core/finding/triage.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "core/finding/baseline.hpp"
#include "core/io/io.hpp"
#include "core/report/report.hpp"
#include "core/store/database.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake::triage_test {
namespace {

TriageChange state(TriageState to) { return {to, std::nullopt, std::nullopt}; }

std::unique_ptr<Store> opened(const std::string& directory) {
  Result<std::unique_ptr<Store>> store = Store::open(directory);
  EXPECT_TRUE(store.ok());
  return store ? std::move(*store) : nullptr;
}

/// Triage texts by finding id; findings without one are left out.
std::map<std::string, std::string> judged(const std::string& directory) {
  std::map<std::string, std::string> texts;
  for (const Finding& finding : record_of(directory).findings) {
    if (const std::string text = triage_text(finding.triage); !text.empty()) texts[finding.id] = text;
  }
  return texts;
}

std::uint64_t schema_of(const std::string& directory) {
  const auto database = Database::open(directory + "/campaign.sqlite", Database::Open::Existing);
  EXPECT_TRUE(database.ok());
  Query version(**database, "PRAGMA user_version");
  return version.next() ? version.number(0) : 0;
}

/// A campaign's file as Assay wrote it before findings had a triage.
void make_old(const std::string& directory) {
  const auto database = Database::open(directory + "/campaign.sqlite", Database::Open::Existing);
  ASSERT_TRUE(database.ok());
  ASSERT_TRUE((*database)->execute("DROP TABLE triage").ok());
  ASSERT_TRUE((*database)->execute("PRAGMA user_version=2").ok());
}

Finding finding_of(std::uint64_t index, std::size_t bytes) {
  Finding finding;
  finding.id = "liar-" + std::to_string(index);
  finding.target = "liar";
  finding.signature = "the same";
  finding.original = make_case(index, "bug crash x");
  finding.original.files[0].content = std::string(bytes, 'x');
  return finding;
}

void store(Store& store, Finding finding) {
  ASSERT_TRUE(store.admit(finding).ok());
  finding.status = FindingStatus::Reduced;
  ASSERT_TRUE(store.resolve(finding).ok());
}

TEST(Triage, ChangesWhatIsNamedAndKeepsTheRest) {
  Triage triage = *with_change({}, {TriageState::Reported, " https://example.org/1 ", std::nullopt});
  EXPECT_EQ(triage_text(triage), "reported, https://example.org/1");
  triage = *with_change(triage, {std::nullopt, std::nullopt, "one\r\ntwo\x1b\n"});
  EXPECT_EQ(triage.note, "one\ntwo\xEF\xBF\xBD");
  EXPECT_EQ(triage_text(triage), "reported, https://example.org/1: one two\xEF\xBF\xBD");
  triage = *with_change(triage, {TriageState::New, "", ""});
  EXPECT_EQ(triage_text(triage), "");
  for (const char* link : {"javascript:alert(1)", "example.org", "https://a b", "https://a\"b", "ftp://x", "http://\n"})
    EXPECT_EQ(link == std::string("http://\n"), with_change({}, {std::nullopt, link, std::nullopt}).ok()) << link;
  EXPECT_FALSE(with_change({}, {std::nullopt, std::nullopt, std::string(kMaxNoteBytes + 1, 'x')}).ok());
  EXPECT_FALSE(with_change({}, {std::nullopt, "https://" + std::string(kMaxLinkBytes, 'x'), std::nullopt}).ok());
}

TEST(Triage, StatesHaveOneNameEach) {
  for (const TriageState one : all_triage_states()) EXPECT_EQ(triage_state(name(one)), one);
  EXPECT_EQ(all_triage_states().size(), 5U);
  EXPECT_FALSE(triage_state("open").has_value());
}

TEST(Triage, IsStoredAndOutlivesAResume) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  run(module, folder / "c", quick(40));
  const std::string id = record_of(folder / "c").findings.at(0).id;
  const auto judgement = opened(folder / "c")->set_triage(id, {TriageState::Confirmed, std::nullopt, "look"});
  ASSERT_TRUE(judgement.ok()) << judgement.error().text();
  EXPECT_EQ(judgement->id, id);
  EXPECT_EQ(judgement->triage.changed.size(), 20U);
  const auto unknown = opened(folder / "c")->set_triage("nobody-1", state(TriageState::Fixed));
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("no finding 'nobody-1'"), std::string::npos);
  EXPECT_FALSE(opened(folder / "c")->set_triage(id, {std::nullopt, "nowhere", std::nullopt}).ok());
  run(module, folder / "c", quick(90));
  EXPECT_EQ(judged(folder / "c"), (std::map<std::string, std::string>{{id, "confirmed: look"}}));
}

TEST(Triage, OfACampaignOfAnOlderSchemaIsAdded) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  run(module, folder / "c", quick(40));
  const std::string before = digest(record_of(folder / "c"));
  make_old(folder / "c");
  EXPECT_EQ(digest(record_of(folder / "c")), before);
  EXPECT_EQ(schema_of(folder / "c"), 2U) << "reading changes nothing";
  const std::string id = record_of(folder / "c").findings.at(0).id;
  ASSERT_TRUE(opened(folder / "c")->set_triage(id, state(TriageState::Fixed)).ok());
  EXPECT_EQ(schema_of(folder / "c"), 3U);
  EXPECT_EQ(judged(folder / "c").count(id), 1U);
  EXPECT_EQ(digest(record_of(folder / "c")), before);
  make_old(folder / "c");
  run(module, folder / "c", quick(41));
  EXPECT_EQ(schema_of(folder / "c"), 3U) << "a resume writes";
}

TEST(Triage, GoesToTheFindingThatStandsForADuplicate) {
  const TemporaryFolder folder;
  const std::unique_ptr<Store> campaign = create(FakeModule{Plan()}, folder / "c");
  store(*campaign, finding_of(1, 500));
  ASSERT_TRUE(campaign->set_triage("liar-1", {TriageState::Reported, "https://example.org/1", std::nullopt}).ok());
  store(*campaign, finding_of(2, 100));  // smaller: it takes the place of the first
  EXPECT_EQ(judged(folder / "c"), (std::map<std::string, std::string>{{"liar-2", "reported, https://example.org/1"}}));
  store(*campaign, finding_of(3, 300));  // larger: a duplicate
  const auto judgement = campaign->set_triage("liar-3", state(TriageState::Fixed));
  ASSERT_TRUE(judgement.ok());
  EXPECT_EQ(judgement->id, "liar-2");
  EXPECT_EQ(triage_text(judgement->triage), "fixed, https://example.org/1");
}

TEST(Triage, IsWholeOrAbsentAfterAKill) {
  const TemporaryFolder folder;
  store(*create(FakeModule{Plan()}, folder / "c"), finding_of(1, 10));
  ASSERT_TRUE(opened(folder / "c")->set_triage("liar-1", state(TriageState::Confirmed)).ok());
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto database = Database::open(folder / "c/campaign.sqlite", Database::Open::Existing);
    Transaction transaction(**database);
    static_cast<void>((*database)->execute("UPDATE triage SET state = 'fixed'"));
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(judged(folder / "c")["liar-1"], "confirmed");
  ASSERT_TRUE(opened(folder / "c")->set_triage("liar-1", state(TriageState::Reported)).ok());
  EXPECT_EQ(judged(folder / "c")["liar-1"], "reported");
}

/// Two shards with one finding each, which have the same signature; the second one is the smaller.
std::vector<MergeSource> two_shards(const TemporaryFolder& folder) {
  std::vector<MergeSource> sources;
  for (std::uint64_t i = 0; i < 2; ++i) {
    sources.push_back({folder / std::to_string(i), {}});
    sources.back().about.state = "done";
    store(*create(FakeModule{Plan()}, sources.back().directory, {i, 2}), finding_of(i, 500 - 100 * i));
  }
  return sources;
}

TEST(Triage, OfShardsIsMergedAndTheNewestWins) {
  const TemporaryFolder folder;
  const std::vector<MergeSource> sources = two_shards(folder);
  const auto say = [&](const char* shard, const std::string& id, TriageState to, const char* when) {
    ASSERT_TRUE(opened(folder / shard)->set_triage(id, state(to), when).ok());
  };
  say("0", "liar-0", TriageState::Reported, "2026-01-02T00:00:00Z");
  ASSERT_TRUE(merge(folder / "first", {folder / "0", folder / "1"}).ok());
  EXPECT_EQ(judged(folder / "first"), (std::map<std::string, std::string>{{"liar-1", "reported"}}));
  say("1", "liar-1", TriageState::Confirmed, "2026-01-01T00:00:00Z");
  ASSERT_TRUE(merge(folder / "second", {folder / "1", folder / "0"}).ok());
  EXPECT_EQ(judged(folder / "second")["liar-1"], "reported");
  say("1", "liar-1", TriageState::Fixed, "2026-01-03T00:00:00Z");
  ASSERT_TRUE(merge(folder / "third", {folder / "0", folder / "1"}).ok());
  EXPECT_EQ(judged(folder / "third")["liar-1"], "fixed");
}

TEST(Triage, OfAMergedCampaignOutlivesTheNextMerge) {
  const TemporaryFolder folder;
  std::vector<MergeSource> sources = two_shards(folder);
  ASSERT_TRUE(merge_again(folder / "all", {sources[0]}).ok());
  ASSERT_TRUE(opened(folder / "all")->set_triage("liar-0", state(TriageState::NotABug)).ok());
  make_old(folder / "0");
  ASSERT_TRUE(merge_again(folder / "all", sources).ok());
  EXPECT_EQ(judged(folder / "all"), (std::map<std::string, std::string>{{"liar-1", "not-a-bug"}}));
  ASSERT_TRUE(write_text_file(folder / "all/campaign.sqlite", "damaged").ok());
  ASSERT_TRUE(merge_again(folder / "all", sources).ok()) << "what cannot be read stops nothing";
  EXPECT_TRUE(judged(folder / "all").empty());
}

CampaignRecord record_with(TriageState state) {
  CampaignRecord record;
  record.identity.targets = {{"liar", "1", {}}};
  record.findings = {finding_of(1, 10), finding_of(2, 10)};
  record.findings[1].signature = "another";
  record.findings[0].triage = {state, "https://example.org/<1>", "so --> what", "2026-01-01T00:00:00Z"};
  return record;
}

TEST(Triage, DecidesWhatABaselineHolds) {
  for (const TriageState one : all_triage_states()) {
    const CampaignRecord record = record_with(one);
    const Result<Baseline> baseline = Baseline::parse(export_format("baseline")->write(record), "b");
    ASSERT_TRUE(baseline.ok());
    EXPECT_EQ(baseline->covers(record.findings[0]), one != TriageState::Fixed) << name(one);
    EXPECT_TRUE(baseline->covers(record.findings[1]));
    const bool open = one == TriageState::New || one == TriageState::Confirmed;
    EXPECT_EQ(uncovered(record.findings, Baseline()).size(), open ? 2U : 1U) << name(one);
  }
}

TEST(Triage, IsExported) {
  const CampaignRecord record = record_with(TriageState::NotABug);
  const auto json = nlohmann::json::parse(export_format("json")->write(record)).at("findings");
  EXPECT_EQ(json.at(0).at("triage").at("state"), "not-a-bug");
  EXPECT_EQ(json.at(0).at("triage").at("note"), "so --> what");
  EXPECT_EQ(json.at(1).at("triage").at("state"), "new");
  EXPECT_EQ(json.at(0).at("severity"), "failure");
  const auto sarif = nlohmann::json::parse(export_format("sarif")->write(record)).at("runs").at(0).at("results");
  EXPECT_EQ(sarif.at(0).at("suppressions").at(0).at("status"), "accepted");
  EXPECT_EQ(sarif.at(0).at("workItemUris").at(0), "https://example.org/<1>");
  EXPECT_FALSE(sarif.at(1).contains("suppressions"));
  const std::string junit = export_format("junit")->write(record);
  EXPECT_NE(junit.find("failures=\"1\" errors=\"0\" skipped=\"1\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("<skipped message=\""), std::string::npos);
  EXPECT_NE(junit.find("[not-a-bug, https://example.org/&lt;1&gt;: so --&gt; what]"), std::string::npos);
  const std::string markdown = export_format("markdown")->write(record);
  EXPECT_NE(markdown.find("<!-- not-a-bug, https://example.org/&lt;1&gt;: so --&gt; what -->"), std::string::npos);
}

}  // namespace
}  // namespace assay::core::fake::triage_test
