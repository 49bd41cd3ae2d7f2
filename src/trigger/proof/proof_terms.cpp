#include "trigger/proof/proof_terms.hpp"

#include <algorithm>
#include <array>

#include "trigger/problem/clause.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// Maximum number of combinations of an instantiation with instantiations of the outer quantifiers.
constexpr std::size_t kMaxCombinations = 16;

/// Maximum number of terms of several refutations that are tried together.
constexpr std::size_t kMaxJoined = 400;

constexpr std::array kExtents = {std::pair{Extent::FirstPattern, "first patterns"},
                                 std::pair{Extent::AllPatterns, "patterns"}, std::pair{Extent::Bodies, "all terms"}};

}  // namespace

ProofTerms::ProofTerms(const Workplace& work) : ProofTerms(work, formulas(work.problem)) {}

ProofTerms::ProofTerms(const Workplace& work, const std::vector<TermId>& formulas) : work_(work), store_(work.store) {
  for (const TermId formula : formulas) add_quantifiers(formula);
}

/// `exists` below a negation is universal, too.
bool ProofTerms::is_quantifier(TermId node) const {
  if (store_.node(node).kind != TermKind::Binder) return false;
  const smt::BinderKind kind = store_.binder_info(node).kind;
  return kind == smt::BinderKind::Forall || kind == smt::BinderKind::Exists;
}

void ProofTerms::add_quantifiers(TermId formula) {
  std::vector<std::pair<TermId, std::size_t>> pending = {{formula, kNoOuter}};
  while (!pending.empty()) {
    const auto [top, around] = pending.back();
    pending.pop_back();
    visit_terms(store_, top, [&, outer = around](TermId node) {
      if (!is_quantifier(node)) return store_.has(node, smt::kHasBinder);
      for (const smt::BoundVariable& variable : store_.binder_info(node).variables)
        by_variable_.emplace(variable.name.index, quantifiers_.size());
      pending.emplace_back(store_.children(node)[0], quantifiers_.size());
      quantifiers_.push_back({node, outer});
      return false;
    });
  }
}

std::map<std::string, std::string> ProofTerms::sorts() const {
  std::map<std::string, std::string> result;
  for (const Quantifier& quantifier : quantifiers_)
    for (const smt::BoundVariable& variable : store_.binder_info(quantifier.binder).variables)
      result.emplace(store_.spelling(variable.name), smt::to_string(store_, variable.sort));
  return result;
}

Terms ProofTerms::terms(const std::vector<Instance>& instances, Extent extent) {
  seen_.clear();
  Terms result;
  std::vector<std::pair<const Instance*, Bindings>> own;
  for (const Instance& instance : instances) {
    Bindings bindings = bindings_of(instance);
    std::vector<std::size_t> about;
    for (const auto& [variable, value] : bindings) {
      const auto it = by_variable_.find(variable);
      if (it != by_variable_.end() && std::find(about.begin(), about.end(), it->second) == about.end())
        about.push_back(it->second);
    }
    std::sort(about.begin(), about.end());
    for (const std::size_t quantifier : about) seen_[quantifier].push_back(bindings);
    own.emplace_back(&instance, std::move(bindings));
  }
  // The solver's copy of a quantifier may have other patterns, and contains the values of the outer quantifiers.
  for (const auto& [instance, bindings] : own) add_terms(instance->quantifier, bindings, extent, result);
  for (const auto& [quantifier, all] : seen_) {
    for (const Bindings& bindings : all) {
      for (const Bindings& more : completed(quantifiers_[quantifier], bindings))
        add_terms(quantifiers_[quantifier].binder, filled(quantifiers_[quantifier].binder, more), extent, result);
    }
  }
  return without_parts(store_, result);
}

std::optional<Terms> ProofTerms::validated(const std::vector<Instance>& instances, double seconds,
                                           double first_seconds) {
  Terms before;
  bool cut = false;
  spent_ = 0;
  for (const auto& [extent, title] : kExtents) {
    Terms found = work_.known.without_known(store_, terms(instances, extent));
    if (found.empty() || found == before) continue;
    if (!cut) {
      const double limit = std::min(before.empty() ? first_seconds : seconds, work_.options.seconds_for_few());
      const Reply reply = work_.validator.check(found, work_.validator.form_of(found), limit, work_.deadline);
      spent_ += work_used(reply, limit);
      if (reply.answer == Answer::Unsat) return found;
      cut = was_cut(reply.answer);
      work_.result.tried.push_back(std::string(title) + " of " + std::to_string(instances.size()) +
                                   " instantiations: E-matching says " + std::string(name(reply.answer)));
    }
    if (cut && found.size() > 1) work_.harvest.push_back(found);
    work_.result.closest = found;
    before = std::move(found);
  }
  return cut || before.empty() ? std::nullopt : joined(std::move(before), seconds);
}

/// Two refutations may each have a part of the missing terms: a run that a limit cut, say, and the next solver's.
std::optional<Terms> ProofTerms::joined(Terms terms, double seconds) {
  Terms both = work_.joined;
  for (const TermId term : terms)
    if (std::find(both.begin(), both.end(), term) == both.end()) both.push_back(term);
  const bool is_new = both.size() > std::max(work_.joined.size(), terms.size());
  work_.joined = both.size() > kMaxJoined ? std::move(terms) : both;
  if (!is_new || both.size() > kMaxJoined) return std::nullopt;
  const Reply reply = work_.validator.check(both, work_.validator.form_of(both), seconds, work_.deadline);
  spent_ += work_used(reply, seconds);
  if (reply.answer == Answer::Unsat) return both;
  work_.result.tried.push_back("the terms of several refutations, " + std::to_string(both.size()) +
                               ": E-matching says " + std::string(name(reply.answer)));
  if (was_cut(reply.answer)) work_.harvest.push_back(std::move(both));
  return std::nullopt;
}

std::vector<Bindings> ProofTerms::completed(const Quantifier& quantifier, const Bindings& bindings) const {
  std::vector<const std::vector<Bindings>*> around;
  for (std::size_t outer = quantifier.outer; outer != kNoOuter; outer = quantifiers_[outer].outer) {
    const auto it = seen_.find(outer);
    if (it == seen_.end()) return {};
    around.push_back(&it->second);
  }
  std::vector<Bindings> all = {bindings};
  for (auto outer = around.rbegin(); outer != around.rend(); ++outer) {
    std::vector<Bindings> longer;
    for (const Bindings& first : all) {
      for (const Bindings& more : **outer) {
        if (longer.size() == kMaxCombinations) break;
        Bindings both = first;
        both.insert(more.begin(), more.end());
        longer.push_back(std::move(both));
      }
    }
    all = std::move(longer);
  }
  return all;
}

Bindings ProofTerms::filled(TermId binder, Bindings bindings) {
  for (const smt::BoundVariable& variable : store_.binder_info(binder).variables) {
    if (bindings.contains(variable.name.index)) continue;
    const auto it = any_.find(variable.sort);
    const TermId any = it != any_.end() ? it->second : work_.validator.fresh_constant(variable.sort);
    any_.emplace(variable.sort, any);
    bindings.emplace(variable.name.index, any);
  }
  return bindings;
}

void ProofTerms::add_terms(TermId binder, const Bindings& bindings, Extent extent, Terms& result) {
  const auto add = [&](TermId term) {
    if (!store_.has(term, smt::kHasVariable) && !store_.has(term, smt::kHasOpaque)) result.push_back(term);
  };
  for (const std::vector<TermId>& pattern : patterns_of(store_, binder)) {
    for (const TermId term : pattern) add(substitute(store_, term, bindings));
    if (extent == Extent::FirstPattern) break;
  }
  if (extent != Extent::Bodies) return;
  const TermId body = substitute(store_, store_.children(binder)[0], bindings);
  for (const TermId term : applications_in(store_, {body})) add(term);
}

Bindings ProofTerms::bindings_of(const Instance& instance) {
  Bindings bindings;
  const std::vector<smt::BoundVariable> variables = store_.binder_info(instance.quantifier).variables;
  for (std::size_t i = 0; i < variables.size() && i < instance.values.size(); ++i) {
    const TermId value = plain_value(instance.values[i], variables[i].sort);
    if (!store_.has(value, smt::kHasOpaque)) bindings.emplace(variables[i].name.index, value);
  }
  return bindings;
}

TermId ProofTerms::plain_value(TermId value, smt::SortId sort) {
  value = with_sort(store_, value, sort);
  if (store_.children(value).empty() && store_.has(value, smt::kHasOpaque)) (void)own_constant(value, sort);
  visit_terms(store_, value, [&](TermId node) {
    const bool is_opaque = store_.children(node).empty() && store_.has(node, smt::kHasOpaque);
    const bool has_sort = store_.kind(store_.sort_of(node)) == smt::SortKind::Uninterpreted;
    if (is_element(store_, node) || (is_opaque && has_sort)) (void)own_constant(node, store_.sort_of(node));
    return true;
  });
  return fold_constants(store_, replace_nodes(store_, value, elements_));
}

TermId ProofTerms::own_constant(TermId element, smt::SortId sort) {
  const auto it = elements_.find(element.index);
  if (it != elements_.end()) return it->second;
  const TermId constant = work_.validator.fresh_constant(sort);
  elements_.emplace(element.index, constant);
  return constant;
}

}  // namespace assay::trigger
