#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxTerms = 4;  // from equations, for one variable

bool is_quantifier(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Binder) return false;
  const BinderKind kind = store.binder_info(term).kind;
  return kind == BinderKind::Forall || kind == BinderKind::Exists;
}

/// Terms without the variable that an equation in the body equates with the variable.
std::vector<TermId> equal_to(const TermStore& store, TermId variable, TermId body) {
  const OperatorId equal = Operators::get().at("=");
  std::vector<TermId> found;
  for (const auto& level : levels_of(store, {body})) {
    for (const TermId term : level) {
      const auto sides = store.children(term);
      if (!store.is(term, equal) || sides.size() != 2) continue;
      for (const auto& [side, other] : {std::pair{sides[0], sides[1]}, std::pair{sides[1], sides[0]}})
        if (side == variable && !store.occurs_free(store.variable_name(variable), other)) found.push_back(other);
    }
  }
  if (found.size() > kMaxTerms) found.resize(kMaxTerms);
  return found;
}

/// The quantifier with one variable replaced by `by`; only its body if it has no other variable.
std::optional<TermId> instantiated(TermStore& store, TermId quantifier, std::size_t place, TermId by) {
  BinderInfo info = store.binder_info(quantifier);
  TermMap known{{store.variable(info.variables[place]), by}};
  std::vector<TermId> parts;
  for (std::size_t i = 0; i < store.children(quantifier).size(); ++i) {
    const auto part = rewrite(store, store.children(quantifier)[i], known);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  info.variables.erase(info.variables.begin() + static_cast<std::ptrdiff_t>(place));
  return info.variables.empty() ? parts[0] : store.binder(info, parts);
}

std::vector<TermId> instances_of(TermStore& store, TermId term) {
  std::vector<TermId> out;
  if (!is_quantifier(store, term)) return out;
  const std::vector<BoundVariable> variables = store.binder_info(term).variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    std::vector<TermId> values = equal_to(store, store.variable(variables[i]), store.children(term)[0]);
    if (const auto value = default_value(store, variables[i].sort))
      if (const auto literal = make_term(store, *value, variables[i].sort)) values.push_back(*literal);
    for (const TermId value : values)
      if (const auto made = instantiated(store, term, i, value)) out.push_back(*made);
  }
  return out;
}

}  // namespace

bool instantiate_quantifiers(Reduction& reduction) {
  return offer(reduction, [&](TermId term) { return instances_of(reduction.store(), term); });
}

}  // namespace assay::smt
