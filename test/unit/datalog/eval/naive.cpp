#include "unit/datalog/eval/naive.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace assay::datalog::testing {
namespace {

std::vector<Value> range(Value low, Value high) {
  std::vector<Value> values;
  for (Value value = low; value <= high; ++value) values.push_back(value);
  return values;
}

class Naive {
 public:
  Naive(const Program& program, unsigned bits) : program_(program), bits_(bits) {
    model_.relations.resize(program.relations.size());
  }

  NaiveModel run() {
    for (std::size_t i = 0; i < program_.relations.size(); ++i) {
      const Tuples& facts = program_.relations[i].facts;
      for (std::size_t j = 0; j < facts.count; ++j)
        model_.relations[i].insert(Row(facts.row(j), facts.row(j) + facts.arity));
    }
    find_strata();
    for (std::size_t stratum = 0; stratum <= program_.relations.size(); ++stratum) {
      while (pass(stratum)) {
      }
    }
    return model_;
  }

 private:
  std::vector<Value> domain(Type type) const {
    switch (type) {
      case Type::Number: return range(-(Value{1} << (bits_ - 1)), (Value{1} << (bits_ - 1)) - 1);
      case Type::Unsigned: return range(0, (Value{1} << bits_) - 1);
      case Type::Bool: return range(0, 1);
      default: return range(0, static_cast<Value>(program_.symbols.size()) - 1);
    }
  }
  bool in_domain(Type type, Value value) const {
    const std::vector<Value> values = domain(type);
    return values.front() <= value && value <= values.back();
  }

  void find_strata() {
    strata_.assign(program_.relations.size(), 0);
    for (std::size_t round = 0; round <= program_.relations.size() + 1; ++round) {
      for (const Rule& rule : program_.rules) {
        std::size_t least = 0;
        for (const Literal& literal : rule.body) {
          if (const auto* atom = std::get_if<Atom>(&literal))
            least = std::max(least, strata_[atom->relation] + (atom->negated ? 1 : 0));
          if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
            for (const Atom& inner : aggregate->atoms) least = std::max(least, strata_[inner.relation] + 1);
          }
        }
        for (const Atom& head : rule.heads) strata_[head.relation] = std::max(strata_[head.relation], least);
      }
    }
  }

  /// Adds the new tuples. Returns true if there were any.
  bool pass(std::size_t stratum) {
    bool changed = false;
    for (const Rule& rule : program_.rules) {
      for (const Atom& head : rule.heads) {
        if (strata_[head.relation] == stratum) changed |= apply(rule, head);
      }
    }
    for (std::size_t i = 0; i < program_.relations.size(); ++i) {
      if (strata_[i] == stratum && program_.relations[i].representation == Representation::Eqrel)
        changed |= close(model_.relations[i]);
    }
    return changed;
  }

  static bool close(Rows& rows) {
    const Rows before = rows;
    for (const Row& a : before) {
      rows.insert({a[0], a[0]});
      rows.insert({a[1], a[1]});
      rows.insert({a[1], a[0]});
      for (const Row& b : before) {
        if (a[1] == b[0]) rows.insert({a[0], b[1]});
      }
    }
    return rows.size() != before.size();
  }

  bool apply(const Rule& rule, const Atom& head) {
    std::set<std::size_t> outer;
    const auto note = [&](const Term& term) {
      if (term.is_variable()) outer.insert(static_cast<std::size_t>(term.value));
    };
    Rule without = rule;
    for (Literal& literal : without.body) {
      if (auto* aggregate = std::get_if<Aggregate>(&literal)) {
        note(aggregate->result);
        *aggregate = Aggregate{};
      }
    }
    for_each_term(without, note);
    std::set<Row> found;
    Row values(rule.variables.size(), 0);
    std::set<std::size_t> given;
    each_assignment(
        rule, std::vector<std::size_t>(outer.begin(), outer.end()), 0, values, given,
        [&](const std::set<std::size_t>& known) { return not_false(rule, outer, known, values); },
        [&] {
          Row row;
          if (!all_hold(rule, outer, values)) return;
          for (const Term& term : head.arguments) row.push_back(value_of(term, values));
          found.insert(row);
        });
    const std::size_t before = model_.relations[head.relation].size();
    model_.relations[head.relation].insert(found.begin(), found.end());
    return model_.relations[head.relation].size() != before;
  }

  /// Tries all values for the variables [i, ...). `may` prunes: false if no literal can become true any more.
  void each_assignment(const Rule& rule, const std::vector<std::size_t>& variables, std::size_t i, Row& values,
                       std::set<std::size_t>& known, const std::function<bool(const std::set<std::size_t>&)>& may,
                       const std::function<void()>& visit) {
    if (!may(known)) return;
    if (i == variables.size()) return visit();
    known.insert(variables[i]);
    for (const Value value : domain(rule.variables[variables[i]])) {
      values[variables[i]] = value;
      each_assignment(rule, variables, i + 1, values, known, may, visit);
    }
    known.erase(variables[i]);
  }

  static Value value_of(const Term& term, const Row& values) {
    return term.is_constant() ? term.value : values[static_cast<std::size_t>(term.value)];
  }
  static bool is_known(const Term& term, const std::set<std::size_t>& known) {
    return !term.is_variable() || known.count(static_cast<std::size_t>(term.value)) > 0;
  }
  static bool is_known(const Atom& atom, const std::set<std::size_t>& known) {
    return std::all_of(atom.arguments.begin(), atom.arguments.end(),
                       [&](const Term& term) { return is_known(term, known); });
  }

  bool not_false(const Rule& rule, const std::set<std::size_t>&, const std::set<std::size_t>& known,
                 const Row& values) {
    for (const Literal& literal : rule.body) {
      if (const auto* atom = std::get_if<Atom>(&literal)) {
        if (is_known(*atom, known) && !holds(*atom, values)) return false;
      }
      if (const auto* comparison = std::get_if<Comparison>(&literal)) {
        if (is_known(comparison->left, known) && is_known(comparison->right, known) && !holds(*comparison, values))
          return false;
      }
    }
    return true;
  }

  bool holds(const Atom& atom, const Row& values) const {
    const Rows& rows = model_.relations[atom.relation];
    const bool found = std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (!atom.arguments[i].is_wildcard() && value_of(atom.arguments[i], values) != row[i]) return false;
      }
      return true;
    });
    return found != atom.negated;
  }

  static bool holds(const Comparison& comparison, const Row& values) {
    const Value left = value_of(comparison.left, values);
    const Value right = value_of(comparison.right, values);
    switch (comparison.comparator) {
      case Comparator::Equal: return left == right;
      case Comparator::NotEqual: return left != right;
      case Comparator::Less: return left < right;
      case Comparator::LessEqual: return left <= right;
      case Comparator::Greater: return left > right;
      default: return left >= right;
    }
  }

  /// Tests all literals for values of all outer variables. Notes overflows if all other literals hold.
  bool all_hold(const Rule& rule, const std::set<std::size_t>& outer, Row& values) {
    bool overflow = false;
    for (const Literal& literal : rule.body) {
      std::optional<Value> value;
      Term result;
      if (const auto* computation = std::get_if<Computation>(&literal)) {
        value = computed(*computation, values);
        result = computation->result;
        overflow = overflow || !value;
      } else if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
        bool too_large = false;
        value = aggregated(rule, *aggregate, outer, values, too_large);
        result = aggregate->result;
        overflow = overflow || too_large;
        if (!value && !too_large) return false;
      } else {
        continue;
      }
      if (value && *value != value_of(result, values)) return false;
    }
    model_.overflow = model_.overflow || overflow;
    return !overflow;
  }

  std::optional<Value> computed(const Computation& computation, const Row& values) const {
    const Value left = value_of(computation.left, values);
    const Value right = value_of(computation.right, values);
    Value result = 0;
    switch (computation.op) {
      case Operator::Add: result = left + right; break;
      case Operator::Subtract: result = left - right; break;
      case Operator::Multiply: result = left * right; break;
      case Operator::Minimum: result = std::min(left, right); break;
      case Operator::Maximum: result = std::max(left, right); break;
      default:
        if (left < 0 || right <= 0) return std::nullopt;
        result = computation.op == Operator::Divide ? left / right : left % right;
    }
    if (!in_domain(computation.result.type, result)) return std::nullopt;
    return result;
  }

  std::optional<Value> aggregated(const Rule& rule, const Aggregate& aggregate, const std::set<std::size_t>& outer,
                                  Row& values, bool& too_large) {
    Rule inner;
    inner.variables = rule.variables;
    for (const Atom& atom : aggregate.atoms) inner.body.emplace_back(atom);
    for (const Comparison& comparison : aggregate.comparisons) inner.body.emplace_back(comparison);
    std::set<std::size_t> local;
    for_each_term(inner, [&](const Term& term) {
      if (term.is_variable() && outer.count(static_cast<std::size_t>(term.value)) == 0)
        local.insert(static_cast<std::size_t>(term.value));
    });
    std::set<std::size_t> known = outer;
    std::vector<Value> targets;
    each_assignment(
        rule, std::vector<std::size_t>(local.begin(), local.end()), 0, values, known,
        [&](const std::set<std::size_t>& now) { return not_false(inner, outer, now, values); },
        [&] { targets.push_back(aggregate.target.is_wildcard() ? 0 : value_of(aggregate.target, values)); });
    return total(aggregate, targets, too_large);
  }

  std::optional<Value> total(const Aggregate& aggregate, const std::vector<Value>& targets, bool& too_large) const {
    Value positive = 0;
    Value negative = 0;
    for (const Value value : targets) (value < 0 ? negative : positive) += value;
    const Type type = aggregate.result.type;
    switch (aggregate.aggregator) {
      case Aggregator::Count:
        too_large = !in_domain(type, static_cast<Value>(targets.size()));
        return too_large ? std::nullopt : std::optional(static_cast<Value>(targets.size()));
      case Aggregator::Sum:
        too_large = !in_domain(type, positive) || !in_domain(type, negative);
        return too_large ? std::nullopt : std::optional(positive + negative);
      case Aggregator::Minimum:
        if (targets.empty()) return std::nullopt;
        return *std::min_element(targets.begin(), targets.end());
      default:
        if (targets.empty()) return std::nullopt;
        return *std::max_element(targets.begin(), targets.end());
    }
  }

  const Program& program_;
  unsigned bits_;
  NaiveModel model_;
  std::vector<std::size_t> strata_;
};

}  // namespace

NaiveModel naive_model(const Program& program, unsigned integer_bits) { return Naive(program, integer_bits).run(); }

}  // namespace assay::datalog::testing
