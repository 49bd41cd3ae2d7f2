// The folder in which targets run: private, emptied between runs, gone at the end.
#include "core/target/scratch.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "core/io/io.hpp"

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

TEST(ScratchLists, NameTheFoldersThatAreThere) {
  ScratchFolder outer;
  const std::string list = *outer.path() + "/list";
  ScratchFolder before;
  const std::string first = *before.path();
  {
    const ScratchList kept(list);
    ScratchFolder folder;
    const std::string second = *folder.path();
    const std::string text = *read_text_file(list);
    EXPECT_NE(text.find(first + "\n"), std::string::npos) << text;
    EXPECT_NE(text.find(second + "\n"), std::string::npos) << text;
  }
  EXPECT_FALSE(fs::exists(list));
  EXPECT_TRUE(fs::exists(first));
}

// A child that is killed plays the campaign that is.
TEST(ScratchLists, RemoveWhatAKilledProcessHasLeft) {
  ScratchFolder outer;
  const std::string list = *outer.path() + "/list";
  const pid_t child = ::fork();
  if (child == 0) {
    const ScratchList kept(list);
    ScratchFolder folder;
    static_cast<void>(folder.write("input", "text"));
    ::raise(SIGKILL);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  std::ifstream file(list);
  std::string left;
  for (std::string line; std::getline(file, line);) left = line;
  ASSERT_TRUE(fs::exists(left + "/input")) << left;
  const ScratchList next(list);
  EXPECT_FALSE(fs::exists(left));
}

TEST(ScratchLists, RemoveNothingElse) {
  ScratchFolder outer;
  const std::string folder = *outer.path();
  const std::string list = folder + "/list";
  fs::create_directory(folder + "/mine");
  fs::create_directory(folder + "/assay-ab.def");
  fs::create_directory(folder + "/assay-abcdefg");
  fs::create_directory_symlink(folder + "/mine", folder + "/assay-abcdef");
  std::ofstream(folder + "/assay-ABCDEF") << "a file";
  fs::create_directory(folder + "/assay-123456");
  std::ofstream(list) << folder << "/mine\n"
                      << folder << "/assay-ab.def\n"
                      << folder << "/assay-abcdefg\n"
                      << folder << "/assay-abcdef\n"
                      << folder << "/assay-ABCDEF\nassay-123456\n\n/\n"
                      << folder << "/no-such\n";
  const fs::path here = fs::current_path();
  fs::current_path(folder);
  { const ScratchList next(list); }
  fs::current_path(here);
  for (const char* name : {"mine", "assay-ab.def", "assay-abcdefg", "assay-abcdef", "assay-ABCDEF", "assay-123456"})
    EXPECT_TRUE(fs::exists(fs::symlink_status(folder + "/" + name))) << name;
}

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

TEST(ScratchFolders, TemporaryFilesOfAProgramAreInIt) {
  ScratchFolder folder;
  EXPECT_EQ(run_in(folder, in_shell("printf %s $TMPDIR"), "", {}).out, *folder.path());
  Command command = in_shell("printf %s $TMPDIR");
  command.environment = {{"TMPDIR", "/elsewhere"}};
  EXPECT_EQ(run_in(folder, std::move(command), "", {}).out, "/elsewhere");
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
