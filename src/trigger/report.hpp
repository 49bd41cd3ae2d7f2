#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "trigger/check/checks.hpp"
#include "trigger/explain/derivation.hpp"
#include "trigger/explain/source_names.hpp"
#include "trigger/explain/suggest.hpp"
#include "trigger/prover/opinion.hpp"
#include "trigger/source/synthesis.hpp"

namespace assay::trigger {

/// The verdict on a script, or on its axioms.
enum class Verdict : std::uint8_t {
  Found,           ///< E-matching refutes the script with additional terms
  Inconsistent,    ///< axioms: E-matching refutes them without additional terms
  ModuloPatterns,  ///< inconsistent, but only methods that do not follow the patterns show it
  NotFound,
  NoQuantifiers,
  AlreadyUnsat,  ///< E-matching refutes the script without additional terms
  Satisfiable,   ///< the solver has a model, which Assay has evaluated
  Disagreement,  ///< one solver says sat, another unsat: one is wrong
  Interrupted,
  Failed,  ///< the solver rejects the script
};
[[nodiscard]] std::string_view name(Verdict verdict);
/// True if the command ends with exit code 1.
[[nodiscard]] bool is_finding(Verdict verdict);

struct ReportOptions {
  SynthesisOptions synthesis;
  Solvers solvers;
  bool axioms_only = false;       ///< `assay trigger check`
  bool ground_facts = false;      ///< with axioms_only: also assertions without quantifiers
  bool modulo_patterns = false;   ///< also ask engines that do not follow patterns
  bool own_patterns = false;      ///< quantifiers without patterns get Assay's patterns instead of the solver's
  bool explain = true;            ///< compute the derivation
  std::vector<OtherScript> also;  ///< scripts on which suggested patterns are tried, too
  bool suggest = true;            ///< look for weaker patterns; needs `explain`
};

/// A set of terms, the explanation why E-matching refutes the script with them, and suggested patterns.
struct Completion {
  TermSet set;
  Derivation derivation;
  Suggestions suggestions;
  std::vector<Opinion> second;  ///< the answer of cvc5's E-matching to the script with the terms
  std::string completed;        ///< a whole script that a fresh process refutes by E-matching
  bool pasted = false;          ///< whether `completed` is the input text with the assertion pasted into it
  double fresh_seconds = 0;     ///< CPU time of that process
};

/// The result of examine(). Terms are in the store that was passed to examine().
struct Report {
  Verdict verdict = Verdict::NotFound;
  Synthesis synthesis;
  Problem problem;                       ///< derivation, clash and suggestions refer to its conjuncts by index
  std::size_t axioms = 0;                ///< axioms_only: number of conjuncts that were examined
  std::size_t left_out = 0;              ///< axioms_only: number of other conjuncts
  std::vector<Completion> completions;   ///< Found: the first set of terms, then the alternatives
  std::vector<Opinion> opinions;         ///< modulo_patterns: the answers of all engines without additional terms
  std::vector<Unmatchable> unmatchable;  ///< NotFound: variables that cannot occur in patterns
  /// NotFound: why Assay does not confirm a solver's answer that the assertions are satisfiable; empty: no such answer.
  std::string unconfirmed_model;
  std::vector<std::string> options_to_raise;  ///< NotFound: the options to raise, most promising first
  double seconds = 0;                         ///< by SynthesisOptions::clock
};

/// Runs the synthesis, and explains its result. `text`: the source text of `script`, for pasting; may be empty.
[[nodiscard]] Report examine(smt::TermStore& store, const smt::Script& script, std::string_view text,
                             const ReportOptions& options, Prover& prover, const std::stop_token& stop);

enum class CheckState : std::uint8_t {
  Examined,  ///< CheckReport::report is the result
  Refuted,   ///< E-matching refutes its assertions without additional terms
  Repeats,   ///< an examined check has the same assertions (with axioms_only: all of its axioms)
  NoTime,    ///< the time was over, or a stop was requested, before its examination
};

struct CheckReport {
  Check check;
  CheckState state = CheckState::NoTime;
  std::size_t repeats = 0;  ///< CheckState::Repeats: the number of the examined check
  Report report;            ///< CheckState::Examined
};

/// Examines every chosen check that E-matching alone does not refute. First, one incremental run of z3 finds the
/// refuted checks, in at most a quarter of the time. The remaining checks share the rest of the time equally: time that
/// a check does not use is left to later checks, each check has at least five seconds while time is left, and brief
/// checks come last. A script without checks is examined like one with a check at its end, numbered 0. An Error if the
/// chosen check does not exist.
[[nodiscard]] Result<std::vector<CheckReport>> examine_checks(smt::TermStore& store, const smt::Script& script,
                                                              std::string_view text, const ReportOptions& options,
                                                              const CheckChoice& choice, Prover& prover,
                                                              const std::stop_token& stop);

/// The names in the verifier's source for the symbols in the reports on a script.
[[nodiscard]] SourceNames source_names(const smt::TermStore& store, const smt::Script& script,
                                       const std::vector<CheckReport>& reports);

}  // namespace assay::trigger
