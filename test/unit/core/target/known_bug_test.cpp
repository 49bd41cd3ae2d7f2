// Known bugs of targets: which findings they explain, in which versions. And how versions are asked for.
#include "core/target/known_bug.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/target/version.hpp"

namespace assay::core {
namespace {

TEST(KnownBugs, ExplainFindingsOfTheirKindAndPattern) {
  const KnownBug bug{"https://example.org/1", {"crash", "unsound"}, "bvsrem$"};
  EXPECT_TRUE(bug.explains("crash", {"a line", "of\nbvsrem"}));
  EXPECT_FALSE(bug.explains("slow", {"bvsrem"}));
  EXPECT_FALSE(bug.explains("crash", {"bvsrem is here", ""}));
  EXPECT_TRUE((KnownBug{"all", {}}).explains("slow", {}));
}

TEST(KnownBugs, MayBeAboutSomeVersions) {
  const KnownBug bug{"c", {}, "", "4.8", "4.13.1"};
  EXPECT_FALSE(bug.may_be_in("Z3 version 4.7.9 - 64 bit"));
  EXPECT_TRUE(bug.may_be_in("Z3 version 4.8 - 64 bit"));
  EXPECT_TRUE(bug.may_be_in("Z3 version 4.13.0 - 64 bit"));
  EXPECT_FALSE(bug.may_be_in("Z3 version 4.13.1 - 64 bit"));
  EXPECT_TRUE(bug.may_be_in("unknown")) << "who cannot say which version it is may have it";
  std::vector<KnownBug> bugs = {bug, {"always", {}}};
  keep_bugs_of_version(bugs, "5.0");
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].cause, "always");
}

TEST(KnownBugs, VersionsAreOrderedByTheirNumbers) {
  EXPECT_LT(compare_versions("4.8.12", "4.13"), 0);
  EXPECT_LT(compare_versions("4.8", "4.8.12"), 0);
  EXPECT_EQ(compare_versions("4.8", "4.8.0"), 0);
  EXPECT_EQ(compare_versions("2.04", "2.4"), 0);
  EXPECT_LT(compare_versions("2024-03-22", "2024-11-08"), 0);
  EXPECT_EQ(compare_versions("2.5-rc1", "2.5"), 0);
  EXPECT_GT(compare_versions("20240101000000000000001", "20240101000000000000000"), 0);
  EXPECT_EQ(version_number("Z3 version 4.8.12 - 64 bit"), "4.8.12");
  EXPECT_EQ(version_number("This is cvc5 version 1.0.2."), "1.0.2");
  EXPECT_EQ(version_number("release 17"), "17");
  EXPECT_EQ(version_number("unknown"), "");
}

std::vector<KnownBug> known_bugs(std::string_view text, std::string& problem) {
  std::vector<KnownBug> bugs = {{"inherited", {}}};
  Result<TomlFile> file = TomlFile::parse(text, "f.toml", "the manual");
  TomlRow row = file->root();
  read_known_bugs(row, bugs);
  problem = file->status() ? "" : file->status().error().text();
  return bugs;
}

TEST(KnownBugs, AreRowsOfAFile) {
  std::string problem;
  const auto bugs = known_bugs(
      "[[known_bug]]\nlink = 'l'\npattern = 'p'\nkind = ['crash', 'slow']\nsince = '1.2'\nfixed = '1.10'\n", problem);
  EXPECT_EQ(problem, "");
  ASSERT_EQ(bugs.size(), 2U);
  EXPECT_EQ(bugs[0].cause, "l");
  EXPECT_EQ(bugs[0].kinds, (std::vector<std::string>{"crash", "slow"}));
  EXPECT_EQ(bugs[0].since, "1.2");
  EXPECT_EQ(bugs[0].fixed, "1.10");
  const auto problem_of = [](const std::string& rest) {
    std::string said;
    known_bugs("[[known_bug]]\n" + rest, said);
    return said;
  };
  EXPECT_EQ(problem_of("pattern = 'p'\n"), "f.toml:1: [[known_bug]] needs a 'link'");
  EXPECT_EQ(problem_of("link = 'l'\n"), "f.toml:1: [[known_bug]] needs a 'pattern'");
  EXPECT_TRUE(problem_of("since = 'old'\n").starts_with("f.toml:2: 'old' is no version"));
  EXPECT_TRUE(problem_of("kind = 'odd'\n").starts_with("f.toml:2: 'odd' is no kind of bug"));
  EXPECT_TRUE(problem_of("why = 'odd'\n").ends_with("(the keys are link, kind, pattern, since, fixed)"));
}

TEST(TargetVersions, AreTheFirstLineWithANumber) {
  const std::string install = "get it";
  const auto version = [&](const std::string& text) {
    return *version_of({"t", "/bin/sh", {"/bin/sh", "-c", text}, install});
  };
  EXPECT_EQ(version("echo Welcome; echo '  fake 1.0 '; echo 2"), "fake 1.0");
  EXPECT_EQ(version("echo 'on the error output 3' >&2"), "on the error output 3");
  EXPECT_EQ(version("echo nothing"), "unknown");
  EXPECT_EQ(*version_of({"t", "/bin/sh", {}, install}), "unknown");
  const auto labelled = [&](const std::string& text) {
    return *version_of({"t", "/bin/sh", {"/bin/sh", "-c", text}, install, "Version:"});
  };
  EXPECT_EQ(labelled("echo 'Word size: 32 bits'; echo 'Version: 2.5 (2.5-42)'"), "2.5 (2.5-42)");
  EXPECT_EQ(labelled("echo 'Version:'; echo 'Word size: 32 bits'"), "unknown");
}

TEST(TargetVersions, OfProgramsThatAreNotThereSayHowToGetThem) {
  const std::string install = "get it";
  EXPECT_EQ(version_of({"t", "/no/such", {}, install}).error().text(),
            "target 't': there is no program '/no/such' (get it)");
  EXPECT_EQ(version_of({"t", "", {}, install}).error().text(), "target 't' has no program (get it)");
}

}  // namespace
}  // namespace assay::core
