#include "smt/synth/growth.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "smt/reduce/terms.hpp"

namespace assay::smt {
namespace {

std::vector<TermId> subterms(const TermStore& store, TermId root) {
  std::vector<TermId> all;
  for (const auto& level : levels_of(store, {root})) all.insert(all.end(), level.begin(), level.end());
  return all;
}

/// Makes one growth step.
class Step {
 public:
  Step(Workshop& workshop, const Growth& growth, std::string suffix)
      : workshop_(workshop), store_(workshop.store), growth_(growth), suffix_(std::move(suffix)) {}

  std::optional<Contradiction> apply(const Contradiction& to) {
    switch (growth_.kind) {
      case Growth::Kind::Variable: return variable(to, true);
      case Growth::Kind::Own: return variable(to, false);
      case Growth::Kind::Constant: return constant(to);
      case Growth::Kind::Let: return let(to);
      case Growth::Kind::Quantified: return quantified(to);
    }
    return std::nullopt;
  }

 private:
  std::optional<Contradiction> variable(const Contradiction& to, bool needed) {
    const FunctionId old = store_.function_of(growth_.target);
    const std::string name(store_.spelling(store_.node(old).name));
    const TermId fresh = workshop_.variable(name + suffix_, store_.sort_of(growth_.target));
    TermMap known{{growth_.target, fresh}};
    const auto right = rewrite(store_, to.right, known);
    if (!right || *right == to.right) return std::nullopt;
    return extended(to, *right, clause(growth_.target, fresh), needed, name);
  }

  std::optional<Contradiction> constant(const Contradiction& to) {
    const TermId fresh = workshop_.variable("z" + suffix_, store_.sort_of(growth_.target));
    TermMap known{{growth_.target, fresh}};
    const auto right = rewrite(store_, to.right, known);
    if (!right || *right == to.right) return std::nullopt;
    return extended(to, *right, clause(std::nullopt, fresh), true, to_string(store_, growth_.target));
  }

  std::optional<Contradiction> let(const Contradiction& to) {
    // Bound variables of the sub-term become new free variables, because the clause is outside their binder.
    TermMap known;
    for (const TermId part : subterms(store_, growth_.target))
      if (store_.node(part).kind == TermKind::Variable)
        known.emplace(part, workshop_.variable(std::string(store_.spelling(store_.variable_name(part))) + suffix_ + "o",
                                               store_.sort_of(part)));
    const auto outside = rewrite(store_, growth_.target, known);
    if (!outside) return std::nullopt;
    return extended(to, to.right, clause(*outside, *outside), false, to_string(store_, growth_.target));
  }

  std::optional<Contradiction> quantified(const Contradiction& to) {
    const auto binder = widened();
    if (!binder) return std::nullopt;
    TermMap known{{growth_.target, *binder}};
    const auto right = rewrite(store_, to.right, known);
    if (!right || *right == to.right) return std::nullopt;
    Contradiction result = to;
    result.right = *right;
    add_step(result, std::string(store_.spelling(store_.binder_info(growth_.target).variables[growth_.variable].name)));
    return result;
  }

  /// The clause C: the equality's term over `old` equals `fresh`, and the equality's side condition holds. The
  /// equality's other variables are fresh as well.
  std::optional<TermId> clause(std::optional<TermId> old, TermId fresh) {
    const auto [term, condition] = instance(old, {});
    if (!term) return std::nullopt;
    const TermId equation = equals(*term, fresh);
    return condition ? workshop_.conjunction(equation, *condition) : equation;
  }

  /// The equality's term and condition, with `old` in place of the variable on its right side. Other variables become
  /// declared constants, or, if `bound` is given, bound variables that are added to `bound`.
  std::pair<std::optional<TermId>, std::optional<TermId>> instance(std::optional<TermId> old,
                                                                   std::vector<BoundVariable>* bound) {
    TermMap known;
    std::map<FunctionId, FunctionId> functions;
    const Rule& rule = *growth_.equality;
    for (const FunctionId variable : rule.variables) {
      const Function function = store_.node(variable);
      if (!function.parameters.empty()) {
        Function renamed = function;
        renamed.name = store_.symbol(std::string(store_.spelling(function.name)) + suffix_ + "e");
        functions.emplace(variable, store_.function(std::move(renamed)));
        continue;
      }
      const TermId from = *store_.call(variable, {});
      const SortId sort = function.result;
      const std::string name = std::string(store_.spelling(function.name)) + suffix_ + "e";
      if (old && from == rule.right) {
        known.emplace(from, *old);
      } else if (bound != nullptr) {
        bound->push_back({store_.symbol(name), sort});
        known.emplace(from, store_.variable(bound->back()));
      } else {
        known.emplace(from, workshop_.variable(name, sort));
      }
    }
    const Rebuild rename = [&](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
      const bool is_call = store_.node(original).kind == TermKind::Call;
      const auto renamed = is_call ? functions.find(store_.function_of(original)) : functions.end();
      return renamed == functions.end() ? store_.rebuild(original, children) : store_.call(renamed->second, children);
    };
    const auto term = rewrite(store_, rule.left, known, rename);
    if (!rule.condition) return {term, std::nullopt};
    return {term, rewrite(store_, *rule.condition, known, rename)};
  }

  /// The quantifier with a further variable, which C makes equal to the old variable (thesis, Alg. 3.6, lines 12 and
  /// 13).
  std::optional<TermId> widened() {
    BinderInfo info = store_.binder_info(growth_.target);
    const auto kids = store_.children(growth_.target);
    const std::vector<TermId> children(kids.begin(), kids.end());
    const BoundVariable old = info.variables[growth_.variable];
    const BoundVariable fresh{store_.symbol(std::string(store_.spelling(old.name)) + suffix_ + "q"), old.sort};
    info.variables.push_back(fresh);
    const TermId old_term = store_.variable(old);
    const TermId fresh_term = store_.variable(fresh);
    const auto [term, condition] = instance(old_term, &info.variables);
    if (!term) return std::nullopt;
    TermId clause = equals(*term, fresh_term);
    if (condition) clause = boolean("=>", {*condition, clause});
    TermMap known{{old_term, fresh_term}};
    std::vector<TermId> made;
    for (const TermId child : children) {
      const auto renamed = rewrite(store_, child, known);
      if (!renamed) return std::nullopt;
      made.push_back(*renamed);
    }
    const auto implication = store_.children(made[0]);
    made[0] = boolean("=>", {workshop_.conjunction(clause, implication[0]), implication[1]});
    // The term of C is added to the first pattern, which becomes a multi-pattern.
    if (!info.attributes.empty() && info.attributes[0].keyword == ":pattern") {
      made.insert(made.begin() + 1 + info.attributes[0].term_count, *term);
      ++info.attributes[0].term_count;
    }
    return store_.binder(info, made);
  }

  TermId equals(TermId left, TermId right) { return boolean("=", {left, right}); }
  TermId boolean(std::string_view op, const std::vector<TermId>& children) {
    return store_.apply_as(Operators::get().at(op), children, {}, store_.bool_sort());
  }

  std::optional<Contradiction> extended(const Contradiction& to, TermId right, std::optional<TermId> clause,
                                        bool needed, const std::string& what) {
    if (!clause) return std::nullopt;
    Contradiction result = to;
    result.right = right;
    result.clauses.push_back(*clause);
    result.needed.push_back(needed);
    add_step(result, what);
    return result;
  }

  void add_step(Contradiction& result, const std::string& what) {
    result.steps.push_back(what + " by " + growth_.equality->text->name);
  }

  Workshop& workshop_;
  TermStore& store_;
  const Growth& growth_;
  std::string suffix_;
};

/// Finds the growths of one kind for an equivalence.
class Finder {
 public:
  Finder(Workshop& workshop, const Rule& rule, Growth::Kind kind)
      : workshop_(workshop), store_(workshop.store), rule_(rule), kind_(kind) {
    const std::vector<TermId> left = subterms(store_, rule.left);
    in_left_.insert(left.begin(), left.end());
  }

  std::vector<Growth> find() {
    for (const TermId term : subterms(store_, rule_.right)) {
      switch (kind_) {
        case Growth::Kind::Constant: add(term, 0, workshop_.equalities_to_value(term)); break;
        case Growth::Kind::Quantified: add_bound(term); break;
        default:
          if (is_target(term)) add(term, 0, workshop_.equalities_to_variable(store_.sort_of(term)));
      }
    }
    return std::move(found_);
  }

 private:
  void add(TermId term, std::uint32_t variable, const std::vector<const Rule*>& equalities) {
    for (const Rule* equality : equalities) found_.push_back({kind_, term, variable, equality});
  }

  bool is_target(TermId term) const {
    if (kind_ == Growth::Kind::Let)
      return store_.node(term).kind == TermKind::Apply && !store_.children(term).empty() &&
             !store_.has(term, kHasBinder) && store_.sort_of(term) != store_.bool_sort();
    const bool is_variable = store_.node(term).kind == TermKind::Call && store_.children(term).empty() &&
                             store_.node(store_.function_of(term)).kind == FunctionKind::Declared;
    return is_variable && in_left_.contains(term) == (kind_ == Growth::Kind::Variable);
  }

  void add_bound(TermId term) {
    if (store_.node(term).kind != TermKind::Binder) return;
    const BinderInfo& info = store_.binder_info(term);
    const TermId body = store_.children(term)[0];
    if (info.kind != BinderKind::Forall || !store_.is(body, Operators::get().at("=>")) ||
        store_.children(body).size() != 2)
      return;
    for (std::uint32_t i = 0; i < info.variables.size(); ++i)
      add(term, i, workshop_.equalities_to_variable(info.variables[i].sort));
  }

  Workshop& workshop_;
  TermStore& store_;
  const Rule& rule_;
  Growth::Kind kind_;
  std::set<TermId> in_left_;
  std::vector<Growth> found_;
};

TermId without_patterns(TermStore& store, TermId term) {
  TermMap known;
  const auto plain = rewrite(store, term, known,
                             [&store](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
                               if (store.node(original).kind != TermKind::Binder)
                                 return store.rebuild(original, children);
                               BinderInfo info = store.binder_info(original);
                               info.attributes.clear();
                               return store.binder(info, std::array{children[0]});
                             });
  return plain.value_or(term);
}

}  // namespace

bool has_patterns(const TermStore& store, TermId term) {
  for (const TermId part : subterms(store, term))
    if (store.node(part).kind == TermKind::Binder && !store.binder_info(part).attributes.empty()) return true;
  return false;
}

std::vector<Growth> growths_of(Workshop& workshop, const Rule& equivalence, Growth::Kind kind) {
  return Finder(workshop, equivalence, kind).find();
}

std::optional<Contradiction> apply_growth(Workshop& workshop, const Contradiction& contradiction, const Growth& growth,
                                          const std::string& suffix) {
  return Step(workshop, growth, suffix).apply(contradiction);
}

Contradiction simple(Workshop& workshop, const Rule& equivalence, bool patterns) {
  Contradiction result;
  result.negated = workshop.negation(equivalence.left);
  result.right =
      equivalence.condition ? workshop.conjunction(*equivalence.condition, equivalence.right) : equivalence.right;
  if (!patterns) result.right = without_patterns(workshop.store, result.right);
  result.steps = {equivalence.text->name};
  return result;
}

}  // namespace assay::smt
