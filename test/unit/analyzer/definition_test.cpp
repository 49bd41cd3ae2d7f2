#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/target/analyzer.hpp"
#include "analyzer/target/trouble.hpp"
#include "analyzer/test/test.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {
namespace {

TEST(AnalyzerDefinitions, OfAssayNameAdaptersThatAreThere) {
  ASSERT_FALSE(builtin_analyzers().empty());
  for (const Definition& one : builtin_analyzers()) {
    EXPECT_FALSE(one.install.empty()) << one.name;
    if (one.adapter.empty()) {
      EXPECT_TRUE(one.tuning.known() || one.splitting.known()) << one.name << " can do nothing";
      continue;
    }
    const bool known = std::any_of(adapters().begin(), adapters().end(),
                                   [&](const Adapter& adapter) { return adapter.name == one.adapter; });
    EXPECT_TRUE(known) << one.name << " wants the adapter " << one.adapter;
  }
}

TEST(AnalyzerDefinitions, AreWrittenAsTheyAreRead) {
  for (const Definition& one : builtin_analyzers()) {
    if (one.adapter.empty()) continue;
    const std::string text = to_toml(one);
    const Result<Definition> read = parse_analyzer(text, one.name);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(to_toml(*read), text);
    EXPECT_EQ(read->argv, one.argv) << one.name;
    EXPECT_EQ(read->settings, one.settings) << one.name;
    EXPECT_EQ(read->skips.size(), one.skips.size()) << one.name;
    EXPECT_EQ(read->known_bugs.size(), one.known_bugs.size()) << one.name;
  }
  Definition odd;
  odd.name = "odd \"one\"\n";
  odd.adapter = "text";
  odd.languages = {"c"};
  odd.facts = {{R"re(^\s(?P<line>\d+)")re", "interval", "text"}};
  const Result<Definition> read = parse_analyzer(to_toml(odd), "odd");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->name, odd.name);
  EXPECT_EQ(read->facts[0].pattern, odd.facts[0].pattern);
}

TEST(AnalyzerDefinitions, MayInheritAndChange) {
  const Result<Definition> mine = parse_analyzer(
      "inherits = \"cppcheck\"\nname = \"mine\"\nargv = [\"my-cppcheck\", \"{input}\"]\n[settings]\nx = \"1\"\n",
      "mine.toml");
  ASSERT_TRUE(mine.ok()) << mine.error().text();
  EXPECT_EQ(mine->name, "mine");
  EXPECT_EQ(mine->adapter, "cppcheck");
  EXPECT_EQ(mine->argv.front(), "my-cppcheck");
  ASSERT_EQ(mine->settings.size(), 1U);
}

TEST(AnalyzerDefinitions, MayTakeSeveralLanguages) {
  const Result<Definition> both = parse_analyzer("inherits = \"eva\"\nlanguage = [\"c\", \"c++\"]", "both.toml");
  ASSERT_TRUE(both.ok()) << both.error().text();
  EXPECT_TRUE(both->supports("c"));
  EXPECT_TRUE(both->supports("c++"));
  EXPECT_FALSE(both->supports("prolog"));
  const Result<Definition> one = parse_analyzer("inherits = \"cppcheck\"\nlanguage = \"c++\"", "one.toml");
  ASSERT_TRUE(one.ok()) << one.error().text();
  EXPECT_FALSE(one->supports("c"));
}

TEST(AnalyzerDefinitions, SayWhatIsWrongWithThem) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"", "no 'name'"},
      {"name = \"x\"", "no 'adapter'"},
      {"name = \"x\"\nadapter = \"cppcheck\"\nlanguage = \"cobol\"", "no language 'cobol'"},
      {"name = \"x\"\nadapter = \"cppcheck\"\nlanguage = []", "no 'language'"},
      {"inherits = \"nobody\"", "no built-in analyzer 'nobody'"},
      {"name = 3", "name"},
      {"inherits = \"cppcheck\"\ncolour = \"red\"", "colour"},
      {"inherits = \"cppcheck\"\n[[fact]]\npattern = \"(\"\nproperty = \"interval\"", "no regular expression"},
  };
  for (const auto& [toml, expected] : kWrong) {
    const Result<Definition> read = parse_analyzer(toml, "wrong.toml");
    ASSERT_FALSE(read.ok()) << toml;
    EXPECT_NE(read.error().text().find(expected), std::string::npos) << read.error().text();
  }
}

// An analyzer without a package needs only a variable that names its folder: nothing has to be on the PATH.
TEST(AnalyzerDefinitions, FindTheirProgramsInTheFolderThatAVariableNames) {
  core::ScratchFolder scratch;
  const std::string folder = scratch.path().value();
  const std::string program = folder + "/build/bin/assay-unheard-of";
  std::filesystem::create_directories(folder + "/build/bin");
  ASSERT_TRUE(core::write_text_file(program, "#!/bin/sh\necho Unheard 4.2\n").ok());
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  Definition one;
  one.name = "mine";
  one.argv = one.version = {"assay-unheard-of"};
  one.home = "ASSAY_TEST_HOME_OF_MINE";
  one.install = "build it";
  ::unsetenv(one.home.c_str());
  EXPECT_NE(version_of(one).error().text().find("no program 'assay-unheard-of' (build it)"), std::string::npos);
  ::setenv(one.home.c_str(), "/nowhere", 1);
  // The advice, which `targets` and `doctor` show, also says where the program is missing.
  const std::string expected = "assay-unheard-of is not in '/nowhere', which ASSAY_TEST_HOME_OF_MINE names: build it";
  EXPECT_EQ(version_of(one).error().advice, expected);
  ::setenv(one.home.c_str(), folder.c_str(), 1);
  EXPECT_EQ(version_of(one).value(), "Unheard 4.2");
  EXPECT_EQ(program_of(one, "assay-unheard-of").value(), program);
  one.settings = {{"home", "/elsewhere"}};
  EXPECT_NE(version_of(one).error().text().find("'/elsewhere', which the setting 'home' names"), std::string::npos);
}

TEST(AnalyzerDefinitions, AreFoundByNameAndByCommand) {
  EXPECT_TRUE(resolve_analyzer("cppcheck").ok());
  EXPECT_FALSE(resolve_analyzer("nobody").ok());
  const Result<Definition> mine = resolve_analyzer("mine:cppcheck=/opt/bin/check --std=c89");
  ASSERT_TRUE(mine.ok()) << mine.error().text();
  EXPECT_EQ(mine->name, "mine");
  EXPECT_EQ(mine->argv[0], "/opt/bin/check");
  EXPECT_EQ(mine->argv[1], "--std=c89");
  EXPECT_FALSE(resolve_analyzer("mine=").ok());
  EXPECT_FALSE(resolve_analyzer("=cppcheck").ok());
  EXPECT_FALSE(resolve_analyzer("mine=/opt/bin/cppcheck").ok()) << "the name of the file does not count";
  EXPECT_FALSE(resolve_analyzer("mine:cpcheck=/opt/bin/check").ok());
}

TEST(Opposites, HoldWhereThePropertyDoesNot) {
  const Property kProperties[] = {
      Interval{1, 5},          Interval{1, std::nullopt}, Interval{std::nullopt, 5}, Congruence{4, 3},
      ValueSet{{2, 4}, false}, ValueSet{{2, 4}, true},    KnownBits{8, 1, 2},        Truth{true}};
  for (const Property& property : kProperties) {
    const std::optional<Property> lie = opposite(property);
    ASSERT_TRUE(lie.has_value()) << to_text(property);
    for (Wide value = -20; value <= 20; ++value)
      EXPECT_FALSE(*holds(property, value) && *holds(*lie, value)) << to_text(property) << " of " << to_text(value);
  }
  EXPECT_FALSE(opposite(Interval{}));
  EXPECT_FALSE(opposite(Interval{std::nullopt, static_cast<Wide>(~WideBits{0} >> 1)})) << "no number is above";
  EXPECT_FALSE(opposite(Unreachable{}));
  EXPECT_FALSE(opposite(Named{"linear", {"X"}}));
}

TEST(AnalyzerTrouble, IsCalledWhatTheDefinitionCallsIt) {
  Definition definition;
  const std::string crash = "a crash whose name is too long to be kept inside of a string";
  const std::string skip = "a program of a kind that the analyzer does not take at all";
  definition.crashes = {{"panic", crash}};
  definition.skips = {{"unsupported", skip}};
  core::ProcessResult result;
  result.ending = core::Ending::Exited;
  EXPECT_FALSE(trouble_of(definition, result).has_value());
  result.out = "one\nthat is unsupported\n";
  EXPECT_EQ(trouble_of(definition, result)->reason, skip);
  result.err = "panic: unsupported\n";
  EXPECT_EQ(trouble_of(definition, result)->kind, core::BugKind::Crash);
  EXPECT_EQ(trouble_of(definition, result)->reason, crash);
}

}  // namespace
}  // namespace assay::analyzer
