// Folders that appear whole or not at all.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/io/io.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

void put(const std::string& path, const std::string& text = "text") { std::ofstream(path) << text; }

TEST(NewFolders, AppearWhenTheyAreComplete) {
  const TemporaryFolder folder;
  for (const char* name : {"out", "deep/er/out", "slash/", "./dot/."}) {
    const std::string path = folder / name;
    Result<NewFolder> made = NewFolder::begin(path);
    ASSERT_TRUE(made.ok()) << made.error().text();
    put(made->path() + "/file");
    EXPECT_FALSE(fs::exists(path)) << name;
    ASSERT_TRUE(made->finish().ok());
    EXPECT_EQ(list_directory(path), Names{"file"}) << name;
  }
  EXPECT_EQ(list_directory(folder / "deep/er"), Names{"out"}) << "nothing beside it";
}

TEST(NewFolders, AreNotThereWhenTheirMakerFails) {
  const TemporaryFolder folder;
  {
    Result<NewFolder> made = NewFolder::begin(folder / "out");
    ASSERT_TRUE(made.ok());
    put(made->path() + "/file");
  }
  EXPECT_EQ(list_directory(folder / ""), Names{});
  fs::create_directory(folder / "empty");
  {
    Result<NewFolder> made = NewFolder::begin(folder / "empty");
    ASSERT_TRUE(made.ok());
    put(made->path() + "/file");
  }
  EXPECT_EQ(list_directory(folder / "empty"), Names{});
}

TEST(NewFolders, RemoveWhatAKillLeft) {
  const TemporaryFolder folder;
  fs::create_directories(folder / ".new-out/old");
  Result<NewFolder> made = NewFolder::begin(folder / "out");
  ASSERT_TRUE(made.ok()) << made.error().text();
  put(made->path() + "/file");
  ASSERT_TRUE(made->finish().ok());
  EXPECT_EQ(list_directory(folder / ""), Names{"out"});
  EXPECT_EQ(list_directory(folder / "out"), Names{"file"});

  fs::create_directories(folder / "empty/.new-folder/old");
  Result<NewFolder> inside = NewFolder::begin(folder / "empty");
  ASSERT_TRUE(inside.ok()) << inside.error().text();
  put(inside->path() + "/file");
  ASSERT_TRUE(inside->finish().ok());
  EXPECT_EQ(list_directory(folder / "empty"), Names{"file"});
}

TEST(NewFolders, LeaveAnEmptyFolderWhatItIs) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "real");
  fs::create_directory_symlink("real", folder / "link");
  Result<NewFolder> made = NewFolder::begin(folder / "link");
  ASSERT_TRUE(made.ok()) << made.error().text();
  fs::create_directory(made->path() + "/sub");
  put(made->path() + "/a file");
  EXPECT_EQ(list_directory(folder / "real"), Names{".new-folder"}) << "nothing has a name that anybody looks for";
  ASSERT_TRUE(made->finish().ok());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(list_directory(folder / "real"), (Names{"a file", "sub"}));
}

TEST(NewFolders, OverwriteNothing) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "full");
  put(folder / "full/file");
  const Result<NewFolder> full = NewFolder::begin(folder / "full");
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().message, "the folder " + (folder / "full") + " is not empty");
  const Result<NewFolder> file = NewFolder::begin(folder / "full/file");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().message, (folder / "full/file") + " is a file");
  // A folder that appears before finish() stays, too.
  Result<NewFolder> late = NewFolder::begin(folder / "late");
  ASSERT_TRUE(late.ok());
  fs::create_directory(folder / "late");
  put(folder / "late/file");
  EXPECT_FALSE(late->finish().ok());
  EXPECT_EQ(list_directory(folder / "late"), Names{"file"});
}

TEST(NewFolders, HaveOneMakerAtATime) {
  const TemporaryFolder folder;
  Result<NewFolder> first = NewFolder::begin(folder / "out");
  ASSERT_TRUE(first.ok());
  put(first->path() + "/file");
  {
    const Result<NewFolder> second = NewFolder::begin(folder / "out");
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().message, "another process makes " + (folder / "out"));
  }
  ASSERT_TRUE(first->finish().ok());
  EXPECT_EQ(list_directory(folder / "out"), Names{"file"});
}

TEST(NewFolders, ReplaceOnlyWhenTheyAreAskedTo) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  put(folder / "out/old");
  Result<NewFolder> made = NewFolder::begin_replacing(folder / "out");
  ASSERT_TRUE(made.ok()) << made.error().text();
  put(made->path() + "/new");
  EXPECT_EQ(list_directory(folder / "out"), Names{"old"});
  ASSERT_TRUE(made->finish().ok());
  EXPECT_EQ(list_directory(folder / "out"), Names{"new"});
}

TEST(NewFolders, KeepEvidenceForTheNextAttemptToRemove) {
  const TemporaryFolder folder;
  {
    Result<NewFolder> made = NewFolder::begin(folder / "out");
    ASSERT_TRUE(made.ok());
    made->keep_on_failure();
    put(made->path() + "/file");
  }
  EXPECT_EQ(list_directory(folder / ".new-out"), Names{"file"});
}

TEST(NewFolders, SayWhyTheyCannotBeMade) {
  const TemporaryFolder folder;
  put(folder / "file");
  const Result<NewFolder> below = NewFolder::begin(folder / "file/out");
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().text().find("cannot make the folder " + (folder / "file/out")), 0U) << below.error().text();
  EXPECT_NE(below.error().text().find("a part of the path is a file"), std::string::npos) << below.error().text();
}

}  // namespace
}  // namespace assay::core::fake
