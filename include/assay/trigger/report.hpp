#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/trigger/checks.hpp"
#include "assay/trigger/derivation.hpp"
#include "assay/trigger/opinion.hpp"
#include "assay/trigger/source_names.hpp"
#include "assay/trigger/suggest.hpp"
#include "assay/trigger/synthesis.hpp"

namespace assay::trigger {

/// The verdict on a script, or on its axioms.
enum class Verdict : std::uint8_t {
  Found,           ///< terms let E-matching refute it
  Inconsistent,    ///< axioms: E-matching refutes them as they are
  ModuloPatterns,  ///< axioms: inconsistent, but only ways that do not follow the patterns see it
  NotFound,
  NoQuantifiers,
  AlreadyUnsat,  ///< E-matching refutes the script as it is
  Satisfiable,   ///< the solver has a model
  Disagreement,  ///< one solver says sat, another unsat: one of them is wrong
  Interrupted,
  Failed,  ///< the solver refuses the script
};
[[nodiscard]] std::string_view name(Verdict verdict);
/// Whether the command ends with exit code 1.
[[nodiscard]] bool is_finding(Verdict verdict);

struct ReportOptions {
  SynthesisOptions synthesis;
  Solvers solvers;
  bool axioms_only = false;      ///< `assay trigger check`
  bool ground_facts = false;     ///< with axioms_only: also assertions without quantifiers
  bool modulo_patterns = false;  ///< ask engines that do not follow patterns, too
  bool own_patterns = false;     ///< where a quantifier has no pattern: ours, not the solver's
  bool explain = true;           ///< look for the derivation
  bool suggest = true;           ///< look for weaker patterns
};

/// Terms, why they refute the script, and other changes that would.
struct Completion {
  TermSet set;
  Derivation derivation;
  Suggestions suggestions;
  std::vector<Opinion> second;  ///< cvc5's E-matching on the script with the terms
  std::string completed;        ///< a whole script that a fresh process refutes by E-matching
  bool pasted = false;          ///< `completed` is the input with the assertion in it
  double fresh_seconds = 0;     ///< what that process took
};

/// The whole result about one script. Terms are in the store that examine() was given.
struct Report {
  Verdict verdict = Verdict::NotFound;
  Synthesis synthesis;
  Problem problem;                       ///< what derivation, clash and suggestions have indices of
  std::size_t axioms = 0;                ///< axioms_only: conjuncts that were looked at ...
  std::size_t left_out = 0;              ///< ... and those that were not
  std::vector<Completion> completions;   ///< Found: one, and then the alternatives
  std::vector<Opinion> opinions;         ///< modulo_patterns: what all engines say without any term
  std::vector<Unmatchable> unmatchable;  ///< NotFound: variables that no pattern can have
  std::vector<std::string> raise;        ///< NotFound: which bounds to raise, most promising first
  double seconds = 0;
};

/// The synthesis, and what people need to make use of it. `text` is what `script` was read from.
[[nodiscard]] Report examine(smt::TermStore& store, const smt::Script& script, std::string_view text,
                             const ReportOptions& options, Prover& prover, const std::stop_token& stop);

enum class CheckState : std::uint8_t {
  Examined,  ///< CheckReport::report says what came of it
  Refuted,   ///< E-matching refutes its assertions as they are
  Repeats,   ///< an examined check has the same assertions (of axioms: all of its axioms)
  NoTime,    ///< the time was over, or a stop was requested, before its turn
};

struct CheckReport {
  Check check;
  CheckState state = CheckState::NoTime;
  std::size_t repeats = 0;  ///< CheckState::Repeats: the number of the examined check
  Report report;            ///< CheckState::Examined
};

/// Examines every chosen check that E-matching alone does not refute. One incremental run of z3 finds the others first,
/// in at most a quarter of the time. The rest of the time is shared equally: what a check does not use is left to those
/// after it, no check has less than five seconds as long as any are left, and brief checks come last. A script without
/// checks counts as one with a check at its end, whose number is 0. An Error if the chosen check does not exist.
[[nodiscard]] Result<std::vector<CheckReport>> examine_checks(smt::TermStore& store, const smt::Script& script,
                                                              std::string_view text, const ReportOptions& options,
                                                              const CheckChoice& choice, Prover& prover,
                                                              const std::stop_token& stop);

/// The names of the source for what reports on a script show.
[[nodiscard]] SourceNames source_names(const smt::TermStore& store, const smt::Script& script,
                                       const std::vector<CheckReport>& reports);

}  // namespace assay::trigger
