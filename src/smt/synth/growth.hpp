#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// The formula (not A) and B, with the clauses that replacements have added.
struct Contradiction {
  TermId negated;                  ///< not A
  TermId right;                    ///< B
  std::vector<TermId> clauses;     ///< the clause C of each replacement
  std::vector<bool> needed;        ///< by clause: whether it is in the expected core
  std::vector<std::string> steps;  ///< descriptions for Formula::note
};

/// A replacement that extends a contradiction: a target in B and an equality rule for it.
struct Growth {
  enum class Kind : std::uint8_t {
    Variable,    ///< a variable x of A and B becomes a fresh x' in B, and C makes them equal (Alg. 3.5)
    Constant,    ///< a value in B becomes a fresh variable, which C makes equal to the value (Alg. 3.5)
    Own,         ///< like Variable, for a variable of B only; C is redundant (Alg. 3.6)
    Quantified,  ///< like Variable, for a bound variable under its quantifier; C is redundant (Alg. 3.6)
    Let,         ///< C is a valid clause about a sub-term of B, and redundant (section 3.4.1)
  };
  Kind kind = Kind::Variable;
  TermId target;               ///< Quantified: the binder
  std::uint32_t variable = 0;  ///< Quantified: index of the bound variable
  const Rule* equality = nullptr;
};

/// The growths of a kind that an equivalence admits, in a fixed order.
[[nodiscard]] std::vector<Growth> growths_of(Workshop& workshop, const Rule& equivalence, Growth::Kind kind);
/// Applies a growth. Fresh names end with `suffix`. Nullopt if B no longer contains the target.
[[nodiscard]] std::optional<Contradiction> apply_growth(Workshop& workshop, const Contradiction& contradiction,
                                                        const Growth& growth, const std::string& suffix);
/// The contradiction (not A) and B of an equivalence. Without `patterns`, the patterns of B's quantifiers are removed.
[[nodiscard]] Contradiction simple(Workshop& workshop, const Rule& equivalence, bool patterns);
/// True if a quantifier in the term has a pattern.
[[nodiscard]] bool has_patterns(const TermStore& store, TermId term);

}  // namespace assay::smt
