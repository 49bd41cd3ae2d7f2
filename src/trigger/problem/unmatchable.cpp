#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "assay/smt/operator.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {
namespace {

using smt::BinderKind;
using smt::SymbolId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

bool is_quantifier(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Binder) return false;
  const BinderKind kind = store.binder_info(term).kind;
  return kind == BinderKind::Forall || kind == BinderKind::Exists;
}

/// Collects the variables of a formula that can be in a pattern (variables inside of applications), or that a solver
/// may eliminate (variables of an equation that may be false). No two quantifiers of a conjunct share a variable name.
class Usable {
 public:
  Usable(const TermStore& store, TermId formula) : store_(store) {
    pending_.push_back({formula, true});
    while (!pending_.empty()) {
      const Place place = pending_.back();
      pending_.pop_back();
      if (seen_.insert(std::uint64_t{place.term.index} << 1U | (place.holds ? 1U : 0U)).second) look(place);
    }
  }

  [[nodiscard]] bool has(SymbolId variable) const { return variables_.contains(variable.index); }

 private:
  struct Place {
    TermId term;
    bool holds = false;  ///< all nodes above are `and`, `or`, annotations or quantifiers
  };

  void look(const Place& place) {
    const TermId term = place.term;
    const TermKind kind = store_.node(term).kind;
    if (kind == TermKind::Variable) return;
    if (kind == TermKind::Annotated || is_quantifier(store_, term)) {
      pending_.push_back({store_.children(term)[0], place.holds});
    } else if (is_logical(term)) {
      const bool equal = store_.is(term, ops_.equality);
      const bool kept = place.holds && (store_.is(term, ops_.conjunction) || store_.is(term, ops_.disjunction));
      const bool may_be_false = store_.is(term, distinct_) || (equal && !place.holds);
      for (const TermId child : store_.children(term)) {
        if (may_be_false && store_.node(child).kind == TermKind::Variable) add_all(child);
        pending_.push_back({child, kept});
      }
    } else {
      add_all(term);
    }
  }

  /// True for an application that must not be in a pattern.
  [[nodiscard]] bool is_logical(TermId term) const {
    const std::array all = {ops_.negation, ops_.conjunction,  ops_.disjunction, ops_.implication,
                            ops_.equality, ops_.exclusive_or, ops_.choice,      distinct_};
    return std::any_of(all.begin(), all.end(), [&](smt::OperatorId op) { return store_.is(term, op); });
  }

  void add_all(TermId term) {
    for (const SymbolId variable : store_.free_variables(term)) variables_.insert(variable.index);
  }

  const TermStore& store_;
  const Connectives ops_;
  const smt::OperatorId distinct_ = smt::Operators::get().at("distinct");
  std::vector<Place> pending_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_set<std::uint32_t> variables_;
};

}  // namespace

std::vector<Unmatchable> unmatchable(const TermStore& store, const Problem& problem) {
  std::vector<Unmatchable> found;
  for (std::size_t i = 0; i < problem.conjuncts.size(); ++i) {
    const Usable usable(store, problem.conjuncts[i].formula);
    visit_terms(store, problem.conjuncts[i].formula, [&](TermId term) {
      if (!is_forall(store, term) || !written_patterns(store, term).empty()) return store.has(term, smt::kHasBinder);
      for (const smt::BoundVariable& variable : store.binder_info(term).variables) {
        if (variable.sort == store.bool_sort() || usable.has(variable.name)) continue;
        found.push_back({i, std::string(store.spelling(variable.name))});
        break;
      }
      return true;
    });
  }
  return found;
}

}  // namespace assay::trigger
