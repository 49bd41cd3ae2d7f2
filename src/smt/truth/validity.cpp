#include "smt/truth/validity.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/truth/branch.hpp"
#include "smt/truth/definitions.hpp"
#include "smt/truth/guards.hpp"
#include "smt/truth/sums.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxStates = 400;         ///< branches in one proof
constexpr std::uint64_t kMaxSteps = 20'000;     ///< visited literals, connectives and constraints in one proof
constexpr std::size_t kMaxInstanceValues = 10;  ///< of one variable of a quantifier
constexpr std::size_t kMaxInstances = 40;       ///< of one quantifier
constexpr std::uint32_t kMaxDepth = 1'000;      ///< of the formula; deeper formulas are not tried

struct ProofOperators {
  OperatorId true_ = at("true"), false_ = at("false"), not_ = at("not"), and_ = at("and"), or_ = at("or"),
             implies = at("=>"), xor_ = at("xor"), equal = at("="), distinct = at("distinct"), ite = at("ite"),
             less = at("<"), bits_less = at("bvult"), plus = at("+"), bits_plus = at("bvadd"), minus = at("-"),
             bits_minus = at("bvsub"), mod = at("mod"), to_int = at("to_int"), to_real = at("to_real"),
             is_int = at("is_int"), divisible = at("divisible");
  static OperatorId at(std::string_view name) { return Operators::get().at(name); }
};

class Prover {
 public:
  explicit Prover(TermStore& store)
      : store_(store), sums_(store), definitions_(store, sums_), theories_(store, sums_, steps_), fresh_(store, "s") {}

  Validity prove(TermId formula) {
    Validity result;
    if (store_.node(formula).depth > kMaxDepth) return result;
    Branch first;
    first.pending.push_back({formula, false});
    branches_.push_back(std::move(first));
    while (!branches_.empty() && steps_ < kMaxSteps) {
      Branch branch = std::move(branches_.back());
      branches_.pop_back();
      if (close(branch)) continue;
      if (!split(branch)) {
        result.counterexample = point_of(branch, formula);
        break;
      }
    }
    result.valid = branches_.empty() && !gave_up_;
    result.steps = steps_;
    return result;
  }

 private:
  // Assumptions of one branch.

  /// Processes the pending assumptions. True if the branch is contradictory.
  bool close(Branch& branch) {
    for (;;) {
      while (!branch.pending.empty() && !branch.closed && steps_ < kMaxSteps) {
        const Assumed next = branch.pending.back();
        branch.pending.pop_back();
        ++steps_;
        assume(branch, next);
      }
      if (branch.closed) return true;
      if (!branch.pending.empty()) return false;  // the step limit is reached
      if (theories_.contradict(branch)) return true;
      if (!branch.choices.empty() || branch.quantifiers.empty()) return false;
      instantiate(branch);
    }
  }

  void assume(Branch& branch, const Assumed& assumed) {
    const auto& [term, sign] = assumed;
    switch (store_.node(term).kind) {
      case TermKind::Annotated: branch.pending.push_back({store_.children(term)[0], sign}); return;
      case TermKind::Binder: assume_binder(branch, assumed); return;
      case TermKind::Apply: break;
      default: assume_atom(branch, assumed); return;
    }
    if (store_.is(term, op_.true_) || store_.is(term, op_.false_)) {
      branch.closed = branch.closed || store_.is(term, op_.true_) != sign;
    } else if (store_.is(term, op_.not_)) {
      branch.pending.push_back({store_.children(term)[0], !sign});
    } else if (store_.is(term, op_.and_) || store_.is(term, op_.or_) || store_.is(term, op_.implies)) {
      assume_connective(branch, assumed);
    } else if (store_.is(term, op_.ite)) {
      const std::vector<TermId> parts = children_of(term);
      branch.choices.push_back({{{parts[0], true}, {parts[1], sign}}, {{parts[0], false}, {parts[2], sign}}});
    } else if (store_.is(term, op_.xor_)) {
      assume_xor(branch, assumed);
    } else if (store_.is(term, op_.equal) || store_.is(term, op_.distinct)) {
      assume_equation(branch, assumed);
    } else {
      assume_comparison(branch, assumed);
    }
  }

  void assume_connective(Branch& branch, const Assumed& assumed) {
    const std::vector<TermId> parts = children_of(assumed.term);
    const bool is_and = store_.is(assumed.term, op_.and_);
    const bool is_implies = store_.is(assumed.term, op_.implies);
    std::vector<Assumed> literals;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool negated = is_implies && i + 1 < parts.size();
      literals.push_back({parts[i], negated ? !assumed.sign : assumed.sign});
    }
    all_or_any(branch, literals, is_and == assumed.sign);
  }

  /// Assumes that all literals hold (`all`) or that at least one holds.
  static void all_or_any(Branch& branch, const std::vector<Assumed>& literals, bool all) {
    if (all || literals.size() == 1) {
      branch.pending.insert(branch.pending.end(), literals.rbegin(), literals.rend());
      return;
    }
    std::vector<Alternative> choice;
    for (const Assumed& literal : literals) choice.push_back({literal});
    branch.choices.push_back(std::move(choice));
  }

  void assume_xor(Branch& branch, const Assumed& assumed) {
    std::vector<TermId> parts = children_of(assumed.term);
    const TermId first = parts.front();
    parts.erase(parts.begin());
    const std::optional<TermId> rest = parts.size() == 1 ? std::optional(parts[0]) : store_.apply(op_.xor_, parts);
    if (!rest) return assume_atom(branch, assumed);
    branch.choices.push_back({{{first, true}, {*rest, !assumed.sign}}, {{first, false}, {*rest, assumed.sign}}});
  }

  /// Splits (= a b c) into its neighbouring pairs, and (distinct a b c) into all pairs.
  void assume_equation(Branch& branch, const Assumed& assumed) {
    const std::vector<TermId> parts = children_of(assumed.term);
    const bool is_equal = store_.is(assumed.term, op_.equal);
    if (parts.size() == 2) return assume_pair(branch, parts[0], parts[1], is_equal == assumed.sign);
    std::vector<Assumed> literals;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < (is_equal ? std::min(i + 2, parts.size()) : parts.size()); ++j) {
        const auto pair = store_.apply(op_.equal, std::array{parts[i], parts[j]});
        if (!pair) return;  // sound, because fewer assumptions prove less
        literals.push_back({*pair, is_equal == assumed.sign});
      }
    }
    all_or_any(branch, literals, assumed.sign);
  }

  void assume_pair(Branch& branch, TermId a, TermId b, bool equal) {
    if (a == b) {
      branch.closed = branch.closed || !equal;
    } else if (store_.sort_of(a) == store_.bool_sort()) {
      branch.choices.push_back({{{a, true}, {b, equal}}, {{a, false}, {b, !equal}}});
    } else if (sums_.is_number(a) && sums_.is_number(b)) {
      if (equal) {
        definitions_.constrain(branch, a, b, LinearConstraint::Relation::Zero);
        if (store_.sort_of(a) == store_.sort_of(b)) branch.equal.emplace_back(a, b);
        return;
      }
      const OperatorId less = store_.kind(store_.sort_of(a)) == SortKind::BitVector ? op_.bits_less : op_.less;
      const auto below = store_.apply(less, std::array{a, b});
      const auto above = store_.apply(less, std::array{b, a});
      if (below && above) branch.choices.push_back({{{*below, true}}, {{*above, true}}});
    } else {
      (equal ? branch.equal : branch.different).emplace_back(a, b);
    }
  }

  /// Splits (< a b c) into its neighbouring pairs.
  void assume_comparison(Branch& branch, const Assumed& assumed) {
    const auto& [term, sign] = assumed;
    const std::vector<TermId> parts = children_of(term);
    const std::optional<Order> order = order_of(term);
    if (!order) return assume_integrality(branch, assumed);
    if (parts.size() > 2) {
      std::vector<Assumed> literals;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const auto pair = store_.apply(store_.op(term), std::array{parts[i], parts[i + 1]});
        if (!pair) return;
        literals.push_back({*pair, sign});
      }
      return all_or_any(branch, literals, sign);
    }
    if (parts.size() < 2 || !sums_.is_number(parts[0]) || !sums_.is_number(parts[1])) return;
    const bool strict = order->strict == sign;  // not (a < b) is b <= a
    const auto relation = strict ? LinearConstraint::Relation::BelowZero : LinearConstraint::Relation::AtMostZero;
    const auto sum = [&](TermId part) {
      return order->is_signed ? sums_.signed_of(part) : std::optional(sums_.of(part));
    };
    const std::optional<LinearSum> low = sum(parts[order->rising == sign ? 0 : 1]);
    const std::optional<LinearSum> high = sum(parts[order->rising == sign ? 1 : 0]);
    if (!low || !high) return;
    LinearConstraint constraint{*low, relation};
    constraint.sum.add(*high, -1);
    definitions_.add(branch, std::move(constraint));
  }

  /// How a comparison orders its operands. Nullopt: it is no comparison of numbers.
  struct Order {
    std::string_view name;
    bool rising, strict, is_signed;
  };
  [[nodiscard]] std::optional<Order> order_of(TermId term) const {
    static constexpr std::array kOrders = {
        Order{"<", true, true, false},      Order{"<=", true, false, false},     Order{">", false, true, false},
        Order{">=", false, false, false},   Order{"bvult", true, true, false},   Order{"bvule", true, false, false},
        Order{"bvugt", false, true, false}, Order{"bvuge", false, false, false}, Order{"bvslt", true, true, true},
        Order{"bvsle", true, false, true},  Order{"bvsgt", false, true, true},   Order{"bvsge", false, false, true}};
    if (store_.node(term).kind != TermKind::Apply) return std::nullopt;
    const std::string_view name = Operators::get().row(store_.op(term)).name;
    const auto* const at = std::find_if(kOrders.begin(), kOrders.end(), [&](const Order& o) { return o.name == name; });
    return at == kOrders.end() ? std::nullopt : std::optional(*at);
  }

  /// (is_int x) is x = to_int x; ((_ divisible n) x) is x mod n = 0.
  void assume_integrality(Branch& branch, const Assumed& assumed) {
    const TermId term = assumed.term;
    const std::vector<TermId> parts = children_of(term);
    std::optional<TermId> same;
    if (store_.is(term, op_.is_int)) {
      const auto whole = store_.apply(op_.to_int, parts);
      const auto real = whole ? store_.apply(op_.to_real, std::array{*whole}) : std::nullopt;
      same = real ? store_.apply(op_.equal, std::array{parts[0], *real}) : std::nullopt;
    } else if (store_.is(term, op_.divisible)) {
      const TermId by = definitions_.integer(mpz_class(static_cast<unsigned long>(store_.indices(term)[0].number)));
      const auto rest = store_.apply(op_.mod, std::array{parts[0], by});
      same = rest ? store_.apply(op_.equal, std::array{*rest, definitions_.integer(0)}) : std::nullopt;
    }
    if (!same) return assume_atom(branch, assumed);
    branch.pending.push_back({*same, assumed.sign});
  }

  void assume_atom(Branch& branch, const Assumed& assumed) {
    const auto [at, is_new] = branch.atoms.emplace(assumed.term, assumed.sign);
    branch.closed = branch.closed || (!is_new && at->second != assumed.sign);
  }

  /// Assumes a quantifier. If it claims that a value exists, fresh variables stand for that value (Skolemization).
  void assume_binder(Branch& branch, const Assumed& assumed) {
    const BinderInfo& info = store_.binder_info(assumed.term);
    const bool is_forall = info.kind == BinderKind::Forall;
    if (!is_forall && info.kind != BinderKind::Exists) return assume_atom(branch, assumed);
    if (is_forall == assumed.sign) {
      branch.quantifiers.push_back(assumed);
      return;
    }
    const auto known = named_.find(assumed.term);
    if (known != named_.end()) return branch.pending.push_back({known->second, assumed.sign});
    std::vector<Replacement> names;
    for (const BoundVariable& variable : std::vector<BoundVariable>(info.variables))
      names.emplace_back(variable.name, store_.variable({fresh_.fresh(variable.name), variable.sort}));
    const TermId body = fresh_.replaced(store_.children(assumed.term)[0], names);
    named_.emplace(assumed.term, body);
    branch.pending.push_back({body, assumed.sign});
  }

  // Choices.

  [[nodiscard]] std::optional<bool> known(const Branch& branch, const Assumed& assumed) const {
    const auto at = branch.atoms.find(assumed.term);
    if (at != branch.atoms.end()) return at->second == assumed.sign;
    if (store_.is(assumed.term, op_.true_)) return assumed.sign;
    if (store_.is(assumed.term, op_.false_)) return !assumed.sign;
    return std::nullopt;
  }

  /// Drops alternatives that are known to be false, and choices with an alternative that is known to hold.
  void simplify(Branch& branch) const {
    const auto excluded = [&](const Alternative& alternative) {
      return std::any_of(alternative.begin(), alternative.end(),
                         [&](const Assumed& one) { return known(branch, one) == false; });
    };
    const auto holds = [&](const Alternative& alternative) {
      return std::all_of(alternative.begin(), alternative.end(),
                         [&](const Assumed& one) { return known(branch, one) == true; });
    };
    for (std::vector<Alternative>& choice : branch.choices) std::erase_if(choice, excluded);
    std::erase_if(branch.choices, [&](const std::vector<Alternative>& choice) {
      return std::any_of(choice.begin(), choice.end(), holds);
    });
  }

  /// Splits the branch by the choice with the fewest alternatives. False if there is no choice.
  bool split(Branch& branch) {
    simplify(branch);
    if (branch.choices.empty()) return false;
    const auto fewest = std::min_element(branch.choices.begin(), branch.choices.end(),
                                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::vector<Alternative> chosen = *fewest;
    branch.choices.erase(fewest);
    for (auto alternative = chosen.rbegin(); alternative != chosen.rend(); ++alternative) {
      Branch next = branch;
      next.pending.insert(next.pending.end(), alternative->rbegin(), alternative->rend());
      branches_.push_back(std::move(next));
      if (++made_ > kMaxStates) steps_ = kMaxSteps;
    }
    return true;
  }

  // Instances of quantifiers that are assumed for all values.

  void instantiate(Branch& branch) {
    for (const Assumed& assumed : std::exchange(branch.quantifiers, {}))
      for (const TermId instance : instances(branch, assumed.term)) branch.pending.push_back({instance, assumed.sign});
  }

  std::vector<TermId> instances(const Branch& branch, TermId binder) {
    const BinderInfo info = store_.binder_info(binder);
    const std::vector<Guard> guards = guards_of(store_, info, store_.children(binder)[0]);
    std::vector<std::vector<Replacement>> tuples = {{}};
    for (std::size_t i = 0; i < info.variables.size(); ++i) {
      std::vector<std::vector<Replacement>> longer;
      for (const TermId term : candidates(branch, guards[i], info.variables[i].sort)) {
        for (const std::vector<Replacement>& tuple : tuples) {
          longer.push_back(tuple);
          longer.back().emplace_back(info.variables[i].name, term);
        }
      }
      tuples = std::move(longer);
      if (tuples.size() > kMaxInstances) tuples.resize(kMaxInstances);
    }
    std::vector<TermId> result;
    for (const std::vector<Replacement>& tuple : tuples)
      result.push_back(fresh_.replaced(store_.children(binder)[0], tuple));
    return result;
  }

  /// Terms to instantiate a variable with: guards, hints, for integers their neighbours, and terms of the branch.
  std::vector<TermId> candidates(const Branch& branch, const Guard& guard, SortId sort) {
    std::vector<TermId> result;
    const auto add = [&](TermId term) {
      const bool fits = store_.sort_of(term) == sort && !store_.has(term, kHasBinder);
      if (fits && result.size() < kMaxInstanceValues && std::find(result.begin(), result.end(), term) == result.end())
        result.push_back(term);
    };
    std::vector<TermId> compared = guard.equal;
    for (const auto* bounds : {&guard.lower, &guard.upper})
      for (const auto& [term, strict] : *bounds) compared.push_back(term);
    compared.insert(compared.end(), guard.hints.begin(), guard.hints.end());
    for (const TermId term : compared) {
      add(term);
      if (store_.sort_of(term) != sort || !sums_.is_number(term) || store_.kind(sort) == SortKind::Real) continue;
      const bool is_bits = store_.kind(sort) == SortKind::BitVector;
      const TermId one = definitions_.number(1, sort);
      for (const OperatorId step : {is_bits ? op_.bits_plus : op_.plus, is_bits ? op_.bits_minus : op_.minus})
        if (const auto beside = store_.apply(step, std::array{term, one})) add(*beside);
    }
    for (const LinearConstraint& constraint : branch.constraints)
      for (const auto& [unknown, factor] : constraint.sum.factors) add(TermId{unknown});
    for (const auto& [atom, sign] : branch.atoms)
      for (const TermId child : store_.children(atom)) add(child);
    if (result.empty()) add(store_.variable({fresh_.fresh(store_.symbol("any")), sort}));
    return result;
  }

  // The counterexample of a failed proof.

  Assignment point_of(const Branch& branch, TermId formula) {
    Assignment result;
    const LinearAnswer answer = theories_.solved(branch.constraints);
    gave_up_ = true;
    const std::vector<SymbolId> names = store_.free_variables(formula);
    const auto add = [&](TermId term, const Value& value) {
      if (store_.node(term).kind != TermKind::Variable) return;
      const SymbolId name = store_.variable_name(term);
      if (std::find(names.begin(), names.end(), name) != names.end()) result.emplace_back(name, value);
    };
    for (const auto& [atom, sign] : branch.atoms) add(atom, Value(sign));
    if (!answer.point) return result;
    for (const auto& [unknown, value] : *answer.point) {
      const TermId term{unknown};
      switch (store_.kind(store_.sort_of(term))) {
        case SortKind::Int: add(term, Value(value.get_num())); break;
        case SortKind::Real: add(term, Value(value)); break;
        case SortKind::BitVector: add(term, make_bits(width_of(term), value.get_num())); break;
        default: break;
      }
    }
    return result;
  }

  [[nodiscard]] std::uint32_t width_of(TermId term) const {
    return static_cast<std::uint32_t>(store_.node(store_.sort_of(term)).indices[0]);
  }

  [[nodiscard]] std::vector<TermId> children_of(TermId term) const {
    return {store_.children(term).begin(), store_.children(term).end()};
  }

  TermStore& store_;
  const ProofOperators op_;
  std::uint64_t steps_ = 0;
  Sums sums_;
  Definitions definitions_;
  Theories theories_;
  VariableSubstitution fresh_;
  std::vector<Branch> branches_;
  std::map<TermId, TermId> named_;  ///< from quantifiers to their bodies with fresh variables
  std::size_t made_ = 0;
  bool gave_up_ = false;
};

}  // namespace

Validity prove(TermStore& store, TermId formula) { return Prover(store).prove(formula); }

}  // namespace assay::smt
