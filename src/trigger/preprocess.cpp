#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/trigger/problem.hpp"
#include "trigger/names.hpp"
#include "trigger/normal_form.hpp"
#include "trigger/rewrite.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// A conjunct is distributed into at most so many.
constexpr std::size_t kMaxClauses = 16;

bool is_quantifier(const TermStore& store, TermId term, smt::BinderKind kind) {
  return store.node(term).kind == TermKind::Binder && store.binder_info(term).kind == kind;
}

/// Whether a term in negation normal form is made of the terms below it, and is no literal.
bool is_structure(const TermStore& store, const Connectives& ops, TermId term) {
  return store.is(term, ops.conjunction) || store.is(term, ops.disjunction) ||
         is_quantifier(store, term, smt::BinderKind::Forall);
}

std::string assertion_name(const TermStore& store, TermId assertion) {
  if (store.node(assertion).kind != TermKind::Annotated) return {};
  for (const smt::Attribute& attribute : store.attributes(assertion))
    if (attribute.keyword == ":named") return attribute.text;
  return {};
}

class Preprocessing {
 public:
  Preprocessing(TermStore& store, const smt::Script& script) : store_(store), names_(store, script) {
    for (const smt::JudgedAssertion& assertion : smt::active_assertions(script)) add(assertion);
  }
  Problem take() { return std::move(problem_); }

 private:
  void add(const smt::JudgedAssertion& assertion) {
    problem_.assertions.push_back(assertion.term);
    const TermId normal = negation_normal_form(store_, expand_definitions(store_, assertion.term, names_));
    const std::string name = assertion_name(store_, assertion.term);
    for (const TermId part : split(skolemized(with_unique_binders(store_, normal, names_)))) {
      if (part != store_.bool_constant(true)) problem_.conjuncts.push_back({apart(part), name, assertion.where});
    }
  }

  // Skolemization, outermost quantifiers first: what is inside of one depends on its function, not on its variable.

  TermId skolemized(TermId term) {
    while (true) {
      std::vector<TermId> outermost;
      visit(store_, term, [&](TermId node) {
        if (is_quantifier(store_, node, smt::BinderKind::Exists)) outermost.push_back(node);
        return is_structure(store_, ops_, node);
      });
      if (outermost.empty()) return term;
      Replacements replacements;
      for (const TermId exists : outermost) replacements.emplace(exists.index, witness(exists));
      term = replace_nodes(store_, term, replacements);
    }
  }

  TermId witness(TermId exists) {
    if (const auto it = witnesses_.find(exists.index); it != witnesses_.end()) return it->second;
    const std::vector<TermId> arguments = free_terms(exists);
    Bindings bindings;
    for (const smt::BoundVariable& variable : store_.binder_info(exists).variables)
      bindings.emplace(variable.name.index, skolem(variable, arguments));
    const TermId body = substitute(store_, store_.children(exists)[0], bindings);
    witnesses_.emplace(exists.index, body);
    return body;
  }

  TermId skolem(const smt::BoundVariable& variable, const std::vector<TermId>& arguments) {
    smt::Function function;
    function.name = variable.name;  // no other binder, and no function, has it
    function.result = variable.sort;
    for (const TermId argument : arguments) function.parameters.push_back(store_.sort_of(argument));
    problem_.skolems.push_back(store_.function(function));
    return store_.call_as(problem_.skolems.back(), arguments, variable.sort);
  }

  /// The variables that occur free, as terms, in order of their names.
  std::vector<TermId> free_terms(TermId term) {
    std::unordered_map<std::uint32_t, TermId> occurrences;
    visit(store_, term, [&](TermId node) {
      if (store_.node(node).kind == TermKind::Variable) occurrences.emplace(store_.variable_name(node).index, node);
      return store_.has(node, smt::kHasVariable) || store_.has(node, smt::kHasBinder);
    });
    std::vector<TermId> result;
    for (const smt::SymbolId name : store_.free_variables(term)) result.push_back(occurrences.at(name.index));
    return result;
  }

  // Splitting.

  std::vector<TermId> split(TermId root) {
    std::vector<TermId> done;
    std::vector<TermId> pending = {root};
    while (!pending.empty()) {
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
    const TermId body = store_.children(term)[0];
    if (store_.binder_info(term).attributes.empty() && is_quantifier(store_, body, smt::BinderKind::Forall))
      return {merged(term, body)};
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

  /// forall x. forall y. B as forall x y. B, with the patterns of the inner one.
  TermId merged(TermId outer, TermId inner) {
    smt::BinderInfo info = store_.binder_info(inner);
    const std::vector<smt::BoundVariable>& more = store_.binder_info(outer).variables;
    info.variables.insert(info.variables.begin(), more.begin(), more.end());
    const std::span<const TermId> old = store_.children(inner);
    return store_.binder(info, std::vector<TermId>(old.begin(), old.end()));
  }

  /// The body's conjuncts, after one distribution of `or` over `and`; the body itself where they would be too many.
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

  /// The conjunct with names of bound variables that no earlier one has: parts of one assertion share them.
  TermId apart(TermId conjunct) {
    bool shared = false;
    visit(store_, conjunct, [&](TermId node) {
      if (store_.node(node).kind == TermKind::Binder) {
        for (const smt::BoundVariable& variable : store_.binder_info(node).variables)
          shared = !bound_.insert(variable.name.index).second || shared;
      }
      return store_.has(node, smt::kHasBinder);
    });
    return shared ? with_unique_binders(store_, conjunct, names_) : conjunct;
  }

  TermStore& store_;
  Names names_;
  Connectives ops_;
  Problem problem_;
  std::unordered_map<std::uint32_t, TermId> witnesses_;
  std::unordered_set<std::uint32_t> bound_;  ///< names of variables in conjuncts so far
};

}  // namespace

Problem preprocess(TermStore& store, const smt::Script& script) {
  Problem problem = Preprocessing(store, script).take();
  problem.logic = script.logic;
  return problem;
}

std::string logic_command(const Problem& problem) {
  if (problem.logic.empty() || problem.logic.starts_with("QF_")) return {};
  return "(set-logic " + smt::quoted(problem.logic) + ")\n";
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

std::string script_text(const TermStore& store, const std::vector<TermId>& assertions) {
  std::string text;
  for (const smt::Command& command : smt::declarations_for(store, assertions)) {
    smt::print_command(store, command, {}, text);
    if (text.empty() || text.back() != '\n') text += '\n';
  }
  for (const TermId assertion : assertions) {
    text += "(assert ";
    smt::print_term(store, assertion, {}, text);
    text += ")\n";
  }
  return text + "(check-sat)\n";
}

}  // namespace assay::trigger
