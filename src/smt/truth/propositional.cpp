#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "smt/truth/truth.hpp"

namespace assay::smt {
namespace {

using Literal = std::int32_t;  ///< variable + 1, negative when negated
using Clause = std::vector<Literal>;

/// The operators that are connectives; `=`, `distinct` and `ite` only on Booleans.
struct Connectives {
  OperatorId true_ = Operators::get().at("true");
  OperatorId false_ = Operators::get().at("false");
  OperatorId not_ = Operators::get().at("not");
  OperatorId and_ = Operators::get().at("and");
  OperatorId or_ = Operators::get().at("or");
  OperatorId xor_ = Operators::get().at("xor");
  OperatorId implies = Operators::get().at("=>");
  OperatorId equal = Operators::get().at("=");
  OperatorId distinct = Operators::get().at("distinct");
  OperatorId ite = Operators::get().at("ite");
};

/// Tseitin's encoding (1968) of the terms' Boolean structure: a variable for each connective, both directions.
class Encoder {
 public:
  explicit Encoder(const TermStore& store) : store_(store) {}

  Literal literal(TermId root) {
    std::vector<TermId> pending{root};
    while (!pending.empty()) {
      const TermId t = pending.back();
      if (known_.contains(t.index)) {
        pending.pop_back();
        continue;
      }
      bool ready = true;
      if (is_connective(t)) {
        for (const TermId child : store_.children(t)) {
          if (known_.contains(child.index)) continue;
          pending.push_back(child);
          ready = false;
        }
      }
      if (!ready) continue;
      pending.pop_back();
      known_.emplace(t.index, is_connective(t) ? encode(t) : fresh());
    }
    return known_.at(root.index);
  }

  std::vector<Clause> clauses;
  [[nodiscard]] std::size_t variables() const { return static_cast<std::size_t>(next_); }

 private:
  [[nodiscard]] bool on_booleans(TermId t) const {
    for (const TermId child : store_.children(t)) {
      if (store_.sort_of(child) != store_.bool_sort()) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_connective(TermId t) const {
    if (store_.node(t).kind != TermKind::Apply || !on_booleans(t)) return false;
    const OperatorId op = store_.op(t);
    const std::size_t arity = store_.children(t).size();
    if (op == names_.distinct) return arity == 2;
    return op == names_.true_ || op == names_.false_ || op == names_.not_ || op == names_.and_ || op == names_.or_ ||
           op == names_.xor_ || op == names_.implies || op == names_.equal || op == names_.ite;
  }
  Literal fresh() { return ++next_; }
  Literal truth() {
    if (true_literal_ == 0) {
      true_literal_ = fresh();
      clauses.push_back({true_literal_});
    }
    return true_literal_;
  }

  Literal conjunction(const std::vector<Literal>& parts) {
    const Literal out = fresh();
    Clause back{out};
    for (const Literal part : parts) {
      clauses.push_back({-out, part});
      back.push_back(-part);
    }
    clauses.push_back(std::move(back));
    return out;
  }
  Literal equivalence(Literal a, Literal b) {
    const Literal out = fresh();
    clauses.insert(clauses.end(), {{-out, -a, b}, {-out, a, -b}, {out, a, b}, {out, -a, -b}});
    return out;
  }

  Literal encode(TermId t) {
    std::vector<Literal> parts;
    for (const TermId child : store_.children(t)) parts.push_back(known_.at(child.index));
    const OperatorId op = store_.op(t);
    if (op == names_.true_) return truth();
    if (op == names_.false_) return -truth();
    if (op == names_.not_) return -parts[0];
    if (op == names_.and_) return conjunction(parts);
    if (op == names_.distinct) return -equivalence(parts[0], parts[1]);
    if (op == names_.ite) return choice(parts);
    if (op == names_.xor_) {
      Literal out = parts[0];
      for (std::size_t i = 1; i < parts.size(); ++i) out = -equivalence(out, parts[i]);
      return out;
    }
    if (op == names_.equal) {
      std::vector<Literal> links;
      for (std::size_t i = 1; i < parts.size(); ++i) links.push_back(equivalence(parts[i - 1], parts[i]));
      return links.size() == 1 ? links[0] : conjunction(links);
    }
    // or, and (=> a b c) = (or (not a) (not b) c): both are negated conjunctions of negated parts.
    const std::size_t premises = op == names_.implies ? parts.size() - 1 : 0;
    for (std::size_t i = premises; i < parts.size(); ++i) parts[i] = -parts[i];
    return -conjunction(parts);
  }
  Literal choice(const std::vector<Literal>& parts) {
    const Literal out = fresh();
    const Literal c = parts[0];
    clauses.insert(clauses.end(),
                   {{-c, -parts[1], out}, {-c, parts[1], -out}, {c, -parts[2], out}, {c, parts[2], -out}});
    return out;
  }

  const TermStore& store_;
  Connectives names_;
  std::unordered_map<std::uint32_t, Literal> known_;
  Literal next_ = 0;
  Literal true_literal_ = 0;
};

/// DPLL (Davis, Logemann and Loveland 1962) with unit propagation over occurrence lists and chronological backtracking,
/// without clause learning: contradictions made by Assay do not need it (docs/adr/0007).
class Search {
 public:
  Search(const std::vector<Clause>& clauses, std::size_t variables)
      : clauses_(clauses), value_(variables + 1, 0), falsified_in_(2 * (variables + 1)) {
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      for (const Literal literal : clauses[c]) falsified_in_[slot(-literal)].push_back(c);
    }
  }

  /// True if the clauses are unsatisfiable. False if they are satisfiable or `max_decisions` decisions were not enough.
  bool refuted(std::uint32_t max_decisions) {
    for (const Clause& clause : clauses_) {
      if (clause.empty() || (clause.size() == 1 && !assign(clause[0]))) return true;
    }
    if (!propagate(0)) return true;
    std::vector<Decision> decisions;
    for (std::uint32_t used = 0; used < max_decisions; ++used) {
      const Literal branch = next_branch();
      if (branch == 0) return false;
      decisions.push_back({trail_.size(), branch, false});
      assign(branch);
      while (!propagate(decisions.back().trail)) {
        while (!decisions.empty() && decisions.back().flipped) {
          undo(decisions.back().trail);
          decisions.pop_back();
        }
        if (decisions.empty()) return true;
        Decision& last = decisions.back();
        undo(last.trail);
        last.flipped = true;
        assign(-last.literal);
      }
    }
    return false;
  }

 private:
  struct Decision {
    std::size_t trail;
    Literal literal;
    bool flipped;
  };
  static std::size_t slot(Literal literal) {
    return literal > 0 ? 2 * static_cast<std::size_t>(literal) : 2 * static_cast<std::size_t>(-literal) + 1;
  }
  [[nodiscard]] int state(Literal literal) const {
    return literal > 0 ? value_[static_cast<std::size_t>(literal)] : -value_[static_cast<std::size_t>(-literal)];
  }
  bool assign(Literal literal) {
    if (state(literal) != 0) return state(literal) > 0;
    value_[static_cast<std::size_t>(literal > 0 ? literal : -literal)] = literal > 0 ? 1 : -1;
    trail_.push_back(literal);
    return true;
  }
  void undo(std::size_t length) {
    for (; trail_.size() > length; trail_.pop_back()) {
      const Literal literal = trail_.back();
      value_[static_cast<std::size_t>(literal > 0 ? literal : -literal)] = 0;
    }
  }
  bool propagate(std::size_t from) {
    for (std::size_t i = from; i < trail_.size(); ++i) {
      for (const std::size_t c : falsified_in_[slot(trail_[i])]) {
        Literal unit = 0;
        int open = 0;
        bool satisfied = false;
        for (const Literal literal : clauses_[c]) {
          const int s = state(literal);
          satisfied = satisfied || s > 0;
          if (s == 0) {
            ++open;
            unit = literal;
          }
        }
        if (satisfied || open > 1) continue;
        if (open == 0 || !assign(unit)) return false;
      }
    }
    return true;
  }
  [[nodiscard]] Literal next_branch() const {
    for (const Clause& clause : clauses_) {
      Literal open = 0;
      bool satisfied = false;
      for (const Literal literal : clause) {
        satisfied = satisfied || state(literal) > 0;
        if (state(literal) == 0) open = literal;
      }
      if (!satisfied && open != 0) return open;
    }
    return 0;
  }

  const std::vector<Clause>& clauses_;
  std::vector<int> value_;
  std::vector<std::vector<std::size_t>> falsified_in_;
  std::vector<Literal> trail_;
};

}  // namespace

bool propositionally_unsat(const TermStore& store, std::span<const TermId> terms, std::uint32_t max_decisions) {
  Encoder encoder(store);
  for (const TermId term : terms) {
    const Literal literal = encoder.literal(term);
    encoder.clauses.push_back({literal});
  }
  return Search(encoder.clauses, encoder.variables()).refuted(max_decisions);
}

}  // namespace assay::smt
