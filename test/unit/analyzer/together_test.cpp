#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "analyzer/program/joined.hpp"
#include "analyzer/test/test.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {
namespace {

std::vector<Program> some_programs(std::string_view language, std::size_t each) {
  std::vector<Program> programs;
  for (const ProgramGenerator& generator : program_generators()) {
    if (generator.language != language) continue;
    for (std::size_t i = 0; i < each; ++i) {
      core::Rng rng = core::Rng(47).split(generator.name).split(i);
      programs.push_back(generator.make(rng, {}));
    }
  }
  return programs;
}

JoinedProgram joined(const std::vector<Program>& programs) {
  std::vector<const Program*> pointers;
  for (const Program& program : programs) pointers.push_back(&program);
  return join_programs(pointers);
}

/// The output of the program, or why it has none.
std::string output_of(const Program& program) {
  core::ScratchFolder folder;
  const auto path = folder.write(program.files.front().name, program.files.front().content);
  if (!path) return path.error().text();
  const std::string built = *folder.path() + "/built";
  const char* compiler = program.language == "c" ? "gcc" : "g++";
  core::Limits limits;
  limits.wall_seconds = 600;
  limits.memory_bytes = 0;
  const core::ProcessResult compiled = core::run_process({{compiler, "-w", "-o", built, *path}, {}, ""}, "", limits);
  if (compiled.exit_code != 0) return "does not build: " + compiled.err;
  const core::ProcessResult ran = core::run_process({{built}, {}, ""}, "", limits);
  return ran.exit_code == 0 ? ran.out : "ends badly: " + ran.err;
}

TEST(JoinedPrograms, PrintWhatEachOfThemPrints) {
  for (const char* language : {"c", "c++"}) {
    const std::vector<Program> programs = some_programs(language, 2);
    std::string expected;
    for (const Program& program : programs) {
      EXPECT_TRUE(can_join(program));
      expected += output_of(program);
    }
    EXPECT_EQ(output_of(joined(programs).program), expected) << language;
  }
}

TEST(JoinedPrograms, KnowWhereEachOfThemIs) {
  const std::vector<Program> programs = some_programs("c", 1);
  const JoinedProgram all = joined(programs);
  const std::vector<std::string_view> lines = split(all.program.files.front().content, '\n');
  ASSERT_EQ(all.parts.size(), programs.size());
  for (std::size_t part = 0; part < programs.size(); ++part) {
    EXPECT_EQ(all.part_of(all.parts[part].first, ""), part);
    EXPECT_EQ(all.part_of(all.parts[part].last, ""), part);
    EXPECT_EQ(all.part_of(0, "f0_u" + std::to_string(part)), part);
    EXPECT_EQ(all.part_of(0, "f0_u" + std::to_string(part) + ".part.0"), part);
    bool has_main = false;
    for (unsigned line = all.parts[part].first; line <= all.parts[part].last; ++line)
      has_main = has_main || lines[line - 1].find("int main_u" + std::to_string(part)) != std::string_view::npos;
    EXPECT_TRUE(has_main) << part;
  }
  EXPECT_FALSE(all.part_of(1, "main")) << "an include";
  EXPECT_FALSE(all.part_of(all.parts.back().last + 2, "main"));
  EXPECT_FALSE(all.part_of(0, "f0_u99"));
}

TEST(JoinedPrograms, AreNotMadeOfProgramsWithInput) {
  Program program{"c", {{"a.c", "int main(void) { return 0; }\n"}}, {}, {}, {}};
  EXPECT_TRUE(can_join(program));
  program.input = "x";
  EXPECT_FALSE(can_join(program));
  EXPECT_FALSE(can_join({"prolog", {{"a.pl", ""}}, {}, {}, {}}));
}

/// Behaves in a wrong way where a program has a certain line (with any suffix of names): claims something false about
/// it, or crashes.
class Liar final : public Analyzer {
 public:
  struct Script {
    std::string line;
    enum class Way : std::uint8_t { Honest, TwoLies, Crash, Miscompiled } way = Way::Honest;
  };
  Liar(Script script, std::vector<std::size_t>& asked) : script_(std::move(script)), asked_(asked) {}

  Claims claims(const Program& program, const Session&) override {
    Claims claims;
    claims.command = {"liar"};
    std::size_t mains = 0;
    unsigned number = 0;
    for (const std::string_view line : split(program.files.front().content, '\n')) {
      ++number;
      mains += line.find("int main_u") != std::string_view::npos ? 1 : 0;
      Fact fact;
      fact.place = {program.files.front().name, number, 1, Place::When::At, "", ""};
      fact.property = ValueSet{{5}, false};
      for (const char* operation : {"+", "-"}) {
        fact.subject.operation = operation;
        claims.facts.push_back(fact);
      }
      if (script_.way == Script::Way::Crash && is_ours(line))
        claims.trouble = core::Verdict::bug(core::BugKind::Crash, "signal 11", "");
    }
    asked_.push_back(std::max<std::size_t>(mains, 1));
    return claims;
  }
  Checks check(const Program& program, const Claims& claims, const Session&) override {
    const std::vector<std::string_view> lines = split(program.files.front().content, '\n');
    Checks checks;
    for (const Fact& fact : claims.facts) {
      const bool ours = is_ours(lines[fact.place.line - 1]);
      const bool lies = ours && script_.way == Script::Way::TwoLies;
      checks.facts.push_back({1, lies ? 1U : 0U, lies ? "value 6" : "", "", false, {}});
      if (ours && script_.way == Script::Way::Miscompiled) checks.miscompiled = "-O2: another output";
    }
    return checks;
  }
  std::vector<Edit> edits(const Program&, const Session&) override { return {}; }

 private:
  [[nodiscard]] bool is_ours(std::string_view line) const {
    static const std::regex kSuffix("_u[0-9]+\\b");
    return std::regex_replace(std::string(line), kSuffix, "") == script_.line;
  }

  Script script_;
  std::vector<std::size_t>& asked_;
};

class InBatches : public testing::Test {
 protected:
  static constexpr std::uint64_t kLiedAbout = 5;

  std::unique_ptr<core::Tester> tester(Liar::Script::Way way, unsigned batch = 16) {
    TestOptions options;
    options.batch = batch;
    options.strategies = {"c-values"};
    Definition definition;
    definition.name = "liar";
    definition.languages = {"c"};
    options.definitions = {definition};
    options.open = [this, way](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
      return std::unique_ptr<Analyzer>(std::make_unique<Liar>(Liar::Script{line_, way}, asked_));
    };
    Result<std::unique_ptr<core::Module>> module = make_test_module(options, {});
    EXPECT_TRUE(module.ok());
    module_ = std::move(*module);
    return std::move(*module_->make_tester());
  }
  void SetUp() override {
    // A line that only one program has.
    const std::unique_ptr<core::Tester> maker = tester(Liar::Script::Way::Honest);
    std::map<std::string, std::set<std::uint64_t>> programs;
    for (std::uint64_t i = 0; i < 16; ++i) {
      const std::string text = std::get<core::Case>(maker->generate(i)).files.front().content;
      for (const std::string_view line : split(text, '\n')) programs[std::string(line)].insert(i);
    }
    for (const auto& [line, where] : programs)
      if (where == std::set<std::uint64_t>{kLiedAbout}) line_ = line;
    ASSERT_FALSE(line_.empty());
    asked_.clear();
  }
  static core::Trial trial(core::Tester& tester, std::uint64_t index, core::RunMode mode = core::RunMode::Campaign) {
    return tester.run(std::get<core::Case>(tester.generate(index)), 0, mode, {});
  }

  std::string line_;
  std::vector<std::size_t> asked_;  ///< the number of programs in each text that the analyzer got
  std::unique_ptr<core::Module> module_;
};

TEST_F(InBatches, AnHonestAnalyzerIsAskedOnceAndNotAccused) {
  const auto one = tester(Liar::Script::Way::Honest);
  for (std::uint64_t i = 1; i < 16; ++i) EXPECT_EQ(trial(*one, i).verdict.outcome, core::Verdict::Outcome::Pass) << i;
  EXPECT_EQ(asked_, std::vector<std::size_t>{16});
}

TEST_F(InBatches, ALieIsFoundInItsProgram) {
  const auto one = tester(Liar::Script::Way::TwoLies);
  for (std::uint64_t i = 1; i < 16; ++i) {
    const core::Trial seen = trial(*one, i);
    EXPECT_EQ(seen.verdict.is_bug(), i == kLiedAbout) << i;
    if (i != kLiedAbout) continue;
    // Both classes are reported, each as a case that shows it.
    ASSERT_EQ(seen.also.size(), 1U);
    EXPECT_EQ((std::set<std::string>{seen.verdict.reason, seen.also[0].verdict.reason}),
              (std::set<std::string>{"values of +", "values of -"}));
    const core::Case& other = seen.also[0].subject;
    EXPECT_EQ(other.index, i);
    EXPECT_EQ(one->run(other, 0, core::RunMode::Fresh, {}).verdict.reason, seen.also[0].verdict.reason);
    EXPECT_EQ(trial(*one, i, core::RunMode::Fresh).verdict.reason, seen.verdict.reason);
  }
  EXPECT_EQ(asked_.front(), 16U);
}

TEST_F(InBatches, AFailureOfTheWholeIsIsolatedByHalving) {
  for (const auto way : {Liar::Script::Way::Crash, Liar::Script::Way::Miscompiled}) {
    asked_.clear();
    const auto one = tester(way);
    for (std::uint64_t i = 1; i < 16; ++i) EXPECT_EQ(trial(*one, i).verdict.is_bug(), i == kLiedAbout) << i;
    EXPECT_EQ(asked_, (std::vector<std::size_t>{16, 8, 4, 4, 2, 2, 8, 1, 1}));
  }
}

TEST_F(InBatches, TheVerdictsAreThoseOfProgramsAlone) {
  const auto batched = tester(Liar::Script::Way::TwoLies);
  const auto seen = trial(*batched, kLiedAbout);
  const auto alone = tester(Liar::Script::Way::TwoLies, 1);
  EXPECT_EQ(trial(*alone, kLiedAbout).verdict.reason, seen.verdict.reason);
  asked_.clear();
  EXPECT_FALSE(trial(*alone, 6).verdict.is_bug());
  EXPECT_EQ(asked_, std::vector<std::size_t>{1});
}

TEST_F(InBatches, AFailureThatOnlyTheBatchShowsHasTheBatchAsItsCase) {
  const auto one = tester(Liar::Script::Way::TwoLies);
  const core::Case subject = std::get<core::Case>(one->generate(kLiedAbout));
  const std::vector<core::Case> longer = one->as_in_kept_process(subject, 0);
  ASSERT_EQ(longer.size(), 1U);
  EXPECT_TRUE(one->run(longer[0], 0, core::RunMode::Fresh, {}).verdict.is_bug());
}

TEST_F(InBatches, CostsAreShared) {
  const auto one = tester(Liar::Script::Way::Honest);
  EXPECT_EQ(trial(*one, 3).command, std::vector<std::string>{"liar"});
  EXPECT_TRUE(module_->reduces_later());
}

}  // namespace
}  // namespace assay::analyzer
