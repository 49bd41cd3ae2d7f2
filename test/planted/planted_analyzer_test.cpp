// The proof that checkification finds bugs of analyzers: a small value analysis of C, wrong in one place, is found
// within a bounded number of programs that Assay makes, and is never accused when it is right.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analyzer_values.hpp"
#include "planted_claims.hpp"
#include "same_cases.hpp"

namespace assay::analyzer {
namespace {

/// Maximum number of generated programs. Most lies need a few, and one check of a program serves all lies.
constexpr std::uint64_t kMaxPrograms = 2000;

/// The declarations that generated programs use from the generators' headers. Reading the headers costs each compiler
/// as much as the rest of a small program.
constexpr std::string_view kInclude = "#include <";
constexpr std::string_view kDeclarations =
    "#define bool _Bool\n#define true 1\n#define false 0\n#define NULL ((void *)0)\ntypedef unsigned long size_t;\n"
    "int printf(const char *, ...), sprintf(char *, const char *, ...), snprintf(char *, size_t, const char *, ...);\n"
    "void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, "
    "size_t);\n"
    "char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t), *strcat(char *, const char *);\n"
    "size_t strlen(const char *);\nint strcmp(const char *, const char *), memcmp(const void *, const void *, "
    "size_t);\n";

std::vector<const ProgramGenerator*> c_strategies() {
  std::vector<const ProgramGenerator*> all;
  for (const ProgramGenerator& generator : program_generators())
    // The analysis of values has no floating-point numbers.
    if (generator.language == "c" && !generator.name.ends_with("floats")) all.push_back(&generator);
  return all;
}

class PlantedAnalyzer : public PlantedClaims {
 protected:
  static std::vector<Fact> claims_of(const CTree& tree, const std::string& file, unsigned lie) {
    return value_facts(tree, file, static_cast<Lie>(lie));
  }
  static Program program_of(std::uint64_t index, const ProgramSize& size) {
    static const std::vector<const ProgramGenerator*> kStrategies = c_strategies();
    const ProgramGenerator& generator = *kStrategies[index % kStrategies.size()];
    core::Rng rng = core::Rng(1).split(generator.name).split(index);
    return generator.make(rng, size);
  }
  /// All strategies in turn, in all sizes up to that of a lie's programs.
  static Program small_program_of(std::uint64_t index) {
    const std::uint64_t round = index / c_strategies().size();
    Program program =
        program_of(index, {static_cast<unsigned>(1 + round % 6), static_cast<unsigned>(1 + round / 6 % 2)});
    std::string& text = program.files.front().content;
    EXPECT_TRUE(text.starts_with(kInclude));
    while (text.starts_with(kInclude)) text.erase(0, text.find('\n') + 1);
    text.insert(0, kDeclarations);
    return program;
  }
};

TEST_F(PlantedAnalyzer, EachLieIsFound) {
  const std::map<unsigned, std::uint64_t> needed =
      found(static_cast<unsigned>(planted_lies().size()), kMaxPrograms, &claims_of, [](std::uint64_t index) {
        return program_of(index, {6, 2});
      });
  for (const PlantedLie& row : planted_lies()) {
    const auto one = needed.find(static_cast<unsigned>(row.lie));
    EXPECT_NE(one, needed.end()) << row.name;
    if (one != needed.end()) RecordProperty(std::string(row.name), static_cast<int>(one->second));
  }
}

/// As a campaign asks it: claims, and then checks in several builds.
TEST_F(PlantedAnalyzer, IsAnAnalyzerLikeOthers) {
  const Program program{"c", {{"a.c", "int main(int n, char** v) { (void)v; return (n & 7) + 2 < 4; }\n"}}, {}, {}, {}};
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = 60;
  const Session session{scratch_, limits, limits, {}};
  for (const Lie lie : {Lie::None, Lie::AndOfNonZero}) {
    Result<std::unique_ptr<Analyzer>> opened = open_values_analyzer(lie);
    ASSERT_TRUE(opened) << opened.error().text();
    Program asked = program;
    if (lie == Lie::AndOfNonZero) asked.files[0].content = "int main(void) { int x = 6, y = 1; return (x & y) + 1; }\n";
    const Claims claims = (*opened)->claims(asked, session);
    ASSERT_FALSE(claims.trouble);
    const Checks checks = (*opened)->check(asked, claims, session);
    ASSERT_FALSE(checks.trouble) << checks.trouble->reason;
    const bool broken =
        std::any_of(checks.facts.begin(), checks.facts.end(), [](const CheckedFact& one) { return one.broken != 0; });
    EXPECT_EQ(broken, lie == Lie::AndOfNonZero);
    EXPECT_FALSE((*opened)->edits(asked, session).empty());
  }
}

TEST_F(PlantedAnalyzer, TheHonestOneIsNeverAccused) {
  constexpr std::uint64_t kFirst = 100'000;
  expect_honest(asked("ASSAY_PLANTED_FIRST", kFirst), asked("ASSAY_PLANTED_PROGRAMS", 6), &claims_of,
                &small_program_of);
}

/// All strategies in turn. Compares only the texts of the programs.
TEST(PlantedAnalyzerPrograms, AreTheSameAsBefore) {
  SameCases same("analyzer-test");
  const std::span<const ProgramGenerator> generators = program_generators();
  for (std::uint64_t index = 0; index < SameCases::kAll; ++index) {
    const ProgramGenerator& generator = generators[index % generators.size()];
    core::Rng rng = core::Rng(1).split(generator.name).split(index);
    std::string text(generator.name);
    for (const core::File& file : generator.make(rng, {4, 1}).files) text += file.name + "\n" + file.content;
    same.add(text);
  }
  same.expect_as_stored();
}

}  // namespace
}  // namespace assay::analyzer
