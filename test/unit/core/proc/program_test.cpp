#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/proc/proc.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

class FindProgram : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "assay-find-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    if (const char* path = std::getenv("PATH")) old_path_ = path;
  }
  void TearDown() override {
    ::setenv("PATH", old_path_.c_str(), 1);
    fs::remove_all(folder_);
  }
  fs::path add(const fs::path& name, mode_t mode) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "#!/bin/sh\nexit 0\n";
    ::chmod(path.c_str(), mode);
    return path;
  }

  fs::path folder_;
  std::string old_path_;
};

TEST_F(FindProgram, TakesTheFirstExecutableFileOfThePath) {
  add("one/tool", 0600);
  fs::create_directories(folder_ / "two" / "tool");
  const fs::path third = add("three/tool", 0700);
  add("four/tool", 0700);
  const std::string base = folder_.string();
  ::setenv("PATH", (base + "/none:" + base + "/one:" + base + "/two:" + base + "/three:" + base + "/four").c_str(), 1);
  EXPECT_EQ(find_program("tool"), third.string());
  EXPECT_EQ(find_program("other"), "");
  EXPECT_EQ(find_program(""), "");
}

TEST_F(FindProgram, TakesAPathWithASlashAsItIs) {
  const fs::path tool = add("tool", 0700);
  const fs::path data = add("data", 0600);
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(find_program(tool), tool.string());
  EXPECT_EQ(find_program(data), "");
  EXPECT_EQ(find_program(folder_), "");
  EXPECT_EQ(find_program(folder_ / "missing"), "");
  const std::string relative = fs::relative(tool).string();
  const std::string found = find_program("./" + relative);
  EXPECT_TRUE(fs::path(found).is_absolute());
  EXPECT_TRUE(fs::equivalent(found, tool));
}

TEST(EndingName, IsDifferentForEach) {
  EXPECT_EQ(name(Ending::Exited), "exited");
  EXPECT_EQ(name(Ending::Signalled), "signalled");
  EXPECT_EQ(name(Ending::TimedOut), "timed-out");
  EXPECT_EQ(name(Ending::OutOfMemory), "out-of-memory");
  EXPECT_EQ(name(Ending::OutputLimit), "output-limit");
  EXPECT_EQ(name(Ending::Cancelled), "cancelled");
  EXPECT_EQ(name(Ending::FailedToStart), "failed-to-start");
}

}  // namespace
}  // namespace assay::core
