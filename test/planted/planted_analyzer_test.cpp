// The proof that checkification finds bugs of analyzers: a small value analysis of C, wrong in one place, is found
// within a bounded number of programs that Assay makes, and is never accused when it is right.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "analyzer_values.hpp"
#include "assay/analyzer/program.hpp"

namespace assay::analyzer {
namespace {

/// Of generated programs: most lies need a few, and one check of a program is for all lies.
constexpr std::uint64_t kMaxPrograms = 2000;

/// The generators' headers, and what their programs use of them: reading the former costs each compiler as much as the
/// rest of a small program.
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
    if (generator.language == "c") all.push_back(&generator);
  return all;
}

/// A fact that is claimed by some of the analyzers.
struct Claimed {
  Fact fact;
  std::set<Lie> by;
};

/// What all of the analyzers claim about a program, each fact once, and what the runs say about it.
struct Judged {
  std::vector<Claimed> claimed;
  Checks checks;
  std::string source;
};

class PlantedAnalyzer : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<CChecker>> opened = CChecker::open();
    if (!opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
    checker_ = std::move(*opened);
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

  /// `quick`: in one build, which ends at anything undefined; otherwise as in a campaign.
  Judged judge(const Program& program, const std::vector<Lie>& lies, bool quick) {
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 60;
    const Session session{scratch_, limits, limits, {}, quick};
    Judged judged;
    judged.source = program.files.front().content;
    const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, program.files.front(), session);
    EXPECT_TRUE(tree) << tree.error().text() << judged.source;
    if (!tree) return judged;
    std::map<std::string, std::size_t> known;
    for (const Lie lie : lies) {
      for (const Fact& fact : value_facts(**tree, program.files.front().name, lie)) {
        const auto [at, is_new] = known.emplace(to_text(fact), judged.claimed.size());
        if (is_new) judged.claimed.push_back({fact, {}});
        judged.claimed[at->second].by.insert(lie);
      }
    }
    // What the honest one claims is judged by itself.
    if (lies.size() > 1) std::erase_if(judged.claimed, [](const Claimed& one) { return one.by.contains(Lie::None); });
    if (judged.claimed.empty()) return judged;
    std::vector<Fact> facts;
    for (const Claimed& one : judged.claimed) facts.push_back(one.fact);
    judged.checks = checker_->check(program, facts, session);
    return judged;
  }

  /// Facts of the honest analyzer that a run contradicts: of which there must be none.
  static std::string accusations(const Judged& judged) {
    std::string text;
    for (std::size_t i = 0; i < judged.claimed.size(); ++i)
      if (judged.checks.facts[i].broken != 0 && judged.claimed[i].by.contains(Lie::None))
        text += to_text(judged.claimed[i].fact) + ": " + judged.checks.facts[i].witness + "\n";
    return text.empty() ? text : text + judged.source;
  }

  std::unique_ptr<CChecker> checker_;
  core::ScratchFolder scratch_;
};

TEST_F(PlantedAnalyzer, EachLieIsFound) {
  std::map<Lie, std::uint64_t> found;
  std::vector<Lie> wanted = {Lie::None};
  for (const PlantedLie& row : planted_lies()) wanted.push_back(row.lie);
  for (std::uint64_t index = 0; index < kMaxPrograms && wanted.size() > 1; ++index) {
    const Judged judged = judge(program_of(index, {6, 2}), wanted, true);
    ASSERT_FALSE(judged.checks.trouble) << judged.checks.trouble->reason << judged.checks.undefined_at << judged.source;
    for (std::size_t i = 0; i < judged.claimed.size(); ++i)
      if (judged.checks.facts[i].broken != 0)
        for (const Lie lie : judged.claimed[i].by) found.emplace(lie, index + 1);
    std::erase_if(wanted, [&](Lie lie) { return found.contains(lie); });
  }
  for (const PlantedLie& row : planted_lies()) {
    EXPECT_TRUE(found.contains(row.lie)) << row.name;
    RecordProperty(std::string(row.name), static_cast<int>(found[row.lie]));
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
        std::any_of(checks.facts.begin(), checks.facts.end(), [](const Checked& one) { return one.broken != 0; });
    EXPECT_EQ(broken, lie == Lie::AndOfNonZero);
    EXPECT_FALSE((*opened)->edits(asked, session).empty());
  }
}

/// ASSAY_PLANTED_PROGRAMS asks for more programs by hand, from the one that ASSAY_PLANTED_FIRST says on.
std::uint64_t asked(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST_F(PlantedAnalyzer, TheHonestOneIsNeverAccused) {
  constexpr std::uint64_t kFirst = 100'000;
  const std::uint64_t first = asked("ASSAY_PLANTED_FIRST", kFirst);
  const std::uint64_t programs = asked("ASSAY_PLANTED_PROGRAMS", 6);
  std::uint64_t checks = 0;
  std::uint64_t facts = 0;
  for (std::uint64_t index = first; index < first + programs; ++index) {
    const Judged judged = judge(small_program_of(index), {Lie::None}, false);
    ASSERT_FALSE(judged.checks.trouble) << judged.checks.trouble->reason << judged.checks.undefined_at << judged.source;
    ASSERT_FALSE(judged.checks.undefined) << judged.checks.undefined_at << judged.source;
    ASSERT_EQ(accusations(judged), "") << "program " << index;
    facts += judged.claimed.size();
    for (const Checked& one : judged.checks.facts) checks += one.runs;
  }
  EXPECT_GT(checks, programs * 100);
  RecordProperty("programs", std::to_string(programs));
  RecordProperty("facts", std::to_string(facts));
  RecordProperty("checks", std::to_string(checks));
}

}  // namespace
}  // namespace assay::analyzer
