#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"
#include "base/text.hpp"
#include "domain/kernel/element/operation_table.hpp"

namespace assay::domain {
namespace {

constexpr std::uint64_t kMaxDimensions = 64;
constexpr std::size_t kMaxLines = 100'000;
constexpr std::uint64_t kMaxSweep = 65'536;

/// Whether the program uses only operations that `planted` allows (WrongJoinDomain).
bool can_be_planted(const Program& program) {
  using enum Operation;
  constexpr Operations kPassedOn{Top, Bottom, Leq, Equal, IsBottom, Join, Meet, Copy};
  return std::all_of(program.instructions.begin(), program.instructions.end(),
                     [&](const Instruction& instruction) { return kPassedOn.has(instruction.operation); }) &&
         std::all_of(program.checks.begin(), program.checks.end(),
                     [&](const Check& check) { return kPassedOn.has_all(law(check.law)->needs); });
}

/// Parser of one program. It reports the first error with its line.
class Parser {
 public:
  explicit Parser(const std::vector<ValueTransformer>& transformers) : transformers_(transformers) {}

  Result<Program> read(std::string_view text) {
    const std::vector<std::string_view> lines = split(text, '\n');
    if (lines.size() > kMaxLines) return Error{"the program has more than 100000 lines", ""};
    constexpr std::size_t kUsual = 256;  // a growing vector copies GMP numbers
    program_.instructions.reserve(std::min(lines.size(), kUsual));
    program_.checks.reserve(std::min(lines.size(), kUsual));
    for (const std::string_view whole : lines) {
      ++line_;
      const std::string_view line = trim(whole.substr(0, whole.find('#')));
      if (!line.empty()) read_line(line);
      if (problem_) return Error{"line " + std::to_string(line_) + ": " + *problem_, ""};
    }
    if (!has_dimensions_) return Error{"the program does not begin with 'dimensions N'", ""};
    if (program_.planted && !can_be_planted(program_))
      return Error{"a program with 'planted' has top, bottom, copy, join and meet, and their laws", ""};
    return std::move(program_);
  }

 private:
  void fail(const std::string& problem) {
    if (!problem_) problem_ = problem;
  }

  void read_line(std::string_view line) {
    if (line.starts_with("dimensions ")) return read_dimensions(trim(line.substr(11)));
    if (!has_dimensions_) return fail("the program must begin with 'dimensions N'");
    if (line == "exact" || line == "repeat") {
      (line == "exact" ? program_.exact : program_.repeat) = true;
      return;
    }
    if (line == "planted") {
      program_.planted = true;
      return;
    }
    if (line.starts_with("sweep ")) return read_sweep(trim(line.substr(6)));
    if (line.starts_with("point ")) return program_.points.push_back(read_point(trim(line.substr(6))));
    if (line.starts_with("check ")) return read_check(line.substr(6));
    const std::size_t equals = line.find('=');
    const std::string expected = "a" + std::to_string(program_.instructions.size());
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != expected)
      return fail("an instruction is written '" + expected + " = ...', a law 'check ...'");
    read_instruction(trim(line.substr(equals + 1)));
  }

  void read_dimensions(std::string_view word) {
    const auto number = parse_unsigned(word);
    if (!number || *number == 0 || *number > kMaxDimensions) return fail("there are 1 to 64 dimensions");
    if (has_dimensions_) return fail("'dimensions' stands there twice");
    program_.dimensions = static_cast<unsigned>(*number);
    has_dimensions_ = true;
  }

  void read_sweep(std::string_view word) {
    const auto number = parse_unsigned(word);
    if (!number || *number == 0 || *number > kMaxSweep) return fail("a sweep is of 1 to 65536 questions each");
    program_.sweep = static_cast<unsigned>(*number);
  }

  void read_instruction(std::string_view text) {
    const std::string_view word = text.substr(0, text.find(' '));
    std::string_view rest = trim(text.substr(word.size()));
    const std::optional<Operation> operation = operation_named(word);
    if (!operation || signature(*operation).use == Use::Question)
      return fail("there is no operation '" + std::string(word) + "'");
    const OperationSignature& row = signature(*operation);
    Instruction instruction;
    instruction.operation = row.operation;
    unsigned elements = row.elements;
    if (row.extra == Extra::Transformer) elements = read_transformer(rest, instruction);
    // Elements end at the first comma. `abstract` has no elements, and commas in its point.
    const std::size_t comma = row.extra == Extra::State ? 0 : std::min(rest.find(','), rest.size());
    instruction.elements = read_elements(rest.substr(0, comma), elements);
    const bool has_extra = row.extra != Extra::None && row.extra != Extra::Transformer;
    if (has_extra)
      read_extra(rest.substr(std::min(comma + (row.extra == Extra::State ? 0 : 1), rest.size())), row.extra,
                 instruction);
    if (!has_extra && comma != rest.size()) fail("'" + std::string(word) + "' takes elements only");
    program_.instructions.push_back(std::move(instruction));
  }

  unsigned read_transformer(std::string_view& rest, Instruction& instruction) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest = trim(rest.substr(word.size()));
    for (std::size_t i = 0; i < transformers_.size(); ++i) {
      if (transformers_[i].name != word) continue;
      instruction.transformer = static_cast<unsigned>(i);
      return transformers_[i].arity;
    }
    fail("the domain has no transformer '" + std::string(word) + "'");
    return 0;
  }

  std::optional<unsigned> read_element(std::string_view word) {
    const auto number = word.starts_with("a") ? parse_unsigned(word.substr(1)) : std::nullopt;
    if (!number || *number >= program_.instructions.size()) {
      fail("'" + std::string(word) + "' is no element that was made before");
      return std::nullopt;
    }
    return static_cast<unsigned>(*number);
  }

  /// Reads `count` elements; nullopt: any number.
  std::vector<unsigned> read_elements(std::string_view text, std::optional<unsigned> count) {
    std::vector<unsigned> elements;
    for (const std::string_view word : split(text, ' ')) {
      if (word.empty()) continue;
      if (const auto element = read_element(word)) elements.push_back(*element);
    }
    if (count && elements.size() != *count) fail("it takes " + std::to_string(*count) + " elements");
    return elements;
  }

  unsigned read_way(std::string_view text) {
    const auto way = parse_unsigned(text);
    if (!way || *way >= kWaysToLoosen) fail("'" + std::string(text) + "' is no way to loosen an element");
    return way ? static_cast<unsigned>(*way) : 0;
  }

  void read_extra(std::string_view text, Extra extra, Instruction& instruction) {
    text = trim(text);
    switch (extra) {
      case Extra::Constraint: instruction.constraints = {read_constraint(text, instruction.operation)}; break;
      case Extra::Expression: instruction.assignments = {{0, read_expression(text)}}; break;
      case Extra::Dimension: instruction.dimension = read_dimension(text); break;
      case Extra::Way: instruction.way = read_way(text); break;
      case Extra::State: instruction.point = read_point(text); break;
      case Extra::Assignment:
      case Extra::Assignments:
        for (const std::string_view part : split(text, ';')) instruction.assignments.push_back(read_assignment(part));
        check_targets(instruction);
        break;
      case Extra::Rays:
        for (const std::string_view part : split(text, ';')) instruction.rays.push_back(read_ray(trim(part)));
        break;
      case Extra::General: read_general_assignment(text, instruction); break;
      case Extra::GeneralCondition: read_general_condition(text, instruction); break;
      case Extra::Transformer:
      case Extra::None: break;
    }
  }

  void read_general_assignment(std::string_view text, Instruction& instruction) {
    const std::size_t at = text.find(":=");
    if (at == std::string_view::npos) return fail("an assignment is written 'x0 := [1, 2]*x1'");
    instruction.dimension = read_dimension(trim(text.substr(0, at)));
    instruction.expression = read_general(text.substr(at + 2));
  }

  void read_general_condition(std::string_view text, Instruction& instruction) {
    using Relation = Constraint::Relation;
    // " != 0" ends with "= 0", but not with " = 0".
    for (const Relation relation : {Relation::GreaterEqual, Relation::Greater, Relation::Equal, Relation::NotEqual}) {
      if (!text.ends_with(to_text(relation))) continue;
      instruction.relation = relation;
      instruction.expression = read_general(text.substr(0, text.size() - to_text(relation).size()));
      return;
    }
    fail("a condition ends with ' >= 0', ' > 0', ' = 0' or ' != 0'");
  }

  Expression read_general(std::string_view text) {
    Result<Expression> read = parse_general(trim(text));
    if (!read) {
      fail(read.error().message);
      return {};
    }
    if (dimensions_of(*read) > program_.dimensions) fail("the program has fewer dimensions");
    return std::move(*read);
  }

  void check_targets(const Instruction& instruction) {
    std::vector<unsigned> targets;
    for (const Assignment& assignment : instruction.assignments) targets.push_back(assignment.dimension);
    std::sort(targets.begin(), targets.end());
    if (std::adjacent_find(targets.begin(), targets.end()) != targets.end()) fail("a dimension is assigned twice");
    if (instruction.operation != Operation::ParallelAssign && targets.size() != 1) fail("it takes one assignment");
  }

  unsigned read_dimension(std::string_view word) {
    const auto number = word.starts_with("x") ? parse_unsigned(word.substr(1)) : std::nullopt;
    if (number && *number < program_.dimensions) return static_cast<unsigned>(*number);
    fail("'" + std::string(word) + "' is no dimension of the program");
    return 0;
  }

  LinearExpression read_expression(std::string_view text) {
    Result<LinearExpression> read = parse_expression(trim(text));
    if (!read) {
      fail(read.error().message);
      return {};
    }
    if (read->coefficients.size() > program_.dimensions) fail("the program has fewer dimensions");
    return std::move(*read);
  }

  Constraint read_constraint(std::string_view text, Operation asked) {
    Result<Constraint> read = parse_constraint(trim(text));
    if (!read) {
      fail(read.error().message);
      return {};
    }
    if (read->modulus && asked == Operation::Satisfies) fail("only a condition is a congruence");
    if (read->expression.coefficients.size() > program_.dimensions) fail("the program has fewer dimensions");
    return std::move(*read);
  }

  Assignment read_assignment(std::string_view text) {
    const std::size_t at = text.find(":=");
    if (at == std::string_view::npos) {
      fail("an assignment is written 'x0 := x1 + 1'");
      return {};
    }
    return {read_dimension(trim(text.substr(0, at))), read_expression(text.substr(at + 2))};
  }

  Ray read_ray(std::string_view text) {
    const bool is_line = text.starts_with("line ");
    if (!is_line && !text.starts_with("ray ")) {
      fail("a direction is written 'ray (1, 0)' or 'line (1, 0)'");
      return {};
    }
    Ray ray{read_point(trim(text.substr(text.find(' ')))), is_line};
    if (std::all_of(ray.direction.begin(), ray.direction.end(), [](const Rational& step) { return sgn(step) == 0; }))
      fail("a direction is not zero");
    return ray;
  }

  Point read_point(std::string_view text) {
    Point point;
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') {
      fail("a point is written '(1, -1/2)'");
      return point;
    }
    for (const std::string_view word : split(text.substr(1, text.size() - 2), ',')) {
      const Result<Rational> number = parse_rational(trim(word));
      if (!number) fail(number.error().message);
      point.push_back(number ? *number : Rational());
    }
    if (point.size() != program_.dimensions) fail("the point has not as many values as there are dimensions");
    return point;
  }

  void read_check(std::string_view text) {
    const std::vector<std::string_view> parts = split(text, ';');
    const std::string_view head = trim(parts[0]);
    const std::string_view word = head.substr(0, head.find(' '));
    const auto number = parse_unsigned(word);
    const Law* row = number ? law(static_cast<unsigned>(*number)) : nullptr;
    if (row == nullptr) return fail("there is no law '" + std::string(word) + "'");
    Check check;
    check.law = row->number;
    check.elements = read_elements(head.substr(word.size()), row->elements);
    std::size_t at = 1;
    const auto next = [&]() { return at < parts.size() ? trim(parts[at++]) : std::string_view(); };
    if (row->assignment) check.assignment = read_assignment(next());
    if (row->condition) {
      const std::string_view part = next();
      if (!part.starts_with("if ")) return fail("the law has a condition: '; if x0 >= 0'");
      check.condition = read_constraint(
          part.substr(3), row->needs.has(Operation::Satisfies) ? Operation::Satisfies : Operation::Assume);
    }
    if (row->chain) {
      const std::string_view part = next();
      if (!part.starts_with("with ")) return fail("the law has a chain: '; with a0 a1'");
      check.chain = read_elements(part.substr(5), std::nullopt);
    }
    if (at < parts.size()) return fail("'" + std::string(trim(parts[at])) + "' is left over");
    program_.checks.push_back(std::move(check));
  }

  const std::vector<ValueTransformer>& transformers_;
  Program program_;
  bool has_dimensions_ = false;
  std::size_t line_ = 0;
  std::optional<std::string> problem_;
};

}  // namespace

Result<Program> parse_program(std::string_view text, const std::vector<ValueTransformer>& transformers) {
  return Parser(transformers).read(text);
}

}  // namespace assay::domain
