#include "datalog/fuzz/case/contradiction.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

namespace assay::datalog {
namespace {

/// Classes of variables that the body's equalities make equal. A class may be equal to a constant.
class Equalities {
 public:
  explicit Equalities(const Rule& rule) : parents_(rule.variables.size()), constants_(rule.variables.size()) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    for (const Literal& literal : rule.body) {
      const auto* comparison = std::get_if<Comparison>(&literal);
      if (comparison == nullptr || comparison->comparator != Comparator::Equal) continue;
      if (comparison->left.is_variable() && comparison->right.is_variable())
        parents_[root(comparison->left)] = root(comparison->right);
    }
    for (const Literal& literal : rule.body)
      if (const auto* comparison = std::get_if<Comparison>(&literal);
          comparison != nullptr && comparison->comparator == Comparator::Equal) {
        if (comparison->left.is_variable() && comparison->right.is_constant())
          constants_[root(comparison->left)] = comparison->right;
        if (comparison->right.is_variable() && comparison->left.is_constant())
          constants_[root(comparison->right)] = comparison->left;
      }
  }

  /// Whether the negated atom's term matches every value that the positive atom's term can have.
  [[nodiscard]] bool covers(const Term& negated, const Term& positive) const {
    return negated.is_wildcard() || representative(negated) == representative(positive);
  }

 private:
  [[nodiscard]] std::size_t root(const Term& variable) const {
    auto at = static_cast<std::size_t>(variable.value);
    while (parents_[at] != at) at = parents_[at];
    return at;
  }
  [[nodiscard]] Term representative(const Term& term) const {
    if (!term.is_variable()) return term;
    const std::size_t at = root(term);
    return constants_[at] ? *constants_[at] : Term::variable(static_cast<std::uint32_t>(at), term.type);
  }

  std::vector<std::size_t> parents_;
  std::vector<std::optional<Term>> constants_;
};

}  // namespace

bool contradicts(const Rule& rule) {
  const Equalities equalities(rule);
  std::vector<const Atom*> atoms;
  for (const Literal& literal : rule.body)
    if (const auto* atom = std::get_if<Atom>(&literal)) atoms.push_back(atom);
  const auto opposite = [&](const Atom* left, const Atom* right) {
    return left->negated && !right->negated && left->relation == right->relation &&
           std::equal(left->arguments.begin(), left->arguments.end(), right->arguments.begin(), right->arguments.end(),
                      [&](const Term& a, const Term& b) { return equalities.covers(a, b); });
  };
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom* left) {
    return std::any_of(atoms.begin(), atoms.end(), [&](const Atom* right) { return opposite(left, right); });
  });
}

bool has_contradictions(const Program& program) {
  return std::any_of(program.rules.begin(), program.rules.end(), contradicts);
}

Program without_contradictions(Program program) {
  std::erase_if(program.rules, contradicts);
  return program;
}

}  // namespace assay::datalog
