#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "assay/smt/operator.hpp"
#include "assay/trigger/problem.hpp"
#include "trigger/problem/rewrite.hpp"

namespace assay::trigger {
namespace {

using smt::BinderKind;
using smt::SymbolId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

bool is_operator(const TermStore& store, TermId term, std::string_view spelling) {
  return store.is(term, smt::Operators::get().at(spelling));
}

/// An application that may not be in a pattern.
bool is_logical(const TermStore& store, TermId term) {
  constexpr std::array<std::string_view, 8> kLogical = {"not", "and", "or", "=>", "=", "distinct", "xor", "ite"};
  return std::any_of(kLogical.begin(), kLogical.end(),
                     [&](std::string_view spelling) { return is_operator(store, term, spelling); });
}

bool is_quantifier(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Binder) return false;
  const BinderKind kind = store.binder_info(term).kind;
  return kind == BinderKind::Forall || kind == BinderKind::Exists;
}

/// Collects the variables that a solver can do something with: those inside of applications, and those that it may
/// eliminate, since an equation with one may be false.
class Usable {
 public:
  Usable(const TermStore& store, TermId body) : store_(store) {
    pending_.push_back({body, true});
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
    bool holds = false;  ///< below `and`, `or` and quantifiers alone
  };

  void look(const Place& place) {
    const TermId term = place.term;
    const TermKind kind = store_.node(term).kind;
    if (kind == TermKind::Variable) return;
    if (kind == TermKind::Annotated || is_quantifier(store_, term)) {
      pending_.push_back({store_.children(term)[0], place.holds});
    } else if (is_logical(store_, term)) {
      const bool equation = is_operator(store_, term, "=") || is_operator(store_, term, "distinct");
      const bool kept = place.holds && (is_operator(store_, term, "and") || is_operator(store_, term, "or"));
      const bool may_be_false = equation && !(place.holds && is_operator(store_, term, "="));
      for (const TermId child : store_.children(term)) {
        if (may_be_false && store_.node(child).kind == TermKind::Variable) add_all(child);
        pending_.push_back({child, kept});
      }
    } else {
      add_all(term);
    }
  }

  void add_all(TermId term) {
    for (const SymbolId variable : store_.free_variables(term)) variables_.insert(variable.index);
  }

  const TermStore& store_;
  std::vector<Place> pending_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_set<std::uint32_t> variables_;
};

}  // namespace

std::vector<Unmatchable> unmatchable(const TermStore& store, const Problem& problem) {
  std::vector<Unmatchable> found;
  for (std::size_t i = 0; i < problem.conjuncts.size(); ++i) {
    visit_terms(store, problem.conjuncts[i].formula, [&](TermId term) {
      if (!is_forall(store, term) || !written_patterns(store, term).empty()) return store.has(term, smt::kHasBinder);
      const Usable usable(store, store.children(term)[0]);
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
