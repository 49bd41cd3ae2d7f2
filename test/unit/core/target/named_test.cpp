#include "core/target/named.hpp"

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
  EXPECT_TRUE(command->file.empty() && command->family.empty());
  EXPECT_EQ(read_named_target("mine : z3 =prog --a:b=c", "mine=/path")->family, "z3");
  EXPECT_EQ(read_named_target("mine:z3=prog", "mine=/path")->name, "mine");
}

TEST(NamedTarget, HasTheFamilyThatIsNamedOrThatItsVersionShows) {
  const std::vector<TargetFamily> families = {{"plain", {}, ""}, {"echo", {"echo", "version", "7"}, "^version 7$"}};
  EXPECT_EQ(choose_family(*read_named_target("a:plain=echo", ""), families)->index, 0U);
  EXPECT_EQ(choose_family(*read_named_target("a:echo=/nowhere", ""), families)->index, 1U);
  EXPECT_NE(choose_family(*read_named_target("a:ehco=x", ""), families).error().advice.find("'echo'"),
            std::string::npos);
  const ChosenFamily shown = *choose_family(*read_named_target("a=echo -n", ""), families);
  EXPECT_EQ(shown.index, 1U);
  EXPECT_EQ(shown.note, "recognised as echo by its version 7 output");
  EXPECT_FALSE(choose_family(*read_named_target("a=true", ""), families)->index);
  EXPECT_FALSE(choose_family(*read_named_target("echo=/nowhere/echo", ""), families)->index);
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
