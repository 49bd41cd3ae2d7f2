#include "assay/datalog/evaluate.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include "arithmetic.hpp"
#include "assay/base/check.hpp"
#include "budget.hpp"
#include "calls.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/meaning.hpp"
#include "dominance.hpp"
#include "equivalence.hpp"
#include "floats.hpp"
#include "plan.hpp"
#include "planner.hpp"
#include "rule_machine.hpp"
#include "sql_meaning.hpp"

namespace assay::datalog {
namespace {

/// Initial capacity of tables, in rows.
constexpr std::size_t kInitialRows = 16;

bool has_calls(const Program& program) {
  return std::any_of(program.rules.begin(), program.rules.end(), [](const Rule& rule) {
    return std::any_of(rule.body.begin(), rule.body.end(),
                       [](const Literal& literal) { return std::holds_alternative<Call>(literal); });
  });
}

/// Whether all constants of the rules fit the width. load() checks facts.
bool constants_fit(const Program& program, unsigned bits) {
  bool fit = true;
  for (const Rule& rule : program.rules) {
    for_each_term(rule, [&](const Term& term) {
      if (term.is_constant() && !fits(term.type, term.value, bits)) fit = false;
    });
  }
  return fit;
}

/// One evaluation of one program.
class Evaluator {
 public:
  Evaluator(const Program& program, const EvaluationLimits& limits, const EvaluationScope& scope)
      : program_(program),
        scope_(scope),
        bits_(limits.integer_bits),
        budget_(limits),
        computing_(program.relations.size(), false),
        has_calls_(has_calls(program)),
        planner_(code_, store_, computing_),
        calls_(program, limits.integer_bits),
        machine_(code_, store_, budget_, limits.integer_bits, calls_) {}

  Evaluation run() {
    make_tables();
    if (!unvalued(program_).empty()) {
      budget_.fail(EvaluationProblem::Opaque);
    } else if (!constants_fit(program_, bits_)) {
      budget_.fail(EvaluationProblem::Overflow);
    } else {
      compute_all();
    }
    Evaluation result;
    result.problem = budget_.problem();
    result.relations.reserve(store_.tables.size());
    for (Table& table : store_.tables) result.relations.push_back(table.release());
    result.symbols = calls_.all_symbols();
    result.structures = calls_.structures();
    result.join_on_floats = matches_floats(program_) || merges_floats(program_, result.relations);
    return result;
  }

 private:
  void make_tables() {
    store_.tables.reserve(program_.relations.size());
    for (const Relation& relation : program_.relations) {
      store_.tables.emplace_back(relation.arity());
      store_.tables.back().reserve(std::max(relation.facts.count, kInitialRows));
    }
    code_.reserve();
  }

  void load_facts() {
    for (RelationId i = 0; i < program_.relations.size() && !budget_.failed(); ++i) {
      if (needed_[i]) load_facts(program_.relations[i], store_.tables[i]);
    }
  }
  void load_facts(const Relation& relation, Table& table) {
    ASSAY_CHECK(relation.facts.empty() || relation.facts.arity == relation.arity(), "facts of another arity");
    for (std::size_t j = 0; j < relation.facts.count; ++j) {
      if (!load(relation, relation.facts.row(j), table)) return;
    }
  }

  bool load(const Relation& relation, const Value* fact, Table& table) {
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      if (fits(relation.attributes[i].type, fact[i], bits_)) continue;
      budget_.fail(EvaluationProblem::Overflow);
      return false;
    }
    return budget_.take_steps(1) && (!table.insert(fact) || budget_.take_tuple());
  }

  void compute_all() {
    const PrecedenceGraph graph(program_);
    if (!graph.stratified()) return budget_.fail(EvaluationProblem::NotStratified);
    find_needed(graph);
    load_facts();
    sort_rules(graph);
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < graph.component_count() && !budget_.failed(); ++i) {
      const std::size_t begin = next;
      while (next < rules_.size() && rules_[next].component == i) ++next;
      if (needed_[graph.component(i)[0]]) compute(graph.component(i), begin, next);
    }
  }

  /// Copies known values, and marks the relations to compute. All relations of a component have the same mark.
  void find_needed(const PrecedenceGraph& graph) {
    needed_.assign(program_.relations.size(), false);
    for (RelationId i = 0; i < needed_.size(); ++i) {
      if (scope_.target && !graph.reaches(i, *scope_.target)) continue;
      if (is_known(graph, i)) {
        adopt(*scope_.known[i], store_.tables[i]);
      } else {
        needed_[i] = true;
      }
    }
  }

  [[nodiscard]] bool is_known(const PrecedenceGraph& graph, RelationId relation) const {
    if (scope_.known.empty() || has_calls_) return false;
    ASSAY_CHECK(scope_.known.size() == program_.relations.size(), "values of another program");
    for (RelationId i = 0; i < scope_.known.size(); ++i) {
      if (scope_.known[i] == nullptr && graph.reaches(i, relation)) return false;
    }
    return true;
  }

  static void adopt(const Tuples& known, Table& table) {
    table.adopt(known);
    table.old_end = table.visible_end = table.count();
  }

  /// Sorts rules by component. A rule is evaluated in each component that has a head of it.
  void sort_rules(const PrecedenceGraph& graph) {
    for (std::uint32_t i = 0; i < program_.rules.size(); ++i) {
      for (const Atom& head : program_.rules[i].heads) rules_.push_back({graph.component_of(head.relation), i});
    }
    std::sort(rules_.begin(), rules_.end());
    rules_.erase(std::unique(rules_.begin(), rules_.end()), rules_.end());
  }

  void compute(std::span<const RelationId> component, std::size_t begin, std::size_t end) {
    for (const RelationId relation : component) computing_[relation] = true;
    run_once(begin, end);
    close(component);
    if (is_recursive(begin, end)) run_to_fixpoint(component, begin, end);
    for (const RelationId relation : component) {
      computing_[relation] = false;
      keep_undominated(program_.relations[relation], store_.tables[relation]);
      Table& table = store_.tables[relation];
      table.old_end = table.visible_end = table.count();
    }
  }

  /// Whether the literal reads a relation of the current component. Negated and aggregated atoms never do.
  [[nodiscard]] bool is_recursive(const Literal& literal) const {
    const auto* atom = std::get_if<Atom>(&literal);
    return atom != nullptr && !atom->negated && computing_[atom->relation];
  }
  [[nodiscard]] bool is_recursive(const Rule& rule) const {
    return std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& it) { return is_recursive(it); });
  }
  [[nodiscard]] bool is_recursive(std::size_t begin, std::size_t end) const {
    for (; begin < end; ++begin) {
      if (is_recursive(program_.rules[rules_[begin].rule])) return true;
    }
    return false;
  }

  /// Whether a positive atom's table is empty, so that the rule derives nothing.
  [[nodiscard]] bool is_empty(const Rule& rule) const {
    return std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && !atom->negated && store_.tables[atom->relation].count() == 0;
    });
  }

  void run_once(std::size_t begin, std::size_t end) {
    for (; begin < end && !budget_.failed(); ++begin) {
      const Rule& rule = program_.rules[rules_[begin].rule];
      if (is_recursive(rule) || is_empty(rule)) continue;
      code_.clear();
      machine_.run(planner_.plan(rule, kNone));
    }
  }

  void run_to_fixpoint(std::span<const RelationId> component, std::size_t begin, std::size_t end) {
    code_.clear();
    plans_.clear();
    for (; begin < end; ++begin) {
      const Rule& rule = program_.rules[rules_[begin].rule];
      for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
        if (is_recursive(rule.body[i])) plans_.push_back(planner_.plan(rule, i));
      }
    }
    while (next_round(component) && !budget_.failed()) {
      for (const RulePlan& plan : plans_) {
        const Table& fresh = store_.tables[plan.fresh];
        if (fresh.old_end < fresh.visible_end && !budget_.failed()) machine_.run(plan);
      }
      close(component);
    }
  }

  /// Makes the rows of the last round visible, as fresh rows. Returns false if there are none.
  bool next_round(std::span<const RelationId> component) {
    bool any = false;
    for (const RelationId relation : component) {
      Table& table = store_.tables[relation];
      table.old_end = table.visible_end;
      table.visible_end = table.count();
      any = any || table.old_end < table.visible_end;
    }
    return any;
  }

  void close(std::span<const RelationId> component) {
    for (const RelationId relation : component) {
      if (program_.relations[relation].representation != Representation::Eqrel || budget_.failed()) continue;
      Table& table = store_.tables[relation];
      ASSAY_CHECK(table.arity() == 2, "an equivalence that has not two attributes");
      // The visible rows were closed in an earlier round.
      if (table.count() > table.visible_end) close_equivalence(table, budget_);
    }
  }

  struct PlacedRule {
    std::uint32_t component = 0;
    std::uint32_t rule = 0;
    auto operator<=>(const PlacedRule&) const = default;
  };

  const Program& program_;
  const EvaluationScope& scope_;
  unsigned bits_;
  Budget budget_;
  Store store_;
  Code code_;
  std::vector<bool> computing_;
  std::vector<bool> needed_;
  bool has_calls_;  ///< true: known values cannot be used, because symbols and structures may be numbered differently
  Planner planner_;
  CallValues calls_;
  Machine machine_;
  std::vector<PlacedRule> rules_;
  std::vector<RulePlan> plans_;
};

}  // namespace

std::string unvalued(const Program& program) {
  for (const Relation& relation : program.relations) {
    if (!relation.choice_domains.empty()) return "a choice domain";
    if (relation.from_seed && !program.seed.dialect.empty()) return "the seed's own text";
  }
  for (const Rule& rule : program.rules) {
    for (const Literal& literal : rule.body) {
      const auto* call = std::get_if<Call>(&literal);
      if (call == nullptr || is_valued(*call)) continue;
      return call->takes_apart() ? "a record with floats" : "the functor '" + call->name + "' there";
    }
  }
  return {};
}

const std::vector<std::string>& symbols_of(const Program& program, const Evaluation& evaluation) {
  return evaluation.symbols.empty() ? program.symbols : evaluation.symbols;
}

std::string_view description(EvaluationProblem problem) {
  switch (problem) {
    case EvaluationProblem::TooLarge: return "the program has too many tuples for the reference evaluator";
    case EvaluationProblem::Overflow: return "a number leaves its width, or a division has no value";
    case EvaluationProblem::NotStratified: return "the program is not stratified";
    case EvaluationProblem::Opaque: return "the program has parts that the reference evaluator does not know";
  }
  ASSAY_CHECK(false, "no such problem");
}

Evaluation evaluate(const Program& program, const EvaluationLimits& limits, const EvaluationScope& scope) {
  if (has_sql_meaning(program)) return evaluate_sql(program, limits);
  return Evaluator(program, limits, scope).run();
}

}  // namespace assay::datalog
