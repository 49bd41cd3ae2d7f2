// Rows of TOML: values, and errors with the line.
#include "core/target/toml_rows.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::core {
namespace {

/// Everything that a file can have.
struct Everything {
  std::string name = "unnamed";
  bool flag = false;
  std::vector<std::string> argv = {"inherited"};
  std::vector<std::string> words;
  std::string pattern;
  std::vector<std::pair<std::string, std::string>> spellings;
  std::vector<OutputPattern> skips = {{"old", "inherited"}};
  Status status;
};

Everything read(std::string_view text) {
  Everything all;
  Result<TomlFile> file = TomlFile::parse(text, "f.toml", "the manual");
  if (!file) {
    all.status = file.error();
    return all;
  }
  TomlRow row = file->root();
  row.text("name", all.name);
  row.flag("flag", all.flag);
  row.list("argv", all.argv);
  row.words("words", all.words);
  row.pattern("pattern", all.pattern);
  if (auto table = row.table("table"))
    if (auto inner = table->table("spellings")) inner->all_texts(all.spellings);
  read_output_patterns(row, "skip", all.skips, true);
  row.finish("the manual");
  all.status = file->status();
  return all;
}

TEST(TomlRows, WhatIsNotThereStaysAsItIs) {
  const Everything all = read("");
  EXPECT_TRUE(all.status.ok());
  EXPECT_EQ(all.name, "unnamed");
  EXPECT_EQ(all.argv, std::vector<std::string>{"inherited"});
  EXPECT_EQ(all.skips.size(), 1U);
}

TEST(TomlRows, AreRead) {
  const Everything all = read(R"(
name = "n"
flag = true
argv = []
words = "one"
pattern = 'a|b'
[table.spellings]
b = "2"
a = "1"
[[skip]]
pattern = 'new'
meaning = "own"
)");
  ASSERT_TRUE(all.status.ok()) << all.status.error().text();
  EXPECT_EQ(all.name, "n");
  EXPECT_TRUE(all.flag);
  EXPECT_TRUE(all.argv.empty());
  EXPECT_EQ(all.words, std::vector<std::string>{"one"});
  EXPECT_EQ(all.pattern, "a|b");
  ASSERT_EQ(all.spellings.size(), 2U);
  EXPECT_EQ(all.spellings[0], (std::pair<std::string, std::string>{"a", "1"}));
  ASSERT_EQ(all.skips.size(), 2U);
  EXPECT_EQ(all.skips[0].meaning, "own") << "before what is inherited";
  EXPECT_EQ(read("words = [\"a\", \"b\"]").words.size(), 2U);
}

struct BadToml {
  const char* text;
  const char* said;
};
class TomlRowsBad : public testing::TestWithParam<BadToml> {};

TEST_P(TomlRowsBad, AreRefusedWithTheLine) {
  const Status status = read(GetParam().text).status;
  ASSERT_FALSE(status.ok());
  EXPECT_TRUE(status.error().text().starts_with(GetParam().said)) << status.error().text();
}

INSTANTIATE_TEST_SUITE_P(All, TomlRowsBad,
                         testing::Values(BadToml{"name = ", "f.toml:1: "},
                                         BadToml{"\nname = 3", "f.toml:2: the key 'name' must be a string"},
                                         BadToml{"flag = 'x'", "f.toml:1: the key 'flag' must be true or false"},
                                         BadToml{"argv = 'x'", "f.toml:1: the key 'argv' must be an array of strings"},
                                         BadToml{"words = ['x',\n1]",
                                                 "f.toml:2: the key 'words' must be an array of strings"},
                                         BadToml{"\n\npattern = '('", "f.toml:3: '(' is no regular expression: "},
                                         BadToml{"table = 1", "f.toml:1: 'table' must be a table"},
                                         BadToml{"skip = 'x'", "f.toml:1: 'skip' must be written [[skip]]"},
                                         BadToml{"skip = [\n1]", "f.toml:2: 'skip' must be written [[skip]]"},
                                         BadToml{"\n[[skip]]\nmeaning = 'x'", "f.toml:2: [[skip]] needs a 'pattern'"},
                                         BadToml{"[[skip]]\npattern = 'x'", "f.toml:1: [[skip]] needs a 'meaning'"},
                                         BadToml{"[[skip]]\npattern = 'x'\nmeaning = 'm'\nwhy = 1",
                                                 "f.toml:4: [[skip]] has no key 'why' (the keys are pattern, meaning)"},
                                         BadToml{"name = 'n'\ncolour = 1",
                                                 "f.toml:2: there is no key 'colour' (the keys are name, flag, argv, "
                                                 "words, pattern, table, skip: the manual)"},
                                         BadToml{"name = 1\nflag = 1", "f.toml:1: the key 'name'"}));

}  // namespace
}  // namespace assay::core
