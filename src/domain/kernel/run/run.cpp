#include "assay/domain/run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "blame.hpp"
#include "concrete.hpp"
#include "exact.hpp"
#include "execute.hpp"
#include "inner_form.hpp"
#include "isolate.hpp"
#include "process.hpp"
#include "sweep.hpp"
#include "tracing_domain.hpp"
#include "wrong_join_domain.hpp"

namespace assay::domain {
namespace {

std::string element_name(std::size_t number) { return "a" + std::to_string(number); }

/// Whether no constraint can be tightened for integer points: in each, the greatest common divisor of the coefficients
/// divides the constant.
bool are_tight(const std::vector<Constraint>& constraints) {
  return std::all_of(constraints.begin(), constraints.end(), [](const Constraint& constraint) {
    mpz_class scale = constraint.expression.constant.get_den();
    for (const Rational& coefficient : constraint.expression.coefficients) scale = lcm(scale, coefficient.get_den());
    mpz_class divisor;
    for (const Rational& coefficient : constraint.expression.coefficients)
      divisor = gcd(divisor, mpz_class(coefficient * scale));
    return divisor == 0 || mpz_class(constraint.expression.constant * scale) % divisor == 0;
  });
}

/// An element with its known points, and a copy for queries: a query may change the representation, and laws must get
/// the element as its operation returned it.
struct ElementState {
  ElementPtr element;
  std::vector<Point> points;
  ElementPtr asked;
  std::optional<std::vector<Constraint>> exported;
  Claim claim;  ///< the library's claim when it made the element
};

/// One run of one program.
class Runner {
 public:
  Runner(const Program& program, Domain& domain, const RunOptions& options)
      : program_(program),
        domain_(domain),
        has_(domain.contract().operations),
        options_(options),
        concrete_(program, domain, options.most_points,
                  [this](unsigned element, const Point& point) { return contains(states_[element], point); }) {
    result_.counts.resize(laws().size());
    const bool by_constraints = has_.has(Operation::Constraints) && domain.contract().convex;
    const bool can_ask = has_.has(Operation::Contains) || by_constraints;
    has_points_ = options.points && domain.contract().rounds_safely && can_ask;
    is_exact_ = options.reference && program.exact && has_exact_reference(domain.contract());
    states_.reserve(program.instructions.size());
  }

  RunResult whole() {
    for (std::size_t i = 0; i < program_.instructions.size() && goes_on(); ++i) step(i);
    if (options_.laws)
      for (std::size_t i = 0; i < program_.checks.size() && goes_on(); ++i) check(i);
    if (options_.sweep && program_.sweep > 0 && goes_on()) sweep_all();
    if (options_.repeat && program_.repeat && !domain_.contract().keeps_memory && goes_on()) repeat_all();
    if (options_.exports) export_all();
    result_.tallies = domain_.tallies();
    floats_.restore();  // queries may have changed the mode
    return std::move(result_);
  }

 private:
  bool goes_on() {
    result_.cut = result_.cut || (options_.is_over && options_.is_over());
    return !result_.cut && !domain_.gave_up();
  }
  void report(Violation violation) {
    if (domain_.gave_up()) return;
    accuse_maker(violation);
    isolate(violation);
    // Each kind has its own limit, so that many violations of one kind do not hide another.
    const auto alike = [&](const Violation& other) {
      return other.oracle == violation.oracle && other.operation == violation.operation && other.kind == violation.kind;
    };
    const auto known = std::count_if(result_.violations.begin(), result_.violations.end(), alike);
    if (static_cast<std::size_t>(known) < options_.most_violations) result_.violations.push_back(std::move(violation));
  }
  static bool is_about_elements(const Violation& violation) {
    return violation.law != 0 || violation.oracle == "points" || violation.oracle == "reference" ||
           violation.oracle == "observation";
  }
  /// A result or answer may be wrong because the internal form of an argument differs from its export. Then the
  /// operation that made this argument is wrong (InnerForm).
  void accuse_maker(Violation& violation) {
    if (!is_about_elements(violation) || !has_reference()) return;
    std::vector<Point> points;
    for (const Point& point : {violation.lost, violation.witness, violation.extra})
      if (!point.empty()) points.push_back(point);
    const InnerForm form(domain_, std::move(points));
    for (const std::size_t maker : behind(violation)) {
      const Instruction& made = program_.instructions[maker];
      const Element& element = *states_[maker].element;
      const bool is_hidden =
          made.operation == Operation::Assume && form.export_forgets(element, made.constraints.at(0));
      const std::optional<Operation> guilty =
          is_hidden ? std::optional(Operation::Constraints) : form.guilty(element, made.operation);
      if (!guilty) continue;
      violation.blamed = true;
      if (*guilty == violation.operation) return;
      violation.operation = *guilty;
      violation.detail +=
          "to blame: " + std::string(name(*guilty)) + ", as " + element_name(maker) + " is not what it exports\n";
      return;
    }
  }
  /// Sets Violation::isolated for the violation of an instruction or an inclusion.
  void isolate(Violation& violation) {
    if (violation.law != 0 || !violation.isolated.empty() || !is_about_elements(violation) || !has_reference()) return;
    Instruction instruction = program_.instructions[violation.instruction];
    std::vector<std::size_t> elements(instruction.elements.begin(), instruction.elements.end());
    if (violation.operation == Operation::Leq) {
      instruction = {};
      instruction.operation = Operation::Leq;
      elements = violation.asked;
    }
    if (instruction.operation != violation.operation) return;
    std::vector<std::vector<Constraint>> arguments;
    for (const std::size_t element : elements) arguments.push_back(exported(states_[element]));
    violation.isolated = isolated(program_.dimensions, instruction, arguments);
  }
  /// The instructions from which the elements of the violation were made, oldest first.
  std::vector<std::size_t> behind(const Violation& violation) const {
    std::vector<bool> is_behind(states_.size());
    const auto add = [&](std::size_t element) {
      if (element < is_behind.size()) is_behind[element] = true;
    };
    if (violation.law != 0) {
      const Check& check = program_.checks[violation.instruction - program_.instructions.size()];
      for (const std::vector<unsigned>& elements : {check.elements, check.chain})
        for (const unsigned element : elements) add(element);
    } else {
      add(violation.instruction);
    }
    for (const std::size_t element : violation.asked) add(element);
    std::vector<std::size_t> all;
    for (std::size_t i = is_behind.size(); i-- > 0;) {
      if (!is_behind[i]) continue;
      all.push_back(i);
      for (const unsigned element : program_.instructions[i].elements) add(element);
    }
    std::reverse(all.begin(), all.end());
    return all;
  }
  [[nodiscard]] bool has_reference() const { return options_.reference && has_exact_reference(domain_.contract()); }

  void lost(Operation operation, std::size_t index, std::string detail, Point point) {
    report({LawClass::Soundness, 0, "points", operation, index, std::move(detail) + "\n", std::move(point)});
  }
  /// Reports a wrong answer about the elements `asked`. `witness`: a point that proves it, if there is one.
  void answered(LawClass kind, std::string oracle, Operation operation, std::string detail,
                std::vector<std::size_t> asked, Point witness, bool blamed = false) {
    const std::size_t newest = *std::max_element(asked.begin(), asked.end());
    Violation violation{kind, 0, std::move(oracle), operation, newest, std::move(detail) + "\n", {}};
    violation.witness = std::move(witness);
    violation.asked = std::move(asked);
    violation.blamed = blamed;
    report(std::move(violation));
  }
  void tell(std::size_t step) const {
    if (options_.before) options_.before(step);
  }
  std::string shown(std::size_t index) {
    return has_.has(Operation::Print) ? domain_.print(asked(states_[index])) : "(not printed)";
  }

  Element& asked(ElementState& state) {
    if (!state.asked) state.asked = domain_.copy(*state.element);
    return *state.asked;
  }
  bool contains(ElementState& state, const Point& point) {
    if (has_.has(Operation::Contains)) return domain_.contains(asked(state), point);
    const std::vector<Constraint>& all = exported(state);
    return std::all_of(all.begin(), all.end(), [&](const Constraint& constraint) { return constraint.holds(point); });
  }
  const std::vector<Constraint>& exported(ElementState& state) {
    if (!state.exported) state.exported = domain_.constraints(asked(state));
    return *state.exported;
  }

  void step(std::size_t index) {
    tell(index);
    const Instruction& instruction = program_.instructions[index];
    std::vector<Element*> arguments;
    std::vector<const std::vector<Point>*> known;
    for (const unsigned element : instruction.elements) {
      arguments.push_back(states_[element].element.get());
      known.push_back(&states_[element].points);
    }
    ElementState made;
    if (has_points_) made.points = concrete_.points(index, known);
    made.element = execute(instruction, arguments, domain_);
    made.claim = domain_.claim();
    ++result_.operations;
    states_.push_back(std::move(made));
    compare_floats(instruction.operation, index);
    if (is_observation(instruction.operation)) compare_observed(index);
    if (is_exact_) compare_exactly(index);
    if (!has_points_) return;
    keep_points(index);
    compare_queries(index);
  }

  /// Reports lost points once and then removes them, so that later instructions are not blamed for them.
  void keep_points(std::size_t index) {
    ElementState& state = states_[index];
    result_.points += state.points.size();
    const auto is_lost = [&](const Point& point) { return !contains(state, point); };
    const auto first = std::find_if(state.points.begin(), state.points.end(), is_lost);
    if (first == state.points.end()) return;
    lost(program_.instructions[index].operation, index,
         element_name(index) + " lost the point " + to_text(*first) + ": it is " + shown(index), *first);
    std::erase_if(state.points, is_lost);
  }

  /// Reports an operation that did not restore the floating-point mode, which changes the caller's results.
  void compare_floats(Operation operation, std::size_t step) {
    if (floats_.is_now()) return;
    floats_.restore();
    report({LawClass::Soundness,
            0,
            std::string(kRoundingOracle),
            operation,
            step,
            "an operation came back with another mode of floating-point numbers\n",
            {}});
  }

  void compare_exactly(std::size_t index) {
    const Instruction& instruction = program_.instructions[index];
    std::vector<const std::vector<Constraint>*> arguments;
    for (const unsigned element : instruction.elements) arguments.push_back(&exported(states_[element]));
    const std::vector<Constraint>& result = exported(states_[index]);
    std::optional<Violation> wrong =
        judge_exactly(instruction, arguments, result, domain_.contract(), states_[index].claim, program_.dimensions);
    if (wrong) {
      wrong->instruction = index;
      if (export_hides(domain_, *states_[index].element, *wrong)) wrong->operation = Operation::Constraints;
      wrong->detail = element_name(index) + " = " + shown(index) + ": " + wrong->detail + "\n";
      report(std::move(*wrong));
    }
    if (instruction.operation == Operation::Bounds) compare_exact_bounds(index);
    if (index > 0 && has_.has(Operation::Leq)) compare_inclusion(index - 1, index);
  }

  /// Reports bounds that exclude points, or that are not the best although promised.
  void compare_exact_bounds(std::size_t index) {
    const LinearExpression& expression = program_.instructions[index].assignments.at(0).expression;
    const Bounds exact = exact_bounds(exported(states_[index]), expression, program_.dimensions);
    if (exact.empty) return;
    const Bounds said = domain_.bounds(asked(states_[index]), expression);
    const bool low_holds = !said.low || (exact.low && *said.low <= *exact.low);
    const bool high_holds = !said.high || (exact.high && *exact.high <= *said.high);
    const bool holds = !said.empty && low_holds && high_holds;
    const bool best = holds && said.low == exact.low && said.high == exact.high;
    const bool promised = domain_.contract().best.has(Operation::Bounds);
    if (best || (holds && !promised)) return;
    answered(holds ? LawClass::Precision : LawClass::Soundness, "reference", Operation::Bounds,
             "the bounds of " + to_text(expression) + " are not those of " + element_name(index) + " = " + shown(index),
             {index},
             holds ? Point() : point_beyond_bounds(exported(states_[index]), expression, said, program_.dimensions));
  }

  /// Checks the inclusion test of two elements in both directions.
  void compare_inclusion(std::size_t one, std::size_t other) {
    for (const auto& [left, right] : {std::pair{one, other}, std::pair{other, one}}) {
      const bool said = domain_.leq(asked(states_[left]), asked(states_[right]));
      if (said == included_exactly(exported(states_[left]), exported(states_[right]), program_.dimensions)) continue;
      if (!said && !domain_.contract().best.has(Operation::Leq)) continue;
      answered(said ? LawClass::Soundness : LawClass::Precision, "reference", Operation::Leq,
               element_name(left) + " <= " + element_name(right) + " says " + (said ? "yes" : "no") + ": " +
                   shown(left) + " and " + shown(right),
               {left, right},
               point_of_difference(exported(states_[left]), exported(states_[right]), program_.dimensions));
    }
  }

  void compare_observed(std::size_t index) {
    const Instruction& instruction = program_.instructions[index];
    if (!has_.has(Operation::Leq)) return;
    // Elements with more information than their constraints, and floats that are rounded again, may come back larger.
    // Only points check them.
    const bool same_again = domain_.contract().convex && domain_.contract().numbers != Numbers::Floats;
    const bool rebuilds =
        instruction.operation == Operation::Constraints || instruction.operation == Operation::Generators;
    if (rebuilds && !same_again) return;
    const unsigned before = instruction.elements[0];
    // With integer points, the reimport may tighten constraints. Only points check it.
    if (rebuilds && domain_.contract().integer_points && !are_tight(exported(states_[before]))) return;
    // Use a new copy: queries may have changed the copy in ElementState::asked.
    const ElementPtr unasked = domain_.copy(*states_[before].element);
    const bool kept = domain_.leq(*unasked, *states_[index].element);
    const bool exact = domain_.leq(*states_[index].element, *unasked);
    if (kept && exact) return;
    const bool same = has_reference() && mean_the_same(before, index);  // before printing, which may change elements
    const std::string told = element_name(index) + " must mean what " + element_name(before) + " means: before " +
                             shown(before) + ", after " + shown(index);
    if (same) {
      if (domain_.contract().best.has(Operation::Leq))
        answered(LawClass::Precision, "observation", Operation::Leq, told + ", of which an inclusion says no",
                 {before, index}, {}, true);
      return;
    }
    const std::optional<Blame> blame = has_reference() ? blame_of_step(index) : std::nullopt;
    answered(kept ? LawClass::Precision : LawClass::Soundness, "observation",
             blame ? blame->operation : instruction.operation, told + (blame ? "; to blame: " + blame->detail : ""),
             {before, index}, {}, blame.has_value());
  }
  bool mean_the_same(std::size_t one, std::size_t other) {
    const std::vector<Constraint>& left = exported(states_[one]);
    const std::vector<Constraint>& right = exported(states_[other]);
    return included_exactly(left, right, program_.dimensions) && included_exactly(right, left, program_.dimensions);
  }
  /// The first wrong operation when the instruction is executed again under Judged.
  std::optional<Blame> blame_of_step(std::size_t index) {
    const Instruction& instruction = program_.instructions[index];
    Judged judged(domain_);
    std::vector<Element*> arguments;
    for (const unsigned element : instruction.elements) arguments.push_back(states_[element].element.get());
    static_cast<void>(execute(instruction, arguments, judged));
    return judged.blame();
  }

  /// Compares the answers of queries about the element with its points.
  void compare_queries(std::size_t index) {
    ElementState& state = states_[index];
    if (state.points.empty()) return;
    const Instruction& instruction = program_.instructions[index];
    if (has_.has(Operation::IsBottom) && domain_.is_bottom(asked(state)))
      answered(LawClass::Soundness, "points", Operation::IsBottom,
               "is-bottom says yes of " + element_name(index) + " = " + shown(index) + ", which has the point " +
                   to_text(state.points.front()),
               {index}, state.points.front());
    if (instruction.operation == Operation::Satisfies) compare_satisfied(index);
    if (instruction.operation == Operation::Bounds) compare_bounds(index);
    if (has_.has(Operation::Leq)) compare_order(index);
  }

  void compare_satisfied(std::size_t index) {
    const Constraint& constraint = program_.instructions[index].constraints.at(0);
    if (!domain_.satisfies(asked(states_[index]), constraint)) return;
    for (const Point& point : states_[index].points) {
      if (constraint.holds(point)) continue;
      return answered(LawClass::Soundness, "points", Operation::Satisfies,
                      "satisfies says yes of " + element_name(index) + " = " + shown(index) + ", which has the point " +
                          to_text(point),
                      {index}, point);
    }
  }

  void compare_bounds(std::size_t index) {
    const LinearExpression& expression = program_.instructions[index].assignments.at(0).expression;
    const Bounds bounds = domain_.bounds(asked(states_[index]), expression);
    for (const Point& point : states_[index].points) {
      const Rational value = expression.at(point);
      if (!bounds.empty && (!bounds.low || *bounds.low <= value) && (!bounds.high || value <= *bounds.high)) continue;
      return answered(LawClass::Soundness, "points", Operation::Bounds,
                      "the bounds of " + to_text(expression) + " do not hold at " + to_text(point) + " of " +
                          element_name(index) + " = " + shown(index),
                      {index}, point);
    }
  }

  /// x <= y requires that y contains all points of x. Checks the newest two elements in both directions.
  void compare_order(std::size_t index) {
    if (index == 0) return;
    for (const auto& [left, right] : {std::pair{index, index - 1}, std::pair{index - 1, index}}) {
      ElementState& below = states_[left];
      ElementState& above = states_[right];
      const auto outside = [&](const Point& point) { return !contains(above, point); };
      const auto point = std::find_if(below.points.begin(), below.points.end(), outside);
      if (point == below.points.end() || !domain_.leq(asked(below), asked(above))) continue;
      return answered(LawClass::Soundness, "points", Operation::Leq,
                      element_name(left) + " <= " + element_name(right) + " says yes, but only the first has " +
                          to_text(*point) + ": " + shown(left) + " and " + shown(right),
                      {left, right}, *point);
    }
  }

  /// Tests each operation for leaks by repeating it on the arguments of its last instruction.
  void repeat_all() {
    Operations done;
    for (std::size_t i = states_.size(); i-- > 0 && goes_on();) {
      const Instruction& instruction = program_.instructions[i];
      if (done.has(instruction.operation)) continue;
      done.add(instruction.operation);
      std::vector<Element*> arguments;
      for (const unsigned element : instruction.elements) arguments.push_back(states_[element].element.get());
      repeat(instruction.operation, i, [&] { static_cast<void>(execute(instruction, arguments, domain_)); });
    }
    if (states_.empty() || !goes_on()) return;
    Element& left = *states_.back().element;
    Element& right = *states_[states_.size() / 2].element;
    const std::vector<std::size_t> both = {states_.size() - 1, states_.size() / 2};
    if (has_.has(Operation::Leq))
      repeat(
          Operation::Leq, states_.size() - 1, [&] { static_cast<void>(domain_.leq(left, right)); }, both);
    if (has_.has(Operation::Equal))
      repeat(
          Operation::Equal, states_.size() - 1, [&] { static_cast<void>(domain_.equal(left, right)); }, both);
  }
  void repeat(Operation operation, std::size_t index, const std::function<void()>& repeated,
              std::vector<std::size_t> asked = {}) {
    tell(index);
    const std::size_t kept = kept_each_time(repeated);
    if (kept == 0) return;
    Violation leak{LawClass::Convergence, 0, std::string(kLeakOracle), operation, index, "", {}};
    leak.detail = "each repetition on the same arguments keeps " + std::to_string(kept) + " bytes for ever\n";
    leak.asked = std::move(asked);
    report(std::move(leak));
  }

  /// Checks the program's laws and transformers on many tuples of its elements (Program::sweep).
  void sweep_all() {
    Sweep sweep(program_, domain_);
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!is_observation(program_.instructions[i].operation))
        sweep.add(static_cast<unsigned>(i), *states_[i].element, states_[i].points);
    for (Swept& swept : sweep.questions()) {
      if (!goes_on()) return;
      if (swept.question.law == nullptr ? !has_points_ : !options_.laws) continue;
      tell(swept.step);
      sweep.ask(swept, domain_);
      add_swept(swept);
    }
  }
  void add_swept(Swept& swept) {
    const Law* const row = swept.question.law;
    const Operation operation = row == nullptr ? Operation::Transform : guilty(*row);
    compare_floats(operation, swept.step);
    result_.points += swept.points;
    if (row != nullptr) {
      LawCount& count = result_.counts[static_cast<std::size_t>(row - laws().data())];
      count.checked += swept.count.checked;
      count.vacuous += swept.count.vacuous;
      count.violated += swept.count.violated;
    }
    if (swept.wrong.empty()) return;
    Violation violation = violation_of(swept, program_, domain_, operation);
    for (const std::size_t element : violation.asked)
      violation.detail += " " + element_name(element) + " = " + shown(element);
    violation.detail += "\n";
    report(std::move(violation));
  }

  void export_all() {
    for (ElementState& state : states_) {
      if (domain_.gave_up()) return;
      result_.exported.push_back(exported(state));
    }
  }

  void check(std::size_t index) {
    const Check& check = program_.checks[index];
    const Law* row = law(check.law);
    if (row == nullptr || !applies(*row, domain_.contract())) return;
    tell(program_.instructions.size() + index);
    LawArguments arguments = arguments_of(check, domain_);
    const LawOutcome outcome = row->check(arguments);
    compare_floats(guilty(*row), program_.instructions.size() + index);
    LawCount& count = result_.counts[static_cast<std::size_t>(row - laws().data())];
    ++(outcome == LawOutcome::Vacuous ? count.vacuous : count.checked);
    if (outcome != LawOutcome::Violated) return;
    ++count.violated;
    std::string detail = std::string(row->statement) + " does not hold for";
    const std::vector<std::string_view> names = {"x", "y", "z"};
    for (std::size_t i = 0; i < check.elements.size(); ++i)
      detail += " " + std::string(names[i]) + " = " + element_name(check.elements[i]);
    const std::optional<Blame> blame = to_blame(*row, check);
    if (blame) detail += "; to blame: " + blame->detail;
    Violation violation{blame ? blame->kind : row->kind,
                        row->number,
                        "law " + std::to_string(row->number),
                        blame ? blame->operation : guilty(*row),
                        program_.instructions.size() + index,
                        detail + "\n",
                        {}};
    violation.blamed = blame.has_value();
    if (blame) violation.isolated = blame->isolated;
    if (violation.isolated.empty() && has_reference()) violation.isolated = rebuilt_check(check);
    report(std::move(violation));
  }
  std::string rebuilt_check(const Check& check) {
    std::vector<std::vector<Constraint>> elements;
    for (const std::vector<unsigned>& numbers : {check.elements, check.chain})
      for (const unsigned number : numbers) elements.push_back(exported(states_[number]));
    return rebuilt(program_.dimensions, check, elements);
  }
  LawArguments arguments_of(const Check& check, Domain& domain) {
    LawArguments arguments{domain, nullptr, nullptr, nullptr, &check.assignment, &check.condition, {}};
    const std::vector<Element**> places = {&arguments.x, &arguments.y, &arguments.z};
    for (std::size_t i = 0; i < check.elements.size(); ++i) *places.at(i) = states_[check.elements[i]].element.get();
    for (const unsigned element : check.chain) arguments.chain.push_back(states_[element].element.get());
    return arguments;
  }

  /// The first wrong operation when the law is checked again under Judged. Nullopt for convergence laws, whose
  /// violations are attributed to widening or narrowing.
  std::optional<Blame> to_blame(const Law& row, const Check& check) {
    if (row.kind == LawClass::Convergence || !options_.reference || !has_exact_reference(domain_.contract())) return {};
    Judged judged(domain_);
    LawArguments arguments = arguments_of(check, judged);
    return row.check(arguments) == LawOutcome::Violated ? judged.blame() : std::nullopt;
  }

  /// The operation to which a violation is attributed by default: Law::about, or the last operation in Law::needs. The
  /// first ones are inclusion and equality, which most laws need.
  static Operation guilty(const Law& row) {
    if (row.about) return *row.about;
    Operation last = Operation::Leq;
    for (unsigned i = 0; i < kOperations; ++i)
      if (const auto operation = static_cast<Operation>(i); row.needs.has(operation)) last = operation;
    return last;
  }

  const Program& program_;
  Domain& domain_;
  const Operations has_;
  const RunOptions& options_;
  Concrete concrete_;
  bool has_points_ = false;
  bool is_exact_ = false;
  std::vector<ElementState> states_;
  RunResult result_;
  const FloatMode floats_;  ///< the mode after the domain was made
};

RunResult run_untraced(const Program& program, Domain& domain, const RunOptions& options) {
  if (!program.planted) return Runner(program, domain, options).whole();
  WrongJoinDomain wrong(domain);
  return Runner(program, wrong, options).whole();
}

}  // namespace

RunResult run(const Program& program, Domain& domain, const RunOptions& options) {
  if (!options.asking) return run_untraced(program, domain, options);
  std::size_t current = 0;
  RunOptions told = options;
  told.before = [&](std::size_t step) {
    current = step;
    if (options.before) options.before(step);
  };
  TracingDomain tracing(domain, [&](std::optional<Operation> operation) { options.asking(current, operation); });
  return run_untraced(program, tracing, told);
}

}  // namespace assay::domain
