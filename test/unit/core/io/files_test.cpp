// Files are written over existing files, folders and links of the same name.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "core/io/io.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

class TextFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("text_file_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(TextFile, ReplacesWhatWasInIt) {
  ASSERT_TRUE(write_text_file(path("file"), "old and long").ok());
  ASSERT_TRUE(write_text_file(path("file"), "new").ok());
  EXPECT_EQ(*read_text_file(path("file")), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TextFile, BelowAFolderIsAPlainOneThatIsThere) {
  fs::create_directories(path("root/inner"));
  ASSERT_TRUE(write_text_file(path("secret"), "secret").ok());
  ASSERT_TRUE(write_text_file(path("root/inner/file"), "content").ok());
  fs::create_symlink(path("secret"), path("root/link"));
  fs::create_directory_symlink(folder_, path("root/way"));
  ASSERT_EQ(::mkfifo(path("root/pipe").c_str(), 0600), 0);
  const Result<std::string> good = read_file_below(path("root"), "inner/file");
  ASSERT_TRUE(good.ok()) << good.error().text();
  EXPECT_EQ(*good, "content");
  for (const char* name : {"link", "way/secret", "pipe", "../secret", "inner/../../secret", "/etc/passwd", "", "inner",
                           "inner/", "missing", "inner/file/x"}) {
    const Result<std::string> read = read_file_below(path("root"), name);
    EXPECT_FALSE(read.ok()) << name;
    if (!read) {
      EXPECT_EQ(read.error().text().find("content"), std::string::npos);
    }
  }
  fs::resize_file(path("root/inner/file"), (std::uintmax_t{64} << 20) + 1);
  EXPECT_FALSE(read_file_below(path("root"), "inner/file").ok()) << "too large";
  // The caller chooses the folder itself, which may be a link.
  fs::create_directory_symlink(path("root"), path("named"));
  fs::resize_file(path("root/inner/file"), 7);
  EXPECT_TRUE(read_file_below(path("named"), "inner/file").ok());
}

TEST_F(TextFile, OfALinkIsTheOneThatItLeadsTo) {
  ASSERT_TRUE(write_text_file(path("file"), "old").ok());
  fs::create_symlink(path("file"), path("link"));
  ASSERT_TRUE(write_text_file(path("link"), "new").ok());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(*read_text_file(path("file")), "new");
}

TEST_F(TextFile, MayBeADeviceWhichStaysOne) {
  fs::create_symlink("/dev/null", path("nothing"));
  EXPECT_TRUE(write_text_file(path("nothing"), "text").ok());
  EXPECT_TRUE(fs::is_character_file(path("nothing")));
}

/// The device that has no space stands for a disk that is full.
TEST_F(TextFile, SaysThatTheDiskIsFull) {
  fs::create_symlink("/dev/full", path("full"));
  if (!fs::is_character_file(path("full"))) GTEST_SKIP() << "there is no /dev/full";
  const Status written = write_text_file(path("full"), "text");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("No space left"), std::string::npos) << written.error().message;
  EXPECT_TRUE(fs::is_character_file(path("full")));
}

TEST_F(TextFile, IsNotWrittenOverAFolder) {
  fs::create_directory(path("folder"));
  EXPECT_FALSE(write_text_file(path("folder"), "text").ok());
  EXPECT_TRUE(fs::is_directory(path("folder")));
}

TEST_F(TextFile, IsNotReadFromAFolder) {
  const Result<std::string> text = read_text_file(folder_.string());
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().message, folder_.string() + " is a folder");
}

TEST_F(TextFile, ThatCannotBeReadSaysWhy) {
  const Result<std::string> text = read_text_file(path("nothing"));
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().text(), "cannot read " + path("nothing") + ": No such file or directory (check the path)");
}

TEST_F(TextFile, IsReadFromADevice) { EXPECT_EQ(*read_text_file("/dev/null"), ""); }

TEST_F(TextFile, LeavesNothingBesideIt) {
  ASSERT_TRUE(write_text_file(path("file"), "text").ok());
  EXPECT_FALSE(write_text_file(path("none/file"), "text").ok());
  EXPECT_EQ(list_directory(folder_.string()), std::vector<std::string>{"file"});
}

TEST_F(TextFile, InputsBelowAFolderHaveLinksThatLeadNowhere) {
  ASSERT_TRUE(write_text_file((folder_ / "b.smt2").string(), "(check-sat)").ok());
  ASSERT_TRUE(write_text_file((folder_ / "other.txt").string(), "").ok());
  fs::create_symlink(folder_ / "none", folder_ / "a.smt2");
  const Result<InputFiles> found = find_inputs({folder_.string()}, ".smt2");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->files, (std::vector{(folder_ / "a.smt2").string(), (folder_ / "b.smt2").string()}));
  EXPECT_FALSE(read_text_file(found->files[0]));
}

}  // namespace
}  // namespace assay::core
