#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

/// Answers what it is told to, and notes what it was asked.
class ScriptedSolver final : public SolverPort {
 public:
  using Answers = std::function<SolverAnswer(const SolverDefinition&, std::string_view, bool)>;
  ScriptedSolver(SolverDefinition definition, Answers answers)
      : definition_(std::move(definition)), answers_(std::move(answers)) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle, const std::stop_token&) override {
    return answers_(definition_, script, query.model);
  }

 private:
  SolverDefinition definition_;
  Answers answers_;
};

SolverAnswer answered(std::vector<Reply> replies, double cpu_seconds = 0.01) {
  SolverAnswer answer;
  answer.kind = SolverAnswer::Kind::Answered;
  answer.replies = std::move(replies);
  answer.usage.user_seconds = cpu_seconds;
  return answer;
}

class FuzzModules : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("assay_fuzz_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "seeds");
    options_.targets = {"one=/bin/true", "two=/bin/true -x"};
    options_.seeds = {(folder_ / "seeds").string()};
    options_.strategies = {{"storm", 1}, {"graft", 1}};
    options_.incremental_percent = 0;
    use([](const SolverDefinition&, std::string_view, bool) { return answered({Reply::Sat}); });
  }
  void TearDown() override { fs::remove_all(folder_); }

  void use(const ScriptedSolver::Answers& answers) {
    options_.make_solver = [answers](const SolverDefinition& definition, const core::Limits&) {
      return std::make_unique<ScriptedSolver>(definition, answers);
    };
  }
  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / "seeds" / name).parent_path());
    std::ofstream(folder_ / "seeds" / name) << text;
  }
  std::unique_ptr<core::Module> module() {
    auto corpus = load_seeds(options_);
    EXPECT_TRUE(corpus.ok()) << (corpus.ok() ? "" : corpus.error().text());
    if (!corpus) return nullptr;
    auto made = make_fuzz_module(options_, std::move(*corpus));
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    return made ? std::move(*made) : nullptr;
  }

  fs::path folder_;
  FuzzOptions options_;
};

constexpr std::string_view kSeedScript =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
    "(assert (or (< x y) (= x 3)))(assert (> (+ x y) 2))(check-sat)";

TEST_F(FuzzModules, ReadsSeedsInOrderAndSaysWhatItSkips) {
  write("b.smt2", kSeedScript);
  write("sub/a.smt2", kSeedScript);
  write("broken.smt2", "(set-logic QF_LIA)\n(assert (and true");
  write("nothing.smt2", "(check-sat)");
  write("large.smt2", std::string(5000, ' ') + std::string(kSeedScript));
  write("notes.txt", "no seed");
  options_.max_seed_bytes = 1000;
  const auto corpus = load_seeds(options_);
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 2U);
  EXPECT_TRUE(corpus->seeds[0].name.ends_with("b.smt2"));
  EXPECT_TRUE(corpus->seeds[1].name.ends_with("sub/a.smt2"));
  EXPECT_GT(corpus->seeds[0].formulas, 3U);
  ASSERT_EQ(corpus->skipped.size(), 3U);
  for (const SeedProblem& problem : corpus->skipped) EXPECT_FALSE(problem.reason.empty());
}

TEST_F(FuzzModules, NoSeedLeftIsAnError) {
  EXPECT_FALSE(load_seeds(options_).ok());
  write("nothing.smt2", "(check-sat)");
  const auto corpus = load_seeds(options_);
  ASSERT_FALSE(corpus.ok());
  EXPECT_NE(corpus.error().text().find("nothing.smt2"), std::string::npos) << corpus.error().text();
  options_.seeds = {(folder_ / "missing").string()};
  EXPECT_NE(load_seeds(options_).error().text().find("missing"), std::string::npos);
}

TEST_F(FuzzModules, UnknownNamesAreErrors) {
  write("a.smt2", kSeedScript);
  options_.strategies = {{"strom", 1}};
  const auto corpus = load_seeds(options_);
  ASSERT_FALSE(corpus.ok());
  EXPECT_NE(corpus.error().text().find("storm"), std::string::npos) << "names the ones that there are";
  options_.strategies = {{"storm", 1}};
  options_.targets = {"no-such-solver"};
  EXPECT_FALSE(load_seeds(options_).ok());
  options_.targets.clear();
  EXPECT_FALSE(load_seeds(options_).ok());
}

TEST_F(FuzzModules, FingerprintFollowsWhatCasesDependOn) {
  write("a.smt2", kSeedScript);
  const std::uint64_t first = module()->fingerprint();
  EXPECT_EQ(module()->fingerprint(), first);
  options_.limits.wall_seconds = 99;
  options_.style = RunStyle::Persistent;
  EXPECT_EQ(module()->fingerprint(), first) << "how targets are run does not change the cases";
  options_.seed = 2;
  EXPECT_NE(module()->fingerprint(), first);
  options_.seed = 1;
  write("b.smt2", kSeedScript);
  EXPECT_NE(module()->fingerprint(), first);
}

// The paths of the second machine sort the other way round.
TEST_F(FuzzModules, TheFingerprintDoesNotDependOnWhereSeedsLie) {
  const std::string other = "(declare-const z Int)(assert (or (= z 7) (< z 2)))(check-sat)";
  for (const char* name : {"one/a/s.smt2", "two/b/s.smt2"}) write(name, kSeedScript);
  for (const char* name : {"one/b/s.smt2", "two/a/s.smt2"}) write(name, other);
  const std::string root = (folder_ / "seeds").string();
  options_.seeds = {root + "/one/a", root + "/one/b"};
  const std::uint64_t first = module()->fingerprint();
  options_.seeds = {root + "/two/b", root + "/two/a"};
  EXPECT_EQ(module()->fingerprint(), first);
  options_.seeds = {root + "/two/a", root + "/two/b"};
  EXPECT_NE(module()->fingerprint(), first) << "the order of the arguments is the order of the seeds";
  options_.seeds = {root + "/two/b", root + "/two/a", root + "/two/b"};
  EXPECT_EQ(module()->fingerprint(), first) << "each once";
}

TEST_F(FuzzModules, AWrongAnswerIsABugAndARightOneIsNot) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  use([](const SolverDefinition& definition, std::string_view, bool) {
    return answered({definition.name == "one" ? Reply::Unsat : Reply::Sat});
  });
  auto made = module();
  ASSERT_NE(made, nullptr);
  auto tester = made->make_tester();
  ASSERT_TRUE(tester.ok());
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto subject = (*tester)->generate(index);
    ASSERT_TRUE(std::holds_alternative<core::Case>(subject));
    const core::Case& of = std::get<core::Case>(subject);
    for (const auto mode : {core::RunMode::Campaign, core::RunMode::Fresh}) {
      const core::Trial wrong = (*tester)->run(of, 0, mode, {});
      EXPECT_TRUE(wrong.verdict.is_bug());
      EXPECT_EQ(wrong.verdict.kind, core::BugKind::RefutationUnsound);
      EXPECT_EQ(wrong.answer, "unsat");
      EXPECT_EQ((*tester)->run(of, 1, mode, {}).verdict.outcome, core::Verdict::Outcome::Pass);
    }
  }
}

TEST_F(FuzzModules, ASlowTargetIsOneThatAPeerBeatsByFar) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  auto made = module();
  ASSERT_NE(made, nullptr);
  auto tester = std::move(*made->make_tester());
  const core::Case subject = std::get<core::Case>(tester->generate(0));
  const auto trial = [](std::string answer, double cpu) {
    core::Trial made_trial;
    made_trial.answer = std::move(answer);
    made_trial.cpu_seconds = cpu;
    if (made_trial.answer == "timeout") made_trial.verdict = core::Verdict::skip("timeout");
    return made_trial;
  };
  const auto slow = tester->compare(subject, {trial("sat", 5.0), trial("sat", 0.1)});
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].first, 0U);
  EXPECT_EQ(slow[0].second.kind, core::BugKind::Slow);
  EXPECT_EQ(tester->compare(subject, {trial("timeout", 9.0), trial("sat", 0.1)}).size(), 1U);
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 1.5), trial("sat", 0.01)}).empty()) << "not by seconds";
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 9.0), trial("sat", 3.0)}).empty()) << "not by the factor";
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 9.0), trial("unknown", 0.1)}).empty()) << "no answer to beat";
  EXPECT_TRUE(tester->compare(subject, {trial("timeout", 9.0), trial("timeout", 9.0)}).empty());
}

TEST_F(FuzzModules, ReducesToASmallerCaseThatFailsInTheSameWay) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  use([](const SolverDefinition&, std::string_view script, bool) {
    return answered({script.find("(= x 3)") != std::string_view::npos ? Reply::Unsat : Reply::Sat});
  });
  auto made = module();
  auto tester = std::move(*made->make_tester());
  for (std::uint64_t index = 3;; index += 4) {
    ASSERT_LT(index, 400U) << "no large case has the pattern";
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || of->files[0].content.size() < 2000) continue;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Fresh, {});
    if (!trial.verdict.is_bug()) continue;
    const core::Case failing = *of;
    core::ReduceBudget budget;
    budget.max_runs = 600;
    const core::Case reduced = tester->reduce(failing, 0, trial.verdict, budget);
    EXPECT_LT(reduced.files[0].content.size(), 200U) << reduced.files[0].content;
    EXPECT_EQ(testing::what_is_wrong(reduced), "");
    EXPECT_TRUE(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug());
    EXPECT_FALSE(tester->signature(reduced, 0, trial.verdict).empty());
    EXPECT_GT(tester->reduction_cpu_seconds(), 0);
    return;
  }
}

TEST_F(FuzzModules, UnknownCountsOnlyWhileTheReducedScriptIsDecidable) {
  write("a.smt2", kSeedScript);
  std::ofstream(folder_ / "solver.toml")
      << "inherits = \"smtlib\"\nname = \"t\"\nargv = [\"/bin/true\"]\ndecidable = [\"QF_LRA\"]\n";
  options_.targets = {(folder_ / "solver.toml").string()};
  options_.model_percent = 0;
  use([](const SolverDefinition&, std::string_view script, bool) {
    return answered({script.find("(/ ") != std::string_view::npos ? Reply::Unknown : Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  facts.has_witness = true;
  facts.decidable = true;
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {{std::string(kScriptFile),
                    "(set-logic QF_LRA)(declare-const x Real)(assert (< (/ (+ x 1.0) 2.0) 5.0))(check-sat)"},
                   {std::string(kWitnessFile), "((define-fun x () Real 1.0))"}};
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::Incomplete);
  const core::Case reduced = tester->reduce(failing, 0, verdict, {});
  EXPECT_LT(reduced.files[0].content.size(), failing.files[0].content.size());
  EXPECT_EQ(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::Incomplete);
  EXPECT_EQ(reduced.files[0].content.find("0.0)"), std::string::npos) << reduced.files[0].content;
}

TEST_F(FuzzModules, ModelsOfReferencesAreAskedForOnceAndKept) {
  write("a.smt2", kSeedScript);
  options_.references = {"ref=/bin/true"};
  options_.folder = (folder_ / "campaign").string();
  auto asked = std::make_shared<std::size_t>(0);
  use([asked](const SolverDefinition& definition, std::string_view, bool want_model) {
    SolverAnswer answer = answered({Reply::Sat});
    if (definition.name == "ref" && want_model) {
      ++*asked;
      answer.model = "((define-fun x () Int 41) (define-fun y () Int 42))";
    }
    return answer;
  });
  const auto generate = [&] {
    auto made = module();
    auto tester = std::move(*made->make_tester());
    std::string all;
    for (std::uint64_t index = 0; index < 640; index += 5) {
      const auto subject = tester->generate(index);
      if (const auto* of = std::get_if<core::Case>(&subject)) {
        EXPECT_EQ(testing::what_is_wrong(*of), "");
        all += of->files[0].content + of->files[1].content;
      }
    }
    return all;
  };
  const std::string first = generate();
  EXPECT_NE(first.find("41"), std::string::npos) << "the reference's model is used";
  EXPECT_GT(*asked, 0U);
  EXPECT_LE(*asked, 3U) << "one of the assertions, two of negations";
  const std::size_t before = *asked;
  EXPECT_EQ(generate(), first);
  EXPECT_EQ(*asked, before) << "the second campaign finds them in the folder";
}

TEST_F(FuzzModules, QuantifiedFormulasNeedTwoReferencesThatAgree) {
  write("q.smt2", "(set-logic LIA)(declare-const a Int)(assert (forall ((x Int)) (or (< x a) (>= x a))))(check-sat)");
  options_.references = {"r1=/bin/true -r1", "r2=/bin/true -r2"};
  auto agree = std::make_shared<bool>(true);
  use([agree](const SolverDefinition& definition, std::string_view script, bool want_model) {
    if (want_model || script.find("(push") == std::string_view::npos) return answered({Reply::Unknown});
    const bool other = definition.name == "r2" && !*agree;
    return answered(other ? std::vector{Reply::Unsat, Reply::Sat} : std::vector{Reply::Sat, Reply::Unsat});
  });
  const auto count = [&]() -> std::size_t {
    if (!load_seeds(options_)) return 0;  // a seed that nobody can value is none
    auto made = module();
    auto tester = std::move(*made->make_tester());
    std::size_t cases = 0;
    for (std::uint64_t index = 0; index < 64; ++index) {
      const auto subject = tester->generate(index);
      if (const auto* of = std::get_if<core::Case>(&subject)) {
        ++cases;
        EXPECT_TRUE(SmtFacts::from_json(of->metadata)->partly_by_solvers);
      }
    }
    return cases;
  };
  EXPECT_GT(count(), 10U);
  *agree = false;
  EXPECT_EQ(count(), 0U);
  *agree = true;
  options_.references = {"r1=/bin/true -r1"};
  EXPECT_EQ(count(), 0U) << "one reference is not enough";
  options_.references = {"r1=/bin/true -r1", "one=/bin/true"};
  EXPECT_EQ(count(), 0U) << "a target is no judge";
}

TEST_F(FuzzModules, GivesUpOnABlockWhoseCasesRunOutOfTime) {
  write("a.smt2", kSeedScript);
  std::map<std::string, unsigned> runs;
  use([&](const SolverDefinition& definition, std::string_view, bool) {
    ++runs[definition.name];
    SolverAnswer answer = answered({Reply::Sat});
    if (definition.name == "one") answer.kind = SolverAnswer::Kind::Timeout;
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  const auto run_block = [&](std::uint64_t block) {
    std::map<std::string, unsigned> reasons;
    for (std::uint64_t index = block * 16; index < (block + 1) * 16; ++index) {
      const core::Case subject = std::get<core::Case>(tester->generate(index));
      for (std::size_t target = 0; target < 2; ++target)
        ++reasons[tester->run(subject, target, core::RunMode::Campaign, {}).verdict.reason];
    }
    return reasons;
  };
  for (const std::uint64_t block : {0U, 1U, 2U}) {
    runs.clear();
    const auto reasons = run_block(block);
    const unsigned most = block < 2 ? 2 : 1;
    EXPECT_EQ(runs["one"], most) << "each block gets its chance, a smaller one where the seed was too hard twice";
    EXPECT_EQ(runs["two"], 16U) << "the other target is not affected";
    EXPECT_EQ(reasons.at("timeout"), most);
    EXPECT_EQ(reasons.at("too hard, like others from its seed"), 16U - most);
  }
  const core::Case subject = std::get<core::Case>(tester->generate(47));
  EXPECT_EQ(tester->run(subject, 0, core::RunMode::Fresh, {}).verdict.reason, "timeout") << "a replay is always run";
}

TEST_F(FuzzModules, AreNotSurprisedWhenTheSeedIsRejectedToo) {
  write("a.smt2", kSeedScript);
  std::size_t of_seed = 0;
  use([&](const SolverDefinition& definition, std::string_view script, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    const bool is_seed = script == kSeedScript;
    of_seed += is_seed ? 1 : 0;
    if (definition.name == "one" || !is_seed) answer.kind = SolverAnswer::Kind::Error;
    answer.message = is_seed && definition.name == "two" ? "" : "no such thing";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  for (std::uint64_t index = 0; index < 4; ++index) {
    const core::Case subject = std::get<core::Case>(tester->generate(index));
    EXPECT_EQ(tester->run(subject, 0, core::RunMode::Campaign, {}).verdict.reason, "the target rejects the seed, too");
    EXPECT_EQ(tester->run(subject, 1, core::RunMode::Campaign, {}).verdict.kind, core::BugKind::RejectsValid);
  }
  EXPECT_EQ(of_seed, 2U) << "once a target";
}

constexpr std::string_view kConversions =
    "(declare-const x Int)(assert (= (ubv_to_int ((_ int_to_bv 3) x)) 2))(assert (> x 1))(check-sat)";

TEST_F(FuzzModules, TellEachTargetACaseInItsOwnSpelling) {
  write("a.smt2", kConversions);
  std::ofstream(folder_ / "old.toml") << "inherits = \"smtlib\"\nname = \"old\"\nargv = [\"/bin/true\"]\n"
                                         "[dialect.spellings]\nint_to_bv = \"int2bv\"\nubv_to_int = \"bv2nat\"\n";
  options_.targets = {(folder_ / "old.toml").string(), "new=/bin/true"};
  options_.model_percent = 0;
  std::map<std::string, std::string> heard;
  use([&](const SolverDefinition& definition, std::string_view script, bool) {
    heard[definition.name] = std::string(script);
    return answered({definition.name == "old" ? Reply::Unsat : Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  std::size_t spelled = 0;
  for (std::uint64_t index = 0; index < 64; ++index) {
    const core::Case subject = std::get<core::Case>(tester->generate(index));
    for (const auto mode : {core::RunMode::Campaign, core::RunMode::Fresh}) {
      for (std::size_t target = 0; target < 2; ++target) static_cast<void>(tester->run(subject, target, mode, {}));
      EXPECT_EQ(heard["new"], subject.files[0].content);
      EXPECT_EQ(heard["old"].find("int_to_bv"), std::string::npos) << heard["old"];
      EXPECT_EQ(heard["old"].find("ubv_to_int"), std::string::npos) << heard["old"];
    }
    if (subject.files[0].content.find("int_to_bv") == std::string::npos) continue;
    ++spelled;
    EXPECT_NE(heard["old"].find("int2bv"), std::string::npos);
    EXPECT_EQ(tester->as_read_by(subject, 0).files[0].content, heard["old"]) << "what a finding shows is what was run";
    EXPECT_EQ(tester->as_read_by(subject, 1).files[0].content, subject.files[0].content);
  }
  EXPECT_GT(spelled, 10U);
}

TEST_F(FuzzModules, TellEachTargetStringsInItsOwnEscapes) {
  write("a.smt2", "(declare-const s String)(assert (= s \"a\\u{7}b\"))(check-sat)");
  std::ofstream(folder_ / "old.toml") << "inherits = \"smtlib\"\nname = \"old\"\nargv = [\"/bin/true\"]\n"
                                         "[dialect]\nunicode_escapes = false\n";
  options_.targets = {(folder_ / "old.toml").string()};
  std::string heard;
  use([&](const SolverDefinition&, std::string_view script, bool) {
    heard += script;
    return answered({Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  for (std::uint64_t index = 0; index < 64; ++index) {
    const core::Case subject = std::get<core::Case>(tester->generate(index));
    static_cast<void>(tester->run(subject, 0, core::RunMode::Campaign, {}));
  }
  EXPECT_NE(heard.find("\\x07"), std::string::npos);
  EXPECT_EQ(heard.find("\\u{"), std::string::npos);
}

TEST_F(FuzzModules, ASeedThatCanNeverHaveAValueDropsOut) {
  write("a.smt2", kSeedScript);
  write("q.smt2", "(declare-fun f (Int) Int)(assert (forall ((x Int)) (or (< (f x) 5) (> (f x) 4))))(check-sat)");
  write("s.smt2", "(declare-fun s () (Set Int))(assert (set.member 3 (set.union s s)))(check-sat)");
  write("t.smt2", "(declare-fun t () Real)(assert (= (sin t) 1.0))(check-sat)");
  const auto corpus = load_seeds(options_);
  ASSERT_TRUE(corpus.ok());
  ASSERT_EQ(corpus->seeds.size(), 1U);
  std::string reasons;
  for (const SeedProblem& problem : corpus->skipped) reasons += problem.reason + "\n";
  EXPECT_NE(reasons.find("no formula of it has a value: quantified"), std::string::npos) << reasons;
  EXPECT_NE(reasons.find("unknown to Assay: sin"), std::string::npos) << reasons;
  EXPECT_NE(reasons.find("target lacks sets"), std::string::npos) << reasons;
  options_.references = {"r1=/bin/true -r1", "r2=/bin/true -r2"};
  EXPECT_EQ(load_seeds(options_)->seeds.size(), 2U) << "two references may value what our evaluator cannot";
}

TEST_F(FuzzModules, ReductionsDoNotSpendTheirTimeOnBounds) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  std::size_t runs = 0;
  use([&](const SolverDefinition&, std::string_view script, bool) {
    ++runs;
    return answered({script.find("(= x 3)") != std::string_view::npos ? Reply::Unsat : Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  for (std::uint64_t index = 3;; index += 4) {
    ASSERT_LT(index, 400U) << "no large case has the pattern";
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || of->files[0].content.size() < 2000) continue;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Fresh, {});
    if (!trial.verdict.is_bug()) continue;
    const core::Case failing = *of;
    core::ReduceBudget budget;
    budget.max_runs = 40;
    runs = 0;
    const core::Case reduced = tester->reduce(failing, 0, trial.verdict, budget);
    EXPECT_LT(reduced.files[0].content.size(), 200U) << "after " << runs << " runs:\n" << reduced.files[0].content;
    return;
  }
}

TEST_F(FuzzModules, AReductionStaysOutOfAKnownBugsTerritory) {
  write("a.smt2", kSeedScript);
  std::ofstream(folder_ / "t.toml") << "inherits = \"smtlib\"\nname = \"t\"\nargv = [\"/bin/true\"]\n"
                                       "[[known_bug]]\nkind = \"refutation-unsound\"\nlink = \"tiny formats\"\n"
                                       "pattern = 'FloatingPoint 2 '\n";
  options_.targets = {(folder_ / "t.toml").string()};
  use([&](const SolverDefinition&, std::string_view script, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    answer.kind = script.find("fp.rem") != std::string_view::npos ? SolverAnswer::Kind::Crash : answer.kind;
    answer.message = "SIGSEGV";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  SmtFacts facts;
  facts.truths = {Truth::Open};
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {
      {std::string(kScriptFile),
       "(set-logic QF_FP)(declare-const x (_ FloatingPoint 8 24))(assert (fp.lt (fp.rem x x) x))(check-sat)"}};
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::Crash);
  const std::string reduced = tester->reduce(failing, 0, verdict, {}).files[0].content;
  EXPECT_EQ(reduced.find("FloatingPoint 2 "), std::string::npos) << reduced;
  EXPECT_NE(reduced.find("FloatingPoint 3 "), std::string::npos) << "the next larger format: " << reduced;
}

/// An open script, and what comes of it when the targets answer as told. Models satisfy it where x is 7.
class OpenScripts : public FuzzModules {
 protected:
  void SetUp() override {
    FuzzModules::SetUp();
    write("a.smt2", kSeedScript);
    SmtFacts facts;
    facts.truths = {Truth::Open};
    open_.metadata = facts.json();
    open_.files = {
        {std::string(kScriptFile), "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (= x 7))\n(check-sat)\n"}};
  }
  static SolverAnswer says(Reply reply, const std::string& model = {}) {
    SolverAnswer answer = answered({reply});
    if (!model.empty()) answer.model = model;
    return answer;
  }
  void answer_by(std::map<std::string, SolverAnswer> answers) {
    use([answers](const SolverDefinition& definition, std::string_view, bool) { return answers.at(definition.name); });
    tester_ = std::move(*module()->make_tester());
    trials_.clear();
    for (std::size_t i = 0; i < options_.targets.size(); ++i)
      trials_.push_back(tester_->run(open_, i, core::RunMode::Campaign, {}));
  }

  core::Case open_;
  std::unique_ptr<core::Tester> tester_;
  std::vector<core::Trial> trials_;
};

constexpr const char* kSeven = "((define-fun x () Int 7))";
constexpr const char* kEight = "((define-fun x () Int 8))";

TEST_F(OpenScripts, AModelThatHoldsConvictsWhoeverSaysUnsat) {
  answer_by({{"one", says(Reply::Unsat)}, {"two", says(Reply::Sat, kSeven)}});
  for (const core::Trial& trial : trials_) EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Pass);
  const auto settled = tester_->settle(open_, trials_, {});
  ASSERT_TRUE(settled.has_value());
  EXPECT_EQ(testing::what_is_wrong(*settled), "") << testing::text_of(*settled);
  EXPECT_EQ(tester_->run(*settled, 0, core::RunMode::Campaign, {}).verdict.kind, core::BugKind::RefutationUnsound);
  EXPECT_EQ(tester_->run(*settled, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::RefutationUnsound);
  EXPECT_FALSE(tester_->run(*settled, 1, core::RunMode::Campaign, {}).verdict.is_bug());
  EXPECT_FALSE(tester_->settle(*settled, trials_, {}).has_value()) << "nothing is left to settle";
}

TEST_F(OpenScripts, AModelThatDoesNotHoldConvictsItsOwnSolver) {
  answer_by({{"one", says(Reply::Unsat)}, {"two", says(Reply::Sat, kEight)}});
  EXPECT_EQ(trials_[1].verdict.kind, core::BugKind::InvalidModel);
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value()) << "nobody knows who is right about the answer";
  EXPECT_TRUE(tester_->compare(open_, trials_).empty());
}

TEST_F(OpenScripts, AReferenceIsAskedWhenATargetSaysUnsat) {
  options_.targets = {"one=/bin/true"};
  options_.references = {"ref=/bin/true -r"};
  answer_by({{"one", says(Reply::Unsat)}, {"ref", says(Reply::Sat, kSeven)}});
  EXPECT_TRUE(tester_->settle(open_, trials_, {}).has_value());
  answer_by({{"one", says(Reply::Unsat)}, {"ref", says(Reply::Unsat)}});
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value());
}

TEST_F(OpenScripts, TwoFamiliesAgainstOneAreADisagreementAndNothingMore) {
  options_.targets = {"one=/bin/true", "two=/bin/true -x", "three=/bin/true -y"};
  answer_by({{"one", says(Reply::Sat)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unsat)}});
  EXPECT_FALSE(tester_->settle(open_, trials_, {}).has_value());
  const auto verdicts = tester_->compare(open_, trials_);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0].first, 0U);
  EXPECT_EQ(verdicts[0].second.kind, core::BugKind::Disagreement);
  answer_by({{"one", says(Reply::Sat)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unknown)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "one against one";
  answer_by({{"one", says(Reply::Sat, kSeven)}, {"two", says(Reply::Unsat)}, {"three", says(Reply::Unsat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty()) << "a model says more than two solvers";
  EXPECT_TRUE(tester_->settle(open_, trials_, {}).has_value());
}

TEST_F(OpenScripts, VersionsOfOneSolverAreOneFamily) {
  options_.targets = {"one=/bin/true", "old=/nowhere/z3", "new=/nowhere/z3 -x"};
  answer_by({{"one", says(Reply::Sat)}, {"old", says(Reply::Unsat)}, {"new", says(Reply::Unsat)}});
  EXPECT_TRUE(tester_->compare(open_, trials_).empty());
}

TEST_F(FuzzModules, AReferenceThatOnlyGivesErrorsIsToldAsSuch) {
  write("a.smt2", kSeedScript);
  options_.references = {"ref=/bin/true -r"};
  use([](const SolverDefinition& definition, std::string_view, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    if (definition.name == "ref") {
      answer.kind = SolverAnswer::Kind::Error;
      answer.message = "unknown parameter 'foo'";
    }
    return answer;
  });
  auto corpus = load_seeds(options_);
  ASSERT_TRUE(corpus.ok());
  const auto made = make_fuzz_module(options_, std::move(*corpus));
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().text().find("the reference ref does not answer: unknown parameter"), std::string::npos);
}

}  // namespace
}  // namespace assay::smt
