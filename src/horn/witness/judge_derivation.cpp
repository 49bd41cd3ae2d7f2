#include <algorithm>

#include "horn/make/decide.hpp"
#include "horn/witness/witness.hpp"

namespace assay::horn {
namespace {

constexpr unsigned kMaxUnfolding = 3;           ///< clauses between two printed facts
constexpr std::size_t kMaxConsequences = 60;    ///< facts between printed facts, in one round
constexpr std::uint64_t kMaxTries = 2000;       ///< assignments of one clause
constexpr std::size_t kMaxUnfoldedParts = 400;  ///< instances of clauses in one formula

/// Says as a formula that a fact follows from facts by one clause, or by a few clauses without the facts between them.
class Consequence {
 public:
  Consequence(const Terms& terms, const System& system, const Facts& facts, bool may_unfold)
      : terms_(terms), store_(terms.store()), system_(system), facts_(facts), may_unfold_(may_unfold) {}

  /// `arguments`: of the atom that must follow. nullopt predicate: a query must fire.
  TermId of(std::optional<FunctionId> predicate, const std::vector<TermId>& arguments, unsigned depth) {
    std::vector<TermId> ways;
    for (const Clause& clause : system_.clauses) {
      const bool fits = predicate ? clause.head && clause.head->predicate == *predicate : !clause.head;
      if (!fits) continue;
      if (++parts_ > kMaxUnfoldedParts) {
        is_cut_ = true;
        break;
      }
      ways.push_back(by(clause, arguments, depth));
    }
    return terms_.any(ways);
  }

  [[nodiscard]] const std::vector<BoundVariable>& variables() const { return variables_; }
  /// True if further intermediate facts might make it true.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  TermId by(const Clause& clause, const std::vector<TermId>& arguments, unsigned depth) {
    std::vector<smt::Replacement> renamed;
    for (const BoundVariable& variable : clause.variables) {
      variables_.push_back({store_.symbol("e!" + std::to_string(variables_.size())), variable.sort});
      renamed.emplace_back(variable.name, store_.variable(variables_.back()));
    }
    std::vector<TermId> parts = {replaced(store_, clause.constraint, renamed)};
    for (std::size_t i = 0; i < arguments.size(); ++i)
      parts.push_back(terms_.equal(replaced(store_, clause.head->arguments[i], renamed), arguments[i]));
    for (const Atom& atom : clause.body) {
      std::vector<TermId> values;
      for (const TermId argument : atom.arguments) values.push_back(replaced(store_, argument, renamed));
      parts.push_back(holds(atom.predicate, values, depth));
    }
    return terms_.all(parts);
  }

  TermId holds(FunctionId predicate, const std::vector<TermId>& arguments, unsigned depth) {
    const std::vector<SortId> sorts = store_.node(predicate).parameters;
    std::vector<TermId> ways;
    for (auto fact = facts_.lower_bound({predicate, {}}); fact != facts_.end() && fact->predicate == predicate;
         ++fact) {
      std::vector<TermId> equal;
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (const auto term = smt::make_term(store_, fact->arguments[i], sorts[i]))
          equal.push_back(terms_.equal(arguments[i], *term));
      ways.push_back(terms_.all(equal));
    }
    if (may_unfold_ && depth > 0) ways.push_back(of(predicate, arguments, depth - 1));
    if (may_unfold_ && depth == 0) is_cut_ = true;
    return terms_.any(ways);
  }

  const Terms& terms_;
  TermStore& store_;
  const System& system_;
  const Facts& facts_;
  bool may_unfold_;
  std::vector<BoundVariable> variables_;
  std::size_t parts_ = 0;
  bool is_cut_ = false;
};

enum class Follows : std::uint8_t { Yes, No, Open };

/// True if Assay proves that no derivation of any length has the fact: an invariant excludes it.
bool is_underivable(TermStore& store, const System& system, const Fact& fact) {
  const Terms terms(store);
  System without = system;
  std::erase_if(without.clauses, [](const Clause& clause) { return !clause.head; });
  Clause denied;
  denied.constraint = terms.truth(true);
  Atom atom{fact.predicate, {}};
  const std::vector<SortId> sorts = store.node(fact.predicate).parameters;
  for (std::size_t i = 0; i < sorts.size(); ++i) {
    const auto term = smt::make_term(store, fact.arguments[i], sorts[i]);
    if (!term) return false;
    atom.arguments.push_back(*term);
  }
  denied.body.push_back(std::move(atom));
  without.clauses.push_back(std::move(denied));
  return decide(store, std::move(without)).truth() == smt::Truth::Sat;
}

class DerivationJudge {
 public:
  DerivationJudge(TermStore& store, const System& system, bool is_complete, const std::vector<Reference>& references)
      : terms_(store),
        store_(store),
        system_(system),
        is_complete_(is_complete),
        references_(references),
        evaluation_(store),
        pool_(pool_of(store, system)),
        search_(evaluation_, pool_) {}

  [[nodiscard]] Follows follows(const Fact* fact) {
    if (is_instance(fact)) return Follows::Yes;
    if (!is_complete_) {
      // Consequences of the facts are facts, too.
      add_consequences();
      if (is_instance(fact)) return Follows::Yes;
    }
    std::vector<TermId> arguments;
    std::optional<FunctionId> predicate;
    if (fact != nullptr) {
      predicate = fact->predicate;
      const std::vector<SortId> sorts = store_.node(fact->predicate).parameters;
      for (std::size_t i = 0; i < sorts.size(); ++i) {
        const auto term = smt::make_term(store_, fact->arguments[i], sorts[i]);
        if (!term) return Follows::Open;
        arguments.push_back(*term);
      }
    }
    for (unsigned depth = 0; depth <= (is_complete_ ? 0U : kMaxUnfolding); ++depth) {
      Consequence consequence(terms_, system_, facts_, !is_complete_);
      const TermId formula = consequence.of(predicate, arguments, depth);
      const bool proved = prove_claim(store_, terms_.negation(formula)).valid;
      Satisfiability found;
      if (!proved) found = ask_references(store_, formula, consequence.variables(), references_);
      if (found.values) return Follows::Yes;
      if (!proved && !found.by_two_families) return Follows::Open;
      if (!consequence.is_cut()) return Follows::No;
    }
    return fact != nullptr && is_underivable(store_, system_, *fact) ? Follows::No : Follows::Open;
  }

  void add(const Fact& fact) { facts_.insert(fact); }

 private:
  bool is_instance(const Fact* fact) {
    return std::any_of(system_.clauses.begin(), system_.clauses.end(), [&](const Clause& clause) {
      const bool fits = fact == nullptr ? !clause.head : clause.head && clause.head->predicate == fact->predicate;
      return fits && search_.find(clause, fact, facts_, 200, [](const Step&, const auto&) { return true; });
    });
  }

  void add_consequences() {
    for (unsigned round = 0; round < kMaxUnfolding; ++round) {
      const Facts before = facts_;
      for (const bool from_facts : {true, false}) {
        for (const Clause& clause : system_.clauses) {
          if (!clause.head || clause.body.empty() == from_facts) continue;
          if (facts_.size() > before.size() + kMaxConsequences) break;
          search_.find(clause, nullptr, before, kMaxTries, [&](const Step&, const InstanceSearch::Assignment& values) {
            if (const auto fact = evaluation_.fact(*clause.head, values)) facts_.insert(*fact);
            return facts_.size() > before.size() + kMaxConsequences;
          });
        }
      }
      if (facts_.size() == before.size()) break;
    }
  }

  Terms terms_;
  TermStore& store_;
  const System& system_;
  bool is_complete_;
  const std::vector<Reference>& references_;
  Evaluation evaluation_;
  ValuePool pool_;
  InstanceSearch search_;
  Facts facts_;
};

}  // namespace

WitnessVerdict judge_derivation(TermStore& store, const System& system, const PrintedDerivation& printed,
                                const std::vector<Reference>& references) {
  using Kind = WitnessVerdict::Kind;
  if (!printed.problem.empty()) return {Kind::NotJudged, printed.problem, {}};
  DerivationJudge judge(store, system, printed.is_complete, references);
  for (const Fact& fact : printed.facts) {
    switch (judge.follows(&fact)) {
      case Follows::Yes: break;
      case Follows::No: return {Kind::Refuted, "a fact that does not follow", text_of(store, fact)};
      case Follows::Open: return {Kind::NotJudged, "facts between its facts may be missing", {}};
    }
    judge.add(fact);
  }
  switch (judge.follows(nullptr)) {
    case Follows::Yes: return {Kind::Holds, {}, {}};
    case Follows::No: return {Kind::Refuted, "no query follows from its facts", {}};
    case Follows::Open: break;
  }
  return {Kind::NotJudged, "facts between its facts may be missing", {}};
}

}  // namespace assay::horn
