// Readers of the trigger area: proofs, logs, dumps of instantiations, replies.

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "reader_fuzz.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/proof/trace_reader.hpp"
#include "trigger/prover/reply.hpp"

namespace assay::fuzz {
namespace {

const std::string kDeclarations = "(declare-sort U 0)(declare-fun f (Int) Int)(declare-fun p (U) Bool)";

std::size_t variables_of(const smt::TermStore& store, smt::TermId quantifier) {
  return store.binder_info(quantifier).variables.size();
}

/// An instantiation has a value for each variable.
void expect_whole(const smt::TermStore& store, const Result<std::vector<trigger::Instance>>& instances,
                  const std::string& text) {
  if (!instances) return;
  for (const trigger::Instance& instance : *instances)
    EXPECT_EQ(instance.values.size(), variables_of(store, instance.quantifier)) << text;
}

void read_proof(const std::string& text) {
  smt::TermStore store;
  expect_whole(store, trigger::read_instances(store, kDeclarations, text), text);
}

void read_dump(const std::string& text) {
  smt::TermStore store;
  expect_whole(store, trigger::read_cvc5_instances(store, kDeclarations, text), text);
}

/// The text that TraceReader keeps of a log must be readable by read_cvc5_instances.
void read_log(const std::string& text) {
  trigger::TraceReader reader({{"x", "Int"}, {"y", "U"}, {"r", "Real"}}, 100'000);
  for (const std::string_view line : split(text, '\n')) reader.line(line);
  smt::TermStore store;
  if (!reader.text().empty()) (void)trigger::read_cvc5_instances(store, kDeclarations, reader.text());
}

}  // namespace

std::vector<Reader> trigger_readers() {
  return {
      {"Z3Proof",
       {"((set-logic AUFLIA)\n(proof\n(let ((?q (forall ((x Int)) (! (> (f x) x) :pattern ((f x))))))\n"
        "(let ((@x1 ((_ quant-inst (f 7)) (or (not ?q) (> (f (f 7)) (f 7))))))\n"
        "(let ((@x2 ((_ quant-inst 7) (or (> (f 7) 7) (not ?q)))))\n(unit-resolution @x1 @x2 false))))))\n",
        "((declare-fun sk (Int) U)(proof (mp ((_ quant-inst U!val!0) (or (not (forall ((x U)) (p x))) (p U!val!0))) "
        "false)))"},
       {"(proof ", "(let ((", "(_ quant-inst ", "(forall ((x Int)) ", "U!val!0", "?q", "@x1", "(! ", ":pattern ("},
       read_proof},
      {"Cvc5Instantiations",
       {"(instantiations (forall ((x Int) (y Int)) (! (> (f x) y) :pattern ((f x))) )\n  ( 7 (- 1) )\n"
        "  ( (let ((_let_1 (f 0))) (+ _let_1 _let_1)) 2 )\n)\n(skolem (forall ((z U)) (p z)) ( sk ))\n"
        "(instantiations (forall ((z U)) (p z) )\n  ( madeup_1 )\n)\n"},
       {"(instantiations (forall ((x Int)) true)", "( 7 )", "(skolem ", "_let_1", "madeup_1"},
       read_dump},
      {"Z3Log",
       {"[tool-version] Z3 4.8.12\n[mk-quant] #28 k!5 2 #27 #26\n[attach-var-names] #28 (|y| ; |U|) (|x| ; |Int|)\n"
        "[mk-app] #80 U!val!0\n[mk-app] #71 Int\n[attach-meaning] #71 arith (- 2)\n[mk-app] #72 a b #71 #80\n"
        "[inst-discovered] MBQI 0x55 #28 #80 #72\n",
        "[mk-var] #1 0\n[mk-var] #2 1\n[mk-app] #3 f #2 #1\n[mk-app] #4 pattern #3\n[mk-quant] #9 a name 2 #4 #3\n"
        "[attach-var-names] #9 (|y| ; |U|) (|x| ; |Int|)\n"},
       {"[mk-app] ", "[mk-quant] ", "[mk-var] ", "[attach-meaning] ", "[attach-var-names] ",
        "[inst-discovered] MBQI 0x1 ", "#28 ", "#1 ", "#72", "pattern ", "(|x| ; |Int|)", "arith ", "\n"},
       read_log},
      {"ProverReply",
       {"unsat\n(:rlimit 123)\n", "(error \"line 1\")\nsat\n", "unknown\n(:reason-unknown \"canceled\")\n"},
       {"sat\n", "unsat\n", "unknown\n", "(error \"", "(:rlimit "},
       [](const std::string& text) { (void)trigger::reply_of(text, text.substr(0, text.size() / 3)); }},
  };
}

}  // namespace assay::fuzz
