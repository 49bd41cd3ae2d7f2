// Every judge in the order of the calls: its verdicts on a run with its kind of bug, and on an honest run.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "smt/judge/judge.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using Kind = SolverAnswer::Kind;

constexpr const char* kPositive = "(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n";
constexpr const char* kNamed =
    "(declare-fun x () Int)\n(assert (! (> x 5) :named a))\n(assert (! (< x 3) :named b))\n(assert (! (< x 9) :named "
    "c))\n(check-sat)\n";
constexpr const char* kTwoLevels =
    "(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n(push 1)\n(assert (< x 9))\n(check-sat)\n(pop 1)\n";
constexpr const char* kTwice =
    "(declare-fun f (Int) Int)\n(declare-fun f (Bool) Int)\n(assert (= (f 0) 1))\n(check-sat)\n";
constexpr const char* kSeven = "(define-fun x () Int 7)";
constexpr const char* kFour = "(define-fun x () Int 4)";

/// A run of a solver on a script, honest until something is changed.
struct Played {
  std::string script = kPositive;
  SmtFacts facts;
  SolverDefinition target;
  SolverAnswer answer;
  Query asked;
  std::string witness;
  std::string instances;
  bool in_campaign = false;
  std::vector<std::string> options;
  Reply alone = Reply::Sat;  ///< to further scripts
  std::vector<std::string> rejected_sources;
  std::function<Verdict(const std::string&)> check_proof;

  Played() {
    target.name = "played";
    facts.truths = {Truth::Sat};
    answer.kind = Kind::Answered;
    answer.replies = {Reply::Sat};
    answer.model_asked = true;
    answer.model = kSeven;
  }

  /// The result of `judged` for this run.
  template <typename Result>
  Result by(const std::function<Result(const SolverRun&)>& judged) const {
    core::Case subject;
    subject.group = "QF_LIA";
    subject.files = {{std::string(kScriptFile), script}};
    if (!witness.empty()) subject.files.push_back({std::string(kWitnessFile), witness});
    if (!instances.empty()) subject.files.push_back({std::string(kInstancesFile), instances});
    ScriptTerms terms(subject.files[0].content);
    SolverRun run{subject, terms, facts, target, answer};
    run.asked = asked;
    run.in_campaign = in_campaign;
    run.options = options;
    run.ask = [&](const std::string&, const Query&) {
      SolverAnswer further;
      further.kind = Kind::Answered;
      further.replies = {alone};
      return further;
    };
    run.rejected_sources = [&] { return rejected_sources; };
    run.check_proof = check_proof;
    return judged(run);
  }
  [[nodiscard]] Judgement by_all() const {
    return by<Judgement>([](const SolverRun& run) { return judge(run); });
  }
};

struct Planted {
  std::string judge;     ///< the row that gives the verdict
  std::string expected;  ///< "KIND: reason" of a bug, "skip: reason"
  std::function<void(Played&)> change;
  Verdict so_far = {};  ///< the verdict that the row may replace
};

std::string told(const Verdict& verdict) {
  if (verdict.is_bug()) return std::string(name(verdict.kind)) + ": " + verdict.reason;
  return (verdict.outcome == Verdict::Outcome::Skip ? "skip: " : "pass: ") + verdict.reason;
}

Verdict rejection() { return Verdict::bug(BugKind::RejectsValid, "no such sort", "an error"); }

void of_named(Played& run) {
  run.script = kNamed;
  run.facts.truths = {Truth::Unsat};
  run.facts.core = {"a", "b"};
  run.answer.replies = {Reply::Unsat};
  run.answer.model.reset();
  run.asked = {.core = true};
  run.target.prelude_core = "(set-option :produce-unsat-cores true)";
}

void of_proof(Played& run) {
  run.script = kNamed;
  run.facts.truths = {Truth::Unsat};
  run.answer.replies = {Reply::Unsat};
  run.answer.model.reset();
  run.asked.proof = "cpc";
  run.answer.proof = "(wrong)";
  run.check_proof = [](const std::string& proof) {
    if (proof != "(wrong)") return Verdict::pass(passes::kReplies);
    return Verdict::bug(BugKind::InvalidProof, "refused proof", "a wrong step");
  };
}

void of_error(Played& run) {
  run.answer.kind = Kind::Error;
  run.answer.replies.clear();
  run.answer.message = "no such sort";
}

void of_axioms(Played& run) {
  run.script =
      "(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n(assert (not (p 1)))\n(assert (q (- 1)))\n"
      "(assert (! (forall ((x Int)) (! (p x) :pattern ((p x)))) :named a0))\n(check-sat)\n";
  run.instances = "(declare-fun p (Int) Bool)\n(assert (not (p 1)))\n(assert (! (p 1) :named a0.1))\n(check-sat)\n";
  run.facts.truths = {Truth::Unsat};
  run.facts.by_matching = true;
  run.answer.replies = {Reply::Unknown};
  run.asked = {.matching = true};
  run.target.prelude_matching = "(set-option :e-matching true)";
  run.in_campaign = true;
}

/// Bugs in the answers themselves.
std::vector<Planted> planted_answers() {
  return {
      {"replies", "refutation-unsound: unsat for satisfiable",
       [](Played& run) { run.answer.replies = {Reply::Unsat}; }},
      {"replies", "solution-unsound: sat for unsatisfiable", [](Played& run) { run.facts.truths = {Truth::Unsat}; }},
      {"ending", "crash: SIGSEGV",
       [](Played& run) {
         run.answer.kind = Kind::Crash;
         run.answer.message = "SIGSEGV";
       }},
      {"ending", "skip: timeout", [](Played& run) { run.answer.kind = Kind::Timeout; }},
      {"model", "invalid-model: falsifies an assertion", [](Played& run) { run.answer.model = kFour; }},
      {"model", "invalid-model: none given", [](Played& run) { run.answer.model.reset(); }},
      {"confession", "invalid-model: its own check fails",
       [](Played& run) {
         run.answer.confession = Confession{BugKind::InvalidModel, "its own check fails"};
       }},
      {"unknown", "skip: unknown", [](Played& run) { run.answer.replies = {Reply::Unknown}; }},
      {"unknown", "incomplete: unknown in QF_LIA",
       [](Played& run) {
         run.answer.replies = {Reply::Unknown};
         run.facts.decidable = true;
         run.target.decidable = {"QF_LIA"};
       }},
      {"known instances", "incomplete: unknown where E-matching suffices", of_axioms, Verdict::skip("unknown")},
      {"other output", "skip: unclassified output", [](Played& run) { run.answer.unclassified = "hello"; }},
  };
}

/// Bugs outside of the answers, and reasons that explain a bug away.
std::vector<Planted> planted_others() {
  return {
      {"optimum by witness", "wrong-result: wrong optimum",
       [](Played& run) {
         run.script = "(declare-fun x () Int)\n(assert (< x 5))\n(maximize x)\n(check-sat)\n";
         run.witness = kFour;
         run.answer.model = "(define-fun x () Int 3)";
         run.answer.objectives = "(objectives (x 3))";
       }},
      {"references by model", "skip: a model refutes the references",
       [](Played& run) {
         run.facts.truths = {Truth::Unsat};
         run.facts.partly_by_solvers = true;
       },
       Verdict::bug(BugKind::SolutionUnsound, "sat for unsatisfiable", "")},
      {"references by model", "invalid-model: falsifies an assertion",
       [](Played& run) {
         run.facts.truths = {Truth::Unsat};
         run.facts.partly_by_solvers = true;
         run.answer.model = kFour;
       },
       Verdict::bug(BugKind::SolutionUnsound, "sat for unsatisfiable", "")},
      {"core", "invalid-core: satisfiable core",
       [](Played& run) {
         of_named(run);
         run.answer.core = {"b", "c"};
       }},
      {"core", "imprecise: needless assertion in a minimal core",
       [](Played& run) {
         of_named(run);
         run.target.minimal_cores = true;
         run.answer.core = {"a", "b", "c"};
       }},
      {"proof", "invalid-proof: refused proof", of_proof},
      {"known optimum", "wrong-result: wrong optimum",
       [](Played& run) {
         run.facts.optimum = {"4"};
         run.answer.objectives = "(objectives (x 3))";
       }},
      {"certificates", "invalid-certificate: simplify: the simplified term has another value",
       [](Played& run) {
         run.script = "(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n(simplify (+ x 1))\n";
         run.asked = {.certificates = true};
         run.answer.certificates = {"x"};
       }},
      {"own answers", "inconsistent: contradicts itself",
       [](Played& run) {
         run.script = kTwoLevels;
         run.facts.truths = {Truth::Open, Truth::Open};
         run.answer.replies = {Reply::Unsat, Reply::Sat};
       }},
      {"own answers", "inconsistent: contradicts itself",
       [](Played& run) {
         run.script = kTwoLevels;
         run.facts.truths = {Truth::Open, Truth::Open};
         run.answer.replies = {Reply::Sat, Reply::Sat};
         run.alone = Reply::Unsat;
       }},
      {"rejected source", "skip: the target rejects the seed, too",
       [](Played& run) {
         of_error(run);
         run.in_campaign = true;
         run.rejected_sources = {"something else", "no such sort"};
       },
       rejection()},
      {"overloaded name", "skip: an error on a script with two things of one name",
       [](Played& run) {
         of_error(run);
         run.script = kTwice;
       },
       rejection()},
      {"drawn options", "skip: an error with drawn options",
       [](Played& run) {
         of_error(run);
         run.facts.drawn = {{"played", {"fast=true"}}};
         run.options = {"fast=true"};
       },
       rejection()},
  };
}

const std::vector<Planted>& planted() {
  static const std::vector<Planted> rows = [] {
    std::vector<Planted> all = planted_answers();
    for (const Planted& row : planted_others()) all.push_back(row);
    return all;
  }();
  return rows;
}

Played played(const Planted& row) {
  Played run;
  row.change(run);
  return run;
}

TEST(JudgeRows, SayWhatIsPlanted) {
  for (const Planted& row : planted()) {
    const auto rows = judge_rows();
    const auto judged =
        std::find_if(rows.begin(), rows.end(), [&](const JudgeRow& one) { return one.name == row.judge; });
    ASSERT_NE(judged, rows.end()) << row.judge;
    const auto said =
        played(row).by<std::optional<Judgement>>([&](const SolverRun& run) { return judged->judge(run, &row.so_far); });
    ASSERT_TRUE(said) << row.judge << " has nothing to say of " << row.expected;
    EXPECT_EQ(told(said->verdict), row.expected) << row.judge;
  }
}

TEST(JudgeRows, TogetherComeToTheSame) {
  for (const Planted& row : planted()) EXPECT_EQ(told(played(row).by_all().verdict), row.expected) << row.judge;
}

TEST(JudgeRows, HaveEachAPlantedRun) {
  for (const JudgeRow& row : judge_rows()) {
    EXPECT_FALSE(row.help.empty());
    EXPECT_TRUE(std::any_of(planted().begin(), planted().end(), [&](const Planted& one) {
      return one.judge == row.name;
    })) << row.name;
  }
}

TEST(JudgeRows, AccuseNoHonestRun) {
  EXPECT_EQ(told(Played().by_all().verdict), "pass: ");
  Played core;
  of_named(core);
  core.answer.core = {"a", "b"};
  EXPECT_EQ(told(core.by_all().verdict), "pass: ");
  Played proof;
  of_proof(proof);
  proof.answer.proof = "(right)";
  EXPECT_EQ(told(proof.by_all().verdict), "pass: ");
  proof.answer.proof.reset();
  EXPECT_EQ(told(proof.by_all().verdict), "pass: no proof after unsat");
  Played levels;
  levels.script = kTwoLevels;
  levels.facts.truths = {Truth::Open, Truth::Open};
  levels.answer.replies = {Reply::Sat, Reply::Sat};
  EXPECT_EQ(told(levels.by_all().verdict), "pass: answer not judged: nobody knows its truth");
}

TEST(JudgeRows, SayWhichCertificatesAreNotJudged) {
  Played run;
  run.script = "(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n(simplify (+ x 1))\n";
  run.asked = {.certificates = true};
  run.answer.certificates = {"(+ 1 x)"};
  EXPECT_EQ(told(run.by_all().verdict), "pass: ");
  run.answer.certificates = {"(error \"no\")"};
  EXPECT_EQ(told(run.by_all().verdict), "pass: certificate not given");
  run.answer.certificates = {"(internal 1"};
  EXPECT_EQ(told(run.by_all().verdict), "pass: certificate not judged: the simplified term cannot be read");
}

TEST(JudgeRows, NameTheInstanceThatIsMissed) {
  Played run;
  of_axioms(run);
  run.alone = Reply::Unsat;
  EXPECT_NE(run.by_all().verdict.detail.find("it misses the instance (assert (! (p 1) :named a0.1))"),
            std::string::npos);
  run.alone = Reply::Unknown;
  EXPECT_NE(run.by_all().verdict.detail.find("with all needed instances"), std::string::npos);
}

TEST(JudgeRows, AskForNoInstanceThatIsNotClaimed) {
  Played no_claim;
  of_axioms(no_claim);
  no_claim.target.prelude_matching.clear();
  EXPECT_EQ(told(no_claim.by_all().verdict), "skip: unknown");
  Played missing_terms;
  of_axioms(missing_terms);
  missing_terms.facts.by_matching = false;
  EXPECT_EQ(told(missing_terms.by_all().verdict), "skip: unknown");
}

TEST(JudgeRows, LetKnownBugsExplainWhatTheyFind) {
  Played run;
  run.answer.model = kFour;
  core::KnownBug known;
  known.pattern = "(> x 5)";
  known.cause = "issue 1";
  known.kinds = {"invalid-model"};
  run.target.known_bugs = {known};
  EXPECT_EQ(told(run.by_all().verdict), "skip: known bug: issue 1");
}

/// Two families answer sat, and the first target unsat.
PeerRuns peers(const SolverDefinition& one, const SolverDefinition& two, const core::Trial& trial) {
  PeerRuns runs;
  runs.runs = {{&one, &trial, Vote{"one", "one", Reply::Unsat, {}}},
               {&two, &trial, Vote{"two", "two", Reply::Sat, {}}}};
  runs.peers = [] { return std::vector{Vote{"three", "three", Reply::Sat, {}}}; };
  return runs;
}

TEST(PeerJudges, SeeATargetThatTwoFamiliesContradict) {
  SolverDefinition one, two;
  one.name = "one";
  two.name = "two";
  const core::Trial trial;
  PeerRuns runs = peers(one, two, trial);
  const auto found = compare(runs);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, 0U);
  EXPECT_EQ(told(found[0].second), "disagreement: unsat against two families");
  EXPECT_FALSE(rests_on_own_status(found[0].second));
  runs.runs[1].vote->witness = kSeven;  // it is settled: the campaign makes it a case with a witness
  EXPECT_TRUE(compare(runs).empty());
}

TEST(PeerJudges, BelieveASeedAgainstOneTarget) {
  SolverDefinition one;
  one.name = "one";
  const core::Trial trial;
  PeerRuns runs;
  runs.runs = {{&one, &trial, Vote{"one", "one", Reply::Unsat, {}}}};
  EXPECT_TRUE(compare(runs).empty());
  runs.own_status = Truth::Sat;
  const auto found = compare(runs);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(rests_on_own_status(found[0].second));
}

}  // namespace
}  // namespace assay::smt
