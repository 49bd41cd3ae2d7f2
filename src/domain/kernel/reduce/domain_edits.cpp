#include "domain_edits.hpp"

#include <algorithm>
#include <utility>

#include "assay/domain/law.hpp"

namespace assay::domain {
namespace {

void renumber(std::vector<unsigned>& elements, const std::vector<unsigned>& to) {
  for (unsigned& element : elements) element = to[element];
}

void remove_dimension(LinearExpression& expression, unsigned dimension) {
  if (dimension < expression.coefficients.size())
    expression.coefficients.erase(expression.coefficients.begin() + dimension);
}

void shift(unsigned& from, unsigned dimension) {
  if (from > dimension) --from;
}

void remove_dimension(Expression& expression, unsigned dimension) {
  if (expression.kind == Expression::Kind::Dimension) {
    if (expression.dimension == dimension) expression = Expression::number(0);
    shift(expression.dimension, dimension);
  }
  for (Expression& argument : expression.arguments) remove_dimension(argument, dimension);
}

bool is_zero(const Ray& ray) {
  return std::all_of(ray.direction.begin(), ray.direction.end(), [](const Rational& step) { return sgn(step) == 0; });
}

/// A ray along only this dimension becomes a ray along dimension 0.
void remove_dimension(Ray& ray, unsigned dimension) {
  ray.direction.erase(ray.direction.begin() + dimension);
  if (is_zero(ray)) ray.direction.at(0) = 1;
}

/// Simpler numbers than this one, simplest first; empty for 0.
std::vector<Rational> simpler_numbers(const Rational& number) {
  std::vector<Rational> candidates;
  if (sgn(number) == 0) return candidates;
  candidates.emplace_back(0);
  if (number != 1) candidates.emplace_back(1);
  if (abs(number) != 1) candidates.emplace_back(-1);
  if (number.get_den() != 1) {
    candidates.emplace_back(mpz_class(number.get_num() / number.get_den()));
  } else if (abs(number) > 3) {
    candidates.emplace_back(mpz_class(number.get_num() / 2));
    candidates.emplace_back(number - sgn(number));
  } else if (abs(number) > 1) {
    candidates.emplace_back(number - sgn(number));
  }
  return candidates;
}

/// Keeps the marked instructions, renumbered, and all checks. These must not refer to an unmarked instruction.
Program only(Program program, const std::vector<bool>& used) {
  std::vector<unsigned> to(program.instructions.size(), 0);
  Program kept;
  kept.dimensions = program.dimensions;
  kept.exact = program.exact;
  kept.repeat = program.repeat;
  kept.sweep = program.sweep;
  kept.points = std::move(program.points);
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    if (!used[i]) continue;
    to[i] = static_cast<unsigned>(kept.instructions.size());
    renumber(program.instructions[i].elements, to);
    kept.instructions.push_back(std::move(program.instructions[i]));
  }
  kept.checks = std::move(program.checks);
  for (Check& check : kept.checks) {
    renumber(check.elements, to);
    renumber(check.chain, to);
  }
  return kept;
}

}  // namespace

Program without_unused(Program program, std::size_t kept_at_end) {
  std::vector<bool> used(program.instructions.size(), false);
  const auto use = [&](const std::vector<unsigned>& elements) {
    for (const unsigned element : elements) used[element] = true;
  };
  for (const Check& check : program.checks) {
    use(check.elements);
    use(check.chain);
  }
  if (program.checks.empty())
    std::fill(used.end() - static_cast<std::ptrdiff_t>(std::min(kept_at_end, used.size())), used.end(), true);
  for (std::size_t i = program.instructions.size(); i-- > 0;)
    if (used[i]) use(program.instructions[i].elements);
  return only(std::move(program), used);
}

Program without_idle(Program program, std::size_t index) {
  const auto uses = [&](const std::vector<unsigned>& elements) { return std::ranges::count(elements, index) > 0; };
  const bool used =
      std::ranges::any_of(program.instructions, [&](const Instruction& other) { return uses(other.elements); }) ||
      std::ranges::any_of(program.checks,
                          [&](const Check& check) { return uses(check.elements) || uses(check.chain); });
  if (used) return program;
  std::vector<bool> kept(program.instructions.size(), true);
  kept.at(index) = false;
  return only(std::move(program), kept);
}

Program replaced(Program program, unsigned element, unsigned other) {
  const auto replace = [&](std::vector<unsigned>& elements) {
    std::replace(elements.begin(), elements.end(), element, other);
  };
  for (Instruction& instruction : program.instructions) replace(instruction.elements);
  for (Check& check : program.checks) {
    replace(check.elements);
    replace(check.chain);
  }
  return program;
}

std::vector<LinearExpression*> expressions(Program& program) {
  std::vector<LinearExpression*> all;
  for (Instruction& instruction : program.instructions) {
    for (Assignment& assignment : instruction.assignments) all.push_back(&assignment.expression);
    for (Constraint& constraint : instruction.constraints) all.push_back(&constraint.expression);
  }
  for (Check& check : program.checks) {
    all.push_back(&check.assignment.expression);
    all.push_back(&check.condition.expression);
  }
  return all;
}

std::vector<Constraint*> congruences(Program& program) {
  std::vector<Constraint*> all;
  for (Instruction& instruction : program.instructions)
    for (Constraint& constraint : instruction.constraints)
      if (constraint.modulus) all.push_back(&constraint);
  for (Check& check : program.checks)
    if (check.condition.modulus) all.push_back(&check.condition);
  return all;
}

std::vector<Constraint> simpler_congruences(const Constraint& congruence) {
  std::vector<Constraint> all = {{congruence.expression, Constraint::Relation::Equal}};
  for (const Rational& number : simpler_numbers(*congruence.modulus))
    if (sgn(number) > 0) all.push_back({congruence.expression, congruence.relation, number});
  return all;
}

std::vector<std::vector<Ray>*> all_rays(Program& program) {
  std::vector<std::vector<Ray>*> all;
  for (Instruction& instruction : program.instructions)
    if (!instruction.rays.empty()) all.push_back(&instruction.rays);
  return all;
}

std::vector<std::vector<Ray>> simpler(const std::vector<Ray>& rays) {
  std::vector<std::vector<Ray>> all;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (rays.size() > 1) {
      all.push_back(rays);
      all.back().erase(all.back().begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (rays[i].is_line) {
      all.push_back(rays);
      all.back()[i].is_line = false;
    }
    for (std::size_t k = 0; k < rays[i].direction.size(); ++k) {
      for (const Rational& number : simpler_numbers(rays[i].direction[k])) {
        all.push_back(rays);
        all.back()[i].direction[k] = number;
        if (is_zero(all.back()[i])) all.pop_back();
      }
    }
  }
  return all;
}

std::vector<Expression*> general_expressions(Program& program) {
  std::vector<Expression*> all;
  for (Instruction& instruction : program.instructions)
    if (instruction.operation == Operation::AssignExpression || instruction.operation == Operation::AssumeExpression)
      all.push_back(&instruction.expression);
  return all;
}

std::vector<Program> as_instructions(const Program& program) {
  const Law* const row = program.checks.size() == 1 ? law(program.checks.front().law) : nullptr;
  if (row == nullptr) return {};
  const Check& check = program.checks.front();
  std::vector<Program> all;
  const auto add = [&](Operation operation, std::vector<unsigned> elements) {
    if (!row->needs.has(operation)) return;
    Program other = program;
    other.checks.clear();
    Instruction& instruction = other.instructions.emplace_back();
    instruction.operation = operation;
    instruction.elements = std::move(elements);
    if (operation == Operation::Assign || operation == Operation::ParallelAssign)
      instruction.assignments = {check.assignment};
    if (operation == Operation::Assume) instruction.constraints = {check.condition};
    if (operation == Operation::Forget) instruction.dimension = check.assignment.dimension;
    if (operation == Operation::AddRays)
      instruction.rays = {ray_along(check.assignment.expression, program.dimensions)};
    if (!instruction.rays.empty() && is_zero(instruction.rays.front())) return;
    all.push_back(std::move(other));
  };
  for (const unsigned left : check.elements) {
    for (const Operation operation :
         {Operation::Assign, Operation::ParallelAssign, Operation::Forget, Operation::AddRays, Operation::Close,
          Operation::Assume, Operation::IsBottom, Operation::IsTop})
      add(operation, {left});
    for (unsigned way = 0; way < kWaysToLoosen && row->needs.has(Operation::Loosen); ++way) {
      add(Operation::Loosen, {left});
      all.back().instructions.back().way = way;
    }
    for (const unsigned right : check.elements)
      for (const Operation operation : {Operation::Join, Operation::Meet, Operation::Widen, Operation::Narrow})
        add(operation, {left, right});
  }
  return all;
}

Program without_dimension(Program program, unsigned dimension) {
  if (program.dimensions <= 1) return program;
  --program.dimensions;
  for (LinearExpression* expression : expressions(program)) remove_dimension(*expression, dimension);
  for (Expression* expression : general_expressions(program)) remove_dimension(*expression, dimension);
  for (Point& point : program.points)
    if (dimension < point.size()) point.erase(point.begin() + dimension);
  const auto gone = [&](const Assignment& assignment) { return assignment.dimension == dimension; };
  for (Instruction& instruction : program.instructions) {
    if (dimension < instruction.point.size()) instruction.point.erase(instruction.point.begin() + dimension);
    for (Ray& ray : instruction.rays) remove_dimension(ray, dimension);
    // An assignment to the dimension becomes `x0 := x0`.
    for (Assignment& assignment : instruction.assignments) {
      if (!gone(assignment)) continue;
      assignment.expression = {};
      assignment.expression.coefficients = {1};
    }
    for (Assignment& assignment : instruction.assignments) {
      if (gone(assignment)) {
        assignment.dimension = 0;
      } else {
        shift(assignment.dimension, dimension);
      }
    }
    std::vector<unsigned> seen;
    std::erase_if(instruction.assignments, [&](const Assignment& assignment) {
      if (std::find(seen.begin(), seen.end(), assignment.dimension) != seen.end()) return true;
      seen.push_back(assignment.dimension);
      return false;
    });
    if (instruction.dimension == dimension) instruction.dimension = 0;
    shift(instruction.dimension, dimension);
  }
  for (Check& check : program.checks) {
    if (gone(check.assignment)) check.assignment.dimension = 0;
    shift(check.assignment.dimension, dimension);
  }
  return program;
}

std::vector<LinearExpression> simpler(const LinearExpression& expression) {
  std::vector<LinearExpression> all;
  for (const Rational& number : simpler_numbers(expression.constant)) {
    all.push_back(expression);
    all.back().constant = number;
  }
  for (std::size_t i = 0; i < expression.coefficients.size(); ++i) {
    for (const Rational& number : simpler_numbers(expression.coefficients[i])) {
      all.push_back(expression);
      all.back().coefficients[i] = number;
    }
  }
  return all;
}

std::vector<Expression> simpler(const Expression& expression) {
  if (expression.kind == Expression::Kind::Dimension) return {Expression::number(0), Expression::number(1)};
  std::vector<Expression> all;
  if (expression.kind == Expression::Kind::Interval) {
    const bool is_number = expression.low == expression.high;
    if (!is_number) all = {Expression::number(expression.low), Expression::number(expression.high)};
    for (const Rational& number : simpler_numbers(expression.low))
      if (is_number || number <= expression.high)
        all.push_back(Expression::interval(number, is_number ? number : expression.high));
    for (const Rational& number : simpler_numbers(expression.high))
      if (!is_number && expression.low <= number) all.push_back(Expression::interval(expression.low, number));
    return all;
  }
  all = expression.arguments;
  for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
    for (Expression& form : simpler(expression.arguments[i])) {
      all.push_back(expression);
      all.back().arguments[i] = std::move(form);
    }
  }
  return all;
}

}  // namespace assay::domain
