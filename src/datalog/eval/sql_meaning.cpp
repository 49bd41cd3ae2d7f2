#include "sql_meaning.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "arithmetic.hpp"
#include "budget.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/meaning.hpp"
#include "datalog/program/wording.hpp"

namespace assay::datalog {
namespace {

using Row = std::vector<Value>;
/// Rows and the number of their copies.
using Rows = std::map<Row, std::uint64_t>;
/// By variable: its value; nullopt: it has none yet.
using Binding = std::vector<std::optional<Value>>;

/// A literal in the order of evaluation.
struct Goal {
  const Literal* literal = nullptr;
  bool recursive = false;  ///< reads the rows of the last step
};

class SqlEvaluator {
 public:
  SqlEvaluator(const Program& program, const EvaluationLimits& limits)
      : program_(program),
        bits_(limits.integer_bits),
        budget_(limits),
        null_symbol_(null_symbol(program)),
        graph_(program),
        rows_(program.relations.size()),
        last_(program.relations.size()) {}

  Evaluation run() {
    if (!graph_.stratified()) {
      budget_.fail(EvaluationProblem::NotStratified);
    } else if (!unvalued(program_).empty()) {
      budget_.fail(EvaluationProblem::Opaque);
    }
    for (std::size_t i = 0; i < graph_.component_count() && !budget_.failed(); ++i) compute(graph_.component(i));
    Evaluation result;
    result.problem = budget_.problem();
    for (RelationId id = 0; id < rows_.size(); ++id) {
      Tuples& tuples = result.relations.emplace_back();
      tuples.arity = program_.relations[id].arity();
      for (const auto& [row, copies] : rows_[id])
        for (std::uint64_t i = 0; i < copies && !budget_.failed(); ++i) tuples.add(outer_row(id, row));
      tuples.sort_as_bag();
    }
    return result;
  }

 private:
  // Inside of this class, kNull is NULL for symbols, too.
  [[nodiscard]] Value inner(Value value, Type type) const { return is_null(value, type, null_symbol_) ? kNull : value; }
  [[nodiscard]] Row outer_row(RelationId id, Row row) const {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i] == kNull && program_.relations[id].attributes[i].type == Type::Symbol)
        row[i] = null_symbol_.value_or(0);
    return row;
  }

  void add(RelationId id, Row row, std::uint64_t copies, std::vector<Rows>& to) {
    std::uint64_t& known = to[id][std::move(row)];
    const std::uint64_t before = known;
    known = keeps_duplicates(program_.relations[id]) ? known + copies : 1;
    for (std::uint64_t i = before; i < known; ++i)
      if (!budget_.take_tuple()) return;
  }

  void add_facts(RelationId id) {
    const Relation& relation = program_.relations[id];
    for (std::size_t i = 0; i < relation.facts.count; ++i) {
      Row row(relation.facts.row(i), relation.facts.row(i) + relation.arity());
      for (std::size_t k = 0; k < row.size(); ++k) {
        row[k] = inner(row[k], relation.attributes[k].type);
        if (row[k] != kNull && !fits(relation.attributes[k].type, row[k], bits_))
          return budget_.fail(EvaluationProblem::Overflow);
      }
      add(id, std::move(row), 1, rows_);
    }
  }

  [[nodiscard]] std::size_t recursive_atoms(const Rule& rule) const {
    std::size_t count = 0;
    for_each_body_atom(rule, [&](const Atom& atom) {
      count += graph_.component_of(atom.relation) == graph_.component_of(rule.heads.front().relation) ? 1 : 0;
    });
    return count;
  }

  void compute(std::span<const RelationId> component) {
    std::vector<const Rule*> base;
    std::vector<const Rule*> steps;
    bool linear = true;
    for (const Rule& rule : program_.rules) {
      if (graph_.component_of(rule.heads.front().relation) != graph_.component_of(component.front())) continue;
      const std::size_t own = recursive_atoms(rule);
      (own == 0 ? base : steps).push_back(&rule);
      linear = linear && own <= 1;
    }
    if (numbers_rows(program_.relations[component.front()])) return number_rows(component.front());
    const bool bag = keeps_duplicates(program_.relations[component.front()]);
    for (const RelationId id : component)
      if (keeps_duplicates(program_.relations[id]) != bag) return budget_.fail(EvaluationProblem::Opaque);
    if (bag && !linear) return budget_.fail(EvaluationProblem::Opaque);
    for (const RelationId id : component) add_facts(id);
    for (const Rule* rule : base) derive(*rule, false, rows_);
    if (!steps.empty()) bag ? compute_bag(component, steps) : compute_set(component, steps);
  }

  /// A row in which all columns compare as numbers: symbols are their places in the order of bytes.
  [[nodiscard]] Row comparable(RelationId id, Row row) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (program_.relations[id].attributes[i].type != Type::Symbol) continue;
      const std::string& text = program_.symbols[static_cast<std::size_t>(row[i])];
      row[i] = std::count_if(program_.symbols.begin(), program_.symbols.end(),
                             [&](const std::string& other) { return other < text; });
    }
    return row;
  }

  /// The rows of Wording::Order.
  void number_rows(RelationId id) {
    const std::optional<RelationId> searched = searched_by(program_, id);
    if (!searched || keeps_duplicates(program_.relations[*searched])) return budget_.fail(EvaluationProblem::Opaque);
    std::vector<const Rule*> steps;
    std::vector<Rows> first(rows_.size());
    const Tuples& facts = program_.relations[*searched].facts;
    for (std::size_t i = 0; i < facts.count; ++i)
      first[*searched].emplace(Row(facts.row(i), facts.row(i) + facts.arity), 1);
    for (const Rule& rule : program_.rules) {
      if (rule.heads.front().relation != *searched) continue;
      const std::size_t own = recursive_atoms(rule);
      if (own > 1) return budget_.fail(EvaluationProblem::Opaque);
      if (own == 1) steps.push_back(&rule);
      if (own == 0) derive(rule, false, first);
    }
    const bool deep = way_of(program_.relations[id].wordings, Wording::Order) == kDepthFirst;
    std::map<std::vector<Row>, Row> places;
    std::vector<std::vector<Row>> open;
    for (const auto& [row, copies] : first[*searched]) open.push_back({row});
    while (!open.empty() && !budget_.failed()) {
      const std::vector<Row> way = std::move(open.back());
      open.pop_back();
      std::vector<Row> place;
      if (!deep) place.push_back({static_cast<Value>(way.size())});
      for (auto row = deep ? way.begin() : way.end() - 1; row != way.end(); ++row)
        place.push_back(comparable(*searched, *row));
      if (std::count(way.back().begin(), way.back().end(), kNull) > 0) return budget_.fail(EvaluationProblem::Opaque);
      if (places.emplace(std::move(place), way.back()).second && !budget_.take_tuple()) return;
      if (std::find(way.begin(), way.end() - 1, way.back()) != way.end() - 1) continue;
      std::vector<Rows> found(rows_.size());
      last_[*searched] = {{way.back(), 1}};
      for (const Rule* rule : steps) derive(*rule, true, found);
      for (const auto& [row, copies] : found[*searched]) {
        open.push_back(way);
        open.back().push_back(row);
      }
    }
    Value number = 0;
    for (const auto& [place, row] : places) {
      Row numbered = row;
      numbered.push_back(++number);
      rows_[id].emplace(std::move(numbered), 1);
    }
  }

  /// Applies the rules to all rows until nothing is new.
  void compute_set(std::span<const RelationId> component, const std::vector<const Rule*>& steps) {
    std::size_t before = 0;
    std::size_t now = 0;
    do {
      before = now;
      now = 0;
      std::vector<Rows> found(rows_.size());
      for (const Rule* rule : steps) derive(*rule, false, found);
      for (const RelationId id : component) {
        for (auto& [row, copies] : found[id]) rows_[id].emplace(row, 1);
        now += rows_[id].size();
      }
    } while (now != before && !budget_.failed());
  }

  void compute_bag(std::span<const RelationId> component, const std::vector<const Rule*>& steps) {
    for (const RelationId id : component) last_[id] = rows_[id];
    const auto any = [&] {
      return std::any_of(component.begin(), component.end(), [&](RelationId id) { return !last_[id].empty(); });
    };
    while (any() && !budget_.failed()) {
      std::vector<Rows> found(rows_.size());
      for (const Rule* rule : steps) derive(*rule, true, found);
      for (const RelationId id : component) {
        for (const auto& [row, copies] : found[id]) rows_[id][row] += copies;
        last_[id] = std::move(found[id]);
      }
    }
  }

  void derive(const Rule& rule, bool last_step, std::vector<Rows>& to) {
    const Atom& head = rule.heads.front();
    std::vector<Goal> goals;
    for (const Literal& literal : rule.body) {
      const auto* atom = std::get_if<Atom>(&literal);
      const bool own = atom != nullptr && graph_.component_of(atom->relation) == graph_.component_of(head.relation);
      goals.push_back({&literal, own && last_step});
    }
    std::stable_partition(goals.begin(), goals.end(), [](const Goal& goal) {
      const auto* atom = std::get_if<Atom>(goal.literal);
      return atom != nullptr && !atom->negated;
    });
    const bool not_in = negates_by_not_in(program_.relations[head.relation]);
    find_outer(rule);
    solve(goals, Binding(rule.variables.size()), 1, not_in, [&](const Binding& binding, std::uint64_t copies) {
      Row row;
      for (const Term& term : head.arguments) row.push_back(*value(term, binding));
      add(head.relation, std::move(row), copies, to);
    });
  }

  [[nodiscard]] std::optional<Value> value(const Term& term, const Binding& binding) const {
    if (term.is_constant()) return inner(term.value, term.type);
    return term.is_variable() ? binding[static_cast<std::size_t>(term.value)] : std::nullopt;
  }

  using Visit = std::function<void(const Binding&, std::uint64_t)>;

  /// Visits each way to satisfy all goals. Takes the first goal whose variables are known.
  void solve(std::vector<Goal> goals, const Binding& binding, std::uint64_t copies, bool not_in, const Visit& visit,
             const Binding* groups = nullptr) {
    if (budget_.failed()) return;
    if (goals.empty()) return visit(binding, copies);
    const auto next = std::find_if(goals.begin(), goals.end(), [&](const Goal& it) { return ready(it, binding); });
    const Goal goal = next == goals.end() ? goals.front() : *next;
    goals.erase(next == goals.end() ? goals.begin() : next);
    const auto* atom = std::get_if<Atom>(goal.literal);
    if (atom != nullptr && !atom->negated) {
      for (const auto& [row, times] : goal.recursive ? last_[atom->relation] : rows_[atom->relation]) {
        Binding extended = binding;
        if (budget_.take_steps(1) && matches(*atom, row, extended, groups))
          solve(goals, extended, copies * times, not_in, visit, groups);
      }
      return;
    }
    Binding extended = binding;
    if (holds(*goal.literal, extended, not_in, groups != nullptr))
      solve(goals, extended, copies, not_in, visit, groups);
  }

  /// Finds the variables that occur outside of the rule's aggregates.
  void find_outer(const Rule& rule) {
    outer_.assign(rule.variables.size(), false);
    Rule rest = rule;
    for (Literal& literal : rest.body)
      if (auto* aggregate = std::get_if<Aggregate>(&literal))
        *aggregate = {aggregate->result, aggregate->aggregator, Term::wildcard(Type::Number), {}, {}};
    for_each_term(rest, [&](const Term& term) {
      if (term.is_variable()) outer_[static_cast<std::size_t>(term.value)] = true;
    });
  }

  [[nodiscard]] bool ready(const Goal& goal, const Binding& binding) const {
    const auto known = [&](const Term& term) { return value(term, binding).has_value(); };
    if (const auto* it = std::get_if<Comparison>(goal.literal))
      return (known(it->left) && known(it->right)) ||
             (it->comparator == Comparator::Equal && (known(it->left) || known(it->right)));
    if (const auto* it = std::get_if<Computation>(goal.literal)) return known(it->left) && known(it->right);
    const auto* atom = std::get_if<Atom>(goal.literal);
    if (atom != nullptr && !atom->negated) return true;
    const auto missing = [&](const Term& term) {
      return term.is_variable() && outer_[static_cast<std::size_t>(term.value)] && !known(term);
    };
    const auto complete = [&](const Atom& it) {
      return std::none_of(it.arguments.begin(), it.arguments.end(), missing);
    };
    if (atom != nullptr) return complete(*atom);
    const auto& aggregate = std::get<Aggregate>(*goal.literal);
    return std::all_of(aggregate.atoms.begin(), aggregate.atoms.end(), complete) &&
           std::none_of(aggregate.comparisons.begin(), aggregate.comparisons.end(),
                        [&](const Comparison& it) { return missing(it.left) || missing(it.right); });
  }

  /// Whether the row matches; binds variables. With `groups`, its variables match NULL with NULL.
  [[nodiscard]] bool matches(const Atom& atom, const Row& row, Binding& binding, const Binding* groups) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Term& term = atom.arguments[i];
      if (term.is_wildcard()) continue;
      const std::optional<Value> wanted = value(term, binding);
      if (!wanted) {
        binding[static_cast<std::size_t>(term.value)] = row[i];
        continue;
      }
      const bool groups_by = groups != nullptr && term.is_variable() && (*groups)[static_cast<std::size_t>(term.value)];
      if (*wanted != row[i] || (row[i] == kNull && !groups_by)) return false;
    }
    return true;
  }

  /// Whether a literal other than a positive atom is true; binds its result.
  bool holds(const Literal& literal, Binding& binding, bool not_in, bool in_aggregate) {
    if (const auto* atom = std::get_if<Atom>(&literal)) return fails(*atom, binding, not_in && !in_aggregate);
    if (const auto* it = std::get_if<Comparison>(&literal)) {
      if (!value(it->left, binding)) return settle(it->left, *value(it->right, binding), binding);
      if (!value(it->right, binding)) return settle(it->right, *value(it->left, binding), binding);
      return is_true(it->comparator, it->left.type, *value(it->left, binding), *value(it->right, binding));
    }
    if (const auto* it = std::get_if<Computation>(&literal)) return compute(*it, binding);
    const auto* aggregate = std::get_if<Aggregate>(&literal);
    return aggregate != nullptr && this->aggregate(*aggregate, binding);
  }

  /// Binds the term, or compares it.
  [[nodiscard]] bool settle(const Term& term, Value result, Binding& binding) const {
    if (term.is_wildcard()) return true;
    const std::optional<Value> known = value(term, binding);
    if (known) return is_true(Comparator::Equal, term.type, *known, result);
    binding[static_cast<std::size_t>(term.value)] = result;
    return true;
  }

  [[nodiscard]] static bool is_true(Comparator comparator, Type type, Value left, Value right) {
    return left != kNull && right != kNull && compare(comparator, type, left, right);
  }

  [[nodiscard]] bool fails(const Atom& atom, const Binding& binding, bool not_in) {
    Atom rest = atom;
    std::optional<Value> tested;
    std::size_t column = 0;
    for (; not_in && column < rest.arguments.size(); ++column) {
      tested = value(rest.arguments[column], binding);
      if (!tested) continue;
      rest.arguments[column] = Term::wildcard(rest.arguments[column].type);
      break;
    }
    for (const auto& [row, copies] : rows_[atom.relation]) {
      Binding own = binding;
      if (!budget_.take_steps(1)) return false;
      if (!matches(rest, row, own, nullptr)) continue;
      if (!tested || *tested == kNull || row[column] == kNull || row[column] == *tested) return false;
    }
    return true;
  }

  bool compute(const Computation& it, Binding& binding) {
    const Value left = *value(it.left, binding);
    const Value right = *value(it.right, binding);
    if (it.op == Operator::Minimum || it.op == Operator::Maximum) {
      const Comparator order = it.op == Operator::Minimum ? Comparator::LessEqual : Comparator::GreaterEqual;
      return settle(it.result, is_true(order, it.left.type, left, right) ? left : right, binding);
    }
    if (left == kNull || right == kNull) return settle(it.result, kNull, binding);
    const std::optional<Value> result = computed(it.op, it.result.type, left, right, bits_);
    if (!result) budget_.fail(EvaluationProblem::Overflow);
    return result && settle(it.result, *result, binding);
  }

  bool aggregate(const Aggregate& it, Binding& binding) {
    std::vector<Literal> literals;
    for (const Atom& atom : it.atoms) literals.emplace_back(atom);
    for (const Comparison& comparison : it.comparisons) literals.emplace_back(comparison);
    std::vector<Goal> goals;
    for (const Literal& literal : literals) goals.push_back({&literal, false});
    std::stable_partition(goals.begin(), goals.end(), [](const Goal& goal) {
      const auto* atom = std::get_if<Atom>(goal.literal);
      return atom != nullptr && !atom->negated;
    });
    std::uint64_t count = 0;
    std::optional<Value> best;
    Sum sum(it.result.type, bits_);
    const Comparator better = it.aggregator == Aggregator::Minimum ? Comparator::Less : Comparator::Greater;
    const Binding groups = binding;
    solve(
        goals, binding, 1, false,
        [&](const Binding& found, std::uint64_t copies) {
          count += copies;
          const std::optional<Value> target = value(it.target, found);
          if (!target || *target == kNull) return;
          for (std::uint64_t i = 0; i < copies && it.aggregator == Aggregator::Sum && budget_.take_steps(1); ++i)
            sum.add(*target);
          if (!best || compare(better, it.result.type, *target, *best)) best = *target;
        },
        &groups);
    if (budget_.failed()) return false;
    std::optional<Value> result = best ? best : std::optional(kNull);
    if (it.aggregator == Aggregator::Count) result = static_cast<Value>(count);
    if (it.aggregator == Aggregator::Sum && best) result = sum.value();
    if (!result) budget_.fail(EvaluationProblem::Overflow);
    return result && settle(it.result, *result, binding);
  }

  const Program& program_;
  unsigned bits_;
  Budget budget_;
  std::optional<Value> null_symbol_;
  PrecedenceGraph graph_;
  std::vector<Rows> rows_;   ///< by RelationId
  std::vector<bool> outer_;  ///< by variable of the current rule: whether it occurs outside of all aggregates
  std::vector<Rows> last_;   ///< by RelationId: the rows of the last step of a recursive bag
};

}  // namespace

Evaluation evaluate_sql(const Program& program, const EvaluationLimits& limits) {
  return SqlEvaluator(program, limits).run();
}

}  // namespace assay::datalog
