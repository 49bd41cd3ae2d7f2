#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/eval.hpp"
#include "trigger/problem/formula/names.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/formula/scopes.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// Maximum number of clauses that distributing one conjunct may produce.
constexpr std::size_t kMaxClauses = 16;
/// A quantifier with more variables is not merged with inner quantifiers or split: each part would repeat them.
constexpr std::size_t kMaxVariables = 256;

bool is_quantifier(const TermStore& store, TermId term, smt::BinderKind kind) {
  return store.node(term).kind == TermKind::Binder && store.binder_info(term).kind == kind;
}

/// True for a node of the Boolean structure of a term in negation normal form; false for a literal.
bool is_structure(const TermStore& store, const Connectives& ops, TermId term) {
  return store.is(term, ops.conjunction) || store.is(term, ops.disjunction) ||
         is_quantifier(store, term, smt::BinderKind::Forall);
}

/// The value of an attribute, for `:qid` without its bars `|...|`. Empty if there is no such attribute.
std::string attribute_symbol(std::span<const smt::Attribute> attributes, std::string_view keyword) {
  for (const smt::Attribute& attribute : attributes) {
    if (attribute.keyword != keyword) continue;
    const std::string& text = attribute.text;
    const bool bars = keyword == ":qid" && text.size() > 1 && text.front() == '|' && text.back() == '|';
    return bars ? text.substr(1, text.size() - 2) : text;
  }
  return {};
}

/// The name of an assertion: `:named`, or else the `:qid` of its only outermost quantifier, in which verifiers store
/// the place in the source. Empty if there is neither.
std::string assertion_name(const TermStore& store, TermId assertion) {
  if (store.node(assertion).kind == TermKind::Annotated) {
    const std::string name = attribute_symbol(store.attributes(assertion), ":named");
    if (!name.empty()) return name;
  }
  std::vector<TermId> outermost;
  visit_terms(store, assertion, [&](TermId node) {
    const bool binder = store.node(node).kind == TermKind::Binder;
    if (binder) outermost.push_back(node);
    return !binder && store.has(node, smt::kHasBinder);
  });
  return outermost.size() == 1 ? attribute_symbol(store.binder_info(outermost[0]).attributes, ":qid") : std::string();
}

class Preprocessing {
 public:
  Preprocessing(TermStore& store, const smt::Script& script, const std::stop_token& stop)
      : store_(store), stop_(stop), names_(store, script) {
    for (const smt::JudgedAssertion& assertion : smt::active_assertions(script)) {
      problem_.assertions.push_back(assertion.term);
      if (!stop_.stop_requested()) add(assertion);
    }
  }
  Problem take() { return std::move(problem_); }

 private:
  void add(const smt::JudgedAssertion& assertion) {
    const std::optional<TermId> expanded = expand_definitions(store_, assertion.term, names_, stop_);
    if (!expanded) return;
    const TermId normal = negation_normal_form(store_, *expanded, stop_);
    const std::string name = assertion_name(store_, assertion.term);
    std::vector<Conjunct> conjuncts;
    for (const TermId part : split(skolemized(with_unique_binders(store_, normal, names_, stop_)))) {
      if (stop_.stop_requested()) return;
      if (part != store_.bool_constant(true)) conjuncts.push_back({with_own_variables(part), name, assertion.where});
    }
    std::move(conjuncts.begin(), conjuncts.end(), std::back_inserter(problem_.conjuncts));
  }

  // Skolemization, outermost quantifiers first: inner Skolem functions then depend on the universal variables only.

  TermId skolemized(TermId term) {
    if (stop_.stop_requested()) return term;  // a stop leaves terms that are not in normal form
    const auto open = [&](TermId binder, bool top) -> std::optional<Opening> {
      const smt::BinderInfo& info = store_.binder_info(binder);
      if (!top || info.kind != smt::BinderKind::Exists) {
        for (const smt::BoundVariable& variable : info.variables)
          dependencies_[variable.name.index] = {store_.variable(variable)};
        return std::nullopt;
      }
      return witness(binder);
    };
    return ScopedRewriting(
               store_, open, [&](TermId node) { return is_structure(store_, ops_, node); }, stop_)
        .run(term);
  }

  Opening witness(TermId exists) {
    const std::vector<TermId> arguments = free_terms(exists);
    Opening opening;
    const std::vector<smt::BoundVariable> variables = store_.binder_info(exists).variables;
    for (const smt::BoundVariable& variable : variables) {
      opening.replaced.emplace_back(variable.name, skolem(variable, arguments));
      dependencies_[variable.name.index] = arguments;
    }
    return opening;
  }

  TermId skolem(const smt::BoundVariable& variable, const std::vector<TermId>& arguments) {
    smt::Function function;
    function.name = variable.name;  // unique among binders and functions (with_unique_binders)
    function.result = variable.sort;
    for (const TermId argument : arguments) function.parameters.push_back(store_.sort_of(argument));
    problem_.skolems.push_back(store_.function(function));
    return store_.call_as(problem_.skolems.back(), arguments, variable.sort);
  }

  /// The free variables of the term after Skolemization of the outer quantifiers, as terms, in order of their names.
  std::vector<TermId> free_terms(TermId term) {
    std::map<std::uint32_t, TermId> free;
    for (const smt::SymbolId name : store_.free_variables(term))
      for (const TermId variable : dependencies_.at(name.index))
        free.emplace(store_.variable_name(variable).index, variable);
    std::vector<TermId> result;
    for (const auto& [name, variable] : free) result.push_back(variable);
    return result;
  }

  // Splitting.

  std::vector<TermId> split(TermId root) {
    std::vector<TermId> done;
    std::vector<TermId> pending = {root};
    while (!pending.empty() && !stop_.stop_requested()) {
      const TermId top = pending.back();
      pending.pop_back();
      const std::vector<TermId> parts = split_once(top);
      if (parts.size() == 1 && parts[0] == top)
        done.push_back(top);
      else
        pending.insert(pending.end(), parts.rbegin(), parts.rend());
    }
    return done;
  }

  std::vector<TermId> split_once(TermId term) {
    if (store_.is(term, ops_.conjunction)) return parts_of(store_, ops_.conjunction, term);
    if (!is_quantifier(store_, term, smt::BinderKind::Forall)) return {term};
    if (store_.binder_info(term).variables.size() > kMaxVariables) return {term};
    if (const TermId whole = merged(term); whole != term) return {whole};
    const TermId body = store_.children(term)[0];
    std::vector<TermId> parts;
    for (const TermId part : clauses(body)) parts.push_back(part == body ? term : with_body(term, part));
    return parts;
  }

  TermId with_body(TermId binder, TermId body) {
    if (body == store_.bool_constant(true)) return body;
    const std::span<const TermId> old = store_.children(binder);
    std::vector<TermId> children(old.begin(), old.end());
    children[0] = body;
    return store_.binder(smt::BinderInfo(store_.binder_info(binder)), children);
  }

  /// `forall x. forall y. B` becomes `forall x y. B` with the patterns of the innermost merged quantifier.
  TermId merged(TermId outer) {
    std::vector<smt::BoundVariable> variables;
    TermId inner = outer;
    while (true) {
      const smt::BinderInfo& info = store_.binder_info(inner);
      variables.insert(variables.end(), info.variables.begin(), info.variables.end());
      const TermId body = store_.children(inner)[0];
      const bool direct = info.attributes.empty() && is_quantifier(store_, body, smt::BinderKind::Forall);
      if (!direct || variables.size() > kMaxVariables) break;
      inner = body;
    }
    if (inner == outer) return outer;
    smt::BinderInfo info = store_.binder_info(inner);
    info.variables = std::move(variables);
    const std::span<const TermId> old = store_.children(inner);
    return store_.binder(info, std::vector<TermId>(old.begin(), old.end()));
  }

  /// The body's conjuncts after one distribution of `or` over `and`; the body itself beyond kMaxClauses conjuncts.
  std::vector<TermId> clauses(TermId body) {
    if (store_.is(body, ops_.conjunction)) return parts_of(store_, ops_.conjunction, body);
    std::vector<std::vector<TermId>> product = {{}};
    for (const TermId disjunct : parts_of(store_, ops_.disjunction, body)) {
      const std::vector<TermId> options = parts_of(store_, ops_.conjunction, disjunct);
      if (product.size() * options.size() > kMaxClauses) return {body};
      std::vector<std::vector<TermId>> longer;
      for (const std::vector<TermId>& clause : product) {
        for (const TermId option : options) {
          longer.push_back(clause);
          longer.back().push_back(option);
        }
      }
      product = std::move(longer);
    }
    if (product.size() == 1) return {body};
    std::vector<TermId> result;
    for (const std::vector<TermId>& clause : product) result.push_back(joined(store_, ops_.disjunction, clause));
    return result;
  }

  /// Renames the conjunct's bound variables if an earlier conjunct binds a variable of the same name.
  TermId with_own_variables(TermId conjunct) {
    bool shared = false;
    visit_terms(store_, conjunct, [&](TermId node) {
      if (store_.node(node).kind == TermKind::Binder) {
        for (const smt::BoundVariable& variable : store_.binder_info(node).variables)
          shared = !bound_.insert(variable.name.index).second || shared;
      }
      return store_.has(node, smt::kHasBinder);
    });
    return shared ? with_unique_binders(store_, conjunct, names_) : conjunct;
  }

  TermStore& store_;
  const std::stop_token& stop_;
  Names names_;
  Connectives ops_;
  Problem problem_;
  std::unordered_map<std::uint32_t, std::vector<TermId>> dependencies_;  ///< universal variables, by variable name
  std::unordered_set<std::uint32_t> bound_;                              ///< variable names of the conjuncts so far
};

}  // namespace

Problem preprocess(TermStore& store, const smt::Script& script, const std::stop_token& stop) {
  Problem problem = Preprocessing(store, script, stop).take();
  problem.logic = script.logic;
  return problem;
}

bool has_quantifiers(const TermStore& store, const Problem& problem) {
  return std::any_of(problem.assertions.begin(), problem.assertions.end(),
                     [&](TermId term) { return store.has(term, smt::kHasQuantifier); });
}

std::vector<TermId> formulas(const Problem& problem) {
  std::vector<TermId> terms;
  for (const Conjunct& conjunct : problem.conjuncts) terms.push_back(conjunct.formula);
  return terms;
}

}  // namespace assay::trigger
