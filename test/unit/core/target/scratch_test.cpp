// The folder in which targets run: private, emptied between runs, gone at the end.
#include "assay/core/target/scratch.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace assay::core {
namespace {

namespace fs = std::filesystem;

Command in_shell(const std::string& text) { return {{"/bin/sh", "-c", text}, {}, {}}; }

TEST(ScratchFolders, AreMadeWhenTheyAreNeededPrivateAndOfDifferentNames) {
  ScratchFolder one;
  ScratchFolder two;
  const std::string path = *one.path();
  EXPECT_EQ(*one.path(), path);
  EXPECT_NE(*two.path(), path);
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777U, 0700U);
  EXPECT_TRUE(fs::equivalent(fs::path(path).parent_path(), fs::temp_directory_path()));
}

TEST(ScratchFolders, GoWithAllThatIsInThem) {
  std::string path;
  {
    ScratchFolder folder;
    path = *folder.path();
    const Limits limits;
    const auto session =
        start_in(folder, in_shell("mkdir -p deep/er; touch deep/er/file; chmod 0 deep; read x"), limits);
    ASSERT_TRUE(session.ok());
    ASSERT_TRUE(folder.write("plain.txt", "text").ok());
    ASSERT_TRUE(fs::exists(path + "/plain.txt"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolders, AreWhereARunWorksAndEmptyAfterIt) {
  ScratchFolder folder;
  const std::string path = *folder.path();
  const std::string input = *folder.write("input.txt", "asked");
  EXPECT_EQ(input, path + "/input.txt");
  const ProcessResult result = run_in(folder, in_shell("cat input.txt; pwd; echo more > left; ln -s / root"), "", {});
  EXPECT_EQ(result.out, "asked" + fs::canonical(path).string() + "\n");
  EXPECT_TRUE(fs::is_empty(path));
  EXPECT_TRUE(fs::exists("/tmp"));  // links are not followed
  EXPECT_EQ(run_in(folder, in_shell("ls"), "", {}).out, "");
}

TEST(ScratchFolders, AreWhereASessionWorks) {
  ScratchFolder folder;
  const auto session = start_in(folder, in_shell("while read x; do pwd; echo end; done"), {});
  ASSERT_TRUE(session.ok()) << session.error().text();
  EXPECT_EQ((*session)->ask("ask\n", "end", {}).out, fs::canonical(*folder.path()).string() + "\n");
}

/// TMPDIR, as long as it lives.
class TemporaryElsewhere {
 public:
  explicit TemporaryElsewhere(const char* path) {
    if (const char* old = std::getenv("TMPDIR")) old_ = old;
    ::setenv("TMPDIR", path, 1);
  }
  ~TemporaryElsewhere() { old_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", old_.c_str(), 1); }
  TemporaryElsewhere(const TemporaryElsewhere&) = delete;
  TemporaryElsewhere& operator=(const TemporaryElsewhere&) = delete;

 private:
  std::string old_;
};

TEST(ScratchFolders, WhereThereIsNoneNothingIsRun) {
  const TemporaryElsewhere nowhere("/no/such/folder");
  ScratchFolder folder;
  EXPECT_FALSE(folder.path().ok());
  EXPECT_FALSE(folder.write("a", "b").ok());
  const ProcessResult result = run_in(folder, in_shell("echo ran"), "", {});
  EXPECT_EQ(result.ending, Ending::FailedToStart);
  EXPECT_NE(result.message.find("TMPDIR"), std::string::npos) << result.message;
  EXPECT_FALSE(start_in(folder, in_shell("echo ran"), {}).ok());
}

TEST(ScratchFolders, WordsThatNameFilesAreAnchored) {
  ScratchFolder folder;
  const std::string here = fs::current_path().string();
  EXPECT_EQ(anchored("-flag=./x"), "-flag=./x");
  EXPECT_EQ(anchored("word"), "word");
  EXPECT_EQ(anchored("./no-such-file"), "./no-such-file");
  EXPECT_EQ(anchored("/usr/../usr"), "/usr/../usr");
  EXPECT_EQ(anchored("./."), here + "/");
}

}  // namespace
}  // namespace assay::core
