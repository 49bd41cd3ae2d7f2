#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "analyzer/test/test.hpp"

namespace assay::analyzer {
namespace {

/// Claims one fact; the test gives the results of its "run".
class OneFact final : public Analyzer {
 public:
  struct Script {
    Trouble claims_trouble;
    Trouble checks_trouble;
    std::uint64_t runs = 1;
    std::uint64_t broken = 0;
    bool undefined = false;
    std::optional<std::string> miscompiled;
    bool moody = false;  ///< makes different claims each time
  };
  explicit OneFact(Script script) : script_(std::move(script)) {}

  Claims claims(const Program& program, const Session&) override {
    Claims claims;
    claims.trouble = script_.claims_trouble;
    Fact fact;
    fact.place = {program.files.front().name, 1, 1, Place::When::At, "", ""};
    fact.subject.operation = "+";
    fact.property = ValueSet{{script_.moody ? ++asked_ : 5}, false};
    claims.facts = {fact};
    return claims;
  }
  Checks check(const Program&, const Claims& claims, const Session&) override {
    Checks checks;
    checks.trouble = script_.checks_trouble;
    checks.undefined = script_.undefined;
    checks.miscompiled = script_.miscompiled;
    const bool honest = std::get<ValueSet>(claims.facts[0].property).excluded;
    checks.facts = {{script_.runs, honest ? script_.runs : script_.broken, "value 6", "", false, {}}};
    return checks;
  }
  std::vector<Edit> edits(const Program&, const Session&) override { return {}; }

 private:
  Script script_;
  Wide asked_ = 0;
};

std::unique_ptr<core::Module> module_with(OneFact::Script script, const std::string& known = {}) {
  TestOptions options;
  Definition definition;
  definition.name = "fake";
  definition.languages = {"c"};
  options.definitions = {definition};
  options.known = known;
  options.open = [script](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
    return std::unique_ptr<Analyzer>(std::make_unique<OneFact>(script));
  };
  UserPrograms programs;
  programs.programs.push_back({"a.c", Program{"c", {{"a.c", "int main(void) { return 0; }"}}, {}, {}, {}}});
  Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  EXPECT_TRUE(module.ok()) << module.error().text();
  return std::move(*module);
}

core::Verdict verdict(OneFact::Script script, const std::string& known = {}) {
  const std::unique_ptr<core::Module> module = module_with(std::move(script), known);
  const Result<std::unique_ptr<core::Tester>> tester = module->make_tester();
  const auto made = (*tester)->generate(0);
  return (*tester)->run(std::get<core::Case>(made), 0, core::RunMode::Campaign, {}).verdict;
}

TEST(AnalyzerModule, JudgesWhatTheRunsSay) {
  using Outcome = core::Verdict::Outcome;
  EXPECT_EQ(verdict({}).outcome, Outcome::Pass);
  OneFact::Script broken;
  broken.broken = 1;
  const core::Verdict unsound = verdict(broken);
  EXPECT_EQ(unsound.kind, core::BugKind::Unsound);
  EXPECT_TRUE(unsound.is_bug());
  EXPECT_EQ(unsound.reason, "values of +");
  EXPECT_NE(unsound.detail.find("value 6"), std::string::npos);
  OneFact::Script unreached;
  unreached.runs = 0;
  EXPECT_EQ(verdict(unreached).reason, "no fact was reached");
  unreached.undefined = true;
  EXPECT_EQ(verdict(unreached).reason, "undefined behaviour in the run");
  OneFact::Script slow;
  slow.claims_trouble = core::Verdict::skip("timeout");
  EXPECT_EQ(verdict(slow).outcome, Outcome::Skip);
  OneFact::Script crash;
  crash.claims_trouble = core::Verdict::bug(core::BugKind::Crash, "signal 11", "");
  EXPECT_EQ(verdict(crash).kind, core::BugKind::Crash);
  OneFact::Script compiled;
  compiled.miscompiled = "-O2: prints 5, -O0 prints 6\nmore";
  EXPECT_EQ(verdict(compiled).kind, core::BugKind::Miscompiled);
  EXPECT_EQ(verdict(compiled).reason, "-O2");
  OneFact::Script moody;
  moody.moody = true;
  EXPECT_EQ(verdict(moody).kind, core::BugKind::Nondeterministic);
}

TEST(AnalyzerModule, WhatBrokeBeforeATroubleCounts) {
  OneFact::Script late;
  late.broken = 1;
  late.checks_trouble = core::Verdict::skip("program: timeout");
  EXPECT_TRUE(verdict(late).is_bug());
}

TEST(AnalyzerModule, KnownCausesAreCountedAndNotReported) {
  const std::string path = testing::TempDir() + "assay_known_analyzer.toml";
  std::ofstream(path) << "[[known_bug]]\nlink = \"https://example.org/1\"\npattern = \"values of \\\\+\"\n";
  OneFact::Script broken;
  broken.broken = 1;
  EXPECT_EQ(verdict(broken, path).outcome, core::Verdict::Outcome::Pass);
  std::filesystem::remove(path);
}

/// Claims facts of values that statements define; all of them break.
class ChainedFacts final : public Analyzer {
 public:
  explicit ChainedFacts(std::vector<std::string> statements) : statements_(std::move(statements)) {}
  Claims claims(const Program&, const Session&) override {
    Claims claims;
    for (const std::string& statement : statements_) {
      Fact fact;
      fact.place.function = "f";
      fact.subject = {Subject::Kind::Value, Subject::Measure::Value, statement.substr(0, statement.find(' ')), "", ""};
      fact.subject.operation = statement.substr(statement.find('=') + 2, 1);
      fact.property = ValueSet{{5}, false};
      fact.origin = statement;
      claims.facts.push_back(fact);
    }
    return claims;
  }
  Checks check(const Program&, const Claims& claims, const Session&) override {
    Checks checks;
    checks.facts.assign(claims.facts.size(), {1, 1, "value 6", "", false, {}});
    return checks;
  }
  std::vector<Edit> edits(const Program&, const Session&) override { return {}; }

 private:
  std::vector<std::string> statements_;
};

/// The classes that a case reports, over many cases.
std::set<std::string> reported(const std::vector<std::string>& statements) {
  TestOptions options;
  Definition definition;
  definition.name = "chained";
  definition.languages = {"c"};
  options.definitions = {definition};
  options.open = [statements](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
    return std::unique_ptr<Analyzer>(std::make_unique<ChainedFacts>(statements));
  };
  UserPrograms programs;
  programs.programs.push_back({"a.c", Program{"c", {{"a.c", ""}}, {}, {}, {}}});
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  EXPECT_TRUE(module.ok());
  const Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  std::set<std::string> classes;
  for (std::uint64_t index = 0; index < 32; ++index)
    classes.insert(
        (*tester)->run(std::get<core::Case>((*tester)->generate(index)), 0, core::RunMode::Fresh, {}).verdict.reason);
  return classes;
}

TEST(AnalyzerModule, ReportsTheFirstOfAChainOfBrokenFacts) {
  using Classes = std::set<std::string>;
  EXPECT_EQ(reported({"_27 = n_9 + 1;", "n_9 = sprintf (&b);", "_3 = (long) _27;"}), Classes{"values of s"});
  EXPECT_EQ(reported({"_2 = a + 1;", "_22 = b * 2;"}), (Classes{"values of a", "values of b"})) << "_2 is not in _22";
  EXPECT_EQ(reported({"i_1 = PHI <0, i_2>;", "i_2 = i_1 + 1;"}), (Classes{"values of P", "values of i"})) << "a circle";
}

/// A run takes the number of seconds that the program begins with; "?": it reports no time.
class TimedAnalyzer final : public Analyzer {
 public:
  Claims claims(const Program& program, const Session&) override {
    Claims claims;
    const std::string& text = program.files.front().content;
    claims.analysis_seconds = text[0] == '?' ? -1 : std::stod(text);
    if (text.find("timeout") != std::string::npos) claims.trouble = core::Verdict::skip("timeout");
    Fact fact;
    fact.property = ValueSet{{5}, false};
    claims.facts = {fact};
    return claims;
  }
  Checks check(const Program&, const Claims&, const Session&) override {
    Checks checks;
    checks.facts = {{1, 0, "", "", false, {}}};
    return checks;
  }
  std::vector<Edit> edits(const Program& program, const Session&) override {
    const std::string& text = program.files.front().content;
    if (text.find(' ') == std::string::npos) return {};
    return {{text.find(' '), text.size(), ""}};
  }
};

/// The verdict on the last of the programs.
core::Trial trial_of_last(const std::vector<std::string>& texts, core::Case* reduced = nullptr) {
  TestOptions options;
  Definition definition;
  definition.name = "timed";
  definition.languages = {"c"};
  options.definitions = {definition};
  options.open = [](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
    return std::unique_ptr<Analyzer>(std::make_unique<TimedAnalyzer>());
  };
  UserPrograms programs;
  for (const std::string& text : texts) programs.programs.push_back({"a.c", Program{"c", {{"a.c", text}}, {}, {}, {}}});
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  EXPECT_TRUE(module.ok());
  const Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  const core::Case last = std::get<core::Case>((*tester)->generate(texts.size() - 1));
  core::Trial trial = (*tester)->run(last, 0, core::RunMode::Fresh, {});
  if (reduced != nullptr) *reduced = (*tester)->reduce(last, 0, trial.verdict, {});
  return trial;
}

TEST(AnalyzerModule, IsSlowAgainstItsOwnTimeOnLikePrograms) {
  core::Case reduced;
  const core::Trial slow = trial_of_last({"0.3 a", "0.5 b", "0.4 c", "60.0 rest that goes"}, &reduced);
  EXPECT_TRUE(slow.verdict.is_bug());
  EXPECT_EQ(slow.verdict.kind, core::BugKind::Slow);
  EXPECT_NE(slow.verdict.detail.find("60.0"), std::string::npos) << slow.verdict.detail;
  EXPECT_EQ(reduced.files.front().content, "60.0") << "it stays slow, so what does not matter goes";
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "0.4 c", "60.0 timeout"}).verdict.kind, core::BugKind::Slow);
}

TEST(AnalyzerModule, NothingElseIsSlow) {
  using Outcome = core::Verdict::Outcome;
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "0.4 c", "1.9 d"}).verdict.outcome, Outcome::Pass) << "too little to tell";
  EXPECT_EQ(trial_of_last({"0.9 a", "0.5 b", "1.0 c", "6.0 d"}).verdict.outcome, Outcome::Pass)
      << "others are slow, too";
  const std::string large(100, 'x');
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "0.4 c", "6.0 " + large}).verdict.outcome, Outcome::Pass)
      << "it is larger";
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "6.0 c"}).verdict.outcome, Outcome::Pass) << "too few to compare with";
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "0.4 c", "? d"}).verdict.outcome, Outcome::Pass) << "it does not tell";
  EXPECT_EQ(trial_of_last({"0.3 a", "0.5 b", "0.4 c", "1 timeout"}).verdict.reason, "timeout") << "a busy machine";
}

TEST(AnalyzerModule, ItsControlsPassAndLie) {
  const std::unique_ptr<core::Module> module = module_with({});
  const std::vector<core::Control> controls = module->controls();
  ASSERT_EQ(controls.size(), 2U);
  const Result<std::unique_ptr<core::Tester>> tester = module->make_tester();
  EXPECT_EQ((*tester)->run(controls[0].subject, 0, core::RunMode::Fresh, {}).verdict.outcome,
            core::Verdict::Outcome::Pass);
  EXPECT_EQ((*tester)->run(controls[1].subject, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::Unsound);
}

TEST(AnalyzerModule, HasAsManyCasesAsPrograms) { EXPECT_EQ(module_with({})->case_count(), 1U); }

TEST(AnalyzerModule, TestsOnceForEachClass) {
  Claims claims;
  claims.facts.resize(3);
  for (Fact& fact : claims.facts) fact.property = ValueSet{{5}, false};
  claims.facts[1].subject.operation = "+";
  claims.facts[2].subject.operation = "-";
  Checks checks;
  checks.facts = {{1, 0, "", "", false, {}}, {1, 1, "", "", false, {}}, {1, 1, "", "", true, {}}};
  EXPECT_EQ(broken_classes(claims, checks, {}),
            (std::vector<std::string>{class_of(claims.facts[1]), class_of(claims.facts[2]) + ", given poison"}));
}

/// Breaks two facts in every check: the second one's value is computed from the first one's.
class Chain final : public Analyzer {
 public:
  Claims claims(const Program&, const Session&) override {
    ++asked;
    Claims claims;
    claims.facts.resize(2);
    for (Fact& fact : claims.facts) fact.property = ValueSet{{5}, false};
    claims.facts[0].subject = {Subject::Kind::Value, Subject::Measure::Value, "_1", "+", "int"};
    claims.facts[0].origin = "_1 = x + 1;";
    claims.facts[1].subject = {Subject::Kind::Value, Subject::Measure::Value, "_2", "-", "int"};
    claims.facts[1].origin = "_2 = 3 - _1;";
    return claims;
  }
  Checks check(const Program&, const Claims&, const Session&) override {
    Checks checks;
    checks.facts.resize(2);
    for (CheckedFact& checked : checks.facts) checked.runs = checked.broken = 1;
    return checks;
  }
  std::vector<Edit> edits(const Program&, const Session&) override { return {}; }

  int asked = 0;
};

TEST(AnalyzerModule, AStepOfAReductionSeesThatAFactOnlyFollows) {
  Chain chain;
  core::ScratchFolder scratch;
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{"c", {{"a.c", "int main(void) { return 0; }\n"}}, {}, {}, {}};
  const std::vector<Fact> facts = chain.claims(program, session).facts;
  chain.asked = 0;
  EXPECT_EQ(judge_class(chain, program, class_of(facts[0]), {}, session).reason, class_of(facts[0]));
  EXPECT_EQ(chain.asked, 2);
  // A quick check is enough to refuse it.
  chain.asked = 0;
  EXPECT_NE(judge_class(chain, program, class_of(facts[1]), {}, session).reason, class_of(facts[1]));
  EXPECT_EQ(chain.asked, 1);
}

/// A quick check breaks the fact in every program, a full check only in programs of at least ten bytes.
class Hasty final : public Analyzer {
 public:
  Claims claims(const Program&, const Session&) override {
    Claims claims;
    claims.facts.resize(1);
    claims.facts[0].property = ValueSet{{5}, false};
    return claims;
  }
  Checks check(const Program& program, const Claims&, const Session& session) override {
    Checks checks;
    const bool broken = session.quick || program.files.front().content.size() >= 10;
    checks.facts = {{1, broken ? 1U : 0U, "value 6", "", false, {}}};
    return checks;
  }
  std::vector<Edit> edits(const Program& program, const Session&) override {
    const std::size_t half = program.files.front().content.size() / 2;
    return half == 0 ? std::vector<Edit>() : std::vector<Edit>{{0, half, ""}};
  }
};

TEST(AnalyzerModule, AReductionGoesBackToTheStepThatAFullLookAccepts) {
  TestOptions options;
  Definition definition;
  definition.name = "hasty";
  definition.languages = {"c"};
  options.definitions = {definition};
  options.open = [](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
    return std::unique_ptr<Analyzer>(std::make_unique<Hasty>());
  };
  UserPrograms programs;
  programs.programs.push_back({"a.c", Program{"c", {{"a.c", std::string(64, 'x')}}, {}, {}, {}}});
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  ASSERT_TRUE(module.ok());
  const Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  const core::Case failing = std::get<core::Case>((*tester)->generate(0));
  const core::Verdict verdict = (*tester)->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_TRUE(verdict.is_bug());
  // The time of one run decides the limit of a step; six quick steps lead to one byte, and no run is left for others.
  const core::Case reduced = (*tester)->reduce(failing, 0, verdict, core::ReduceBudget{7, 1e9, {}});
  EXPECT_EQ(reduced.files.front().content.size(), 16U);
}

/// Breaks its fact in every program, and records the time limit of each run.
class Timed final : public Analyzer {
 public:
  Timed(double seconds, std::vector<double>& allowed) : seconds_(seconds), allowed_(allowed) {}
  Claims claims(const Program&, const Session&) override {
    Claims claims;
    claims.facts.resize(1);
    claims.facts[0].property = ValueSet{{5}, false};
    return claims;
  }
  Checks check(const Program&, const Claims&, const Session& session) override {
    allowed_.push_back(session.step_seconds);
    Checks checks;
    checks.facts = {{1, 1, "value 6", "", false, {}}};
    checks.run_cpu_seconds = 2 * seconds_;
    checks.checked_runs = 2;
    return checks;
  }
  std::vector<Edit> edits(const Program& program, const Session&) override {
    const std::size_t size = program.files.front().content.size();
    return size < 2 ? std::vector<Edit>() : std::vector<Edit>{{0, 1, ""}};
  }

 private:
  double seconds_;
  std::vector<double>& allowed_;
};

/// The time limits of all checks, in a campaign and its reduction, when a run takes `seconds`.
std::vector<double> allowed_for(double seconds) {
  std::vector<double> allowed;
  TestOptions options;
  Definition definition;
  definition.name = "timed";
  definition.languages = {"c"};
  options.definitions = {definition};
  options.run_seconds = 10;
  options.open = [&](const Definition&) -> Result<std::unique_ptr<Analyzer>> {
    return std::unique_ptr<Analyzer>(std::make_unique<Timed>(seconds, allowed));
  };
  UserPrograms programs;
  programs.programs.push_back({"a.c", Program{"c", {{"a.c", "xx"}}, {}, {}, {}}});
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  if (!module.ok()) return {};
  const Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  const core::Case failing = std::get<core::Case>((*tester)->generate(0));
  const core::Verdict verdict = (*tester)->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  (void)(*tester)->reduce(failing, 0, verdict, core::ReduceBudget{100, 1e9, {}});
  (void)(*tester)->run(failing, 0, core::RunMode::Fresh, {});
  return allowed;
}

TEST(AnalyzerModule, AStepOfAReductionEndsSoonAfterTheProgramWould) {
  // The limits of the case, the check that measures the time, a step and its full check, the case again.
  EXPECT_EQ(allowed_for(0.001), (std::vector<double>{0, 0, 0.5, 0.5, 0}));
  EXPECT_EQ(allowed_for(0.25), (std::vector<double>{0, 0, 1.25, 1.25, 0}));
  // A program that takes most of its time may do so in each step.
  EXPECT_EQ(allowed_for(8), (std::vector<double>{0, 0, 0, 0, 0}));
}

TEST(AnalyzerModule, RefusesCasesThatItCannotRead) {
  const std::unique_ptr<core::Module> module = module_with({});
  const Result<std::unique_ptr<core::Tester>> tester = module->make_tester();
  core::Case broken = std::get<core::Case>((*tester)->generate(0));
  for (const char* metadata : {"", "[]", "{\"arguments\": 3}", "{\"class\": []}"}) {
    broken.metadata = metadata;
    EXPECT_EQ((*tester)->run(broken, 0, core::RunMode::Fresh, {}).verdict.reason, "the case cannot be read")
        << metadata;
  }
}

TEST(AnalyzerPrograms, SayWhatIsWrongWithThem) {
  EXPECT_FALSE(load_program({"/nonexistent/a.c"}, {}).ok());
  EXPECT_FALSE(load_program({"a.txt"}, {}).ok());
  EXPECT_FALSE(load_program({}, {}).ok());
  TestOptions options;
  options.programs = {"/nonexistent"};
  EXPECT_FALSE(load_programs(options).ok());
  options.programs = {"/dev/null"};
  EXPECT_FALSE(load_programs(options).ok());
}

}  // namespace
}  // namespace assay::analyzer
