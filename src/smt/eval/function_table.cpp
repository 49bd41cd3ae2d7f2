#include "smt/eval/function_table.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

class Reader {
 public:
  Reader(const TermStore& store, std::span<const BoundVariable> variables)
      : store_(store),
        variables_(variables),
        ite_(Operators::get().at("ite")),
        and_(Operators::get().at("and")),
        equal_(Operators::get().at("=")) {}

  std::optional<FunctionTable> read(TermId body) {
    FunctionTable table;
    while (store_.has(body, kHasVariable)) {
      if (!store_.is(body, ite_)) {
        return std::nullopt;
      }
      const std::span<const TermId> parts = store_.children(body);
      auto arguments = condition(parts[0]);
      if (!arguments || store_.has(parts[1], kHasVariable)) {
        return std::nullopt;
      }
      table.rows.emplace_back(std::move(*arguments), parts[1]);
      body = parts[2];
    }
    table.fallback = body;
    return table;
  }

 private:
  /// The arguments that a conjunction of equalities requires, one for each variable. Nullopt for other conditions.
  std::optional<std::vector<TermId>> condition(TermId term) const {
    std::vector<std::optional<TermId>> found(variables_.size());
    const bool conjunction = store_.is(term, and_);
    const std::size_t count = conjunction ? store_.children(term).size() : 1;
    if (count != variables_.size()) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!equality(conjunction ? store_.children(term)[i] : term, found)) {
        return std::nullopt;
      }
    }
    std::vector<TermId> arguments;
    for (const std::optional<TermId>& argument : found) {
      if (!argument) {
        return std::nullopt;
      }
      arguments.push_back(*argument);
    }
    return arguments;
  }

  /// Stores `c` of `(= x c)` or `(= c x)` at the position of `x`. False for other terms.
  bool equality(TermId term, std::vector<std::optional<TermId>>& found) const {
    const std::span<const TermId> sides = store_.children(term);
    if (!store_.is(term, equal_) || sides.size() != 2) {
      return false;
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      if (store_.node(sides[i]).kind != TermKind::Variable || store_.has(sides[1 - i], kHasVariable)) {
        continue;
      }
      const SymbolId name = store_.variable_name(sides[i]);
      const auto it =
          std::find_if(variables_.begin(), variables_.end(), [&](const BoundVariable& v) { return v.name == name; });
      if (it != variables_.end()) {
        found[static_cast<std::size_t>(it - variables_.begin())] = sides[1 - i];
        return true;
      }
    }
    return false;
  }

  const TermStore& store_;
  std::span<const BoundVariable> variables_;
  OperatorId ite_, and_, equal_;
};

}  // namespace

std::optional<FunctionTable> table_of(const TermStore& store, std::span<const BoundVariable> variables, TermId body) {
  return Reader(store, variables).read(body);
}

}  // namespace assay::smt
