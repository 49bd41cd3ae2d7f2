#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/trigger/problem.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

enum class Source : std::uint8_t { Search, Proof, Both };

/// The search works in rounds (configurations C0 to C4 of section 4.5.1 in each) that do more and more, up to these
/// bounds.
struct SynthesisOptions {
  Source source = Source::Both;
  double seconds = 60;  ///< by the clock, for all of it: what is found late is minimized and checked in them
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< of this process, and of each of the search's; 0: no limit
  double seconds_per_check = 10;                        ///< for one run of the solver, and of many
  /// For a run that decides much: a proof, or the check of what was found.
  [[nodiscard]] double seconds_for_few() const { return std::max(seconds_per_check, seconds / 25); }
  std::size_t clusters = 5;     ///< most conjuncts that are combined (depth + 1)
  double similarity = 0.05;     ///< least Jaccard index of two conjuncts of a cluster
  std::size_t copies = 2;       ///< how often one conjunct may be in a cluster
  std::size_t models = 8;       ///< models of one formula
  std::size_t formulas = 300;   ///< formulas made for each conjunct
  bool solver_patterns = true;  ///< where a quantifier has no pattern: candidates are made from the solver's choice
  std::uint64_t seed = 0;       ///< of the solver's random choices; 0: its own default
  std::size_t wanted = 1;       ///< sets of terms to look for: alternatives may show other issues (section 4.4.3)
  std::size_t jobs = 1;         ///< solver processes at a time; more never change the answer (Prover::run is called
                                ///< by several threads)
  Prover* checker = nullptr;    ///< the same solver, for the many checks of candidates (make_z3_library_prover), or
                                ///< nullptr: the solver itself
  Prover* second = nullptr;     ///< cvc5 (make_cvc5_prover), whose instantiations are looked at too, or nullptr
};

enum class Outcome : std::uint8_t {
  Found,
  NotFound,
  NoQuantifiers,
  AlreadyUnsat,  ///< E-matching refutes the script as it is
  Satisfiable,   ///< the solver has a model
  Failed,        ///< the solver refuses the script: `detail`
};
[[nodiscard]] std::string_view name(Outcome outcome);

/// Terms that let E-matching refute the script.
struct TermSet {
  std::vector<smt::TermId> terms;  ///< the arguments of the dummy
  std::string assertion;           ///< what to paste, with declarations of what is new
  std::string script;              ///< the whole script that E-matching refutes
  bool normalised = false;         ///< the script is the preprocessed one: the terms have Skolem functions
  std::string method;              ///< "proof", "growth" or "search", with the configuration that won
  double seconds = 0;              ///< since the start
  double checked_seconds = 0;      ///< CPU time of the fresh process that refuted the script
};

struct Synthesis {
  Outcome outcome = Outcome::NotFound;
  Problem problem;                   ///< as it was looked at, without the solver's own patterns
  std::vector<TermSet> found;        ///< Found: one, and then the alternatives, in the order in which they were found
  std::vector<std::string> tried;    ///< what was done, a line each
  std::vector<smt::TermId> closest;  ///< NotFound: the last terms that were tried, or none
  std::string detail;
  bool out_of_time = false;
  std::size_t checks = 0;
  double seconds = 0;
};

/// Looks for ground terms that let E-matching refute the script (chapter 4).
[[nodiscard]] Synthesis synthesize(smt::TermStore& store, const smt::Script& script, const SynthesisOptions& options,
                                   Prover& prover, const std::stop_token& stop);

}  // namespace assay::trigger
