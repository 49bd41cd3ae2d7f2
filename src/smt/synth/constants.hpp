#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// A boundary value and a closed term with this value.
struct Constant {
  TermId term;
  Value value;
};

/// The predefined constants of each sort (thesis, section 3.3.1: "typical boundary values"), most important first:
/// constants of the rule files, then computed constants (extremes of a width, NaN and infinities, constant arrays,
/// ...).
class Constants {
 public:
  /// Without `add_computed`, sorts with constants in the rules have no computed constants.
  Constants(TermStore& store, const std::vector<Rule>& rules, bool add_computed = true);

  /// The distinct constants of the sort; empty if the evaluator has no values of the sort.
  [[nodiscard]] const std::vector<Constant>& of(SortId sort);
  /// The predefined constant with this value, or else a new term. Nullopt if the value has no term.
  [[nodiscard]] std::optional<TermId> term_of(const Value& value, SortId sort);

 private:
  void add(std::vector<Constant>& list, SortId sort, const Value& value);
  [[nodiscard]] std::vector<Value> computed(SortId sort, unsigned nesting);
  [[nodiscard]] std::vector<Value> bits(std::uint32_t width);
  [[nodiscard]] std::vector<Value> floats(SortId sort);
  [[nodiscard]] std::vector<Value> arrays(SortId sort, unsigned nesting);
  [[nodiscard]] std::vector<Value> sequences(SortId sort, unsigned nesting);
  [[nodiscard]] std::vector<Value> datatypes(SortId sort, unsigned nesting);
  [[nodiscard]] std::vector<Value> values(SortId sort, unsigned nesting);

  TermStore& store_;
  bool add_computed_;
  std::map<SortId, std::vector<Constant>> given_;  ///< from the rule files
  std::map<SortId, std::vector<Constant>> all_;
};

/// The class of a special value, for grouping failures by their likely cause (thesis, section 5.2.2): "negative",
/// "empty", "NaN", "all ones"; empty for other values.
[[nodiscard]] std::string trait(const TermStore& store, const Value& value, SortId sort);

}  // namespace assay::smt
