#include "assay/core/target/named.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::core {
namespace {

TEST(NamedTarget, IsABuiltInAFileOrACommand) {
  const Result<NamedTarget> plain = read_named_target("  z3 ", "mine=/path");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->name, "z3");
  EXPECT_TRUE(plain->file.empty() && plain->words.empty());
  const Result<NamedTarget> file = read_named_target("folder/mine.toml", "mine=/path");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->file, "folder/mine.toml");
  EXPECT_TRUE(file->name.empty() && file->words.empty());
  const Result<NamedTarget> command = read_named_target(" mine = prog\t-a  --b=c.toml", "mine=/path");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->name, "mine");
  EXPECT_EQ(command->words, (std::vector<std::string>{"prog", "-a", "--b=c.toml"}));
  EXPECT_TRUE(command->file.empty());
}

/// Targets run in other folders.
TEST(NamedTarget, MakesPathsAbsolute) {
  const std::string here = std::filesystem::current_path().filename().string();
  const Result<NamedTarget> command = read_named_target("mine=../" + here + " ../" + here, "mine=/path");
  ASSERT_TRUE(command);
  for (const std::string& word : command->words) EXPECT_EQ(word, std::filesystem::current_path().string());
}

TEST(NamedTarget, NeedsANameAndAProgram) {
  const Result<NamedTarget> nameless = read_named_target(" =prog", "mine=/path/to/z3");
  ASSERT_FALSE(nameless);
  EXPECT_EQ(nameless.error().message, "a target needs a name before '='");
  EXPECT_EQ(nameless.error().advice, "as in mine=/path/to/z3");
  EXPECT_EQ(read_named_target("mine= \t", "x").error().message, "target 'mine' has no command after '='");
}

}  // namespace
}  // namespace assay::core
