#include "core/store/store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/finding/folder.hpp"
#include "core/io/io.hpp"
#include "core/store/database.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

TEST(Store, RemembersWhatItIs) {
  const TemporaryFolder folder;
  Plan plan;
  plan.fingerprint = 0xfedcba9876543210U;
  const FakeModule module(plan);
  static_cast<void>(create(module, folder / "a/b/c", {2, 5}));
  const Result<std::unique_ptr<Store>> store = Store::open(folder / "a/b/c");
  ASSERT_TRUE(store.ok());
  const CampaignIdentity& identity = (*store)->identity();
  EXPECT_EQ(identity.module, "fake");
  EXPECT_EQ(identity.configuration, "name = \"fake\"\n");
  EXPECT_EQ(identity.seed, 42U);
  EXPECT_EQ(identity.fingerprint, 0xfedcba9876543210U);
  EXPECT_EQ(identity.shard.index, 2U);
  EXPECT_EQ(identity.shard.count, 5U);
  EXPECT_EQ(identity.assay_version, "0.1-test");
  EXPECT_EQ(identity.created.size(), 20U);
  ASSERT_EQ(identity.targets.size(), 2U);
  EXPECT_EQ(identity.targets[1].name, "liar");
  EXPECT_EQ(identity.targets[1].command, std::vector<std::string>{"/bin/fake"});
}

TEST(Store, KeepsTheWordsOfTheModule) {
  const TemporaryFolder folder;
  static_cast<void>(create(FakeModule{Plan()}, folder / "c"));
  const ModuleDescription words = record_of(folder / "c").identity.description;
  EXPECT_EQ(words.title, "Faking");
  EXPECT_EQ(words.target, "liar or not");
  EXPECT_EQ(words.strategy, "strategy");
  EXPECT_EQ(words.group, "third");
  EXPECT_EQ(words.label, "line");
}

TEST(Store, ReadsACampaignOfBeforeTheWords) {
  const TemporaryFolder folder;
  static_cast<void>(create(FakeModule{Plan()}, folder / "c"));
  {
    Result<std::unique_ptr<Database>> database = Database::open(folder / "c/campaign.sqlite", Database::Open::Existing);
    ASSERT_TRUE(database.ok()) << database.error().text();
    ASSERT_TRUE((*database)->execute("DELETE FROM meta WHERE key = 'title' OR key LIKE '%_noun'").ok());
  }
  const ModuleDescription words = record_of(folder / "c").identity.description;
  EXPECT_EQ(words.title, "fake");
  EXPECT_EQ(words.target, "target");
  EXPECT_EQ(words.group, "group");
  EXPECT_EQ(words.label, "label");
}

TEST(Store, KeepsLimitsAndMovedInputs) {
  const TemporaryFolder folder;
  const FakeModule module{Plan()};
  static_cast<void>(create(module, folder / "c"));
  {
    const Result<std::unique_ptr<Store>> store = Store::open(folder / "c");
    ASSERT_TRUE(store.ok());
    EXPECT_EQ(*(*store)->limits(), "") << "none were kept";
    for (const char* limits : {"tests = 3\n", "tests = 5\n"}) ASSERT_TRUE((*store)->keep_limits(limits).ok());
    ASSERT_TRUE((*store)->move_inputs("seeds = [\"/new\"]\n").ok());
    EXPECT_EQ((*store)->identity().configuration, "seeds = [\"/new\"]\n");
  }
  const Result<std::unique_ptr<Store>> again = Store::open(folder / "c");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*(*again)->limits(), "tests = 5\n");
  EXPECT_EQ((*again)->identity().configuration, "seeds = [\"/new\"]\n");
}

/// A process that is killed right after the creation leaves a campaign with its limits for a resume.
TEST(Store, HasItsLimitsFromTheFirstMomentOn) {
  const TemporaryFolder folder;
  const FakeModule module{Plan()};
  ASSERT_TRUE(Store::create(folder / "c", identity_of(module, 42, {}, "0.1-test"), "tests = 5\n").ok());
  const Result<std::unique_ptr<Store>> again = Store::open(folder / "c");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*(*again)->limits(), "tests = 5\n");
}

TEST(Store, IsNeverMadeOverAnother) {
  const TemporaryFolder folder;
  const FakeModule module{Plan()};
  static_cast<void>(create(module, folder / "c"));
  const auto again = Store::create(folder / "c", identity_of(module, 1, {}, "x"));
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().text().find("holds a campaign already"), std::string::npos);
}

TEST(Store, LeavesNoFolderWhenItCannotBeMade) {
  const TemporaryFolder folder;
  class NoRename : public Disk {
   public:
    Status rename(const std::string&, const std::string&) override { return Error{"cannot rename", ""}; }
  };
  NoRename disk;
  const FakeModule module((Plan()));
  EXPECT_FALSE(Store::create(folder / "c", identity_of(module, 42, {}, "0.1-test"), {}, disk).ok());
  EXPECT_EQ(list_directory(folder / ""), std::vector<std::string>{});
}

TEST(Store, SaysWhyAFolderCannotBeUsed) {
  const TemporaryFolder folder;
  const CampaignIdentity identity = identity_of(FakeModule{Plan()}, 1, {}, "x");
  std::ofstream(folder / "file") << "not a folder";
  const auto under_file = Store::create(folder / "file/campaign", identity);
  ASSERT_FALSE(under_file.ok());
  EXPECT_NE(under_file.error().text().find("a part of the path is a file"), std::string::npos);
  const auto in_proc = Store::create("/proc/assay-campaign", identity);
  ASSERT_FALSE(in_proc.ok());
  EXPECT_FALSE(in_proc.error().advice.empty());
  EXPECT_FALSE(Store::create(folder / "shards", identity_of(FakeModule{Plan()}, 1, {3, 3}, "x")).ok());
}

TEST(Store, CannotBeMadeInAFolderOfOthers) {
  if (::geteuid() == 0) {
    const TemporaryFolder folder;
    ::chmod((folder / "").c_str(), 0755);
    // As another user: root may write everywhere.
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (::setuid(65534) != 0) ::_exit(3);
      const auto refused = Store::create(folder / "c", identity_of(FakeModule{Plan()}, 1, {}, "x"));
      ::_exit(!refused.ok() && refused.error().advice.find("may write") != std::string::npos ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    return;
  }
  const auto refused = Store::create("/assay-test", identity_of(FakeModule{Plan()}, 1, {}, "x"));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().advice.find("may write"), std::string::npos);
}

TEST(Store, CanBeReadInAFolderThatCannotBeWritten) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs another user's folder, which root can make";
  const TemporaryFolder folder;
  ::chmod((folder / "").c_str(), 0755);
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("bug crash x") : "pass"; };
  run(FakeModule(plan), folder / "c", quick(5));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::setuid(65534) != 0) ::_exit(3);
    const auto store = Store::open(folder / "c");
    if (!store.ok()) ::_exit(4);
    const auto record = (*store)->record();
    if (!record.ok() || record->findings.size() != 1) ::_exit(5);
    ::_exit((*store)->begin_session().ok() ? 6 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Store, SaysWhatIsNoCampaign) {
  const TemporaryFolder folder;
  const auto nothing = Store::open(folder / "nothing");
  ASSERT_FALSE(nothing.ok());
  EXPECT_NE(nothing.error().text().find("holds no campaign"), std::string::npos);
  std::filesystem::create_directories(folder / "junk");
  std::ofstream(folder / "junk/campaign.sqlite") << std::string(5000, 'x');
  const auto junk = Store::open(folder / "junk");
  ASSERT_FALSE(junk.ok());
  EXPECT_NE(junk.error().text().find("damaged or no campaign"), std::string::npos);
}

TEST(Store, RefusesAnotherSchema) {
  const TemporaryFolder folder;
  static_cast<void>(create(FakeModule{Plan()}, folder / "c"));
  {
    auto database = Database::open(folder / "c/campaign.sqlite", Database::Open::Existing);
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE((*database)->execute("PRAGMA user_version=99").ok());
  }
  const auto refused = Store::open(folder / "c");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("schema version 99; this Assay reads versions 2 to 3"), std::string::npos);
}

TEST(Store, StopsCleanlyWhenTheDatabaseCannotGrow) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index % 5 == 1 ? "skip reason-" + std::to_string(index) : "pass"; };
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const FakeModule module(plan);
    const std::unique_ptr<Store> store = create(module, folder / "c");
    const rlimit limit{96 << 10, 96 << 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Recorder recorder;
    const Result<Summary> summary = run_campaign(module, quick(200000), *store, recorder, {});
    const bool told =
        summary.ok() && summary->reason == StopReason::StoreFailed && summary->error && !summary->error->advice.empty();
    ::_exit(told ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  const CampaignRecord kept = record_of(folder / "c");
  std::uint64_t verdicts = 0;
  for (const Tally& tally : kept.tallies) verdicts += tally.count;
  EXPECT_EQ(verdicts, 2 * kept.tests) << "what is stored fits together";
}

TEST(Disk, ReplacesAFileOrLeavesIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "file";
  ASSERT_TRUE(Disk::real().write_file(path, "old").ok());
  ASSERT_TRUE(Disk::real().write_file(path, std::string("new\0x", 5)).ok());
  EXPECT_EQ(*read_text_file(path), std::string("new\0x", 5));
  EXPECT_EQ(list_directory(folder / "").size(), 1U) << "no temporary file stays";
  const Status full = Disk::real().write_file("/dev/full/x", "y");
  EXPECT_FALSE(full.ok());
}

TEST(Disk, KnowsSafeNames) {
  for (const char* good : {"a", "case.smt2", "A b", "\xC3\xA4"}) EXPECT_TRUE(is_plain_name(good)) << good;
  for (const char* bad : {"", ".", "..", ".hidden", "a/b", "/a", "../a", "a\\b", "a\nb"}) {
    EXPECT_FALSE(is_plain_name(bad)) << bad;
  }
}

TEST(FindingIds, AreSafeAndDistinctFolderNames) {
  EXPECT_EQ(finding_id("z3", 12), "z3-12");
  for (const char* target : {"../../etc", "a b", "", ".", "a/b", "\xC3\xA4"}) {
    EXPECT_TRUE(is_plain_name(finding_id(target, 1))) << target;
  }
  EXPECT_NE(finding_id("a/b", 1), finding_id("a_b", 1));
  EXPECT_NE(finding_id("a/b", 1), finding_id("a:b", 1));
}

}  // namespace
}  // namespace assay::core::fake
