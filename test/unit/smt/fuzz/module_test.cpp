#include <filesystem>
#include <map>
#include <string>

#include "fuzz_modules.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

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

TEST_F(FuzzModules, ChangedTestsAndSeedsInFocusComeFirst) {
  write("a.smt2", kSeedScript);
  write("b.smt2", "(declare-const x Int)(assert (= (mod x 3) 1))(check-sat)");
  write("changed/c.smt2", kSeedScript);
  options_.changed_tests = {(folder_ / "seeds" / "changed").string()};
  options_.focus = {"mod"};
  const auto corpus = load_seeds(options_);
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 3U) << "a changed test is no other seed";
  EXPECT_TRUE(corpus->seeds[0].name.ends_with("c.smt2"));
  EXPECT_TRUE(corpus->seeds[1].name.ends_with("b.smt2"));
  EXPECT_TRUE(corpus->seeds[0].preferred && corpus->seeds[1].preferred && !corpus->seeds[2].preferred);
  const std::uint64_t preferred = module()->fingerprint();
  options_.focus = {"str.replce"};
  const auto unknown = load_seeds(options_);
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("str.replace"), std::string::npos) << unknown.error().text();
  options_.focus.clear();
  EXPECT_NE(module()->fingerprint(), preferred);
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

// The paths of the second machine sort in the opposite order.
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
  options_.targets = {"one:z3=/bin/true", "two:z3=/bin/true -x", "three:cvc5=/bin/true -y"};
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
  EXPECT_TRUE(tester->compare(subject, {trial("timeout", 9.0), trial("unknown", 0.1), trial("sat", 0.1)}).empty())
      << "another solver's answer tells nothing about a time-out";
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 1.5), trial("sat", 0.01)}).empty()) << "not by seconds";
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 9.0), trial("sat", 3.0)}).empty()) << "not by the factor";
  EXPECT_TRUE(tester->compare(subject, {trial("sat", 9.0), trial("unknown", 0.1)}).empty()) << "no answer to beat";
  EXPECT_TRUE(tester->compare(subject, {trial("timeout", 9.0), trial("timeout", 9.0)}).empty());
}

TEST_F(FuzzModules, GivesUpOnNoControl) {
  write("a.smt2", kSeedScript);
  use([&](const SolverDefinition&, std::string_view, bool) {
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Timeout;
    return answer;
  });
  const auto fuzzing = module();
  auto tester = std::move(*fuzzing->make_tester());
  const std::vector<core::Control> controls = fuzzing->controls();
  ASSERT_FALSE(controls.empty());
  for (int round = 0; round < 4; ++round)
    EXPECT_EQ(tester->run(controls[0].subject, 0, core::RunMode::Campaign, {}).verdict.reason, "timeout")
        << "a busy machine: what comes after it is asked all the same";
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
    EXPECT_EQ(reasons.at("earlier cases from this seed ran out of time or memory"), 16U - most);
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

constexpr std::string_view kOverloaded =
    "(declare-fun m (Int) Int)(declare-fun m (Bool) Int)(assert (< (m 1) (m true)))(check-sat)";

/// Some solvers accept two functions of the same name; the standard does not.
TEST_F(FuzzModules, DoNotAccuseWhoRejectsTwoThingsOfOneName) {
  write("a.smt2", kOverloaded);
  options_.strategies = {{"mutate", 1}};
  use([&](const SolverDefinition&, std::string_view script, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    if (script != kOverloaded) answer.kind = SolverAnswer::Kind::Error;
    answer.message = script == kOverloaded ? "" : "symbol 'm' already defined";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  std::size_t overloaded = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const auto made = tester->generate(index);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Verdict verdict = tester->run(*subject, 0, core::RunMode::Campaign, {}).verdict;
    const bool has_both = subject->files[0].content.find("(Int) Int") != std::string::npos &&
                          subject->files[0].content.find("(Bool) Int") != std::string::npos;
    EXPECT_EQ(verdict.is_bug(), !has_both) << subject->files[0].content;
    if (has_both) {
      ++overloaded;
      EXPECT_EQ(verdict.reason, "an error on a script with two things of one name");
    }
  }
  EXPECT_GT(overloaded, 0U);
}

TEST_F(FuzzModules, AccuseWhoRejectsADatatype) {
  constexpr std::string_view kDatatype =
      "(declare-datatypes ((T 0)) (((e) (i (h Int)))))(declare-const x T)(assert (> (h x) 3))(check-sat)";
  write("a.smt2", kDatatype);
  use([&](const SolverDefinition&, std::string_view script, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    if (script != kDatatype) answer.kind = SolverAnswer::Kind::Error;
    answer.message = script == kDatatype ? "" : "no such thing";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  for (std::uint64_t index = 0; index < 4; ++index) {
    const core::Case subject = std::get<core::Case>(tester->generate(index));
    EXPECT_EQ(tester->run(subject, 0, core::RunMode::Campaign, {}).verdict.kind, core::BugKind::RejectsValid);
  }
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
  write("q.smt2",
        "(declare-fun f (Int) Int)(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 0) (> y 0)) (distinct (+ (* "
        "x x x) (* y y y)) (* z z z)))))(check-sat)");
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

}  // namespace
}  // namespace assay::smt
