// Edits that make a script stable, and the instances of a proof.

#include "smt/stability/instability.hpp"

#include <gtest/gtest.h>

#include "smt/stability/proof_instances.hpp"
#include "smt/stability/split_assertions.hpp"

namespace assay::smt {
namespace {

const std::string kScript =
    "(declare-sort U 0)\n(declare-fun f (U) Int)\n(declare-fun g (U U) U)\n(declare-const a U)\n"
    "(assert (! (forall ((x U) (y U)) (! (> (f (g x y)) (f x)) :pattern ((g x y)) :pattern ((f x)))) :named first))\n"
    "(assert (=> (> (f a) 3) (forall ((z U)) (< (f (g z z)) (f z)))))\n"
    "(assert (not (forall ((z U)) (= (f z) 0))))\n"
    "(assert (> (f a) 7))\n(check-sat)\n";

std::vector<std::string> instances(std::string_view proof) {
  const TextTree tree = text_tree(kScript);
  std::vector<std::string> texts;
  for (InstanceAssertion& one : instances_in_proof(tree, with_named_quantifiers(tree).sites, proof))
    texts.push_back(std::move(one.text));
  return texts;
}

TEST(ProofInstances, AreWrittenInTheScriptsOwnWords) {
  const std::string proof =
      "((proof (let ((?x5 (g a a))) (let (($x9 (forall ((x U) (y U)) (! (not (<= (f (g x y)) (f x))) :pattern ((g x "
      "y)) "
      ":qid assay!0)))) (let (($x8 (not $x9))) (let (($x20 (forall ((z U)) (! (< (f (g z z)) (f z)) :qid assay!1!3)))) "
      "(step ((_ quant-inst a ?x5) (or $x8 (not (<= (f (g a ?x5)) (f a))))) ((_ quant-inst a a) (or $x8 true)) "
      "((_ quant-inst a ?x5) (or $x8 false)) ((_ quant-inst ?x5) (or (not $x20) false)))))))))";
  EXPECT_EQ(instances(proof),
            (std::vector<std::string>{"(assert (let ((x a) (y (g a a))) (> (f (g x y)) (f x))))",
                                      "(assert (let ((x a) (y a)) (> (f (g x y)) (f x))))",
                                      "(assert (=> (> (f a) 3) (let ((z (g a a))) (< (f (g z z)) (f z)))))"}));
}

TEST(ProofInstances, LeaveOutWhatDoesNotFollowOrCannotBeWritten) {
  const auto of = [](const std::string& values, const std::string& variables, const std::string& qid) {
    return instances("((proof ((_ quant-inst " + values + ") (or (not (forall (" + variables + ") (! true :qid " + qid +
                     "))) true))))");
  };
  EXPECT_TRUE(of("a", "(z U)", "assay!2").empty()) << "below a negation";
  EXPECT_TRUE(of("sk!1 a", "(x U) (y U)", "assay!0").empty()) << "a symbol of z3's own";
  EXPECT_TRUE(of("a", "(y U)", "assay!0").empty()) << "z3 dropped a variable";
  EXPECT_TRUE(of("a a", "(x U) (y U)", "other").empty());
  EXPECT_TRUE(of("a a", "(x U) (y U)", "assay!9").empty());
  EXPECT_EQ(of("a a", "(x U) (y U)", "assay!0").size(), 1U);
}

/// A solver that answers by the script's text.
struct TextSolver final : SolverPort {
  using Answer = std::function<bool(std::string_view script)>;
  explicit TextSolver(const Answer& answers) : answers_(answers) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle, const std::stop_token&) override {
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Answered;
    const bool is_forced = query.core || !query.proof.empty();
    answer.replies = {is_forced || answers_(script) ? Reply::Unsat : Reply::Unknown};
    if (query.core) {
      answer.core.emplace();
      for (std::size_t at = script.find("assay-core!"); at != std::string_view::npos;
           at = script.find("assay-core!", at + 1))
        answer.core->emplace_back(script.substr(at, script.find_first_of(") ", at) - at));
    }
    if (!query.proof.empty())
      answer.proof =
          "((proof (let (($x9 (forall ((x U) (y U)) (! true :qid assay!0)))) (and ((_ quant-inst a a) (or (not $x9) "
          "true)) "
          "((_ quant-inst (g a a) a) (or (not $x9) true)) ((_ quant-inst a (g a a)) (or (not $x9) true))))))";
    return answer;
  }
  const Answer& answers_;
};

Instability explained(const TextSolver::Answer& answers) {
  SamplerSetup setup;
  setup.make_solver = [&](const SolverDefinition&, const core::Limits&) {
    return std::make_unique<TextSolver>(answers);
  };
  setup.mutations.order = true;
  SolverDefinition definition;
  definition.name = "text";
  definition.prelude_core = definition.prelude_proof = "(set-option :some true)";
  return explain_instability(setup, definition, kScript, {});
}

TEST(Instability, EndsWithTheFewestInstancesThatHelp) {
  const Instability found = explained(
      [](std::string_view script) { return script.find("(let ((x (g a a)) (y a))") != std::string_view::npos; });
  ASSERT_NE(found.remedy(), nullptr);
  EXPECT_EQ(found.remedy()->kind, ScriptEdit::Kind::Add);
  EXPECT_EQ(found.remedy()->added,
            (std::vector<std::string>{"(assert (let ((x (g a a)) (y a)) (> (f (g x y)) (f x))))"}));
  EXPECT_NE(found.remedy()->script.find(found.remedy()->added.front() + "\n(check-sat)"), std::string::npos);
  EXPECT_EQ(found.edits.front().added.size(), 3U);
  const Instability never = explained([](std::string_view) { return false; });
  EXPECT_EQ(never.remedy(), nullptr);
  ASSERT_EQ(never.edits.size(), 2U) << "fewer instances do not help where all of them do not";
  EXPECT_EQ(never.edits[1].added.size(), 3U);
  ASSERT_EQ(never.edits[1].changes.size(), 1U) << "without the universal assertion that the instances replace";
  EXPECT_EQ(never.edits[1].changes[0].second, "");
}

TEST(SplitAssertions, FindConjunctsInDefinitionsAndKeepTheirLines) {
  const SplitScript split = with_split_assertions(
      "(define-fun p () Bool\n (and q (forall ((x Int)) r)))\n(define-fun f ((x Int)) Bool p)\n"
      "(assert (not (or (=> (and p (f 1)) (f 2)) (not q) (and q r))))\n"
      "(assert (! (and q r) :named a)) (assert (or p (not (and q r))))\n(check-sat)");
  EXPECT_EQ(split.text,
            "(define-fun p () Bool\n (and q (forall ((x Int)) r)))\n(define-fun f ((x Int)) Bool p)\n(assert q)\n"
            "(assert (forall ((x Int)) r))\n(assert (f 1))\n(assert (not (f 2)))\n(assert q)\n"
            "(assert (not (and q r)))\n"
            "(assert (! (and q r) :named a))\n(assert (or p (not (and q r))))\n(check-sat)\n");
  EXPECT_EQ(split.shifts, (std::vector<std::ptrdiff_t>{0, 0, -2, -3, -2, -3, -4, -5, -5, -6, -6}));
  EXPECT_EQ(with_split_assertions("(assert (and p q))\n(pop 1)\n").text, "(assert (and p q))\n(pop 1)\n");
}

TEST(ScriptEdit, ChangesTheSameCommandsOfOtherScripts) {
  ScriptEdit edit;
  edit.changes = {{"(assert p)", ""}, {"(assert q)", "(assert r)"}};
  EXPECT_EQ(with_changes(edit, "(assert q) ; comment\n(check-sat)(assert  p)(assert p)"),
            "(assert r)\n(check-sat)\n(assert  p)\n");
  EXPECT_EQ(with_changes(edit, "(check-sat)"), std::nullopt);
}

TEST(ScriptEdit, IsTriedOnOtherScripts) {
  const TextSolver::Answer answers = [](std::string_view script) {
    return script.find("needed") == std::string_view::npos || script.find("(assert p)") != std::string_view::npos;
  };
  SamplerSetup setup;
  setup.make_solver = [&](const SolverDefinition&, const core::Limits&) {
    return std::make_unique<TextSolver>(answers);
  };
  ScriptEdit edit;
  edit.changes = {{"(assert p)", ""}};
  const std::vector<std::string> scripts = {"(assert p)(check-sat)", "(assert q)(check-sat)",
                                            "(assert p)(assert needed)(check-sat)"};
  const EditElsewhere found = try_elsewhere(setup, {}, edit, scripts, {});
  EXPECT_EQ(found.tried, 2U) << "one has no such command";
  EXPECT_EQ(found.lost, std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace assay::smt
