#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "assay/smt/script.hpp"
#include "assay/smt/values.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/growth.hpp"
#include "smt/synth/operation_table.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxRuns = 32;       // executions of one operation that are used
constexpr std::size_t kMaxAlternatives = 3;  // soft values of one variable
constexpr std::size_t kMaxPoints = 512;      // arguments for which an objective is enumerated
constexpr std::uint64_t kMaxWeight = 7;      // of a soft constraint; at least 1
constexpr const char* kGroup = "all";        // group of soft constraints that form one objective

std::uint64_t weight(std::uint64_t number, std::size_t position) {
  return 1 + (number * 3 + position * 5) % kMaxWeight;
}

bool can_be_free(const Operation& operation) {
  return operation.tested && !operation.theory->terms_only &&
         std::all_of(operation.places.begin(), operation.places.end(), [](Place place) { return place == Place::Any; });
}

/// The step-1 formula as a hard constraint and the constant assignment as soft constraints, which all hold together
/// (thesis, 3.5.3).
class SatisfiedSoft final : public Family {
 public:
  explicit SatisfiedSoft(Workshop& workshop, std::shared_ptr<OperationTable> table)
      : Family(smt::category("soft"), table->theory(), table->operation().name),
        workshop_(workshop),
        table_(std::move(table)) {}

  std::uint64_t count() override { return std::min<std::uint64_t>(kMaxRuns, table_->runs().size()); }

  Formula make(std::uint64_t number) override {
    const Run& run = table_->runs()[static_cast<std::size_t>(number * table_->runs().size() / count())];
    Formula formula = table_->formula(run, table_->all_free(), category());
    const std::vector<const Constant*> constants = table_->arguments(run);
    for (std::size_t i = 0; i < constants.size(); ++i)
      formula.soft.push_back({workshop_.equation(table_->variable(i), constants[i]->term), weight(number, i), kGroup});
    if (const auto result = workshop_.constants.term_of(table_->result(run), table_->operation().result))
      formula.soft.push_back(
          {workshop_.equation(table_->variable(table_->arity()), *result), weight(number, constants.size()), kGroup});
    formula.optimum = {"0"};
    return formula;
  }

 private:
  Workshop& workshop_;
  std::shared_ptr<OperationTable> table_;
};

/// Soft constraints that equate each argument to several values: at most one constraint per argument can hold. The
/// operation is total, so that the optimum chooses the value of greatest weight for each argument. In formulas with odd
/// numbers, each argument has its own group, and the negated hard constraint is a soft constraint that never holds.
class ConflictingSoft final : public Family {
 public:
  ConflictingSoft(Workshop& workshop, std::shared_ptr<OperationTable> table)
      : Family(smt::category("soft-conflict"), table->theory(), table->operation().name),
        workshop_(workshop),
        table_(std::move(table)) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return numbers_.size();
  }

  Formula make(std::uint64_t at) override {
    if (!is_listed_) list();
    return formula(numbers_[static_cast<std::size_t>(at)]);
  }

 private:
  // Numbers whose formula has no witness, because the result of the best choice is open, are left out.
  void list() {
    is_listed_ = true;
    const std::vector<SortId>& sorts = table_->operation().arguments;
    const bool any =
        std::any_of(sorts.begin(), sorts.end(), [&](SortId sort) { return workshop_.constants.of(sort).size() > 1; });
    for (std::uint64_t number = 0; any && number < std::min<std::uint64_t>(kMaxRuns, table_->runs().size()); ++number)
      if (formula(number).witness.functions.size() > sorts.size()) numbers_.push_back(number);
  }

  Formula formula(std::uint64_t number) {
    const Operation& operation = table_->operation();
    const bool grouped = number % 2 == 1;
    Formula formula;
    formula.category = &category();
    formula.operations = {operation.name};
    std::vector<Value> best;
    std::vector<TermId> variables;
    std::uint64_t violated = 0;
    std::vector<std::uint64_t> by_group;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      variables.push_back(table_->variable(i));
      const std::uint64_t here = alternatives(formula, number, i, grouped ? "g" + std::to_string(i + 1) : kGroup, best);
      violated += here;
      by_group.push_back(here);
    }
    std::vector<const Value*> values;
    for (const Value& value : best) values.push_back(&value);
    const TermId result = table_->variable(table_->arity());
    const TermId hard = workshop_.equation(apply_operation(workshop_.store, operation, variables), result);
    formula.assertions = {hard};
    for (std::size_t i = 0; i < best.size(); ++i) workshop_.fix(formula.witness, variables[i], best[i]);
    const auto execution = workshop_.executor.run(operation, values);
    if (execution) workshop_.fix(formula.witness, result, execution->value);
    if (grouped) {
      formula.soft.push_back({workshop_.negation(hard), weight(number, 9), "never"});
      by_group.push_back(formula.soft.back().weight);
      for (const std::uint64_t one : by_group) formula.optimum.push_back(std::to_string(one));
    } else {
      formula.optimum = {std::to_string(violated)};
    }
    return formula;
  }

  /// Adds the soft values of one argument. Returns the total weight of the constraints that the best choice violates.
  std::uint64_t alternatives(Formula& formula, std::uint64_t number, std::size_t position, const std::string& group,
                             std::vector<Value>& best) {
    const auto& constants = workshop_.constants.of(table_->operation().arguments[position]);
    const std::size_t count = std::min(constants.size(), kMaxAlternatives);
    std::uint64_t total = 0;
    std::uint64_t heaviest = 0;
    best.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      const Constant& constant = constants[static_cast<std::size_t>(number + i) % constants.size()];
      const std::uint64_t here = weight(number + i, position);
      total += here;
      if (here > heaviest) {
        heaviest = here;
        best.back() = constant.value;
      }
      formula.soft.push_back({workshop_.equation(table_->variable(position), constant.term), here, group});
    }
    return total - heaviest;
  }

  Workshop& workshop_;
  std::shared_ptr<OperationTable> table_;
  bool is_listed_ = false;
  std::vector<std::uint64_t> numbers_;
};

/// Maximizes and minimizes an operation over a finite range of its arguments; enumeration gives the best value. For
/// non-linear terms, which optimizers need not solve, only the first argument is a variable.
class Optimum final : public Family {
 public:
  Optimum(Workshop& workshop, const Operation& operation)
      : Family(smt::category("optimum"), std::string(operation.theory->name), operation.name),
        workshop_(workshop),
        operation_(operation) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return ranges_.size() * 2;
  }

  Formula make(std::uint64_t number) override {
    if (!is_listed_) list();
    const Range& range = ranges_[static_cast<std::size_t>(number / 2)];
    const bool maximize = number % 2 == 0;
    Formula formula;
    formula.category = &category();
    formula.operations = {operation_.name};
    std::vector<TermId> variables;
    const auto& best = maximize ? range.greatest : range.least;
    for (std::size_t i = 0; i < operation_.arguments.size(); ++i) {
      const SortId sort = operation_.arguments[i];
      if (is_fixed(i)) {
        variables.push_back(*make_term(workshop_.store, best.first[i], sort));
        continue;
      }
      variables.push_back(variable(i));
      workshop_.fix(formula.witness, variables[i], best.first[i]);
      if (sort == workshop_.store.int_sort()) formula.assertions.push_back(between(variables[i], range));
    }
    formula.objectives = {{apply_operation(workshop_.store, operation_, variables), maximize}};
    if (formula.assertions.empty()) formula.assertions = {workshop_.store.bool_constant(true)};
    formula.optimum = {text_of(best.second)};
    return formula;
  }

 private:
  struct Range {
    long low = 0;
    long high = 0;
    std::pair<std::vector<Value>, Value> least, greatest;  ///< the arguments, and the value for them
  };

  TermId variable(std::size_t i) {
    const SortId sort = operation_.arguments[i];
    return workshop_.variable(std::string(workshop_.letter(sort)) + std::to_string(i + 1), sort);
  }
  [[nodiscard]] bool is_fixed(std::size_t i) const { return is_nonlinear_ && i > 0; }

  void list() {
    is_listed_ = true;
    std::vector<TermId> variables;
    for (std::size_t i = 0; i < operation_.arguments.size(); ++i) variables.push_back(variable(i));
    const TermId term = apply_operation(workshop_.store, operation_, variables);
    is_nonlinear_ = logic_of(workshop_.store, std::array{workshop_.equation(term, term)}).starts_with("QF_N");
    for (const auto& [low, high] : {std::pair{-3L, 3L}, std::pair{0L, 1L}, std::pair{-7L, -2L}, std::pair{2L, 2L}})
      if (auto range = enumerated(low, high)) ranges_.push_back(std::move(*range));
  }

  // Enumerates integers of the range, and all values of finite sorts. Without integer arguments one range suffices.
  std::optional<Range> enumerated(long low, long high) {
    std::vector<std::vector<Value>> domains;
    std::vector<std::size_t> sizes;
    bool has_int = false;
    for (const SortId sort : operation_.arguments) {
      std::vector<Value> domain;
      if (sort == workshop_.store.int_sort()) {
        has_int = true;
        for (long value = is_fixed(domains.size()) ? high : low; value <= high; ++value)
          domain.emplace_back(mpz_class(value));
      } else if (auto all = enumerate(workshop_.store, sort, kMaxPoints)) {
        domain = std::move(*all);
      }
      sizes.push_back(domain.size());
      domains.push_back(std::move(domain));
    }
    if (!has_int && !ranges_.empty()) return std::nullopt;
    std::size_t points = 1;
    for (const std::size_t size : sizes) points *= std::min<std::size_t>(size, kMaxPoints + 1);
    if (points == 0 || points > kMaxPoints) return std::nullopt;
    Range range{low, high, {}, {}};
    const Combinations combinations(sizes);
    std::vector<std::size_t> positions;
    for (std::uint64_t c = 0; c < combinations.count(); ++c) {
      combinations.get(c, positions);
      std::vector<const Value*> arguments;
      for (std::size_t i = 0; i < positions.size(); ++i) arguments.push_back(&domains[i][positions[i]]);
      const auto execution = workshop_.executor.run(operation_, arguments);
      if (!execution || !execution->specified) return std::nullopt;
      const auto point = [&] {
        std::vector<Value> values;
        for (const Value* value : arguments) values.push_back(*value);
        return std::pair{std::move(values), execution->value};
      };
      if (c == 0 || number(execution->value) < number(range.least.second)) range.least = point();
      if (c == 0 || number(execution->value) > number(range.greatest.second)) range.greatest = point();
    }
    return range;
  }

  static mpq_class number(const Value& value) {
    if (value.is<mpz_class>()) return mpq_class(value.as_int());
    if (value.is<BitVector>()) return mpq_class(value.as_bits().bits);
    return value.as_real();
  }
  static std::string text_of(const Value& value) { return number(value).get_str(); }

  TermId between(TermId variable, const Range& range) {
    TermStore& store = workshop_.store;
    const auto compare = [&](std::string_view op, long bound) {
      const TermId limit = *make_term(store, Value(mpz_class(bound)), store.int_sort());
      return store.apply_as(Operators::get().at(op), std::array{variable, limit}, {}, store.bool_sort());
    };
    return workshop_.conjunction(compare(">=", range.low), compare("<=", range.high));
  }

  Workshop& workshop_;
  const Operation& operation_;
  bool is_listed_ = false;
  bool is_nonlinear_ = false;
  std::vector<Range> ranges_;
};

/// A contradiction as hard constraints (thesis, Figure 3.17), with soft constraints, which do not change the result.
class UnsatisfiableHard final : public Family {
 public:
  UnsatisfiableHard(Workshop& workshop, const Rule& rule)
      : Family(smt::category("unsat-soft"), rule.text->theory, rule.text->name), workshop_(workshop), rule_(rule) {}

  std::uint64_t count() override {
    const bool any = std::any_of(rule_.variables.begin(), rule_.variables.end(),
                                 [this](FunctionId variable) { return constants_of(variable) != nullptr; });
    return any ? kMaxAlternatives : 0;
  }

  Formula make(std::uint64_t number) override {
    const Contradiction contradiction = simple(workshop_, rule_, true);
    Formula formula;
    formula.category = &category();
    formula.assertions = {contradiction.negated, contradiction.right};
    formula.core = {true, true};
    formula.operations = {rule_.text->name};
    formula.note = rule_.text->name;
    std::size_t position = 0;
    for (const FunctionId variable : rule_.variables) {
      const std::vector<Constant>* constants = constants_of(variable);
      if (constants == nullptr) continue;
      const Constant& constant = (*constants)[static_cast<std::size_t>(number + position) % constants->size()];
      formula.soft.push_back(
          {workshop_.equation(*workshop_.store.call(variable, {}), constant.term), weight(number, position), kGroup});
      ++position;
    }
    return formula;
  }

 private:
  /// The constants of a variable's sort; nullptr for functions and for sorts without constants.
  const std::vector<Constant>* constants_of(FunctionId variable) {
    if (!workshop_.store.node(variable).parameters.empty()) return nullptr;
    const auto& constants = workshop_.constants.of(workshop_.store.node(variable).result);
    return constants.empty() ? nullptr : &constants;
  }

  Workshop& workshop_;
  const Rule& rule_;
};

// True for sorts whose terms solvers can optimize; bit-vectors count as unsigned numbers.
bool has_order(const TermStore& store, SortId sort) {
  const SortKind kind = store.kind(sort);
  return kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector;
}

}  // namespace

void add_max_families(Workshop& workshop, Families& families) {
  for (const Rule& rule : workshop.rules) {
    const bool contradicts = rule.text->kind == RuleKind::Equivalence || rule.text->kind == RuleKind::Implication;
    if (contradicts && workshop.wants(rule.text->theory))
      families.push_back(std::make_unique<UnsatisfiableHard>(workshop, rule));
  }
  for (const Operation& operation : workshop.operations) {
    if (!can_be_free(operation)) continue;
    const auto table = std::make_shared<OperationTable>(workshop, operation);
    families.push_back(std::make_unique<SatisfiedSoft>(workshop, table));
    families.push_back(std::make_unique<ConflictingSoft>(workshop, table));
    if (has_order(workshop.store, operation.result)) families.push_back(std::make_unique<Optimum>(workshop, operation));
  }
}

}  // namespace assay::smt
