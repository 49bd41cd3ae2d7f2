#include "smt/parse/opaque_sorts.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace assay::smt {
namespace {

enum class Rule : std::uint8_t {
  Bool,
  Int,
  Real,
  First,  ///< the sort of the first argument
  Last,   ///< the sort of the last argument
  SeqOfLast,
  FirstPart,  ///< T for an argument (Set T), (Bag T), (Option T)...
  Field,      ///< a finite field's literal
};

/// Sorted by name.
constexpr std::pair<std::string_view, Rule> kRules[] = {
    {"!=", Rule::Bool},          {"arccos", Rule::Real},
    {"arccosecant", Rule::Real}, {"arccot", Rule::Real},
    {"arccsc", Rule::Real},      {"arcsec", Rule::Real},
    {"arcsin", Rule::Real},      {"arctan", Rule::Real},
    {"bag.filter", Rule::Last},  {"bag.is_singleton", Rule::Bool},
    {"bvsle_bool", Rule::Bool},  {"cos", Rule::Real},
    {"cot", Rule::Real},         {"csc", Rule::Real},
    {"exp", Rule::Real},         {"fmf.card", Rule::Bool},
    {"int.ispow2", Rule::Bool},  {"pto", Rule::Bool},
    {"real.pi", Rule::Real},     {"sec", Rule::Real},
    {"sep", Rule::Bool},         {"sep.emp", Rule::Bool},
    {"seq.filter", Rule::Last},  {"set.all", Rule::Bool},
    {"set.filter", Rule::Last},  {"set.some", Rule::Bool},
    {"sin", Rule::Real},         {"sqrt", Rule::Real},
    {"tan", Rule::Real},         {"wand", Rule::Bool},
};

SortId opaque(TermStore& store, std::string_view name, std::vector<SortId> arguments,
              std::vector<std::uint64_t> indices = {}) {
  SortNode node;
  node.kind = SortKind::Opaque;
  node.name = store.symbol(name);
  node.arguments = std::move(arguments);
  node.indices = std::move(indices);
  return store.sort(std::move(node));
}

/// The sort of `#f5m7`, which is 5 in the field of order 7.
std::optional<SortId> field_literal(TermStore& store, std::string_view name) {
  if (name.substr(0, 2) != "#f") {
    return std::nullopt;
  }
  const std::size_t split = name.find('m');
  if (split == std::string_view::npos || split + 1 >= name.size() || name.size() - split > 19) {
    return std::nullopt;
  }
  std::uint64_t order = 0;
  for (const char c : name.substr(split + 1)) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    order = order * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return opaque(store, "FiniteField", {}, {order});
}

std::optional<Rule> rule_of(std::string_view name) {
  const auto* it = std::lower_bound(std::begin(kRules), std::end(kRules), name,
                                    [](const auto& row, std::string_view wanted) { return row.first < wanted; });
  return it != std::end(kRules) && it->first == name ? std::optional(it->second) : std::nullopt;
}

}  // namespace

std::optional<SortId> opaque_sort(TermStore& store, std::string_view name, std::span<const TermId> arguments) {
  const std::optional<Rule> rule = rule_of(name);
  if (!rule) {
    return field_literal(store, name);
  }
  std::vector<SortId> sorts;
  for (const TermId argument : arguments) {
    sorts.push_back(store.sort_of(argument));
  }
  switch (*rule) {
    case Rule::Bool: return store.bool_sort();
    case Rule::Int: return store.int_sort();
    case Rule::Real: return store.real_sort();
    default: break;
  }
  if (sorts.empty()) {
    return std::nullopt;
  }
  const SortNode& first = store.node(sorts.front());
  switch (*rule) {
    case Rule::First: return sorts.front();
    case Rule::Last: return sorts.back();
    case Rule::SeqOfLast: return store.sequence_sort(sorts.back());
    case Rule::FirstPart: return first.arguments.empty() ? std::nullopt : std::optional(first.arguments[0]);
    default: return std::nullopt;
  }
}

bool is_solver_constant(std::string_view name) {
  return name == "real.pi" || name == "sep.emp" || name == "sep.nil" || name.substr(0, 2) == "#f";
}

}  // namespace assay::smt
