#include "datalog/dialect/text/ordering.hpp"

#include <algorithm>
#include <cstddef>

namespace assay::datalog {
namespace {

std::size_t index_of(const Term& variable) { return static_cast<std::size_t>(variable.value); }

/// Places literals one after the other. Stores which variables the placed literals bind.
class LiteralOrder {
 public:
  explicit LiteralOrder(const Rule& rule) : bound_(rule.variables.size(), false), outer_(outer_variables(rule)) {}

  [[nodiscard]] bool ready(const Literal& literal) const {
    if (const auto* atom = std::get_if<Atom>(&literal)) return !atom->negated || known(*atom);
    if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      const bool left = known(comparison->left);
      const bool right = known(comparison->right);
      return (left && right) || (comparison->comparator == Comparator::Equal && (left || right));
    }
    if (const auto* computation = std::get_if<Computation>(&literal)) {
      return known(computation->left) && known(computation->right);
    }
    if (const auto* call = std::get_if<Call>(&literal))
      return std::all_of(call->arguments.begin(), call->arguments.end(), [this](const Term& it) { return known(it); });
    return groups_known(std::get<Aggregate>(literal));
  }

  PlacedLiteral place(const Literal& literal) {
    PlacedLiteral placed{&literal, std::nullopt};
    if (const auto* atom = std::get_if<Atom>(&literal)) {
      for (const Term& term : atom->arguments) bind(term);
    } else if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      if (comparison->comparator == Comparator::Equal) {
        placed.binds = known(comparison->left) ? bind(comparison->right) : bind(comparison->left);
      }
    } else if (const auto* computation = std::get_if<Computation>(&literal)) {
      placed.binds = bind(computation->result);
    } else if (const auto* call = std::get_if<Call>(&literal)) {
      placed.binds = bind(call->result);
    } else {
      placed.binds = bind(std::get<Aggregate>(literal).result);
    }
    return placed;
  }

 private:
  [[nodiscard]] bool known(const Term& term) const { return !term.is_variable() || bound_[index_of(term)]; }
  [[nodiscard]] bool known(const Atom& atom) const {
    return std::all_of(atom.arguments.begin(), atom.arguments.end(), [this](const Term& term) { return known(term); });
  }
  /// Whether the term may stand in an aggregate here: grouping variables must be known, local variables need not be.
  [[nodiscard]] bool fits(const Term& term) const {
    return !term.is_variable() || !outer_[index_of(term)] || bound_[index_of(term)];
  }
  [[nodiscard]] bool groups_known(const Aggregate& aggregate) const {
    const auto fitting = [this](const Term& term) { return fits(term); };
    for (const Atom& atom : aggregate.atoms) {
      if (!std::all_of(atom.arguments.begin(), atom.arguments.end(), fitting)) return false;
    }
    return std::all_of(aggregate.comparisons.begin(), aggregate.comparisons.end(),
                       [&](const Comparison& inner) { return fits(inner.left) && fits(inner.right); });
  }
  std::optional<std::uint32_t> bind(const Term& term) {
    if (known(term)) return std::nullopt;
    bound_[index_of(term)] = true;
    return static_cast<std::uint32_t>(term.value);
  }

  std::vector<bool> bound_;
  std::vector<bool> outer_;
};

bool is_positive_atom(const Literal& literal) {
  const auto* atom = std::get_if<Atom>(&literal);
  return atom != nullptr && !atom->negated;
}

}  // namespace

std::vector<PlacedLiteral> left_to_right(const Rule& rule, AtomsFirst atoms_first) {
  LiteralOrder placing(rule);
  std::vector<PlacedLiteral> order;
  std::vector<const Literal*> waiting;
  for (const Literal& literal : rule.body) {
    if (atoms_first == AtomsFirst::Yes && is_positive_atom(literal)) {
      order.push_back(placing.place(literal));
    } else {
      waiting.push_back(&literal);
    }
  }
  while (!waiting.empty()) {
    auto next =
        std::find_if(waiting.begin(), waiting.end(), [&](const Literal* literal) { return placing.ready(*literal); });
    if (next == waiting.end()) next = waiting.begin();  // an unsafe rule, which is printed nevertheless
    order.push_back(placing.place(**next));
    waiting.erase(next);
  }
  return order;
}

std::vector<bool> outer_variables(const Rule& rule) {
  std::vector<bool> outer(rule.variables.size(), false);
  const auto mark = [&](const Term& term) {
    if (term.is_variable()) outer[index_of(term)] = true;
  };
  for (const Atom& head : rule.heads) {
    for (const Term& term : head.arguments) mark(term);
  }
  for (const Literal& literal : rule.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) {
      for (const Term& term : atom->arguments) mark(term);
    } else if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      mark(comparison->left);
      mark(comparison->right);
    } else if (const auto* computation = std::get_if<Computation>(&literal)) {
      mark(computation->result);
      mark(computation->left);
      mark(computation->right);
    } else if (const auto* call = std::get_if<Call>(&literal)) {
      mark(call->result);
      for (const Term& term : call->arguments) mark(term);
    } else {
      mark(std::get<Aggregate>(literal).result);
    }
  }
  return outer;
}

std::vector<std::uint32_t> local_variables(const Aggregate& aggregate, const std::vector<bool>& outer) {
  std::vector<std::uint32_t> locals;
  const auto add = [&](const Term& term) {
    if (!term.is_variable() || outer[index_of(term)]) return;
    const auto number = static_cast<std::uint32_t>(term.value);
    if (std::find(locals.begin(), locals.end(), number) == locals.end()) locals.push_back(number);
  };
  add(aggregate.target);
  for (const Atom& atom : aggregate.atoms) {
    for (const Term& term : atom.arguments) add(term);
  }
  for (const Comparison& comparison : aggregate.comparisons) {
    add(comparison.left);
    add(comparison.right);
  }
  return locals;
}

}  // namespace assay::datalog
