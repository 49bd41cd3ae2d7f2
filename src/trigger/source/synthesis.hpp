#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "trigger/problem/problem.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

enum class Source : std::uint8_t { Search, Proof, Both };

/// A solver besides z3 and cvc5 whose refutations of the script give terms: another release, say.
struct OtherProver {
  std::string name;   ///< as the user calls it: "z3@4.8.5"
  bool is_z3 = true;  ///< or else cvc5
  Prover* prover = nullptr;
  std::string options = {};  ///< the script's options that it takes (OwnOptions::Kept); set by synthesize()
};

/// Limits of the synthesis. The search works in rounds (with the configurations C0 to C4 of section 4.5.1) whose bounds
/// grow up to `clusters`, `copies`, `models` and `formulas`.
struct SynthesisOptions {
  Source source = Source::Both;
  double seconds = 60;                                  ///< limit of the whole synthesis
  Clock clock = Clock::Wall;                            ///< the time that `seconds` counts
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< of this process, and of each solver process; 0: no limit
  double seconds_per_check = 10;                        ///< limit of one ordinary run of the solver
  /// Limit of each of the few decisive runs: for a proof, or the final check of terms.
  [[nodiscard]] double seconds_for_few() const { return std::max(seconds_per_check, seconds / 25); }
  std::size_t clusters = 5;       ///< maximum number of conjuncts in a cluster (depth + 1)
  double similarity = 0.05;       ///< minimum Jaccard index of two conjuncts of a cluster
  std::size_t copies = 2;         ///< maximum number of copies of one conjunct in a cluster
  std::size_t models = 8;         ///< maximum number of models of one formula
  std::size_t formulas = 300;     ///< maximum number of new formulas for each conjunct in a round
  bool solver_patterns = true;    ///< quantifiers without patterns: make candidates from the solver's patterns
  std::uint64_t seed = 0;         ///< random seed of the solver; 0: its default
  std::size_t max_term_sets = 1;  ///< sets of terms to look for: alternatives may show other issues (section 4.4.3)
  std::size_t jobs = 1;           ///< number of concurrent solver processes; it does not change the result (several
                                  ///< threads call Prover::run)
  Prover* checker = nullptr;      ///< a faster interface to the same solver, for the many checks of candidates
                                  ///< (make_z3_library_prover); null: the solver itself
  Prover* second = nullptr;       ///< cvc5 (make_cvc5_prover), whose instantiations are used, too; null: not used
  std::vector<OtherProver> others = {};  ///< asked first
};

enum class Outcome : std::uint8_t {
  Found,
  NotFound,
  NoQuantifiers,
  AlreadyUnsat,  ///< E-matching refutes the script without additional terms
  Satisfiable,   ///< the solver has a model
  Failed,        ///< the solver rejects the script: see `detail`
};
[[nodiscard]] std::string_view name(Outcome outcome);

/// A set of terms with which E-matching refutes the script.
struct TermSet {
  std::vector<smt::TermId> terms;  ///< the arguments of the dummy predicate
  std::string assertion;           ///< the assertion to paste, with declarations of its new symbols
  std::string script;              ///< the whole script that E-matching refutes
  bool normalised = false;         ///< whether `script` is the preprocessed script, as the terms have Skolem functions
  std::string method;              ///< the source and configuration that found the terms
  double seconds = 0;              ///< time since the start, by SynthesisOptions::clock
  double checked_seconds = 0;      ///< CPU time of the fresh process that refuted the script
};

/// The result of synthesize().
struct Synthesis {
  Outcome outcome = Outcome::NotFound;
  Problem problem;                   ///< the preprocessed script, without the solver's own patterns
  std::vector<TermSet> found;        ///< Found: the first set, then the alternatives, in the order of their discovery
  std::vector<std::string> tried;    ///< a log of the attempts, one line each
  std::vector<smt::TermId> closest;  ///< NotFound: the last terms that were tried; may be empty
  std::string detail;                ///< Failed: the solver's error message
  /// The script's own options that decide whether E-matching alone refutes it: without any of them it does the other.
  /// All of its options where no single one decides; empty if they do not matter.
  std::vector<std::string> deciding_options;
  Answer without_options = Answer::Unknown;  ///< deciding_options: E-matching's answer without the script's options
  bool out_of_time = false;
  std::size_t checks = 0;  ///< number of checks of terms
  double seconds = 0;
};

/// Looks for ground terms that let E-matching refute the script (chapter 4).
[[nodiscard]] Synthesis synthesize(smt::TermStore& store, const smt::Script& script, const SynthesisOptions& options,
                                   Prover& prover, const std::stop_token& stop);

}  // namespace assay::trigger
