#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A closed Boolean sub-formula of a seed. `depth` counts connectives only: a leaf of the Boolean structure has 0.
struct Fragment {
  TermId term;
  std::uint32_t depth = 0;
};

/// One command of a seed's incremental structure; `assertions` are positions in Fragments::assertions.
struct SkeletonCommand {
  CommandKind kind = CommandKind::CheckSat;
  std::uint64_t number = 0;
  std::vector<std::size_t> assertions;
};
/// The levels, checks and assumptions of an incremental seed. Empty for a seed with assertions and one check only.
struct Skeleton {
  std::vector<SkeletonCommand> commands;
};

/// The parts of a parsed seed: phase 1 of Algorithm 1 without the assignment. Each seed has its own term store, so that
/// cases do not depend on cases that were made earlier from other seeds.
struct Fragments {
  TermStore store;
  std::string logic;                  ///< argument of set-logic; empty: none
  std::string tactic;                 ///< argument of the last check-sat-using; empty: none
  Truth status = Truth::Open;         ///< `:status` of a seed with one check of all its assertions; else Open
  Skeleton skeleton;                  ///< empty unless the seed is incremental
  std::vector<Command> objectives;    ///< maximize, minimize, assert-soft; empty if there are levels or several checks
  std::vector<Command> options;       ///< set-option before the first assertion, but none that Assay itself sets
  std::vector<TermId> assertions;     ///< without annotations, because a script must not define a name twice
  std::vector<Fragment> formulas;     ///< every closed Boolean sub-formula, children first
  std::vector<TermId> terms;          ///< every closed sub-term of any sort, children first
  std::vector<FunctionId> functions;  ///< declared functions in the assertions, objectives and bodies of definitions
  std::vector<SortId> sorts;          ///< of the terms, in order of appearance
  std::vector<std::pair<SortId, Value>> literals;  ///< constants of the seed with their sorts
};

/// Parses a seed. Fails if the text is no SMT-LIB script or has no assertion.
[[nodiscard]] std::variant<std::unique_ptr<Fragments>, ParseError> take_apart(std::string_view text,
                                                                              const std::string& name);

/// Removes the assertions and objectives that use an operator of this set (indexed by OperatorId). If no assertion
/// would be left, returns false and keeps the assertions.
[[nodiscard]] bool drop_assertions_with(Fragments& fragments, const std::vector<bool>& operators);

/// Fills in assertions, formulas, terms, functions, sorts and literals from these assertions of the same store.
void collect_fragments(Fragments& fragments, const std::vector<TermId>& assertions);

/// The number of nested connectives: 0 for a leaf of the Boolean structure.
[[nodiscard]] std::uint32_t boolean_depth(const TermStore& store, TermId formula);

/// The binder over these children with its patterns, but without attributes that only some solvers support. Patterns
/// that contain a bare variable are removed as well, because solvers reject them.
[[nodiscard]] TermId plain_binder(TermStore& store, TermId original, const std::vector<TermId>& children);

/// The term without annotations, except patterns of quantifiers, and without `and` and `or` of one argument.
[[nodiscard]] TermId without_annotations(TermStore& store, TermId term);

/// A prefix for new names with which no name of the seed begins.
[[nodiscard]] std::string unused_prefix(const Fragments& seed);

}  // namespace assay::smt
