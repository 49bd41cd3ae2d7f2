#include "datalog/transform/order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "datalog/transform/rule_tools.hpp"

namespace assay::datalog {
namespace {

/// The variables that a prefix of a body binds.
class Prefix {
 public:
  explicit Prefix(const Rule& rule) {
    bound_.resize(rule.variables.size(), 0);
    if (has_aggregate(rule)) counts_ = occurrences(rule);
  }

  [[nodiscard]] bool ready(const Literal& literal) const {
    return std::visit([&](const auto& it) { return is_ready(it); }, literal);
  }
  void take(const Literal& literal) {
    std::visit([&](const auto& it) { bind(it); }, literal);
  }

 private:
  [[nodiscard]] bool known(const Term& term) const {
    return !term.is_variable() || bound_[Occurrences::index(term)] != 0;
  }
  void set(const Term& term) {
    if (term.is_variable()) bound_[Occurrences::index(term)] = 1;
  }
  [[nodiscard]] bool grouped(const Term& term) const { return known(term) || !counts_.is_outside(term); }

  [[nodiscard]] bool is_ready(const Atom& atom) const {
    return !atom.negated ||
           std::all_of(atom.arguments.begin(), atom.arguments.end(), [&](const Term& it) { return known(it); });
  }
  [[nodiscard]] bool is_ready(const Comparison& it) const {
    return it.comparator == Comparator::Equal ? known(it.left) || known(it.right) : known(it.left) && known(it.right);
  }
  [[nodiscard]] bool is_ready(const Computation& it) const { return known(it.left) && known(it.right); }
  [[nodiscard]] bool is_ready(const Call& call) const {
    if (call.takes_apart() && known(call.result)) return true;
    return std::all_of(call.arguments.begin(), call.arguments.end(),
                       [&](const Term& it) { return known(it) && !it.is_wildcard(); });
  }
  [[nodiscard]] bool is_ready(const Aggregate& aggregate) const {
    for (const Atom& atom : aggregate.atoms) {
      for (const Term& term : atom.arguments) {
        if (!grouped(term)) return false;
      }
    }
    return std::all_of(aggregate.comparisons.begin(), aggregate.comparisons.end(),
                       [&](const Comparison& it) { return grouped(it.left) && grouped(it.right); });
  }

  void bind(const Atom& atom) {
    for (const Term& term : atom.arguments) set(term);
  }
  void bind(const Comparison& comparison) {
    set(comparison.left);
    set(comparison.right);
  }
  void bind(const Computation& computation) { set(computation.result); }
  void bind(const Call& call) {
    set(call.result);
    for (const Term& term : call.arguments) set(term);
  }
  void bind(const Aggregate& aggregate) { set(aggregate.result); }

  SmallVector<std::uint8_t, 24> bound_;
  Occurrences counts_;  ///< empty for rules without aggregates
};

}  // namespace

bool is_settled(const Rule& rule) {
  Prefix prefix(rule);
  for (const Literal& literal : rule.body) {
    if (!prefix.ready(literal)) return false;
    prefix.take(literal);
  }
  return true;
}

void settle(Rule& rule) {
  Prefix prefix(rule);
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    std::size_t next = i;
    while (next < rule.body.size() && !prefix.ready(rule.body[next])) ++next;
    if (next == rule.body.size()) return;  // the rule is unsafe, which the caller detects
    const auto at = rule.body.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(at, rule.body.begin() + static_cast<std::ptrdiff_t>(next),
                rule.body.begin() + static_cast<std::ptrdiff_t>(next) + 1);
    prefix.take(rule.body[i]);
  }
}

}  // namespace assay::datalog
