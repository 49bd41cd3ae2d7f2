#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "trigger/problem/clause.hpp"
#include "trigger/prover/work.hpp"
#include "trigger/search/bounded_ranges.hpp"
#include "trigger/search/search_source.hpp"

namespace assay::trigger {
namespace {

using smt::FunctionId;
using smt::SortId;
using smt::TermId;
using smt::TermStore;

/// Terms of level 0 occur in the script; terms of level n + 1 are applications to terms of level n and below.
constexpr unsigned kMaxLevel = 2;
/// Maximum number of terms of one sort up to each level.
constexpr std::array<std::size_t, kMaxLevel + 1> kMaxOfSort = {24, 300, 500};
/// Maximum number of instances of one pattern, or of applications of one function, at each level.
constexpr std::array<std::size_t, kMaxLevel + 1> kMaxInstances = {60, 60, 60};
/// Maximum number of tuples that are visited for these.
constexpr std::size_t kMaxVisits = 20'000;
/// Number of a pattern's instances with the same rate: later ones have higher rates.
constexpr std::size_t kOfOneRate = 10;
/// Added to the rate of terms whose parts have no home in common.
constexpr std::size_t kStrangers = 3;
/// Maximum number of conjuncts of a script whose axioms all count, also those without a symbol of a ground conjunct.
constexpr std::size_t kMaxSmallScript = 300;
/// Number of terms in the first run, and maximum number in all.
constexpr std::size_t kFirstRun = 60;
constexpr std::size_t kMaxTerms = 8000;

/// Groups of constants: two constants are in one group if a literal of a conjunct without variables has both, or if a
/// third one connects them. The bits stand for groups, by their number modulo the number of bits.
using Homes = std::bitset<256>;

/// A ground term, its level and its homes.
struct Ground {
  TermId term;
  unsigned level = 0;
  Homes homes;
};

/// Candidate terms: the axioms' patterns over small ground terms. Axioms with few symbols that the conjuncts without
/// variables lack come first, because an instance of theirs says something about these conjuncts.
class PatternInstances {
 public:
  explicit PatternInstances(const Workplace& work) : work_(work), store_(work.store) {
    for (const Conjunct& conjunct : work.problem.conjuncts) clauses_.push_back(clause_of(store_, conjunct));
    note_strange_symbols();
    note_homes();
    add_occurring();
    note_constructors();
    for (unsigned level = 1; level <= kMaxLevel && !work_.deadline.passed(); ++level) add_applications(level);
    make_candidates();
  }
  [[nodiscard]] std::vector<TermId> take() { return std::move(candidates_); }

 private:
  /// Counts the symbols of each axiom that occur in no conjunct without variables.
  void note_strange_symbols() {
    std::set<FunctionId> familiar;
    for (const Clause& clause : clauses_)
      if (clause.is_ground()) familiar.insert(clause.symbols.begin(), clause.symbols.end());
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      const Clause& clause = clauses_[i];
      if (clause.is_ground()) continue;
      const auto strange = static_cast<std::size_t>(std::count_if(
          clause.symbols.begin(), clause.symbols.end(), [&](FunctionId one) { return !familiar.contains(one); }));
      // It says nothing about the others. In a small script it may contradict itself.
      if (strange == clause.symbols.size() && clauses_.size() > kMaxSmallScript) continue;
      axioms_.emplace_back(strange, i);
      for (const FunctionId symbol : clause.symbols) {
        const auto [place, is_new] = strangeness_.try_emplace(symbol, strange);
        if (!is_new) place->second = std::min(place->second, strange);
      }
    }
    std::stable_sort(axioms_.begin(), axioms_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  void add(TermId term, unsigned level) {
    std::vector<Ground>& known = pool_[store_.sort_of(term)];
    if (known.size() >= kMaxOfSort.at(level) || !seen_.insert(term.index).second) return;
    known.push_back({term, level, homes_of(term)});
  }

  /// Notes the group of each constant.
  void note_homes() {
    std::unordered_map<std::uint32_t, std::uint32_t> parents;
    const auto root = [&](std::uint32_t one) {
      while (parents.at(one) != one) one = parents.at(one) = parents.at(parents.at(one));
      return one;
    };
    for (const Clause& clause : clauses_) {
      if (!clause.is_ground()) continue;
      for (const TermId literal : clause.disjuncts) {
        std::optional<std::uint32_t> first;
        visit_terms(store_, literal, [&](TermId node) {
          if (!is_constant(node)) return true;
          parents.try_emplace(node.index, node.index);
          const std::uint32_t mine = root(node.index);
          if (first) parents[mine] = root(*first);
          first = mine;
          return true;
        });
      }
    }
    std::unordered_map<std::uint32_t, std::size_t> numbers;
    for (const auto& [constant, parent] : std::map<std::uint32_t, std::uint32_t>(parents.begin(), parents.end()))
      homes_[constant].set(numbers.try_emplace(root(constant), numbers.size()).first->second % Homes().size());
  }
  [[nodiscard]] bool is_constant(TermId node) const {
    return store_.node(node).kind == smt::TermKind::Call && store_.children(node).empty();
  }
  [[nodiscard]] Homes homes_of(TermId term) const {
    Homes all;
    all.set();
    visit_terms(store_, term, [&](TermId node) {
      const auto known = homes_.find(node.index);
      if (known != homes_.end()) all &= known->second;
      return true;
    });
    return all;
  }

  /// Adds the closed terms of conjuncts without variables, the last conjunct (mostly the goal) first, then of axioms.
  void add_occurring() {
    for (const bool is_ground : {true, false})
      for (auto clause = clauses_.rbegin(); clause != clauses_.rend(); ++clause) {
        if (clause->is_ground() != is_ground) continue;
        for (const TermId disjunct : clause->disjuncts)
          visit_terms(store_, disjunct, [&](TermId node) {
            const bool is_closed = !store_.has(node, smt::kHasVariable) && !store_.has(node, smt::kHasBinder) &&
                                   !store_.has(node, smt::kHasOpaque);
            if (is_closed && store_.sort_of(node) != store_.bool_sort()) add(node, 0);
            return true;
          });
      }
  }

  /// Adds the constructors of the datatypes that the axioms' variables have. Datatypes with parameters are left out.
  void note_constructors() {
    std::set<SortId> sorts;
    for (const auto& axiom : axioms_)
      for (const smt::BoundVariable& variable : clauses_[axiom.second].variables) sorts.insert(variable.sort);
    for (const SortId sort : sorts) {
      const std::optional<smt::DatatypeId> datatype = store_.node(sort).datatype;
      if (!datatype || !store_.node(*datatype).parameters.empty()) continue;
      for (const smt::Constructor& constructor : store_.node(*datatype).constructors) {
        if (constructor.fields.empty())
          add(store_.call_as(constructor.function, {}, sort), 0);
        else
          strangeness_.try_emplace(constructor.function, 0);
      }
    }
  }

  const std::vector<Ground>& pool(SortId sort) {
    std::vector<Ground>& known = pool_[sort];
    if (known.empty() && sort == store_.bool_sort())
      for (const bool value : {true, false}) known.push_back({store_.bool_constant(value), 0, Homes().set()});
    if (known.empty()) known.push_back({work_.validator.fresh_constant(sort), 0, Homes().set()});
    return known;
  }

  /// Calls `use` with tuples of ground terms whose highest level is `level`, and whether the terms are different and
  /// have a home in common: those with small indices in the pools first. Ends when `use` has been called kMaxInstances
  /// times for terms with a common home, and as often for others.
  template <typename Use>
  void visit_tuples(const std::vector<SortId>& sorts, unsigned level, Use use) {
    std::vector<const std::vector<Ground>*> pools;
    std::size_t last = 0;
    bool has_level = level == 0;
    for (const SortId sort : sorts) {
      pools.push_back(&pool(sort));
      last += pools.back()->size() - 1;
      has_level = has_level || pools.back()->back().level >= level;
    }
    if (!has_level) return;
    std::array<std::size_t, 2> uses{};
    std::size_t visits = 0;
    std::vector<std::size_t> indices(sorts.size());
    std::vector<TermId> tuple(sorts.size());
    for (std::size_t sum = 0; sum <= last; ++sum) {
      first_of_sum(pools, 0, sum, indices);
      do {
        if (++visits > kMaxVisits) return;
        unsigned highest = 0;
        Homes homes = Homes().set();
        for (std::size_t i = 0; i < pools.size(); ++i) {
          const Ground& one = (*pools[i])[indices[i]];
          tuple[i] = one.term;
          highest = std::max(highest, one.level);
          homes &= one.homes;
        }
        const bool is_home = homes.any() && are_different(tuple);
        std::size_t& used = uses.at(is_home ? 0 : 1);
        if (highest != level || used == kMaxInstances.at(level)) continue;
        ++used;
        use(tuple, is_home);
      } while (next_of_sum(pools, indices));
    }
  }

  static bool are_different(const std::vector<TermId>& tuple) {
    for (std::size_t i = 1; i < tuple.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (tuple[i] == tuple[j]) return false;
    return true;
  }

  /// Sets the indices from `at` on to the first ones with this sum: large ones at the end.
  static void first_of_sum(const std::vector<const std::vector<Ground>*>& pools, std::size_t at, std::size_t sum,
                           std::vector<std::size_t>& indices) {
    for (std::size_t i = pools.size(); i > at; --i) {
      indices[i - 1] = std::min(sum, pools[i - 1]->size() - 1);
      sum -= indices[i - 1];
    }
  }
  /// Sets the next indices with the same sum. False if there are none.
  static bool next_of_sum(const std::vector<const std::vector<Ground>*>& pools, std::vector<std::size_t>& indices) {
    std::size_t behind = 0;  // sum of the indices behind `at`
    for (std::size_t at = pools.size(); at > 0; --at) {
      std::size_t& index = indices[at - 1];
      if (behind > 0 && index + 1 < pools[at - 1]->size()) {
        ++index;
        first_of_sum(pools, at, behind - 1, indices);
        return true;
      }
      behind += index;
    }
    return false;
  }

  /// Adds applications of the axioms' functions whose results can be arguments, to terms of the level below.
  void add_applications(unsigned level) {
    std::vector<std::pair<std::size_t, FunctionId>> functions;
    for (const auto& [function, strange] : strangeness_)
      if (!store_.node(function).parameters.empty() && store_.node(function).result != store_.bool_sort())
        functions.emplace_back(strange, function);
    std::stable_sort(functions.begin(), functions.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    // Terms whose parts have a common home come first, and the functions take turns.
    std::vector<std::pair<std::size_t, TermId>> made;
    for (const auto& row : functions) {
      const FunctionId function = row.second;
      std::array<std::size_t, 2> numbers = {0, kMaxInstances.at(level)};
      visit_tuples(store_.node(function).parameters, level - 1,
                   [&](const std::vector<TermId>& arguments, bool is_home) {
                     made.emplace_back(numbers.at(is_home ? 0 : 1)++,
                                       store_.call_as(function, arguments, store_.node(function).result));
                   });
    }
    std::stable_sort(made.begin(), made.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [number, term] : made) add(term, level);
  }

  void make_candidates() {
    struct Rated {
      std::size_t rate;
      TermId term;
    };
    std::vector<Rated> rated;
    std::unordered_set<std::uint32_t> known;
    for (const TermId term : range_instances(store_, clauses_))
      if (known.insert(term.index).second) rated.push_back({0, term});
    for (const auto& [strange, index] : axioms_) {
      if (work_.deadline.passed()) return;
      for (const TermId pattern : clauses_[index].patterns) {
        const std::vector<smt::BoundVariable> variables = variables_in(clauses_[index], pattern);
        std::vector<SortId> sorts;
        for (const smt::BoundVariable& variable : variables) sorts.push_back(variable.sort);
        for (unsigned level = 0; level <= kMaxLevel; ++level)
          visit_tuples(sorts, level,
                       [&, rate = 2 * level + strange, number = std::size_t{0}](const std::vector<TermId>& values,
                                                                                bool is_home) mutable {
                         Bindings bindings;
                         for (std::size_t i = 0; i < values.size(); ++i)
                           bindings.emplace(variables[i].name.index, values[i]);
                         const TermId term = substitute(store_, pattern, bindings);
                         if (!store_.has(term, smt::kHasVariable) && known.insert(term.index).second)
                           rated.push_back({rate + number++ / kOfOneRate + (is_home ? 0 : kStrangers), term});
                       });
      }
    }
    std::stable_sort(rated.begin(), rated.end(), [](const Rated& a, const Rated& b) { return a.rate < b.rate; });
    for (const Rated& one : rated)
      if (candidates_.size() < kMaxTerms) candidates_.push_back(one.term);
  }

  [[nodiscard]] std::vector<smt::BoundVariable> variables_in(const Clause& clause, TermId pattern) const {
    const std::vector<smt::SymbolId> names = store_.free_variables(pattern);
    std::vector<smt::BoundVariable> result;
    for (const smt::BoundVariable& variable : clause.variables)
      if (std::find(names.begin(), names.end(), variable.name) != names.end()) result.push_back(variable);
    return result;
  }

  const Workplace& work_;
  TermStore& store_;
  std::vector<Clause> clauses_;
  std::vector<std::pair<std::size_t, std::size_t>> axioms_;  ///< number of strange symbols, and index of the clause
  std::map<FunctionId, std::size_t> strangeness_;            ///< the least of a function's axioms
  std::unordered_map<std::uint32_t, Homes> homes_;           ///< of constants
  std::map<SortId, std::vector<Ground>> pool_;
  std::unordered_set<std::uint32_t> seen_;
  std::vector<TermId> candidates_;
};

/// The source that make_enumeration_source() returns: E-matching with the first 60 candidates, the first 120, and so
/// on. It ends where a limit cuts a run: more terms would only take longer.
class Enumeration : public TermSource {
 public:
  explicit Enumeration(const Workplace& work) : work_(work) {
    if (!work.validator.slow()) terms_ = PatternInstances(work).take();
  }

  Turn next() override {
    Turn turn;
    if (is_over_ || terms_.empty()) {
      turn.progress = Progress::Over;
      return turn;
    }
    const Terms first(terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, terms_.size())));
    const Terms terms = work_.known.without_known(work_.store, first);
    const double limit = limit_after(work_.options, 1);
    const Reply reply = terms.empty()
                            ? Reply{Answer::Unknown, {}, 0}
                            : work_.validator.check(terms, work_.validator.form_of(terms), limit, work_.deadline);
    turn.work = work_used(reply, limit);
    work_.result.tried.push_back("search by small ground terms, " + std::to_string(terms.size()) +
                                 ": E-matching says " + std::string(name(reply.answer)));
    if (reply.answer == Answer::Unsat) turn.found = FoundTerms{terms, "search by small ground terms"};
    is_over_ = was_cut(reply.answer) || count_ >= terms_.size();
    count_ *= 2;
    return turn;
  }

 private:
  const Workplace& work_;
  std::vector<TermId> terms_;
  std::size_t count_ = kFirstRun;  ///< number of terms of the next run
  bool is_over_ = false;
};

}  // namespace

std::unique_ptr<TermSource> make_enumeration_source(const Workplace& work) {
  return std::make_unique<Enumeration>(work);
}

}  // namespace assay::trigger
