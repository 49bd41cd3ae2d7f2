#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// A boundary value with a closed term for it.
struct Constant {
  TermId term;
  Value value;
};

/// The predefined constants of each sort (thesis, section 3.3.1: "typical boundary values"): those of the rule files
/// first, then computed ones (extremes of a width, NaN and infinities, constant arrays, ...), most important first.
class Constants {
 public:
  /// Without `add_computed`, a sort that the rules give constants has only those.
  Constants(TermStore& store, const std::vector<Rule>& rules, bool add_computed = true);

  /// Each value once. Empty for sorts without values of ours.
  [[nodiscard]] const std::vector<Constant>& of(SortId sort);
  /// A constant of the sort with this value: one of those, or one made for it.
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

/// What is special about a value, in a word or two, for grouping failures by their likely cause (thesis, section
/// 5.2.2): "negative", "empty", "NaN", "all ones"; an empty string when nothing is.
[[nodiscard]] std::string trait(const TermStore& store, const Value& value, SortId sort);

}  // namespace assay::smt
