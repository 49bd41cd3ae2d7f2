#include "trigger/prover/opinion.hpp"

#include <array>
#include <optional>
#include <utility>

#include "core/target/scratch.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/reply.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

/// One way to ask a solver. A table row without code.
struct Way {
  std::string_view engine;
  std::string Solvers::*program;
  std::array<const char*, 6> flags;
  std::string_view commands;  ///< commands in front of the script
  bool with_patterns;         ///< false: the script's patterns are removed
  bool follows_patterns;      ///< Opinion::follows_patterns
  bool second;                ///< belongs to Panel::Second
};

constexpr std::string_view kZ3Alone =
    "(set-option :auto_config false)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi true)\n";
constexpr std::string_view kAllTheories = "(set-logic ALL)\n";

constexpr std::array kWays = {
    Way{"z3, E-matching", &Solvers::z3, {"-smt2", "-in"}, kMatchingOnly, true, true, false},
    Way{"z3, E-matching with its own patterns", &Solvers::z3, {"-smt2", "-in"}, kMatchingOnly, false, false, false},
    Way{"z3, MBQI", &Solvers::z3, {"-smt2", "-in"}, kZ3Alone, true, false, false},
    Way{"cvc5, E-matching",
        &Solvers::cvc5,
        {"--lang=smt2", "--quiet", "--user-pat=strict", "--no-cbqi", "--no-enum-inst", "-"},
        kAllTheories,
        true,
        true,
        true},
    Way{"cvc5, enumeration",
        &Solvers::cvc5,
        {"--lang=smt2", "--quiet", "--enum-inst", "--enum-inst-interleave", "-"},
        kAllTheories,
        true,
        false,
        false}};

core::Command command_of(const Way& way, const Solvers& solvers) {
  core::Command command;
  command.argv.push_back(solvers.*way.program);
  for (const char* flag : way.flags)
    if (flag != nullptr) command.argv.emplace_back(flag);
  return command;
}

/// The example of Figure 4.5, and the term that E-matching needs to refute it.
constexpr std::string_view kExample =
    "(declare-fun f (Int) Int)\n"
    "(declare-fun g (Int) Int)\n"
    "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))\n"
    "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))\n";
constexpr std::string_view kExampleTerm = "(declare-fun dummy (Int) Bool)\n(assert (dummy (f (g 7))))\n";

}  // namespace

std::vector<Opinion> ask(TermStore& store, const std::vector<TermId>& assertions, const std::vector<TermId>& added,
                         Panel panel, const Solvers& solvers, double seconds, const std::stop_token& stop) {
  const std::string text = assertions_text(store, assertions, added) + "(check-sat)\n";
  std::optional<std::string> bare;
  const core::Limits limits = limits_for(seconds, solvers.memory_bytes);
  std::vector<Opinion> opinions;
  for (const Way& way : kWays) {
    if (stop.stop_requested() || (panel == Panel::Second && !way.second)) continue;
    Opinion opinion{way.engine, way.follows_patterns, false, {}};
    if (core::find_program(solvers.*way.program).empty()) {
      opinion.reply.text = solvers.*way.program + " is not installed";
      opinions.push_back(std::move(opinion));
      continue;
    }
    if (!way.with_patterns && !bare) {
      std::vector<TermId> formulas;
      for (const TermId assertion : assertions) formulas.push_back(stripped_of_patterns(store, assertion));
      bare = assertions_text(store, formulas, added) + "(check-sat)\n";
    }
    const std::string script = std::string(way.commands) + (way.with_patterns ? text : *bare);
    core::ScratchFolder scratch;
    opinion.reply = reply_of(core::run_in(scratch, command_of(way, solvers), script, limits, stop));
    opinion.asked = opinion.reply.answer != Answer::Failed;
    opinions.push_back(std::move(opinion));
  }
  return opinions;
}

std::vector<Control> check_prover(Prover& prover, double seconds, const std::stop_token& stop) {
  struct Row {
    std::string_view name;
    bool with_term;
    bool with_proof;
    Answer right;
  };
  constexpr std::array kTrial = {Row{"E-matching needs a term", false, false, Answer::Unknown},
                                 Row{"the term refutes", true, false, Answer::Unsat},
                                 Row{"a proof can be read", true, true, Answer::Unsat}};
  std::vector<Control> controls;
  for (const Row& row : kTrial) {
    std::string script = row.with_proof ? "(set-option :produce-proofs true)\n" : "";
    script += std::string(kMatchingOnly) + std::string(kExample);
    if (row.with_term) script += kExampleTerm;
    script += row.with_proof ? "(check-sat)\n(get-proof)\n" : "(check-sat)\n";
    const Reply reply = prover.run(script, seconds, stop);
    Control control{row.name, reply.answer == row.right, std::string(name(reply.answer)), reply.answer};
    if (reply.answer == Answer::Failed && !reply.text.empty()) control.detail += ": " + reply.text;
    if (control.passed && row.with_proof && reply.text.find("quant-inst") == std::string::npos) {
      control.passed = false;
      control.detail = "a proof without instantiations";
    }
    controls.push_back(std::move(control));
    if (was_cut(reply.answer)) break;
  }
  return controls;
}

}  // namespace assay::trigger
