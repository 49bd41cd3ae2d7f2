// Engines as TOML: values, and errors.

#include <gtest/gtest.h>

#include <string>

#include "datalog/engine/engine.hpp"

namespace assay::datalog {
namespace {

const char* const kWhole = R"(name = "mine"
dialect = "souffle"
argv = ["mine", "-x", "{input}"]
persistent = ["mine", "--stdin", "{driver}"]
persistent_driver = '''
loop
'''
persistent_before = "reset\n"
persistent_after = "end\n"
persistent_flags = true
persistent_survives = true
cost = 2.5
version = ["mine", "--version"]
install = "make mine"
lacks = ["negation", "aggregates"]
[[crash]]
pattern = 'Assertion .* failed'
meaning = "assertion"
[[skip]]
pattern = 'not supported'
meaning = "unsupported"
[[known_bug]]
kind = "wrong-result"
pattern = 'count'
link = "https://example.org/1"
[[sweep]]
name = "threads"
flags = ["-j", "4"]
[[persistent_build]]
output = 'with loops'
flags = ["--loop"]
)";

TEST(DatalogEngineDefinition, ReadsEveryKey) {
  const auto read = parse_engine(kWhole, "mine.toml");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->name, "mine");
  EXPECT_EQ(read->dialect, "souffle");
  EXPECT_EQ(read->argv, (std::vector<std::string>{"mine", "-x", "{input}"}));
  EXPECT_EQ(read->persistent, (std::vector<std::string>{"mine", "--stdin", "{driver}"}));
  EXPECT_EQ(read->persistent_driver, "loop\n");
  EXPECT_EQ(read->persistent_before, "reset\n");
  EXPECT_EQ(read->persistent_after, "end\n");
  EXPECT_TRUE(read->persistent_flags);
  EXPECT_TRUE(read->persistent_survives);
  ASSERT_EQ(read->persistent_builds.size(), 1U);
  EXPECT_EQ(read->persistent_builds[0].output, "with loops");
  EXPECT_EQ(read->persistent_builds[0].flags, std::vector<std::string>{"--loop"});
  EXPECT_EQ(read->cost, 2.5);
  EXPECT_EQ(read->version, (std::vector<std::string>{"mine", "--version"}));
  EXPECT_EQ(read->install, "make mine");
  EXPECT_EQ(read->lacks, (std::vector<std::string>{"negation", "aggregates"}));
  ASSERT_EQ(read->crashes.size(), 1U);
  EXPECT_EQ(read->crashes[0].meaning, "assertion");
  ASSERT_EQ(read->skips.size(), 1U);
  EXPECT_EQ(read->skips[0].pattern, "not supported");
  ASSERT_EQ(read->known_bugs.size(), 1U);
  EXPECT_EQ(read->known_bugs[0].kinds, std::vector<std::string>{"wrong-result"});
  EXPECT_EQ(read->known_bugs[0].cause, "https://example.org/1");
  ASSERT_EQ(read->sweeps.size(), 1U);
  EXPECT_EQ(read->sweeps[0].flags, (std::vector<std::string>{"-j", "4"}));
}

TEST(DatalogEngineDefinition, InheritsAndPutsItsOwnRowsFirst) {
  const auto read =
      parse_engine("inherits = \"muz\"\nname = \"z\"\n[[skip]]\npattern = 'mine'\nmeaning = \"m\"\n", "z");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->name, "z");
  EXPECT_EQ(read->dialect, "muz");
  ASSERT_GE(read->skips.size(), 2U);
  EXPECT_EQ(read->skips[0].pattern, "mine");
  EXPECT_FALSE(read->argv.empty());
}

TEST(DatalogEngineDefinition, AnArgvOfItsOwnHasNoInheritedPersistentForm) {
  const std::string own = "inherits = \"clingo\"\nname = \"c\"\nargv = [\"/opt/clingo\"]\n";
  const auto without = parse_engine(own, "c");
  ASSERT_TRUE(without.ok()) << without.error().text();
  EXPECT_TRUE(without->persistent.empty());
  const auto with = parse_engine(own + "persistent = [\"/opt/clingo\", \"{driver}\"]\n", "c");
  ASSERT_TRUE(with.ok()) << with.error().text();
  EXPECT_EQ(with->persistent[0], "/opt/clingo");
  EXPECT_FALSE(with->persistent_driver.empty());
}

/// The beginning that every definition needs, in three lines.
const std::string kBase = "name = \"n\"\ndialect = \"souffle\"\nargv = [\"n\"]\n";

struct Wrong {
  std::string name;
  std::string toml;
  std::string starts;    ///< the message's beginning: file and line
  std::string contains;  ///< a later part of the message
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

struct DatalogEngineDefinitionWrong : ::testing::TestWithParam<Wrong> {};

TEST_P(DatalogEngineDefinitionWrong, SaysWhereAndWhat) {
  const auto read = parse_engine(GetParam().toml, "f.toml");
  ASSERT_FALSE(read.ok());
  EXPECT_TRUE(read.error().message.starts_with(GetParam().starts)) << read.error().message;
  EXPECT_NE(read.error().message.find(GetParam().contains), std::string::npos) << read.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    All, DatalogEngineDefinitionWrong,
    ::testing::Values(
        Wrong{"syntax", "name = \"n\"\nargv = [", "f.toml:2", ""},
        Wrong{"unknown_key", kBase + "colour = 1\n", "f.toml:4", "no key 'colour'"},
        Wrong{"no_name", "dialect = \"souffle\"\nargv = [\"n\"]\n", "f.toml", "no 'name'"},
        Wrong{"no_argv", "name = \"n\"\ndialect = \"souffle\"\n", "f.toml", "no 'argv'"},
        Wrong{"empty_argv", "name = \"n\"\ndialect = \"souffle\"\nargv = []\n", "f.toml", "no 'argv'"},
        Wrong{"no_dialect", "name = \"n\"\nargv = [\"n\"]\n", "f.toml", "no dialect ''"},
        Wrong{"unknown_dialect", "name = \"n\"\nargv = [\"n\"]\ndialect = \"latin\"\n", "f.toml", "no dialect 'latin'"},
        Wrong{"argv_is_text", "name = \"n\"\nargv = \"n\"\n", "f.toml:2", "array of strings"},
        Wrong{"argv_has_number", "name = \"n\"\nargv = [\"n\",\n 3]\n", "f.toml:3", "array of strings"},
        Wrong{"name_is_number", "\n\nname = 3\n", "f.toml:3", "must be a string"},
        Wrong{"rows_are_text", kBase + "crash = \"x\"\n", "f.toml:4", "[[crash]]"},
        Wrong{"rows_of_numbers", kBase + "skip = [1]\n", "f.toml:4", "[[skip]]"},
        Wrong{"unknown_row_key", kBase + "[[crash]]\npattern = 'a'\nwhy = 'b'\n", "f.toml:6", "no key 'why'"},
        Wrong{"no_pattern", kBase + "[[crash]]\nmeaning = 'a'\n", "f.toml:4", "needs a 'pattern'"},
        Wrong{"bad_pattern", kBase + "[[crash]]\npattern = '('\n", "f.toml:5", "no regular expression"},
        Wrong{"skip_without_meaning", kBase + "[[skip]]\npattern = 'a'\n", "f.toml:4", "needs a 'meaning'"},
        Wrong{"bug_without_link", kBase + "[[known_bug]]\npattern = 'a'\n", "f.toml:4", "needs a 'link'"},
        Wrong{"bug_of_no_kind", kBase + "[[known_bug]]\npattern = 'a'\nlink = 'l'\nkind = 'odd'\n", "f.toml:7",
              "no kind of bug"},
        Wrong{"unusable_without_reason", kBase + "[[unusable]]\nsince = '1.2'\n", "f.toml:4", "needs a 'reason'"},
        Wrong{"unusable_without_version", kBase + "[[unusable]]\nreason = 'a'\n", "f.toml:4", "needs 'since' or"},
        Wrong{"no_driver", kBase + "persistent = [\"n\", \"{driver}\"]\n", "f.toml", "no 'persistent_driver'"},
        Wrong{"build_without_output", kBase + "[[persistent_build]]\nflags = [\"-x\"]\n", "f.toml",
              "needs an 'output'"},
        Wrong{"no_own_driver", "name = \"n\"\ndialect = \"souffle\"\nargv = [\"sh\", \"{driver}\"]\n", "f.toml",
              "no 'driver'"},
        Wrong{"inherits_nothing", "inherits = \"nobody\"\nname = \"n\"\n", "f.toml", "'nobody'"}),
    [](const auto& instance) { return instance.param.name; });

TEST(DatalogEngineDefinition, BuiltInOnesAreWhole) {
  EXPECT_GE(builtin_engines().size(), 5U);
  for (const EngineDefinition& one : builtin_engines()) {
    EXPECT_FALSE(one.argv.empty()) << one.name;
    EXPECT_FALSE(one.version.empty()) << one.name;
    EXPECT_FALSE(one.install.empty()) << one.name;
    EXPECT_NE(dialect(one.dialect), nullptr) << one.name;
  }
}

}  // namespace
}  // namespace assay::datalog
