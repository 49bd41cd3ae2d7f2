#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// not A and B with what replacements have added: the state of one formula on its way.
struct Contradiction {
  TermId negated;               ///< not A
  TermId right;                 ///< B
  std::vector<TermId> clauses;  ///< C of each replacement
  std::vector<bool> needed;     ///< whether each clause is in the expected core
  std::vector<std::string> steps;
};

/// One way to grow a contradiction: a target in B and an equality for it.
struct Growth {
  enum class Kind : std::uint8_t {
    Variable,    ///< a variable of A and B: x becomes a fresh x', C says that they are equal (Alg. 3.5)
    Constant,    ///< a value in B becomes a fresh variable that C fixes to it (Alg. 3.5)
    Own,         ///< as Variable, for a variable of B alone: redundant (Alg. 3.6)
    Quantified,  ///< as Variable, under the quantifier that binds it: redundant (Alg. 3.6)
    Let,         ///< C is a truth about a sub-term of B: redundant (section 3.4.1)
  };
  Kind kind = Kind::Variable;
  TermId target;               ///< Quantified: the binder
  std::uint32_t variable = 0;  ///< Quantified: which of its variables
  const Rule* equality = nullptr;
};

/// The growths of a kind that an equivalence admits, in a fixed order.
[[nodiscard]] std::vector<Growth> growths_of(Workshop& workshop, const Rule& equivalence, Growth::Kind kind);
/// Applies one. Fresh names end with `suffix`. Nothing when the target is no longer there.
[[nodiscard]] std::optional<Contradiction> grown(Workshop& workshop, const Contradiction& contradiction,
                                                 const Growth& growth, const std::string& suffix);
/// not A and B. Without `patterns`, B's quantifiers lose theirs.
[[nodiscard]] Contradiction simple(Workshop& workshop, const Rule& equivalence, bool patterns);
/// Whether some quantifier in the term has a pattern.
[[nodiscard]] bool has_patterns(const TermStore& store, TermId term);

}  // namespace assay::smt
