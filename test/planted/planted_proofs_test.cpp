// Solvers that print wrong proofs in z3's format are found by a campaign that asks for proofs, and one whose proofs are
// right is never accused. The solvers are played: a proof concludes `false` from all assertions in one step.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "core/io/io.hpp"
#include "rounds.hpp"
#include "smt/synth/synth.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using Assertions = std::vector<std::string>;
using Prover = std::function<std::string(const Assertions&)>;

std::string step(const Assertions& asserted, const std::string& conclusion) {
  std::string out = "((_ th-lemma all)";
  for (const std::string& one : asserted) out += " (asserted " + one + ")";
  return out + " " + conclusion + ")";
}

std::string honest(const Assertions& all) { return step(all, "false"); }

struct Lie {
  std::string name;
  Prover prove;
  std::string reason;
};
void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.name; }

std::vector<Lie> lies() {
  const std::string step_is_wrong = "refused proof: a step of rule ";
  return {
      {"ForgetsAPremise",
       [](const Assertions& all) {
         return step({all.begin(), all.end() - 1}, "false");
       },
       step_is_wrong + "th-lemma"},
      {"RewritesToTheNegation",
       [](const Assertions& all) {
         const std::string rewritten = "(rewrite (= " + all[0] + " (not " + all[0] + ")))";
         return "(unit-resolution (asserted " + all[0] + ") (mp (asserted " + all[0] + ") " + rewritten + " (not " +
                all[0] + ")) false)";
       },
       step_is_wrong + "rewrite"},
      {"CallsAnAssertionAnAxiom",
       [](const Assertions& all) { return "((_ th-lemma all) (def-axiom " + all[0] + ") false)"; },
       step_is_wrong + "def-axiom"},
      {"AssumesANegation",
       [](const Assertions& all) {
         return "(unit-resolution (asserted " + all[0] + ") (asserted (not " + all[0] + ")) false)";
       },
       "refused proof: the proof assumes what the script does not assert"},
      {"EndsInAnAssertion", [](const Assertions& all) { return "(asserted " + all[0] + ")"; },
       "refused proof: the proof does not end in false"},
      {"ForgetsAHypothesis",
       [](const Assertions& all) {
         return "(unit-resolution (asserted " + all[0] + ") (hypothesis (not " + all[0] + ")) false)";
       },
       "refused proof: the proof ends with a hypothesis that no lemma closes"},
  };
}

/// Calls every script unsatisfiable that the case does not call satisfiable.
class PlayedProver final : public SolverPort {
 public:
  explicit PlayedProver(Prover prove) : prove_(std::move(prove)) {}

  SolverAnswer run(std::string_view text, const Query& asked, RunStyle, const std::stop_token&) override {
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Answered;
    TermStore store;
    const Result<Script> script = parse_script(store, text, "script");
    if (!script) return answer;
    for (const Command& command : script->commands)
      if (is_check(command.kind)) answer.replies.push_back(asked.proof.empty() ? Reply::Unknown : Reply::Unsat);
    Assertions all;
    for (const JudgedAssertion& one : active_assertions(*script)) all.push_back(to_string(store, one.term));
    if (!asked.proof.empty() && !all.empty()) answer.proof = "((proof\n" + prove_(all) + "))";
    return answer;
  }

 private:
  Prover prove_;
};

/// The reasons of all findings about invalid proofs in the first cases of a campaign.
std::set<std::string> reasons(const Prover& prove, std::uint64_t cases, const std::string& wanted = {}) {
  const std::string path = ::testing::TempDir() + "assay_planted_proofs.toml";
  EXPECT_TRUE(core::write_text_file(path,
                                    "kind = \"solver\"\ninherits = \"smtlib\"\nname = \"played\"\n"
                                    "argv = [\"played\"]\nprelude_proof = \"(set-option :produce-proofs true)\"\n")
                  .ok());
  SynthOptions options;
  options.targets = {path};
  options.certificates = {"proofs"};
  options.theories = {"core", "ints", "bit-vectors", "strings"};
  options.make_solver = [&](const SolverDefinition&, const core::Limits&) {
    return std::make_unique<PlayedProver>(prove);
  };
  const auto module = make_synth_module(options);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text());
  std::set<std::string> found;
  if (!module) return found;
  const auto tester = std::move(*(*module)->make_tester());
  for (std::uint64_t index = 0; index < cases && (wanted.empty() || !found.contains(wanted)); ++index) {
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug() || trial.verdict.kind != BugKind::InvalidProof) continue;
    if (wanted.empty())
      ADD_FAILURE() << trial.verdict.reason << "\n" << trial.verdict.detail << "\n" << of->files[0].content;
    found.insert(trial.verdict.reason);
  }
  return found;
}

class WrongProofs : public ::testing::TestWithParam<Lie> {};

TEST_P(WrongProofs, AreFound) {
  EXPECT_TRUE(reasons(GetParam().prove, 600, GetParam().reason).contains(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(Lies, WrongProofs, ::testing::ValuesIn(lies()),
                         [](const auto& lie) { return lie.param.name; });

TEST(RightProofs, AreNeverAccused) { EXPECT_TRUE(reasons(honest, test_rounds(1500, 100000)).empty()); }

}  // namespace
}  // namespace assay::smt
