#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// A way to make formulas: a row of the registry (categories.cpp), and a strategy of the campaign.
struct CategoryRow {
  std::string_view name;
  Truth truth = Truth::Sat;
  unsigned level = 0;  ///< formulas of lower levels are smaller, and come first
  std::string_view help;
  bool optimizes = false;  ///< has soft constraints or objectives
};
[[nodiscard]] const std::vector<CategoryRow>& category_rows();
[[nodiscard]] const CategoryRow* find_category(std::string_view name);
/// For names that are known to be there.
[[nodiscard]] const CategoryRow& category(std::string_view name);

/// A weighted constraint of a MAX-SMT formula.
struct SoftConstraint {
  TermId term;
  std::uint64_t weight = 1;
  std::string group;  ///< `:id`; empty: the default group
};
/// A term to be minimized or maximized.
struct Objective {
  TermId term;
  bool maximize = false;
};

/// One synthesised formula, with its truth and the evidence for it.
struct Formula {
  const CategoryRow* category = nullptr;
  std::vector<TermId> assertions;
  Model witness;           ///< of a satisfiable one
  std::vector<bool> core;  ///< which assertions the expected unsat core has; empty: no core is known
  std::vector<SoftConstraint> soft;
  std::vector<Objective> objectives;
  /// What get-objectives must say, in order: for each group of soft constraints the least total weight of violated
  /// ones, for each objective the best value.
  std::vector<std::string> optimum;
  std::vector<std::string> operations;  ///< what it tests, for grouping failures
  std::vector<std::string> traits;      ///< classes of its constants: "str.indexof, argument 3: negative"
  std::string note;                     ///< how it was made, for people: "E3, s by EV5"
};

}  // namespace assay::smt
