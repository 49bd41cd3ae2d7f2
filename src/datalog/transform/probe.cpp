#include "datalog/transform/probe.hpp"

#include <algorithm>
#include <compare>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxSteps = 600;        // tuples looked at
constexpr std::size_t kMaxBodyLiterals = 16;  // literals

/// The position of the tuple in a sorted set; nullopt if it is missing.
std::optional<std::size_t> position(const Tuples& sorted, const std::vector<Value>& tuple) {
  std::size_t low = 0;
  std::size_t high = sorted.count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const Value* row = sorted.row(middle);
    const auto order = std::lexicographical_compare_three_way(row, row + sorted.arity, tuple.begin(), tuple.end());
    if (order == 0) return middle;
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  return std::nullopt;
}

/// The tuples that a rule derives over the samples, by nested loops.
template <typename Visit>
class Derivation {
 public:
  /// `visit(tuple)` returns true to stop.
  Derivation(const Workspace& workspace, const Rule& rule, Visit visit)
      : workspace_(workspace), rule_(&rule), visit_(visit) {
    if (!is_settled(rule)) {
      settled_ = rule;
      settle(*settled_);
      rule_ = &*settled_;
    }
    values_.resize(rule.variables.size());
  }
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;

  /// Visits the tuples of the head with this number. Returns false if it gave up: too many steps, or a relation without
  /// samples.
  bool run(std::size_t head) {
    if (rule_->body.size() > kMaxBodyLiterals) return false;
    head_ = &rule_->heads[head];
    join(0);
    return !failed_;
  }

 private:
  void join(std::size_t at) {
    if (failed_ || enough_) return;
    if (at == rule_->body.size()) {
      derive();
    } else if (const auto* atom = std::get_if<Atom>(&rule_->body[at])) {
      atom->negated ? refute(*atom, at) : match(*atom, at);
    } else if (const auto* comparison = std::get_if<Comparison>(&rule_->body[at])) {
      compare(*comparison, at);
    } else if (const auto* computation = std::get_if<Computation>(&rule_->body[at])) {
      compute(*computation, at);
    }
    // Aggregates and calls derive nothing: their results are not estimated.
  }

  void derive() {
    tuple_.clear();
    for (const Term& term : head_->arguments) {
      const auto value = value_of(term);
      if (!value) return fail();
      tuple_.push_back(*value);
    }
    enough_ = visit_(tuple_);
  }

  /// How an atom's arguments match a tuple, under the variables that are bound before the atom.
  struct Matcher {
    struct Known {
      std::uint32_t column = 0;
      Value value = 0;
    };
    struct Bound {
      std::uint32_t column = 0;
      std::uint32_t variable = 0;
    };
    struct Repeated {
      std::uint32_t column = 0;
      std::uint32_t as = 0;  ///< the earlier column that it equals
    };
    SmallVector<Known, 4> known;
    SmallVector<Bound, 4> binds;
    SmallVector<Repeated, 4> repeats;

    [[nodiscard]] bool fits(const Value* tuple) const {
      return std::all_of(known.begin(), known.end(), [&](const Known& it) { return tuple[it.column] == it.value; }) &&
             std::all_of(repeats.begin(), repeats.end(),
                         [&](const Repeated& it) { return tuple[it.column] == tuple[it.as]; });
    }
  };

  [[nodiscard]] Matcher matcher_of(const Atom& atom) const {
    Matcher result;
    for (std::uint32_t i = 0; i < atom.arguments.size(); ++i) {
      const Term& term = atom.arguments[i];
      if (term.is_wildcard()) continue;
      if (const auto value = value_of(term)) {
        result.known.push_back({i, *value});
        continue;
      }
      const auto variable = static_cast<std::uint32_t>(term.value);
      const auto before = std::find_if(result.binds.begin(), result.binds.end(),
                                       [&](const auto& it) { return it.variable == variable; });
      if (before == result.binds.end()) {
        result.binds.push_back({i, variable});
      } else {
        result.repeats.push_back({i, before->column});
      }
    }
    return result;
  }

  void match(const Atom& atom, std::size_t at) {
    if (!workspace_.has_sample(atom.relation)) return fail();
    const Tuples& tuples = workspace_.sample(atom.relation);
    const Matcher matcher = matcher_of(atom);
    for (std::size_t i = 0; i < tuples.count && !enough_ && step(); ++i) {
      const Value* tuple = tuples.row(i);
      if (!matcher.fits(tuple)) continue;
      for (const auto& [column, variable] : matcher.binds) values_[variable] = tuple[column];
      join(at + 1);
    }
    for (const auto& [column, variable] : matcher.binds) values_[variable].reset();
  }

  void refute(const Atom& atom, std::size_t at) {
    if (!workspace_.has_sample(atom.relation)) return fail();
    const Tuples& tuples = workspace_.sample(atom.relation);
    const Matcher matcher = matcher_of(atom);
    bool held = false;
    for (std::size_t i = 0; i < tuples.count && !held && step(); ++i) held = matcher.fits(tuples.row(i));
    if (!held) join(at + 1);
  }

  void compare(const Comparison& comparison, std::size_t at) {
    const auto left = value_of(comparison.left);
    const auto right = value_of(comparison.right);
    if (!left && !right) return fail();
    if (!left) return set(comparison.left, *right, at);
    if (!right) return set(comparison.right, *left, at);
    // Floats compare differently, but an estimate is enough.
    const std::strong_ordering order = *left <=> *right;
    bool agrees = false;
    switch (comparison.comparator) {
      case Comparator::Equal: agrees = order == 0; break;
      case Comparator::NotEqual: agrees = order != 0; break;
      case Comparator::Less: agrees = order < 0; break;
      case Comparator::LessEqual: agrees = order <= 0; break;
      case Comparator::Greater: agrees = order > 0; break;
      case Comparator::GreaterEqual: agrees = order >= 0; break;
    }
    if (agrees) join(at + 1);
  }

  void compute(const Computation& computation, std::size_t at) {
    const auto left = value_of(computation.left);
    const auto right = value_of(computation.right);
    constexpr Value kLarge = Value{1} << 31;
    if (!left || !right || *left > kLarge || *right > kLarge || *left < -kLarge || *right < -kLarge) return;
    Value result = 0;
    switch (computation.op) {
      case Operator::Add: result = *left + *right; break;
      case Operator::Subtract: result = *left - *right; break;
      case Operator::Multiply: result = *left * *right; break;
      case Operator::Minimum: result = std::min(*left, *right); break;
      case Operator::Maximum: result = std::max(*left, *right); break;
      default: return;
    }
    set(computation.result, result, at);
  }

  void set(const Term& term, Value value, std::size_t at) {
    if (const auto known = value_of(term)) {
      if (*known == value) join(at + 1);
      return;
    }
    if (!term.is_variable()) return fail();
    values_[Occurrences::index(term)] = value;
    join(at + 1);
    values_[Occurrences::index(term)].reset();
  }

  [[nodiscard]] std::optional<Value> value_of(const Term& term) const {
    if (term.is_constant()) return term.value;
    return term.is_variable() ? values_[Occurrences::index(term)] : std::nullopt;
  }
  bool step() {
    if (++steps_ > kMaxSteps) failed_ = true;
    return !failed_;
  }
  void fail() { failed_ = true; }

  const Workspace& workspace_;
  const Rule* rule_;
  std::optional<Rule> settled_;
  Visit visit_;
  const Atom* head_ = nullptr;
  std::vector<std::optional<Value>> values_;
  std::vector<Value> tuple_;
  std::size_t steps_ = 0;
  bool enough_ = false;
  bool failed_ = false;
};

template <typename Visit>
bool derive(const Workspace& workspace, const Rule& rule, std::size_t head, Visit visit) {
  return Derivation<Visit>(workspace, rule, visit).run(head);
}

}  // namespace

/// A cache of the tuples that rules derive over the samples, which do not change during a sequence.
class ProbeMemo {
 public:
  const std::optional<Tuples>& of(const Workspace& workspace, const Rule& rule, std::size_t head) {
    for (const Derived& known : known_)
      if (known.head == head && known.rule == rule) return known.tuples;
    constexpr std::size_t kMaxRemembered = 64;
    if (known_.size() >= kMaxRemembered) known_.pop_front();
    Derived& made = known_.emplace_back(Derived{rule, head, std::nullopt});
    Tuples tuples;
    tuples.arity = rule.heads[head].arguments.size();
    const bool all = derive(workspace, rule, head, [&](const std::vector<Value>& tuple) {
      tuples.add(tuple);
      return false;
    });
    if (!all) return made.tuples;
    tuples.sort();
    made.tuples = std::move(tuples);
    return made.tuples;
  }

 private:
  /// The sorted set of tuples that a rule derives for a head; nullopt if the search gave up.
  struct Derived {
    Rule rule;
    std::size_t head = 0;
    std::optional<Tuples> tuples;
  };

  std::deque<Derived> known_;
};

namespace {

/// The tuples of the first head's relation that only the rule at `place` derives. Nullopt if a search gave up.
std::optional<Tuples> derived_alone(const Workspace& workspace, std::uint32_t place) {
  std::shared_ptr<ProbeMemo>& memo = workspace.memo();
  if (!memo) memo = std::make_shared<ProbeMemo>();
  const Program& program = workspace.program();
  const RelationId relation = program.rules[place].heads[0].relation;
  std::optional<Tuples> alone = memo->of(workspace, program.rules[place], 0);
  for (std::uint32_t i = 0; i < program.rules.size() && alone; ++i) {
    for (std::size_t head = 0; head < program.rules[i].heads.size(); ++head) {
      if (i == place || program.rules[i].heads[head].relation != relation) continue;
      const std::optional<Tuples>& others = memo->of(workspace, program.rules[i], head);
      if (!others) return std::nullopt;
      if (!alone->empty()) *alone = difference(*alone, *others);
    }
  }
  if (alone && !alone->empty() && !program.relations[relation].facts.empty()) {
    Tuples facts = program.relations[relation].facts;
    facts.sort();
    *alone = difference(*alone, facts);
  }
  return alone;
}

}  // namespace

bool gains(const Workspace& workspace, const Rule& rule) {
  bool found = false;
  for (std::size_t i = 0; i < rule.heads.size() && !found; ++i) {
    const RelationId relation = rule.heads[i].relation;
    if (!workspace.has_sample(relation)) return true;
    const Tuples& known = workspace.sample(relation);  // a sorted set
    const bool sure = derive(workspace, rule, i, [&](const std::vector<Value>& tuple) {
      found = !position(known, tuple);
      return found;
    });
    if (!sure) return true;
  }
  return found;
}

bool loses(const Workspace& workspace, std::uint32_t place, const Rule& by) {
  if (!workspace.has_sample(by.heads[0].relation)) return true;
  const std::optional<Tuples> alone = derived_alone(workspace, place);
  if (!alone) return true;
  std::vector<bool> kept(alone->count, false);
  const bool sure = derive(workspace, by, 0, [&](const std::vector<Value>& tuple) {
    if (const auto at = position(*alone, tuple)) kept[*at] = true;
    return false;
  });
  return !sure || std::find(kept.begin(), kept.end(), false) != kept.end();
}

}  // namespace assay::datalog
