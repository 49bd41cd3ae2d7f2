#pragma once

#include <string>
#include <vector>

#include "core/rng/rng.hpp"
#include "horn/system/system.hpp"

namespace assay::horn {

/// The sorts of a generated system.
struct Theme {
  std::string name;           ///< "ints", "bit-vectors", ...: the case's group
  std::vector<SortId> sorts;  ///< of arguments and variables; the first is the most frequent, and never a container
};
/// Names of all themes, for help texts and filters.
[[nodiscard]] const std::vector<std::string>& theme_names();
/// One of the names, which must not be empty, by the themes' weights.
[[nodiscard]] std::string draw_theme(const std::vector<std::string>& names, core::Rng& rng);
/// A theme with its sorts. An empty `name` draws one.
[[nodiscard]] Theme make_theme(TermStore& store, const std::string& name, core::Rng& rng);

/// A rung of the size ladder.
struct SystemSize {
  unsigned predicates = 2;
  unsigned arguments = 2;  ///< maximum number of one predicate
  unsigned clauses = 4;    ///< number of clauses beside the queries
  unsigned queries = 1;
  unsigned depth = 1;  ///< of expressions
};
inline constexpr unsigned kRungs = 4;
[[nodiscard]] SystemSize draw_size(unsigned rung, core::Rng& rng);

/// New predicates with random names and sorts of the theme.
[[nodiscard]] std::vector<FunctionId> make_predicates(TermStore& store, const Theme& theme, const SystemSize& size,
                                                      core::Rng& rng);

/// A small random value.
[[nodiscard]] Value draw_value(TermStore& store, const Theme& theme, SortId sort, core::Rng& rng);

/// Draws the parts of one clause: variables, expressions and guards.
class ClauseDraft {
 public:
  ClauseDraft(const Terms& terms, const Theme& theme, core::Rng& rng) : terms_(terms), theme_(theme), rng_(rng) {}

  [[nodiscard]] TermId fresh(SortId sort);
  /// A variable of the sort that the clause already has. Nullopt if there is none.
  [[nodiscard]] std::optional<TermId> known(SortId sort);
  [[nodiscard]] TermId literal(SortId sort);
  /// A term over the clause's variables. Adds variables only if `may_add`.
  [[nodiscard]] TermId expression(SortId sort, unsigned depth, bool may_add);
  /// A Boolean term over the clause's variables.
  [[nodiscard]] TermId guard(unsigned depth);
  [[nodiscard]] const std::vector<BoundVariable>& variables() const { return variables_; }

 private:
  [[nodiscard]] TermId number_expression(SortId sort, unsigned depth, bool may_add);
  [[nodiscard]] TermId bits_expression(SortId sort, unsigned depth, bool may_add);
  [[nodiscard]] TermId condition();
  [[nodiscard]] TermId variable_or_literal(SortId sort, bool may_add);
  [[nodiscard]] TermId integer(long value) const { return terms_.number(value, terms_.store().int_sort()); }
  /// A part of a known array or record: a number of this sort. Nullopt if the clause has none.
  [[nodiscard]] std::optional<TermId> part(SortId sort, unsigned depth);

  const Terms& terms_;
  const Theme& theme_;
  core::Rng& rng_;
  std::vector<BoundVariable> variables_;
};

}  // namespace assay::horn
