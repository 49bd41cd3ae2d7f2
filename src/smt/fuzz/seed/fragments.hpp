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
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// A closed Boolean sub-formula of a seed. Its depth counts connectives only: a leaf of the Boolean structure has 0.
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
/// The levels, checks and assumptions of a seed that has more than one assertion list and one check; or empty.
struct Skeleton {
  std::vector<SkeletonCommand> commands;
};

/// A seed taken apart: phase 1 of Algorithm 1 without the assignment. It has a store of its own, so that what is made
/// from it does not depend on what was made before from other seeds.
struct Fragments {
  TermStore store;
  std::string logic;                  ///< of set-logic, or empty
  std::string tactic;                 ///< of the last check-sat-using, or empty
  Truth status = Truth::Open;         ///< its one `:status`, where it has one check of all its assertions
  Skeleton skeleton;                  ///< of an incremental seed
  std::vector<Command> objectives;    ///< of a seed with one check: maximize, minimize, assert-soft
  std::vector<TermId> assertions;     ///< without annotations (a name may stand only once in a script)
  std::vector<Fragment> formulas;     ///< every closed Boolean sub-formula, children first
  std::vector<TermId> terms;          ///< every closed sub-term of any sort, children first
  std::vector<FunctionId> functions;  ///< declared ones that the assertions use, definitions' bodies included
  std::vector<SortId> sorts;          ///< of the terms, in order of appearance
  std::vector<std::pair<SortId, Value>> literals;
};

/// Reads a seed. The error says where it is no SMT-LIB, or that it has no assertion.
[[nodiscard]] std::variant<std::unique_ptr<Fragments>, ParseError> take_apart(std::string_view text,
                                                                              const std::string& name);

/// Leaves out the assertions that use one of these operators (by their indices); false, and nothing is changed: all do.
[[nodiscard]] bool drop_assertions_with(Fragments& fragments, const std::vector<bool>& operators);

/// Fills in everything but the logic from these assertions of the same store.
void collect_fragments(Fragments& fragments, const std::vector<TermId>& assertions);

/// Depth of connectives above the leaves of the Boolean structure.
[[nodiscard]] std::uint32_t boolean_depth(const TermStore& store, TermId formula);

/// The binder over these children, with the standard's attributes only: others name things that only one solver knows.
/// A pattern with a mere variable in it goes, too: it says nothing, and solvers refuse it.
[[nodiscard]] TermId plain_binder(TermStore& store, TermId original, const std::vector<TermId>& children);

/// The term without its annotations, except the patterns of quantifiers, and without `and` and `or` of one argument.
[[nodiscard]] TermId without_annotations(TermStore& store, TermId term);

/// How new names can begin, so that none of the seed's does.
[[nodiscard]] std::string unused_prefix(const Fragments& seed);

}  // namespace assay::smt
