// The proof that campaigns against solvers of Horn clauses find bugs: lies of a fake solver, which knows each case's
// truth, are found within a bounded number of cases, and an honest one is never accused.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "horn/horn.hpp"
#include "horn/horn_case.hpp"

namespace assay::horn {
namespace {

namespace fs = std::filesystem;
using core::BugKind;
using smt::SolverAnswer;

/// The honest answer to a case, with a model or the facts of a derivation.
struct Honest {
  bool sat = false;
  bool prints_lines = true;  ///< false: the derivation comes only when it is requested
  std::string model;
  std::vector<std::string> facts;
  std::string system;         ///< the case's system, printed
  bool is_follow_up = false;  ///< the script is not the case's: it is made from an earlier witness
  bool is_open = false;       ///< of a follow-up: its truth was not found
};

Honest honest_answer(const core::Case& subject) {
  OpenedHorn opened = open_horn_case(subject);
  Honest made;
  made.system = print_horn(*opened.store, opened.known.system, {});
  made.sat = opened.facts.truth == smt::Truth::Sat;
  if (const core::File* model = subject.file(kModelFile)) made.model = model->content;
  const core::File* steps = subject.file(kDerivationFile);
  if (steps == nullptr) return made;
  const auto derivation = read_derivation(*opened.store, opened.known.system, steps->content);
  EXPECT_TRUE(derivation.ok());
  Evaluation evaluation(*opened.store);
  for (const Step& step : *derivation) {
    const Clause& clause = opened.known.system.clauses[step.clause];
    if (!clause.head) continue;
    const auto fact = evaluation.fact(*clause.head, assignment_of(clause, step));
    if (fact) made.facts.push_back(text_of(*opened.store, *fact));
  }
  return made;
}

SolverAnswer answer(smt::Reply reply, std::string output) {
  SolverAnswer made;
  made.kind = SolverAnswer::Kind::Answered;
  made.replies = {reply};
  made.output = std::move(output);
  return made;
}

/// Golem's lines.
std::string lines_of(const std::vector<std::string>& facts) {
  std::string text = "unsat\n0:\ttrue\n";
  for (std::size_t i = 0; i < facts.size(); ++i) text += std::to_string(i + 1) + ":\t" + facts[i] + " ->  0\n";
  return text + std::to_string(facts.size() + 1) + ":\tfalse ->  " + std::to_string(facts.size()) + "\n";
}

/// z3's proof.
std::string proof_of(const std::vector<std::string>& facts) {
  std::string text = "(asserted true)";
  for (const std::string& fact : facts) text = "((_ hyper-res 0 0 0 1) (asserted true) " + text + " " + fact + ")";
  return "unsat\n((set-logic HORN)\n(proof\n(let (($x1 true)) (mp " + text + " (asserted false) false))))\n";
}

SolverAnswer honest(const Honest& truth, const std::string& script) {
  if (truth.is_open) return answer(smt::Reply::Unknown, "unknown\n");
  if (script.find("(get-proof)") != std::string::npos) return answer(smt::Reply::Unsat, proof_of(truth.facts));
  if (!truth.sat) return answer(smt::Reply::Unsat, truth.prints_lines ? lines_of(truth.facts) : "unsat\n");
  SolverAnswer made = answer(smt::Reply::Sat, "sat\n" + truth.model);
  made.model = truth.model;
  return made;
}

SolverAnswer failed(SolverAnswer::Kind kind, const std::string& message) {
  SolverAnswer made;
  made.kind = kind;
  made.message = message;
  return made;
}

/// The model with all bodies replaced.
std::string with_bodies(const std::string& model, const std::string& body) {
  const OpenedHorn nothing;
  std::string text = "(\n";
  TermStore store;
  for (std::size_t at = model.find("(define-fun"); at != std::string::npos; at = model.find("(define-fun", at + 1)) {
    std::size_t end = model.find(" Bool", model.find(") Bool", at));
    text += model.substr(at, end - at) + " Bool " + body + ")\n";
  }
  return text + ")\n";
}

struct Lie {
  std::string name;
  BugKind kind;
  std::string reason;  ///< its beginning; empty: any
  bool asks_proof = false;
  std::function<SolverAnswer(const Honest& truth, const std::string& script)> tell;
};
void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.name; }

class FakePort final : public smt::SolverPort {
 public:
  using Tell = std::function<SolverAnswer(const Honest& truth, const std::string& script)>;
  FakePort(const Honest& truth, Tell tell) : truth_(truth), tell_(std::move(tell)) {}
  SolverAnswer run(std::string_view script, const smt::Query&, smt::RunStyle, const std::stop_token&) override {
    TermStore store;
    const auto read = read_system(store, script, "asked");
    EXPECT_TRUE(read.ok());
    if (print_horn(store, read->system, {}) == truth_.system) return tell_(truth_, std::string(script));
    HornFacts facts;
    facts.spelling = 0;
    Honest truth = honest_answer(make_horn_case(store, decide(store, read->system), facts));
    truth.is_follow_up = true;
    truth.prints_lines = truth_.prints_lines;
    truth.is_open = !truth.sat && truth.facts.empty();
    return tell_(truth, std::string(script));
  }

 private:
  const Honest& truth_;
  Tell tell_;
};

class PlantedHorn : public ::testing::TestWithParam<Lie> {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / ("assay_planted_horn_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<core::Tester> tester(FakePort::Tell tell, bool asks_proof) {
    const fs::path path = folder_ / "fake.toml";
    std::ofstream(path) << "kind = \"solver\"\ninherits = \"smtlib\"\nname = \"fake\"\nargv = [\"true\"]\n"
                        << (asks_proof ? "prelude_core = \"(set-option :produce-proofs true)\\n\"\n" : "");
    HornOptions options;
    options.targets = {path.string()};
    options.references = {};
    options.witness_percent = 100;
    options.make_solver = [this, tell = std::move(tell)](const smt::SolverDefinition&, const core::Limits&) {
      return std::make_unique<FakePort>(truth_, tell);
    };
    auto made = make_horn_module(options, {});
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    module_ = std::move(*made);
    return std::move(*module_->make_tester());
  }

  fs::path folder_;
  Honest truth_;
  std::unique_ptr<core::Module> module_;
};

constexpr std::uint64_t kMaxCases = 300;

TEST_P(PlantedHorn, IsFound) {
  const auto made = tester(GetParam().tell, GetParam().asks_proof);
  for (std::uint64_t index = 0; index < kMaxCases; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    truth_ = honest_answer(*of);
    truth_.prints_lines = !GetParam().asks_proof;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    EXPECT_EQ(trial.verdict.kind, GetParam().kind) << trial.verdict.reason << "\n" << trial.verdict.detail;
    if (!GetParam().reason.empty()) {
      EXPECT_TRUE(trial.verdict.reason.starts_with(GetParam().reason)) << trial.verdict.reason << trial.verdict.detail;
    }
    return;
  }
  FAIL() << "not found in " << kMaxCases << " cases";
}

bool has(const std::string& script, const std::string& word) { return script.find(word) != std::string::npos; }

SolverAnswer lie_if(bool lies, const Honest& truth, const std::string& script, smt::Reply reply) {
  return lies ? answer(reply, std::string(smt::name(reply)) + "\n") : honest(truth, script);
}

std::vector<Lie> lies() {
  using smt::Reply;
  std::vector<Lie> all;
  all.push_back(
      {"unsat-with-ite", BugKind::RefutationUnsound, "unsat for a satisfiable system", false,
       [](const Honest& t, const std::string& s) { return lie_if(t.sat && has(s, "(ite"), t, s, Reply::Unsat); }});
  all.push_back({"unsat-with-mod", BugKind::RefutationUnsound, "", false, [](const Honest& t, const std::string& s) {
                   return lie_if(t.sat && has(s, "(mod"), t, s, Reply::Unsat);
                 }});
  all.push_back(
      {"sat-with-bit-vectors", BugKind::SolutionUnsound, "sat for an unsatisfiable system", false,
       [](const Honest& t, const std::string& s) { return lie_if(!t.sat && has(s, "BitVec"), t, s, Reply::Sat); }});
  all.push_back({"sat-with-arrays", BugKind::SolutionUnsound, "", false, [](const Honest& t, const std::string& s) {
                   return lie_if(!t.sat && has(s, "(Array"), t, s, Reply::Sat);
                 }});
  all.push_back({"sat-with-lists", BugKind::SolutionUnsound, "", false, [](const Honest& t, const std::string& s) {
                   return lie_if(!t.sat && has(s, "(node"), t, s, Reply::Sat);
                 }});
  all.push_back({"model-all-true", BugKind::InvalidModel, "the model falsifies ", false,
                 [](const Honest& t, const std::string& s) {
                   SolverAnswer made = honest(t, s);
                   if (t.sat) made.model = with_bodies(t.model, "true");
                   return made;
                 }});
  return all;
}

std::vector<Lie> lies_about_witnesses() {
  using Kind = SolverAnswer::Kind;
  using smt::Reply;
  std::vector<Lie> all;
  all.push_back({"model-all-false", BugKind::InvalidModel, "the model falsifies ", false,
                 [](const Honest& t, const std::string& s) {
                   SolverAnswer made = honest(t, s);
                   if (t.sat) made.model = with_bodies(t.model, "false");
                   return made;
                 }});
  all.push_back({"model-only-in-output", BugKind::InvalidModel, "", false, [](const Honest& t, const std::string& s) {
                   if (!t.sat) return honest(t, s);
                   std::string text = with_bodies(t.model, "true");
                   return answer(Reply::Sat, "sat\n" + text.substr(2, text.size() - 4));
                 }});
  all.push_back({"lines-with-a-stranger", BugKind::InvalidProof, "the derivation has a fact that does not follow",
                 false, [](const Honest& t, const std::string& s) {
                   if (t.sat || t.facts.size() < 2) return honest(t, s);
                   return answer(Reply::Unsat, lines_of({t.facts.back()}));
                 }});
  all.push_back({"alethe-of-another-number", BugKind::InvalidProof, "the derivation has a fact that does not follow",
                 false, [](const Honest& t, const std::string& s) {
                   if (t.sat || t.facts.empty() || t.is_open) return honest(t, s);
                   std::string steps = "unsat\n";
                   for (std::string fact : t.facts) {
                     if (const std::size_t at = fact.find_last_of("0123456789"); at != std::string::npos)
                       fact.insert(at, "77");
                     steps += "(step t1 (cl " + fact + ") :rule resolution :premises (t0))\n";
                   }
                   return answer(Reply::Unsat, steps + "(step t2 (cl) :rule resolution)\n");
                 }});
  all.push_back(
      {"model-without-predicates", BugKind::InvalidModel, "", false, [](const Honest& t, const std::string& s) {
         SolverAnswer made = honest(t, s);
         if (!t.sat) return made;
         const std::string text = with_bodies(t.model, "true");
         const std::size_t second = text.find("(define-fun", text.find("(define-fun") + 1);
         if (second != std::string::npos) made.model = text.substr(0, second) + ")\n";
         return made;
       }});
  all.push_back(
      {"unsat-under-its-own-model", BugKind::RefutationUnsound, "unsat for a satisfiable system", false,
       [](const Honest& t, const std::string& s) { return lie_if(t.is_follow_up && t.sat, t, s, Reply::Unsat); }});
  all.push_back({"sat-without-one-instance", BugKind::SolutionUnsound, "sat for an unsatisfiable system", false,
                 [](const Honest& t, const std::string& s) {
                   return lie_if(t.is_follow_up && !t.sat && !t.is_open, t, s, Reply::Sat);
                 }});
  all.push_back({"lines-without-facts", BugKind::InvalidProof, "the derivation has no query follows from its facts",
                 false, [](const Honest& t, const std::string& s) {
                   return t.sat ? honest(t, s) : answer(Reply::Unsat, lines_of({}));
                 }});
  all.push_back({"proof-of-another-number", BugKind::InvalidProof, "", true, [](const Honest& t, const std::string& s) {
                   if (t.sat || !has(s, "(get-proof)")) return honest(t, s);
                   std::vector<std::string> facts = t.facts;
                   for (std::string& fact : facts)
                     if (const std::size_t at = fact.find_last_of("0123456789"); at != std::string::npos)
                       fact.insert(at, "77");
                   return answer(Reply::Unsat, proof_of(facts));
                 }});
  all.push_back({"unknown-with-proofs", BugKind::Incomplete, "unknown when a derivation is requested", true,
                 [](const Honest& t, const std::string& s) {
                   return has(s, "(get-proof)") ? answer(Reply::Unknown, "unknown\n") : honest(t, s);
                 }});
  all.push_back({"crash", BugKind::Crash, "assertion failure", false, [](const Honest& t, const std::string& s) {
                   return has(s, "distinct") ? failed(Kind::Crash, "assertion failure") : honest(t, s);
                 }});
  all.push_back({"crash-while-proving", BugKind::Crash, "SIGABRT", true, [](const Honest& t, const std::string& s) {
                   return has(s, "(get-proof)") ? failed(Kind::Crash, "SIGABRT") : honest(t, s);
                 }});
  all.push_back(
      {"rejects-ite", BugKind::RejectsValid, "unknown operator", false, [](const Honest& t, const std::string& s) {
         return has(s, "(ite") ? failed(Kind::Error, "unknown operator") : honest(t, s);
       }});
  return all;
}

std::vector<Lie> all_lies() {
  std::vector<Lie> all = lies();
  for (Lie& lie : lies_about_witnesses()) all.push_back(std::move(lie));
  return all;
}

INSTANTIATE_TEST_SUITE_P(Lies, PlantedHorn, ::testing::ValuesIn(all_lies()), [](const auto& one) {
  std::string name = one.param.name;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

class PlantedHornHonest : public PlantedHorn {};

TEST_P(PlantedHornHonest, IsNeverAccused) {
  const auto number = [](const char* name, std::uint64_t otherwise) {
    const char* given = std::getenv(name);
    return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
  };
  const std::uint64_t count = number("ASSAY_PLANTED_CASES", 400);
  const std::uint64_t first = number("ASSAY_PLANTED_FIRST", 0);  // a long run may be made in parts
  const auto made = tester(honest, GetParam().asks_proof);
  std::uint64_t judged = 0;
  for (std::uint64_t index = first; index < first + count; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    truth_ = honest_answer(*of);
    truth_.prints_lines = !GetParam().asks_proof;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    EXPECT_FALSE(trial.verdict.is_bug()) << index << ": " << trial.verdict.reason << "\n"
                                         << trial.verdict.detail << "\n"
                                         << of->files[0].content << trial.output;
    judged += trial.verdict.outcome == core::Verdict::Outcome::Pass && trial.verdict.reason.empty() ? 1 : 0;
  }
  EXPECT_GT(judged, count / 2);
}

INSTANTIATE_TEST_SUITE_P(Readers, PlantedHornHonest,
                         ::testing::Values(Lie{"lines", BugKind::Crash, "", false, {}},
                                           Lie{"proofs", BugKind::Crash, "", true, {}}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace assay::horn
