#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "rounds.hpp"
#include "smt/truth/truth.hpp"
#include "support.hpp"

namespace assay::smt::module_test {
namespace {

/// A solver with given answers.
class ScriptedSolver final : public SolverPort {
 public:
  using Answers = std::function<SolverAnswer(std::string_view, const Query&)>;
  explicit ScriptedSolver(Answers answers) : answers_(std::move(answers)) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle, const std::stop_token&) override {
    return answers_(script, query);
  }

 private:
  Answers answers_;
};

SolverAnswer answered(Reply reply) {
  SolverAnswer answer;
  answer.kind = SolverAnswer::Kind::Answered;
  answer.replies = {reply};
  return answer;
}

class SynthModules : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"one", "two"})
      options_.targets.push_back(folder_.write(std::string(name) + ".toml",
                                               std::string("name = \"") + name +
                                                   "\"\nargv = [\"/bin/true\"]\nlacks = []\n"
                                                   "prelude_core = \"(set-option :produce-unsat-cores true)\\n\"\n"));
    options_.theories = {"core"};
    options_.constants = 3;
    options_.pool = 6;
    options_.combinations = 9;
    use([](std::string_view, const Query&) { return answered(Reply::Sat); });
  }
  void use(const ScriptedSolver::Answers& answers) {
    options_.make_solver = [answers](const SolverDefinition&, const core::Limits&) {
      return std::make_unique<ScriptedSolver>(answers);
    };
  }
  std::unique_ptr<core::Module> module() {
    auto made = make_synth_module(options_);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    return made ? std::move(*made) : nullptr;
  }
  std::unique_ptr<core::Tester> tester() { return std::move(*module()->make_tester()); }
  std::string problem() {
    const auto made = make_synth_module(options_);
    return made ? "" : made.error().text();
  }
  /// The file with its lines sorted if it is a witness, because the order of a witness's definitions has no meaning.
  static std::string sorted_lines(const core::File& file) {
    if (file.name != kWitnessFile) return file.content;
    std::istringstream text(file.content);
    std::multiset<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.insert(line);
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
  static std::string text_of(const std::variant<core::Case, core::Skip>& made) {
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) return "skip: " + std::get<core::Skip>(made).reason;
    std::string text = subject->strategy + "\n" + subject->group + "\n" + subject->metadata;
    for (const core::File& file : subject->files) text += "\n" + file.name + "\n" + sorted_lines(file);
    return text;
  }
  /// The first case of a category.
  core::Case first(core::Tester& tester, std::string_view category) {
    for (std::uint64_t index = 0; index < 20'000; ++index) {
      const auto made = tester.generate(index);
      const auto* subject = std::get_if<core::Case>(&made);
      if (subject != nullptr && subject->strategy == category) return *subject;
    }
    ADD_FAILURE() << "no case of " << category;
    return {};
  }

  testing::TestFolder folder_;
  SynthOptions options_;
};

/// A timeout is reported after a tenth of the limit. The whole limit applies if the target used little CPU time, and to
/// confirmations.
TEST_F(SynthModules, TheFirstRunOfACaseIsShort) {
  options_.targets.pop_back();
  options_.limits.wall_seconds = 20;
  std::vector<double> limits;
  double work = 1;  ///< share of the limit that the target computes
  options_.make_solver = [&](const SolverDefinition&, const core::Limits& given) {
    return std::make_unique<ScriptedSolver>([&, seconds = given.wall_seconds](std::string_view, const Query&) {
      limits.push_back(seconds);
      SolverAnswer late;
      late.kind = SolverAnswer::Kind::Timeout;
      late.usage.wall_seconds = seconds;
      late.usage.user_seconds = seconds * work;
      return late;
    });
  };
  const auto made = tester();
  const core::Case subject = first(*made, "operation");
  limits.clear();
  EXPECT_EQ(made->run(subject, 0, core::RunMode::Fresh, {}).answer, "timeout");
  EXPECT_EQ(limits, std::vector<double>{20});
  limits.clear();
  for (const std::string_view category : {"operation", "equivalence", "constant"})
    EXPECT_EQ(made->run(first(*made, category), 0, core::RunMode::Campaign, {}).answer, "timeout");
  EXPECT_EQ(limits, (std::vector<double>{2, 2, 2})) << "a long run would be more than a fifth of the time";
  limits.clear();
  work = 0.1;
  EXPECT_EQ(made->run(first(*made, "let"), 0, core::RunMode::Campaign, {}).answer, "timeout");
  EXPECT_EQ(limits, (std::vector<double>{2, 20})) << "the machine was busy: nothing is known of the script";
}

TEST_F(SynthModules, UnknownNamesAreErrorsThatNameTheKnownOnes) {
  const SynthOptions good = options_;
  EXPECT_EQ(problem(), "");
  options_.theories = {"core", "string"};
  EXPECT_TRUE(testing::has_part(problem(), "there is no theory \"string\"")) << problem();
  EXPECT_TRUE(testing::has_part(problem(), "strings")) << problem();
  options_ = good;
  options_.categories = {"unsat"};
  EXPECT_TRUE(testing::has_part(problem(), "there is no category \"unsat\"")) << problem();
  EXPECT_TRUE(testing::has_part(problem(), "unsat-constant")) << problem();
  options_ = good;
  options_.targets = {"no-such-solver"};
  EXPECT_TRUE(testing::has_part(problem(), "no-such-solver")) << problem();
  options_ = good;
  options_.rules = {"/no/such.rules"};
  EXPECT_TRUE(testing::has_part(problem(), "/no/such.rules")) << problem();
}

TEST_F(SynthModules, NoFormulaLeftIsAnError) {
  options_.operations = {"no-such-operation"};
  EXPECT_TRUE(testing::has_part(problem(), "no formula is left by these filters")) << problem();
  options_.operations.clear();
  options_.categories = {"optimum"};
  EXPECT_TRUE(testing::has_part(problem(), "no formula is left")) << "Booleans have no order";
}

TEST_F(SynthModules, BadBoundsAndBadRulesAreErrors) {
  for (unsigned SynthOptions::*bound : {&SynthOptions::depth, &SynthOptions::constants, &SynthOptions::pool_constants,
                                        &SynthOptions::combinations, &SynthOptions::pool}) {
    SynthOptions options = options_;
    options.*bound = 0;
    EXPECT_FALSE(make_synth_module(options).ok());
  }
  options_.rules = {
      folder_.write("bad.rules", "(equality Q :theory core :vars ((p Bool)) :term (nand p p) :equals p)")};
  EXPECT_TRUE(testing::has_part(problem(), "row Q")) << problem();
}

TEST_F(SynthModules, HaveTheirCategoriesTargetsAndControls) {
  options_.categories = {"let", "operation"};
  const auto made = module();
  EXPECT_EQ(made->name(), "smt-synth");
  std::swap(options_.categories[0], options_.categories[1]);
  EXPECT_EQ(made->fingerprint(), module()->fingerprint()) << "in registry order";
  std::swap(options_.categories[0], options_.categories[1]);
  ASSERT_EQ(made->targets().size(), 2U);
  EXPECT_EQ(made->targets()[1].name, "two");
  EXPECT_FALSE(made->controls().empty());
  const auto back = synth_option_table().from_toml(made->configuration());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->categories, options_.categories);
}

TEST_F(SynthModules, AnEnumerationEndsAndASampleDoesNot) {
  EXPECT_EQ(module()->case_count(), std::nullopt);
  options_.sample = false;
  options_.operations = {"and"};
  const auto made = module();
  ASSERT_TRUE(made->case_count().has_value());
  const std::uint64_t count = *made->case_count();
  std::uint64_t listed = 0;
  const auto counts = count_formulas(options_);
  for (const SynthCount& row : *counts) {
    listed += row.count;
    EXPECT_EQ(row.subject, "and");
    EXPECT_EQ(row.theory, "core");
  }
  EXPECT_EQ(listed, count);
  const auto worker = std::move(*made->make_tester());
  EXPECT_TRUE(std::holds_alternative<core::Case>(worker->generate(count - 1)));
  for (const std::uint64_t behind : {count, count + 1, ~std::uint64_t{0}})
    EXPECT_EQ(text_of(worker->generate(behind)), "skip: every formula was made");
}

TEST_F(SynthModules, CasesArePureFunctionsOfTheirIndex) {
  options_.theories = {"core", "ints", "datatypes"};
  for (const bool sample : {true, false}) {
    options_.sample = sample;
    const auto forwards = tester();
    const auto backwards = tester();
    std::vector<std::string> texts;
    const std::uint64_t cases = test_rounds(30, 200);
    for (std::uint64_t i = 0; i < cases; ++i) texts.push_back(text_of(forwards->generate(i * 31)));
    for (std::uint64_t i = cases; i-- > 0;)
      ASSERT_EQ(text_of(backwards->generate(i * 31)), texts[static_cast<std::size_t>(i)]) << i * 31;
    EXPECT_GT(std::set<std::string>(texts.begin(), texts.end()).size(), cases * 3 / 4);
  }
}

TEST_F(SynthModules, AnotherSeedIsAnotherSample) {
  const auto one = tester();
  options_.seed = 2;
  const auto two = tester();
  std::size_t same = 0;
  for (std::uint64_t i = 0; i < 100; ++i) same += text_of(one->generate(i)) == text_of(two->generate(i)) ? 1 : 0;
  EXPECT_LT(same, 20U);
}

TEST_F(SynthModules, TheFingerprintFollowsWhatCasesDependOn) {
  options_.theories = {"core"};
  const std::uint64_t plain = module()->fingerprint();
  EXPECT_EQ(module()->fingerprint(), plain);
  const SynthOptions good = options_;
  const auto changed = [&](const std::function<void(SynthOptions&)>& change) {
    options_ = good;
    change(options_);
    return module()->fingerprint() != plain;
  };
  const std::string rules =
      folder_.write("more.rules", "(equality MORE :theory core :vars ((p Bool)) :term (and p p) :equals p)");
  EXPECT_TRUE(changed([](SynthOptions& o) { o.seed = 2; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.sample = false; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.theories = {"core", "ints"}; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.categories = {"constant"}; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.operations = {"and"}; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.constants = 1; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.pool = 3; }));
  EXPECT_TRUE(changed([](SynthOptions& o) { o.combinations = 2; }));
  EXPECT_TRUE(changed([&](SynthOptions& o) { o.rules = {rules}; }));
  const std::string three = folder_.write("three.toml", "name = \"three\"\nargv = [\"/bin/true\"]\n");
  EXPECT_FALSE(changed([&](SynthOptions& o) {
    o.targets = {three};
    o.slow_factor = 3;
  })) << "targets do not make cases, but for those that only some can take";
}

TEST_F(SynthModules, TheoriesThatNoTargetKnowsAreLeftOut) {
  const auto theories = [this](const std::string& known) {
    const std::string file =
        folder_.write("some.toml", "name = \"some\"\nargv = [\"/bin/true\"]\ntheories = [" + known + "]\n");
    options_.targets = {file};
    std::set<std::string> all;
    if (const auto counts = count_formulas(options_))
      for (const SynthCount& row : *counts) all.insert(row.theory);
    return all;
  };
  options_.theories = {};
  EXPECT_EQ(theories("\"core\", \"bit-vectors\""), (std::set<std::string>{"core", "bit-vectors", "functions"}));
  const std::string without_strings = "\"core\", \"ints\", \"bit-vectors\", \"arrays\"";
  EXPECT_EQ(theories(without_strings),
            (std::set<std::string>{"core", "ints", "bit-vectors", "arrays", "functions", "combined"}));
  options_.theories = {"strings"};
  EXPECT_EQ(theories(without_strings), std::set<std::string>{"strings"}) << "who asks for it gets it";
}

TEST_F(SynthModules, OperationsOnSortsThatNoTargetKnowsAreLeftOut) {
  const auto has_conversion = [this](const std::string& known) {
    const std::string file =
        folder_.write("some.toml", "name = \"some\"\nargv = [\"/bin/true\"]\ntheories = [" + known + "]\n");
    options_.targets = {file};
    const auto counts = count_formulas(options_);
    return std::any_of(counts->begin(), counts->end(), [](const SynthCount& row) {
      return row.theory == "bit-vectors" && row.subject == "ubv_to_int";
    });
  };
  options_.theories = {};
  EXPECT_TRUE(has_conversion("\"core\", \"bit-vectors\", \"ints\""));
  EXPECT_FALSE(has_conversion("\"core\", \"bit-vectors\"")) << "its result is an integer";
  options_.operations = {"ubv_to_int", "bvadd"};
  EXPECT_TRUE(has_conversion("\"core\", \"bit-vectors\"")) << "who asks for it gets it";
}

TEST_F(SynthModules, OperationsAreChosenByPatterns) {
  const auto subjects = [this](const std::vector<std::string>& patterns) {
    options_.operations = patterns;
    std::set<std::string> all;
    if (const auto counts = count_formulas(options_))
      for (const SynthCount& row : *counts) all.insert(row.subject);
    return all;
  };
  options_.theories = {"bit-vectors"};
  options_.categories = {"operation", "equivalence"};
  EXPECT_EQ(subjects({"bvs?em"}), std::set<std::string>{}) << "only * is special";
  EXPECT_EQ(subjects({"bvs*em", "bvadd"}), (std::set<std::string>{"bvadd", "bvsrem"}));
  EXPECT_EQ(subjects({"(_ extract 1 0)", "BV-NAND[n=2]"}), (std::set<std::string>{"(_ extract 1 0)", "BV-NAND[n=2]"}));
  EXPECT_GT(subjects({"extract"}).size(), 5U) << "whatever the indices";
  EXPECT_EQ(subjects({"BV-NAND"}).size(), 4U) << "every instance of a row";
  EXPECT_EQ(subjects({"**", "bvadd"}), subjects({}));
}

TEST_F(SynthModules, OwnRulesMakeCases) {
  options_.rules = {folder_.write("mine.rules",
                                  "(equivalence MINE :theory core :vars ((p Bool) (q Bool)) :left (or p q)"
                                  " :right (or q p))(operation mine :theory core :vars ((p Bool)) :term (xor p p p))")};
  options_.builtin_rules = false;
  options_.operations = {"MINE", "mine"};
  options_.sample = false;
  const auto worker = tester();
  const core::Case unsat = first(*worker, "equivalence");
  EXPECT_TRUE(testing::has_part(unsat.files[0].content, "(! (not (or p q)) :named a0)")) << unsat.files[0].content;
  const core::Case sat = first(*worker, "operation");
  EXPECT_TRUE(testing::has_part(sat.files[0].content, "xor")) << sat.files[0].content;
  ASSERT_EQ(sat.files.size(), 2U);
}

TEST_F(SynthModules, AsksForWhatTheFormulaHasAndJudgesTheAnswer) {
  std::vector<Query> asked;
  use([&asked](std::string_view, const Query& query) {
    asked.push_back(query);
    return answered(Reply::Sat);
  });
  const auto worker = tester();
  const core::Case unsat = first(*worker, "equivalence");
  const core::Trial wrong = worker->run(unsat, 0, core::RunMode::Campaign, {});
  EXPECT_EQ(wrong.verdict.kind, core::BugKind::SolutionUnsound) << wrong.verdict.reason;
  EXPECT_TRUE(asked.back().core);
  EXPECT_FALSE(asked.back().model);
  const core::Case sat = first(*worker, "operation");
  (void)worker->run(sat, 1, core::RunMode::Fresh, {});
  EXPECT_TRUE(asked.back().model);
  EXPECT_FALSE(asked.back().core);
  EXPECT_FALSE(asked.back().objectives);
  const core::Case soft = first(*worker, "soft");
  (void)worker->run(soft, 1, core::RunMode::Campaign, {});
  EXPECT_TRUE(asked.back().objectives);
}

TEST_F(SynthModules, AWrongUnsatIsReducedUnderItsWitness) {
  use([](std::string_view, const Query&) { return answered(Reply::Unsat); });
  const auto worker = tester();
  const core::Case sat = first(*worker, "term");
  const core::Trial trial = worker->run(sat, 0, core::RunMode::Campaign, {});
  ASSERT_EQ(trial.verdict.kind, core::BugKind::RefutationUnsound) << trial.verdict.reason;
  const core::Case reduced = worker->reduce(sat, 0, trial.verdict, {});
  EXPECT_LT(reduced.files[0].content.size(), sat.files[0].content.size());
  EXPECT_NE(worker->signature(reduced, 0, trial.verdict), "");
}

TEST_F(SynthModules, AWrongSatIsReducedToWhatItsRulesRefute) {
  use([](std::string_view, const Query&) { return answered(Reply::Sat); });
  const auto worker = tester();
  const core::Case unsat = first(*worker, "equivalence");
  const core::Trial trial = worker->run(unsat, 0, core::RunMode::Campaign, {});
  ASSERT_EQ(trial.verdict.kind, core::BugKind::SolutionUnsound);
  const core::Case reduced = worker->reduce(unsat, 0, trial.verdict, {});
  EXPECT_LT(reduced.files[0].content.size(), unsat.files[0].content.size());
  EXPECT_EQ(SmtFacts::from_json(reduced.metadata)->truths, std::vector{Truth::Unsat});
  EXPECT_EQ(worker->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::SolutionUnsound);
}

TEST_F(SynthModules, AWrongSatThatNeedsARequestForACoreStaysWhole) {
  use([](std::string_view, const Query& query) { return answered(query.core ? Reply::Sat : Reply::Unsat); });
  const auto worker = tester();
  const core::Case unsat = first(*worker, "equivalence");
  const core::Trial trial = worker->run(unsat, 0, core::RunMode::Campaign, {});
  ASSERT_TRUE(trial.verdict.is_bug());
  EXPECT_EQ(worker->reduce(unsat, 0, trial.verdict, {}).files[0].content, unsat.files[0].content);
}

TEST_F(SynthModules, WhatIsNoCaseIsSkipped) {
  const auto worker = tester();
  core::Case subject;
  EXPECT_EQ(worker->run(subject, 0, core::RunMode::Fresh, {}).verdict.reason, "the case has no script");
  subject.files = {{std::string(kScriptFile), "(assert"}};
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  subject.metadata = facts.json();
  EXPECT_EQ(worker->run(subject, 0, core::RunMode::Fresh, {}).verdict.reason, "the case's script cannot be read");
  subject.metadata = "no json";
  EXPECT_EQ(worker->run(subject, 0, core::RunMode::Fresh, {}).verdict.reason, "the case's metadata cannot be read");
}

TEST_F(SynthModules, WhatNoTargetCanOptimizeIsNotDrawn) {
  const auto has_soft = [&] {
    const auto made = tester();
    for (std::uint64_t index = 0; index < 300; ++index) {
      const auto subject = made->generate(index);
      const auto* of = std::get_if<core::Case>(&subject);
      if (of != nullptr && (of->strategy == "soft" || of->strategy == "soft-conflict")) return true;
    }
    return false;
  };
  EXPECT_TRUE(has_soft());
  options_.targets = {
      folder_.write("plain.toml", "name = \"plain\"\nargv = [\"/bin/true\"]\nlacks = [\"optimize\"]\n")};
  EXPECT_FALSE(has_soft());
  options_.categories = {"soft", "operation"};
  EXPECT_TRUE(has_soft()) << "who asks for it gets it";
}

TEST_F(SynthModules, OperationsThatAreTooHardWaitAndComeBack) {
  options_.categories = {"operation"};
  options_.operations = {"and", "or"};
  std::size_t runs = 0;
  use([&](std::string_view script, const Query&) {
    SolverAnswer answer = answered(Reply::Sat);
    if (script.find("(and ") == std::string_view::npos) return answer;
    ++runs;
    answer.kind = SolverAnswer::Kind::Timeout;
    return answer;
  });
  const auto made = tester();
  std::size_t hard = 0;
  std::size_t waited = 0;
  for (std::uint64_t index = 0; index < 400; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || of->files[0].content.find("(and ") == std::string::npos) continue;
    ++hard;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    waited += trial.verdict.reason == "earlier cases of its operation timed out; tried again later" ? 1 : 0;
    EXPECT_EQ(made->run(*of, 0, core::RunMode::Fresh, {}).verdict.reason, "timeout") << "a replay is always run";
  }
  ASSERT_GT(hard, 100U);
  EXPECT_GT(waited, hard / 2);
  EXPECT_LT(waited, hard - 4) << "it is tried again now and then";
  EXPECT_EQ(runs, 2 * hard - waited);
}

}  // namespace
}  // namespace assay::smt::module_test
