#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// The correct answer of a check-sat.
enum class Truth : std::uint8_t {
  Sat,    ///< the witness satisfies every active assertion
  Unsat,  ///< the active assertions are contradictory: in their Boolean abstraction, under every assignment to their
          ///< constants, or by construction
  Open,   ///< unknown; the answer is not judged
};
[[nodiscard]] std::string_view name(Truth truth);

/// The drawn options of a case for one target: "name=value" each, from the definition's `options`.
struct DrawnOptions {
  std::string target;
  std::vector<std::string> options;
};

/// The status that a seed declares with `:status`.
struct OwnStatus {
  Truth truth = Truth::Open;  ///< of `:status`; Open: it says nothing
  std::uint64_t of = 0;       ///< hash_bytes of the script that it is about: a reduction's steps are other scripts
  friend bool operator==(const OwnStatus&, const OwnStatus&) = default;
};

/// The metadata of an SMT case (Case::metadata, as JSON): its truth and its origin. The script is the case's first
/// file, kScriptFile. The witness, a model as print_model writes it, is kWitnessFile.
struct SmtFacts {
  std::vector<Truth> truths;  ///< of each check-sat, in order
  bool has_witness = false;
  std::uint64_t interpretation = 0;  ///< EvalOptions::interpretation under which the witness satisfies the assertions
  bool partly_by_solvers = false;    ///< some values came from agreeing reference solvers, not from our evaluator
  bool decidable = false;            ///< quantifier-free in a logic where "unknown" is incompleteness
  std::string seed;                  ///< file name of the seed script
  std::string partner;               ///< file name of the second seed of a fusion; empty: none
  std::string note;                  ///< how the case was made, for users: rung, sizes
  std::vector<std::string> core;     ///< names of the assertions in the expected unsat core; empty: unknown
  std::vector<std::string> optimum;  ///< the correct values of get-objectives, in order; empty: no objectives
  bool by_matching = false;          ///< unsatisfiable by instances (kInstancesFile) that E-matching finds by patterns
  // For grouping failures by likely cause:
  std::vector<std::string> operations;  ///< the operations that the formula tests
  std::vector<std::string> traits;      ///< classes of the formula's constants

  OwnStatus status;  ///< the seed's own status, if the case is an unchanged seed of open truth

  /// The drawn options of the targets. An empty list of a target: a reduction has removed all of its options.
  std::vector<DrawnOptions> drawn;
  std::string written_for;     ///< the target whose option commands the script contains; empty: none
  bool needs_options = false;  ///< the failure needs these options; the default configuration of the target passes

  /// True: ask for no model and no core, because the failure was seen without. Such queries turn parts of a solver on
  /// or off. By default they follow from the truths, which a reduction may lose.
  bool asks_nothing = false;

  [[nodiscard]] std::string json() const;
  [[nodiscard]] static Result<SmtFacts> from_json(std::string_view text);
};
inline constexpr std::string_view kScriptFile = "script.smt2";
inline constexpr std::string_view kWitnessFile = "witness.smt2";
/// The evidence for an unsatisfiable case with axioms: a script with the case's ground assertions, and instances of its
/// axioms that contradict them. An instance is named after its axiom: "a3.1" is an instance of the assertion a3.
inline constexpr std::string_view kInstancesFile = "instances.smt2";
/// Definitions that solve a synthesis problem.
inline constexpr std::string_view kSolutionFile = "solution.smt2";

/// Whether the conjunction of these Boolean terms is contradictory by its Boolean structure alone. Terms other than the
/// connectives (not, and, or, xor, =>, and =, distinct, ite of Booleans) count as independent atoms. True is a proof of
/// Truth::Unsat without a solver. False if it is not contradictory, or if `max_decisions` decisions were not enough.
[[nodiscard]] bool propositionally_unsat(const TermStore& store, std::span<const TermId> terms,
                                         std::uint32_t max_decisions = 2000);

}  // namespace assay::smt
