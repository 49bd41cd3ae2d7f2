#include "trigger/search/bounded_ranges.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "trigger/problem/formula/normal_form.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;

/// Maximum number of integers of a range, of a pattern's instances, and of all instances.
constexpr int kMaxRange = 24;
constexpr std::size_t kMaxOfRange = 40;
constexpr std::size_t kMaxRangeTerms = 60;

class BoundedRanges {
 public:
  explicit BoundedRanges(smt::TermStore& store) : store_(store) {}

  /// Notes the bounds of the clause's variables: literals say what holds outside of them.
  void note_bounds(const Clause& clause) {
    std::vector<std::pair<TermId, bool>> pending;  // false: negated
    for (const TermId disjunct : clause.disjuncts) pending.emplace_back(disjunct, true);
    while (!pending.empty()) {
      const auto [term, positive] = pending.back();
      pending.pop_back();
      const bool is_negation = store_.is(term, ops_.negation);
      if (is_negation || store_.is(term, ops_.conjunction) || store_.is(term, ops_.disjunction))
        for (const TermId part : store_.children(term)) pending.emplace_back(part, positive != is_negation);
      else
        note_bound(term, positive);
    }
  }

  void note_values() {
    for (const auto& [variable, low] : lows_) {
      const auto high = highs_.find(variable);
      if (high == highs_.end() || high->second - low >= kMaxRange) continue;
      for (mpz_class value = low; value <= high->second; ++value) values_.insert(value);
    }
  }

  void add_instances(const Clause& clause, Terms& terms) const {
    for (const TermId pattern : clause.patterns) {
      const std::vector<smt::SymbolId> names = store_.free_variables(pattern);
      const bool fits = std::all_of(names.begin(), names.end(), [&](smt::SymbolId name) {
        return std::any_of(clause.variables.begin(), clause.variables.end(), [&](const smt::BoundVariable& one) {
          return one.name == name && one.sort == store_.int_sort();
        });
      });
      std::size_t count = 1;
      for (std::size_t i = 0; i < names.size() && count <= kMaxOfRange; ++i) count *= values_.size();
      if (!fits || names.empty() || count > kMaxOfRange || terms.size() + count > kMaxRangeTerms) continue;
      for (std::size_t number = 0; number < count; ++number) {
        Bindings bindings;
        std::size_t rest = number;
        for (const smt::SymbolId name : names) {
          const auto value = std::next(values_.begin(), static_cast<std::ptrdiff_t>(rest % values_.size()));
          bindings.emplace(name.index, store_.constant(smt::Value(*value), store_.int_sort()));
          rest /= values_.size();
        }
        const TermId term = substitute(store_, pattern, bindings);
        if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
      }
    }
  }

  [[nodiscard]] bool empty() const { return values_.empty(); }

 private:
  struct Comparison {
    std::string_view name;
    bool smaller_first, strict;
  };
  static constexpr std::array<Comparison, 4> kComparisons = {
      {{"<=", true, false}, {"<", true, true}, {">=", false, false}, {">", false, true}}};

  /// The condition is that the literal is false.
  void note_bound(TermId atom, bool positive) {
    for (const Comparison& row : kComparisons) {
      if (!store_.is(atom, smt::Operators::get().at(row.name)) || store_.children(atom).size() != 2) continue;
      TermId small = store_.children(atom)[0], large = store_.children(atom)[1];
      if (row.smaller_first == positive) std::swap(small, large);
      const int gap = row.strict != positive ? 1 : 0;
      const auto is_number = [&](TermId term) {
        return store_.node(term).kind == TermKind::Constant && store_.sort_of(term) == store_.int_sort();
      };
      if (is_number(small) && store_.node(large).kind == TermKind::Variable)
        lows_[store_.node(large).data] = store_.value(small).as_int() + gap;
      if (is_number(large) && store_.node(small).kind == TermKind::Variable)
        highs_[store_.node(small).data] = store_.value(large).as_int() - gap;
    }
  }

  smt::TermStore& store_;
  Connectives ops_;
  std::map<std::uint32_t, mpz_class> lows_, highs_;  ///< by the variable's name
  std::set<mpz_class> values_;
};

}  // namespace

Terms range_instances(smt::TermStore& store, const std::vector<Clause>& clauses) {
  BoundedRanges ranges(store);
  for (const Clause& clause : clauses) ranges.note_bounds(clause);
  ranges.note_values();
  Terms terms;
  for (auto clause = clauses.rbegin(); clause != clauses.rend() && !ranges.empty(); ++clause)
    ranges.add_instances(*clause, terms);
  return terms;
}

}  // namespace assay::trigger
