#include "core/target/installed.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/target/named.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

/// A folder of releases, for as long as the test runs.
class InstalledReleases : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("releases-" + std::to_string(::getpid()));
    fs::remove_all(root_);
    ::setenv("XDG_DATA_HOME", root_.c_str(), 1);
  }
  void TearDown() override { fs::remove_all(root_); }

  void put(const std::string& target, const std::string& version, const std::string& command) const {
    const fs::path folder = fs::path(releases_folder()) / target / version / "bin";
    fs::create_directories(folder);
    std::ofstream(folder / command) << "#!/bin/sh\n";
    fs::permissions(folder / command, fs::perms::owner_all);
  }

 private:
  fs::path root_;
};

TEST_F(InstalledReleases, AreOrderedByTheirNumbers) {
  EXPECT_TRUE(targets_with_releases().empty());
  for (const char* version : {"4.13.0", "4.8.17", "4.8.5", ".new-4.9.0", "locks"}) put("z3", version, "z3");
  fs::create_directories(fs::path(releases_folder()) / "z3" / "4.9.1" / "bin");  // without a command: no release
  std::vector<std::string> names;
  for (const InstalledRelease& release : installed_releases("z3")) names.push_back(release.name());
  EXPECT_EQ(names, (std::vector<std::string>{"z3@4.8.5", "z3@4.8.17", "z3@4.13.0"}));
  EXPECT_EQ(targets_with_releases(), std::vector<std::string>{"z3"});
  EXPECT_TRUE(installed_releases("../z3").empty());
}

TEST_F(InstalledReleases, AreFoundByNumberAndAsTheLatest) {
  put("z3", "4.8.17", "z3");
  put("z3", "4.13.0", "z3");
  EXPECT_EQ(installed_release("z3@4.8.17.0")->version, "4.8.17");
  EXPECT_EQ(installed_release("z3@latest")->version, "4.13.0");
  EXPECT_EQ(pinned_release("z3@latest"), "z3@4.13.0");
  EXPECT_EQ(pinned_release("mine=z3@latest"), "mine=z3@latest");
  EXPECT_EQ(pinned_release("cvc5@latest"), "cvc5@latest");
}

TEST_F(InstalledReleases, AreFoundByTheirSeries) {
  for (const char* version : {"14.0.6", "19.1.6", "19.1.7"}) put("clang", version, "clang");
  EXPECT_EQ(installed_release("clang@19")->version, "19.1.7");
  EXPECT_EQ(installed_release("clang@19.1.6")->version, "19.1.6");
  EXPECT_EQ(pinned_release("clang@14"), "clang@14.0.6");
  EXPECT_FALSE(installed_release("clang@1"));
  EXPECT_EQ(installed_release("clang@22").error().message, "'clang@22' is not installed");
}

TEST_F(InstalledReleases, SayWhichThereAre) {
  EXPECT_EQ(installed_release("z3@4.8").error().message, "no release of 'z3' is installed");
  put("z3", "4.8.17", "z3");
  const Result<InstalledRelease> missing = installed_release("z3@9.9");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().advice.find("installed: 4.8.17;"), std::string::npos) << missing.error().advice;
  for (const char* text : {"z3@", "@4.8", "z3@../../etc", "z3@new", "z3@4.8/..", "z3"})
    EXPECT_FALSE(installed_release(text)) << text;
}

TEST_F(InstalledReleases, AreTargets) {
  put("z3", "4.8.17", "z3");
  const Result<NamedTarget> named = read_named_target(" z3@latest", "mine=/path");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->name, "z3@4.8.17");
  EXPECT_EQ(named->words, std::vector<std::string>{releases_folder() + "/z3/4.8.17/bin/z3"});
  const Result<NamedTarget> flagged = read_named_target("old=z3@4.8.17 -st", "mine=/path");
  ASSERT_TRUE(flagged);
  EXPECT_EQ(flagged->name, "old");
  EXPECT_EQ(flagged->release, "z3");
  EXPECT_EQ(flagged->words, (std::vector<std::string>{releases_folder() + "/z3/4.8.17/bin/z3", "-st"}));
  EXPECT_FALSE(read_named_target("z3@1.0", "mine=/path"));
  EXPECT_EQ(read_named_target("my@folder.toml", "mine=/path")->file, "my@folder.toml");
}

}  // namespace
}  // namespace assay::core
