#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/rules/congruence.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// The assignments of a row's variables. A list, because there are few variables.
template <typename Meaning>
class Meanings {
 public:
  /// The variable's assignment; `initial`, which is then stored, if it had none.
  Meaning of(FunctionId variable, Meaning initial) {
    for (const auto& [name, meaning] : known_)
      if (name == variable) return meaning;
    known_.emplace_back(variable, initial);
    return initial;
  }
  [[nodiscard]] const std::vector<std::pair<FunctionId, Meaning>>& all() const { return known_; }
  [[nodiscard]] std::size_t size() const { return known_.size(); }
  /// Removes all but the first `count` assignments.
  void truncate(std::size_t count) { known_.resize(count); }

 private:
  std::vector<std::pair<FunctionId, Meaning>> known_;
};
/// An assignment of the variables and function variables of a row.
template <typename Term>
struct Substitution {
  Meanings<Term> terms;
  Meanings<FunctionId> functions;
};

/// Matches a row's terms against terms of the same store.
class Matcher {
 public:
  Matcher(const TermStore& store, const Rule& rule);

  /// Extends the substitution so that the pattern equals the term. If that fails, the substitution may be partly
  /// extended.
  bool match(TermId pattern, TermId term, Substitution<TermId>& found);
  [[nodiscard]] bool is_variable(TermId term) const;
  /// True if the roots are equal, children aside. Extends the assignment of function variables.
  bool same_head(TermId pattern, TermId term, Meanings<FunctionId>& functions) const;

 private:
  [[nodiscard]] bool is_declared_variable(FunctionId function) const;

  const TermStore& store_;
  std::vector<FunctionId> variables_;
  std::vector<std::pair<TermId, TermId>> work_;
};

/// True if an instance of the pieces is among the facts. Backtracks up to a bound on the steps. Pieces that are single
/// variables match everything and should come last.
[[nodiscard]] bool has_instance(Matcher& matcher, std::span<const TermId> pieces, std::span<const TermId> facts);

/// True if an instance of the pieces is among the facts modulo the congruence (E-matching: de Moura, Bjorner: Efficient
/// E-Matching for SMT Solvers, CADE 2007, section 2, without its code trees).
[[nodiscard]] bool has_instance(const TermStore& store, const Matcher& matcher, std::span<const TermId> pieces,
                                const Congruence& classes);

}  // namespace assay::smt
