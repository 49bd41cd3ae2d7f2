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

  /// `atom`: the atom that must follow; null: a query must fire.
  TermId of(const Atom* atom, unsigned depth) {
    std::vector<TermId> ways;
    for (const Clause& clause : system_.clauses) {
      const bool fits = atom == nullptr ? !clause.head : clause.head && clause.head->predicate == atom->predicate;
      if (!fits) continue;
      if (++parts_ > kMaxUnfoldedParts) {
        is_cut_ = true;
        break;
      }
      ways.push_back(by(clause, atom, depth));
    }
    return terms_.any(ways);
  }

  [[nodiscard]] const std::vector<BoundVariable>& variables() const { return variables_; }
  /// True if further intermediate facts might make it true.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  TermId by(const Clause& clause, const Atom* atom, unsigned depth) {
    const std::size_t first = variables_.size();
    const Clause apart =
        renamed(store_, clause, [&](std::size_t number) { return "e!" + std::to_string(first + number); });
    variables_.insert(variables_.end(), apart.variables.begin(), apart.variables.end());
    std::vector<TermId> parts = {apart.constraint};
    if (atom != nullptr) parts.push_back(terms_.equal(apart.head->arguments, atom->arguments));
    for (const Atom& premise : apart.body) parts.push_back(holds(premise, depth));
    return terms_.all(parts);
  }

  TermId holds(const Atom& atom, unsigned depth) {
    std::vector<TermId> ways;
    for (const Fact& fact : facts_of(facts_, atom.predicate)) {
      const auto literals = terms_.literals(fact.arguments, store_.node(atom.predicate).parameters);
      ways.push_back(literals ? terms_.equal(atom.arguments, *literals) : terms_.truth(true));
    }
    if (may_unfold_ && depth > 0) ways.push_back(of(&atom, depth - 1));
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

/// True if Assay proves that no derivation of any length has the ground atom: an invariant excludes it.
bool is_underivable(TermStore& store, const System& system, const Atom& atom) {
  System without = system;
  std::erase_if(without.clauses, [](const Clause& clause) { return !clause.head; });
  without.clauses.push_back({{}, {atom}, store.bool_constant(true), std::nullopt});
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
    std::optional<Atom> atom;
    if (fact != nullptr) {
      const auto literals = terms_.literals(fact->arguments, store_.node(fact->predicate).parameters);
      if (!literals) return Follows::Open;
      atom = {fact->predicate, *literals};
    }
    for (unsigned depth = 0; depth <= (is_complete_ ? 0U : kMaxUnfolding); ++depth) {
      Consequence consequence(terms_, system_, facts_, !is_complete_);
      const TermId formula = consequence.of(atom ? &*atom : nullptr, depth);
      const bool proved = prove_claim(store_, terms_.negation(formula)).valid;
      if (!proved) {
        const Satisfiability found = ask_references(store_, formula, consequence.variables(), references_);
        if (found.values) return Follows::Yes;
        if (!found.refuted) return Follows::Open;
      }
      // An answer of other solvers alone is no proof.
      if (!consequence.is_cut() && proved) return Follows::No;
      if (!consequence.is_cut()) break;
    }
    return atom && is_underivable(store_, system_, *atom) ? Follows::No : Follows::Open;
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
          search_.find(clause, nullptr, before, kMaxTries, [&](const Step&, const Values& values) {
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
