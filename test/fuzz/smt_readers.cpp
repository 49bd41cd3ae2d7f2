// Readers of the SMT area: output and models of solvers, definitions of solvers, rules, metadata of cases.
// smt_parse_fuzz.cpp tests the reader of scripts.

#include <gtest/gtest.h>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "reader_fuzz.hpp"
#include "smt/judge/judge.hpp"
#include "smt/rules/rules.hpp"
#include "smt/solver/answer.hpp"
#include "smt/solver/output_reader.hpp"
#include "smt/solver/script_shape.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::fuzz {
namespace {

constexpr std::string_view kScript =
    "(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
    "(declare-const x Int)(declare-const r Real)(declare-const b (_ BitVec 8))(declare-const s String)(declare-const u "
    "U)"
    "(declare-const a (Array Int Int))(declare-fun f (Int U) Bool)(declare-const l L)"
    "(declare-const p (_ FloatingPoint 5 11))(declare-const m RoundingMode)(declare-const q (Seq Int))"
    "(assert (or (< x 3) (f x u) (= (select a x) 1)))(assert (= l (cons x nil)))(assert (distinct r 0.5))(check-sat)";

const std::vector<std::string>& models() {
  static const std::vector<std::string> kModels = {
      "((define-fun x () Int (- 3))(define-fun r () Real (/ (- 1) 3))(define-fun b () (_ BitVec 8) #xff)"
      "(define-fun s () String \"a\\u{62}\"\"\")(define-fun p () (_ FloatingPoint 5 11) (fp #b0 #b00001 #b0000000001))"
      "(define-fun m () RoundingMode roundTowardZero)(define-fun l () L (cons 1 (as nil L))))",
      "(model (declare-datatypes () ()) ;; universe for U:\n ;; U!val!0 U!val!1\n (declare-fun U!val!0 () U)"
      "(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))(define-fun u () U U!val!1)"
      "(define-fun f ((x!0 Int) (x!1 U)) Bool (ite (and (= x!0 2) (= x!1 U!val!0)) true (let ((z (> x!0 1))) z))))",
      "((define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 7) 1 (- 2)))"
      "(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 4) 5 6))(define-fun a () (Array Int Int) (_ as-array k!0)))",
      "((define-fun u () U (as @U_1 U))(define-fun a () (Array Int Int) (lambda ((i Int)) (+ i 1)))"
      "(define-fun q () (Seq Int) (seq.++ (seq.unit 1) (as seq.empty (Seq Int))))"
      "(define-fun b () (Array Int Int) (lambda))(forall (()) true)(forall (x) true)"
      "(define-fun /0 ((x Real)) Real 0.0)(define-fun p () (_ FloatingPoint 5 11) (_ NaN 5 11)))"};
  return kModels;
}

/// Reading a printed model gives the same model; judging it ends.
void read_model(const std::string& text) {
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, kScript, "script.smt2");
  ASSERT_TRUE(script.ok()) << script.error().text();
  const Result<smt::Model> model = smt::parse_model(store, *script, text);
  if (!model) return;
  const smt::EvalOptions options{.max_steps = 20'000};
  (void)smt::judge_model(store, *script, *model, options);
  const std::string printed = smt::print_model(store, *model);
  const Result<smt::Model> again = smt::parse_model(store, *script, printed);
  EXPECT_TRUE(again.ok()) << text << "\n---\n" << printed << "\n---\n" << again.error().text();
}

/// Reads the text as an answer of each solver, with and without the outputs that Assay requests after the check.
void read_answers(const std::string& text) {
  static const smt::Patterns kZ3(*smt::resolve_solver("z3"));
  static const smt::Patterns kCvc5(*smt::resolve_solver("cvc5"));
  smt::RawRun run;
  run.out = text;
  run.err = text.substr(0, text.size() / 2);
  (void)smt::read_answer(kZ3, run, 1, {.model = true});
  const smt::SolverAnswer answer = smt::read_answer(kCvc5, run, 2, {.core = true, .objectives = true});
  if (answer.kind == smt::SolverAnswer::Kind::Answered) {
    EXPECT_EQ(answer.replies.size(), 2U) << text;
  }
  for (const smt::OutputItem& item : smt::read_output(text)) {
    (void)smt::error_message(item.text);
    (void)smt::looks_like_model(item.text);
  }
}

void judge_text(const std::string& text) {
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, "(declare-const x Int)(assert (> x 3))(check-sat)", "a");
  ASSERT_TRUE(script.ok());
  // A witness must satisfy the script under our evaluator.
  const std::optional<std::string> witness = smt::witness_from(store, *script, text);
  const smt::ModelVerdict verdict = smt::judge_printed_model(store, *script, text);
  EXPECT_FALSE(witness && verdict.kind == smt::ModelVerdict::Kind::Refuted && verdict.reason != "lacks a symbol")
      << text;
}

void read_rule_file(const std::string& text) {
  const Result<std::vector<smt::RuleText>> rules = smt::read_rules(text, "my.rules");
  if (!rules) return;
  for (std::size_t i = 0; i < rules->size() && i < 4; ++i) {
    smt::TermStore store;
    (void)smt::make_rule(store, (*rules)[i]);
  }
}

void read_facts(const std::string& text) {
  const Result<smt::SmtFacts> facts = smt::SmtFacts::from_json(text);
  if (!facts) return;
  const std::string written = facts->json();
  const Result<smt::SmtFacts> again = smt::SmtFacts::from_json(written);
  ASSERT_TRUE(again.ok()) << written;
  EXPECT_EQ(again->json(), written);
}

std::string some_facts() {
  smt::SmtFacts facts;
  facts.truths = {smt::Truth::Sat, smt::Truth::Unsat};
  facts.has_witness = true;
  facts.seed = "a.smt2";
  facts.core = {"n1"};
  facts.optimum = {"3"};
  facts.drawn = {{"z3", {"smt.relevancy=0"}}};
  return facts.json();
}

}  // namespace

std::vector<Reader> smt_readers() {
  return {
      {"SolverOutput",
       {"sat\n(\n  (define-fun x () Int 3)\n)\nunsat\n(n1 n2)\n(objectives\n (x 3)\n)\n",
        "(error \"line 3 column 5: unknown constant y\")\nunknown\n(:reason-unknown \"(incomplete quantifiers)\")\n",
        "unsupported\n; comment\ntimeout\nFatal failure within void cvc5::f() at a.cpp:3\nsuccess\n"},
       {"sat\n", "unsat\n", "unknown\n", "(error \"", "(objectives", "(define-fun ", "Segmentation fault\n", "()"},
       read_answers},
      {"Model",
       models(),
       {"(define-fun ", "(model ", "(as const ", "(_ as-array k!0)", "(lambda ((", "U!val!0", "(as @U_1 U)", "(store ",
        "(ite ", "(let ((", "(fp #b0 #b1 #b1)", "(_ bv7 8)", "\\u{", "seq.unit", "(_ +oo 5 11)", "(- ", "(/ "},
       read_model},
      {"JudgedModel",
       {"((define-fun x () Int 4))", "(model (define-fun x () Int (- 1)))", "()"},
       {"(define-fun x () Int ", "(- ", "x", "(ite true ", "(+ 1 "},
       judge_text},
      {"SolverDefinition",
       {file_text("data/targets/z3.toml"), file_text("data/targets/cvc5.toml"), file_text("data/targets/smtlib.toml")},
       {"[[crash]]", "[[known_bug]]", "pattern = ", "argv = [", "inherits = \"z3\"", "[[option]]", "spelling", "'''"},
       [](const std::string& text) { (void)smt::parse_solver(text, "mine.toml"); }},
      {"Rules",
       {"(equality E1 :theory ints :vars ((x Int)) :term (+ x 0) :equals x :if (> x 0) :source \"here\")\n"
        "(equivalence E2 :theory strings :for ((K Bool Int)) :vars ((s String)) :exists ((t String s)) "
        ":left (= s t) :right true)\n(constants C :theory ints :values (0 1 (- 1)))\n",
        file_text("data/rules/core.rules").substr(0, 3000)},
       {"(equality ", "(equivalence ", "(constants ", ":vars ((x Int))", ":for ((K ", ":exists ((", ":if ", ":term ",
        "K"},
       read_rule_file},
      {"CaseMetadata", {some_facts()}, {"\"truths\":[", "\"sat\"", "\"core\":[", "\"drawn\":{"}, read_facts},
      {"ScriptShape",
       {std::string(kScript), "(push 1)(check-sat-assuming (p))(pop 1)(get-model)(check-sat)(exit)"},
       {"(check-sat)", "(push 1)", "|", "\"", ";", "(set-option :produce-models true)"},
       [](const std::string& text) {
         (void)smt::scan_script(text);
         const std::size_t end = smt::skip_expression(text, 0);
         EXPECT_TRUE(end <= text.size() || end == std::string::npos);
       }},
  };
}

}  // namespace assay::fuzz
