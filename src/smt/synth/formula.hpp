#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A category of formulas: a row of the registry (categories.cpp), and a strategy in campaigns.
struct CategoryRow {
  std::string_view name;
  Truth truth = Truth::Sat;
  unsigned level = 0;  ///< formulas of lower levels are smaller and come first in an enumeration
  std::string_view help;
  bool optimizes = false;   ///< its formulas have soft constraints or objectives
  bool on_request = false;  ///< only in runs that name it
};
[[nodiscard]] const std::vector<CategoryRow>& category_rows();
[[nodiscard]] const CategoryRow* find_category(std::string_view name);
/// The category of this name, which must exist.
[[nodiscard]] const CategoryRow& category(std::string_view name);

/// A weighted constraint of a MAX-SMT formula.
struct SoftConstraint {
  TermId term;
  std::uint64_t weight = 1;
  std::string group;  ///< `:id`; empty: the default group
};
/// A term that is minimized or maximized.
struct Objective {
  TermId term;
  bool maximize = false;
};

/// One synthesised formula, with its truth and the evidence for it.
struct Formula {
  const CategoryRow* category = nullptr;
  std::vector<TermId> assertions;
  Model witness;           ///< of a satisfiable formula
  std::vector<bool> core;  ///< by assertion: whether it is in the expected unsat core; empty: no core is known
  std::vector<SoftConstraint> soft;
  std::vector<Objective> objectives;
  /// The expected values of get-objectives, in order: for each group of soft constraints the least total weight of
  /// violated constraints, for each objective the best value.
  std::vector<std::string> optimum;
  /// Ground instances of quantified assertions, each with the assertion's index. They contradict the ground assertions.
  std::vector<std::pair<std::size_t, TermId>> instances;
  std::vector<TermId> missing;  ///< ground terms that the patterns need for these instances and that no assertion has
  bool by_matching = false;     ///< E-matching with the patterns finds all of these instances
  std::vector<std::string> operations;  ///< the operations or rules under test, for grouping failures
  std::vector<std::string> traits;      ///< classes of its constants: "str.indexof, argument 3: negative"
  std::string note;                     ///< description of its construction: "E3, s by EV5"
};

}  // namespace assay::smt
