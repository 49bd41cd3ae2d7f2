#include "smt/synth/workshop.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/check.hpp"
#include "smt/synth/pool.hpp"

namespace assay::smt {
namespace {

/// True for the theories whose operations interpret uninterpreted functions, even if the theories are not wanted.
bool is_for_functions(const TheoryRow& row) {
  return row.name == "core" || row.name == "ints" || row.name == "bit-vectors" || row.name == "strings";
}

std::vector<Rule> make_rules(TermStore& store, const std::vector<RuleText>& texts) {
  std::vector<Rule> rules;
  for (const RuleText& text : texts) {
    auto rule = make_rule(store, text);
    ASSAY_CHECK(rule.ok(), "the user's rules are checked before they come here, ours by tests");
    rules.push_back(std::move(*rule));
  }
  return rules;
}

}  // namespace

Workshop::Workshop(const std::vector<RuleText>& texts, const SynthBounds& given_bounds,
                   const std::vector<std::string>& theories)
    : bounds(given_bounds),
      rules(make_rules(store, texts)),
      constants(store, rules, bounds.computed_constants),
      executor(store),
      theories_(theories) {
  index_equalities();
  for (const TheoryRow& row : theory_rows()) {
    if (!wants(row.name) && !(wants("functions") && is_for_functions(row))) continue;
    for (Operation& operation : operations_of(store, row, rules)) operations.push_back(std::move(operation));
  }
}

Workshop::~Workshop() = default;

void Workshop::index_equalities() {
  for (const Rule& rule : rules) {
    if (rule.text->kind != RuleKind::Equality) continue;
    const bool to_variable = std::any_of(rule.variables.begin(), rule.variables.end(), [&](FunctionId variable) {
      return store.node(variable).parameters.empty() && *store.call(variable, {}) == rule.right;
    });
    if (to_variable) {
      to_variable_[store.sort_of(rule.right)].push_back(&rule);
    } else {
      to_value_[rule.right].push_back(&rule);
    }
  }
}

const std::vector<const Rule*>& Workshop::equalities_to_variable(SortId sort) const {
  static const std::vector<const Rule*> none;
  const auto found = to_variable_.find(sort);
  return found == to_variable_.end() ? none : found->second;
}

const std::vector<const Rule*>& Workshop::equalities_to_value(TermId value) const {
  static const std::vector<const Rule*> none;
  const auto found = to_value_.find(value);
  return found == to_value_.end() ? none : found->second;
}

bool Workshop::wants(std::string_view theory) const {
  return theories_.empty() || std::find(theories_.begin(), theories_.end(), theory) != theories_.end();
}

Pool& Workshop::pool(const TheoryRow& theory) {
  std::unique_ptr<Pool>& pool = pools_[std::string(theory.name)];
  if (!pool) pool = std::make_unique<Pool>(*this, theory);
  return *pool;
}

TermId Workshop::variable(const std::string& name, SortId sort) {
  Function function;
  function.name = store.symbol(name);
  function.kind = FunctionKind::Declared;
  function.result = sort;
  return *store.call(store.function(std::move(function)), {});
}

std::string_view Workshop::letter(SortId sort) const {
  switch (store.kind(sort)) {
    case SortKind::Bool: return "p";
    case SortKind::Int: return "i";
    case SortKind::Real: return "r";
    case SortKind::String: return "s";
    case SortKind::BitVector: return "b";
    case SortKind::Float: return "f";
    case SortKind::RoundingMode: return "m";
    case SortKind::Array: return "a";
    case SortKind::Sequence: return "q";
    case SortKind::Datatype: return "d";
    default: return "v";
  }
}

TermId Workshop::equation(TermId left, TermId right) {
  if (right == store.bool_constant(true)) return left;
  if (right == store.bool_constant(false)) return negation(left);
  return store.apply_as(Operators::get().at("="), std::array{left, right}, {}, store.bool_sort());
}

TermId Workshop::negation(TermId term) {
  return store.apply_as(Operators::get().at("not"), std::array{term}, {}, store.bool_sort());
}

TermId Workshop::conjunction(TermId left, TermId right) {
  return store.apply_as(Operators::get().at("and"), std::array{left, right}, {}, store.bool_sort());
}

void Workshop::fix(Model& model, TermId variable_term, const Value& value) const {
  Interpretation interpretation;
  interpretation.fallback = value;
  model.functions.insert_or_assign(store.function_of(variable_term), std::move(interpretation));
}

std::vector<std::string> Workshop::traits_of(const Operation& operation,
                                             const std::vector<const Value*>& arguments) const {
  std::vector<std::string> traits;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string what = trait(store, *arguments[i], operation.arguments[i]);
    if (what.empty()) continue;
    const std::string place = arguments.size() > 1 ? ", argument " + std::to_string(i + 1) : "";
    traits.push_back(operation.name + place + ": " + what);
  }
  return traits;
}

Combinations::Combinations(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
  for (const std::size_t size : sizes_) {
    count_ *= size;
    ASSAY_CHECK(count_ < std::uint64_t{1} << 40, "more combinations than can be walked");
  }
}

void Combinations::get(std::uint64_t number, std::vector<std::size_t>& positions) const {
  positions.resize(sizes_.size());
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    positions[i] = static_cast<std::size_t>(number % sizes_[i]);
    number /= sizes_[i];
  }
}

std::vector<std::size_t> cut_to_product(std::vector<std::size_t> sizes, std::size_t max_product) {
  for (;;) {
    std::uint64_t product = 1;
    for (const std::size_t size : sizes) product *= size;
    const auto longest = std::max_element(sizes.begin(), sizes.end());
    if (product <= max_product || longest == sizes.end() || *longest <= 1) return sizes;
    --*longest;
  }
}

}  // namespace assay::smt
