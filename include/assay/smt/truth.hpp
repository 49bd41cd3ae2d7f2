#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// What a check-sat must answer.
enum class Truth : std::uint8_t {
  Sat,    ///< the witness satisfies every active assertion
  Unsat,  ///< the active assertions are contradictory: as propositions over their atoms (Boolean abstraction), under
          ///< every assignment of their constants, or by how they were made
  Open,   ///< not known: the answer is not judged
};
[[nodiscard]] std::string_view name(Truth truth);

/// Options that a case was given for one target: "name=value" each, of the definition's `options`.
struct DrawnOptions {
  std::string target;
  std::vector<std::string> options;
};

/// What a seed says of itself.
struct OwnStatus {
  Truth truth = Truth::Open;  ///< of `:status`; Open: it says nothing
  std::uint64_t of = 0;       ///< hash_bytes of the script that it is about: a reduction's steps are other scripts
  friend bool operator==(const OwnStatus&, const OwnStatus&) = default;
};

/// The metadata of an SMT case (Case::metadata, as JSON): its truth and where it came from. The script is the case's
/// first file, kScriptFile; the witness, a model as print_model writes it, is kWitnessFile.
struct SmtFacts {
  std::vector<Truth> truths;  ///< of each check-sat, in order
  bool has_witness = false;
  std::uint64_t interpretation = 0;  ///< EvalOptions::interpretation under which the witness satisfies the assertions
  bool partly_by_solvers = false;    ///< some valuations came from agreeing reference solvers, not from our evaluator
  bool decidable = false;            ///< quantifier-free in a logic where "unknown" is incompleteness
  std::string seed;                  ///< file name of the seed script
  std::string partner;               ///< of the other one, where two are fused
  std::string note;                  ///< how it was made: rung, sizes
  std::vector<std::string> core;     ///< names of the assertions in the expected unsat core; empty: none is known
  std::vector<std::string> optimum;  ///< what get-objectives must say, in order; empty: nothing is optimized
  std::vector<std::string> operations;  ///< what the formula tests, and ...
  std::vector<std::string> traits;      ///< ... classes of its constants: for grouping failures by likely cause

  OwnStatus status;  ///< of a seed as it stands, where its truth is open

  /// What targets are given. A target with an empty list: a reduction has dropped all of its options.
  std::vector<DrawnOptions> drawn;
  std::string written_for;     ///< the target whose options' commands the script has already; empty: none
  bool needs_options = false;  ///< the default configuration of that target passes

  /// Neither a model nor a core is asked for, whatever the truths: of a failure that was seen so. What is asked for
  /// turns parts of a solver on and off, and a reduction may lose the truths that it follows from.
  bool asks_nothing = false;

  [[nodiscard]] std::string json() const;
  [[nodiscard]] static Result<SmtFacts> from_json(std::string_view text);
};
inline constexpr std::string_view kScriptFile = "script.smt2";
inline constexpr std::string_view kWitnessFile = "witness.smt2";

/// Whether the conjunction of these Boolean terms is contradictory for its Boolean structure alone: every term that is
/// no connective (not, and, or, xor, =>, and =, distinct, ite of Booleans) counts as an independent atom. A proof of
/// Truth::Unsat that needs no solver. `false` also when `max_decisions` branchings were not enough to tell.
[[nodiscard]] bool propositionally_unsat(const TermStore& store, std::span<const TermId> terms,
                                         std::uint32_t max_decisions = 2000);

}  // namespace assay::smt
