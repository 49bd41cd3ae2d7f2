#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {
namespace {

using Variables = SmallVector<std::uint8_t, 24>;

Variables no_variables(const Rule& rule) {
  Variables variables;
  variables.resize(rule.variables.size(), 0);
  return variables;
}

/// Marks a variable. Accepts numbers that the rule does not declare, because check() reports them later.
void mark(Variables& variables, const Term& term) {
  if (!term.is_variable()) return;
  const auto number = static_cast<std::size_t>(term.value);
  if (number >= variables.size()) variables.resize(number + 1, 0);
  variables[number] = 1;
}

bool has(const Variables& variables, const Term& term) {
  const auto number = static_cast<std::size_t>(term.value);
  return number < variables.size() && variables[number] != 0;
}

void mark_all(Variables& variables, const Terms& terms) {
  for (const Term& term : terms) mark(variables, term);
}

template <typename Visit>
void for_each_inner_term(const Aggregate& aggregate, Visit visit) {
  visit(aggregate.target);
  for (const Atom& atom : aggregate.atoms) std::for_each(atom.arguments.begin(), atom.arguments.end(), visit);
  for (const Comparison& comparison : aggregate.comparisons) {
    visit(comparison.left);
    visit(comparison.right);
  }
}

/// Variables that occur in heads, atoms, comparisons, computations, or as an aggregate's result.
Variables outer_variables(const Rule& rule) {
  Variables outer = no_variables(rule);
  for (const Atom& head : rule.heads) mark_all(outer, head.arguments);
  for (const Literal& literal : rule.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) {
      mark_all(outer, atom->arguments);
    } else if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      mark(outer, comparison->left);
      mark(outer, comparison->right);
    } else if (const auto* computation = std::get_if<Computation>(&literal)) {
      mark(outer, computation->result);
      mark(outer, computation->left);
      mark(outer, computation->right);
    } else if (const auto* call = std::get_if<Call>(&literal)) {
      mark(outer, call->result);
      mark_all(outer, call->arguments);
    } else {
      mark(outer, std::get<Aggregate>(literal).result);
    }
  }
  return outer;
}

/// Finds bound variables by passes over the body.
class Binding {
 public:
  Binding(const Rule& rule, const Variables& outer) : bound(no_variables(rule)), rule_(rule), outer_(outer) {}

  /// Lets each literal bind variables once. Returns whether a variable was newly bound.
  bool pass() {
    changed_ = false;
    for (const Literal& literal : rule_.body) std::visit([&](const auto& it) { bind(it); }, literal);
    return changed_;
  }

  Variables bound;

 private:
  [[nodiscard]] bool known(const Term& term) const {
    return term.is_constant() || (term.is_variable() && has(bound, term));
  }
  void set(const Term& term) {
    if (!term.is_variable() || has(bound, term)) return;
    mark(bound, term);
    changed_ = true;
  }

  void bind(const Atom& atom) {
    if (atom.negated) return;
    for (const Term& term : atom.arguments) set(term);
  }
  void bind(const Comparison& comparison) {
    if (comparison.comparator != Comparator::Equal) return;
    if (known(comparison.left)) set(comparison.right);
    if (known(comparison.right)) set(comparison.left);
  }
  void bind(const Computation& computation) {
    if (known(computation.left) && known(computation.right)) set(computation.result);
  }
  void bind(const Call& call) {
    const auto is_known = [&](const Term& term) { return known(term); };
    if (call.has_result() && std::all_of(call.arguments.begin(), call.arguments.end(), is_known)) set(call.result);
    if (call.takes_apart() && known(call.result))
      for (const Term& term : call.arguments) set(term);
  }
  void bind(const Aggregate& aggregate) {
    bool ready = true;
    for_each_inner_term(aggregate, [&](const Term& term) {
      if (term.is_variable() && has(outer_, term) && !has(bound, term)) ready = false;
    });
    if (ready) set(aggregate.result);
  }

  const Rule& rule_;
  const Variables& outer_;
  bool changed_ = false;
};

/// Variables that are local to an aggregate and do not occur in its positive atoms.
Variables loose_locals(const Rule& rule, const Variables& outer) {
  Variables loose = no_variables(rule);
  for (const Literal& literal : rule.body) {
    const auto* aggregate = std::get_if<Aggregate>(&literal);
    if (aggregate == nullptr) continue;
    Variables within = no_variables(rule);
    for (const Atom& atom : aggregate->atoms) {
      if (!atom.negated) mark_all(within, atom.arguments);
    }
    for_each_inner_term(*aggregate, [&](const Term& term) {
      if (term.is_variable() && !has(outer, term) && !has(within, term)) mark(loose, term);
    });
  }
  return loose;
}

/// Whether wildcards stand only where is_safe() allows them, and each aggregate's target is a local variable.
bool is_well_placed(const Rule& rule, const Variables& outer) {
  bool placed = true;
  const auto refuse = [&](const Term& term) { placed = placed && !term.is_wildcard(); };
  for (const Atom& head : rule.heads) std::for_each(head.arguments.begin(), head.arguments.end(), refuse);
  for (const Literal& literal : rule.body) {
    if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      refuse(comparison->left);
      refuse(comparison->right);
    } else if (const auto* computation = std::get_if<Computation>(&literal)) {
      refuse(computation->result);
      refuse(computation->left);
      refuse(computation->right);
    } else if (const auto* call = std::get_if<Call>(&literal)) {
      if (call->has_result()) refuse(call->result);
      if (!call->takes_apart()) std::for_each(call->arguments.begin(), call->arguments.end(), refuse);
    } else if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
      const bool counts = aggregate->aggregator == Aggregator::Count;
      if (counts != aggregate->target.is_wildcard()) return false;
      if (!counts && (!aggregate->target.is_variable() || has(outer, aggregate->target))) return false;
      refuse(aggregate->result);
      for_each_inner_term(*aggregate, [&](const Term& term) {
        if (&term != &aggregate->target) refuse(term);
      });
    }
  }
  return placed;
}

/// bound_variables(), with the rule's outer variables as an argument.
Variables bound_in(const Rule& rule, const Variables& outer) {
  Binding binding(rule, outer);
  while (binding.pass()) {
  }
  const bool aggregates = std::any_of(rule.body.begin(), rule.body.end(),
                                      [](const Literal& it) { return std::holds_alternative<Aggregate>(it); });
  Variables used = binding.bound;
  if (!aggregates) return used;
  const Variables loose = loose_locals(rule, outer);
  for (const Literal& literal : rule.body) {
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
      for_each_inner_term(*aggregate, [&](const Term& term) {
        if (term.is_variable() && !has(outer, term) && !has(loose, term)) mark(used, term);
      });
    }
  }
  return used;
}

}  // namespace

std::vector<bool> bound_variables(const Rule& rule) {
  const Variables bound = bound_in(rule, outer_variables(rule));
  return std::vector<bool>(bound.begin(), bound.end());
}

namespace {

/// Whether only positive atoms can bind variables. True for most rules, for which are_atoms_safe() is faster.
bool has_atoms_only(const Rule& rule) {
  return std::all_of(rule.body.begin(), rule.body.end(),
                     [](const Literal& it) { return std::holds_alternative<Atom>(it); });
}

bool are_atoms_safe(const Rule& rule) {
  Variables bound = no_variables(rule);
  for (const Literal& literal : rule.body) {
    const Atom& atom = std::get<Atom>(literal);
    if (!atom.negated) mark_all(bound, atom.arguments);
  }
  const auto all_bound = [&](const Atom& atom) {
    return std::all_of(atom.arguments.begin(), atom.arguments.end(),
                       [&](const Term& term) { return !term.is_variable() || has(bound, term); });
  };
  const auto fits = [&](const Literal& literal) {
    const Atom& atom = std::get<Atom>(literal);
    return !atom.negated || all_bound(atom);
  };
  const auto head_fits = [&](const Atom& head) {
    return all_bound(head) && std::none_of(head.arguments.begin(), head.arguments.end(),
                                           [](const Term& term) { return term.is_wildcard(); });
  };
  return std::all_of(rule.heads.begin(), rule.heads.end(), head_fits) &&
         std::all_of(rule.body.begin(), rule.body.end(), fits);
}

}  // namespace

bool is_safe(const Rule& rule) {
  if (has_atoms_only(rule)) return are_atoms_safe(rule);
  const Variables outer = outer_variables(rule);
  const Variables bound = bound_in(rule, outer);
  bool all_bound = true;
  for_each_term(rule, [&](const Term& term) {
    if (term.is_variable() && !has(bound, term)) all_bound = false;
  });
  return all_bound && is_well_placed(rule, outer);
}

}  // namespace assay::datalog
