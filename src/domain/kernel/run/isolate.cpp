#include "isolate.hpp"

#include <utility>

#include "execute.hpp"

namespace assay::domain {
namespace {

/// Adds instructions that build an element from top (instruction 0) by Assume, and returns its number.
unsigned built(Program& program, const std::vector<Constraint>& constraints) {
  unsigned element = 0;
  for (const Constraint& constraint : constraints) {
    Instruction assume;
    assume.operation = Operation::Assume;
    assume.elements = {element};
    assume.constraints = {constraint};
    element = static_cast<unsigned>(program.instructions.size());
    program.instructions.push_back(std::move(assume));
  }
  return element;
}

/// A program with only top and the flag `exact`.
Program beginning(unsigned dimensions) {
  Program program;
  program.dimensions = dimensions;
  program.exact = true;
  program.instructions.emplace_back();
  return program;
}

}  // namespace

std::string isolated(unsigned dimensions, const Instruction& instruction,
                     const std::vector<std::vector<Constraint>>& arguments) {
  const bool is_inclusion = instruction.operation == Operation::Leq;
  const bool is_query = is_observation(instruction.operation) && instruction.operation != Operation::Bounds;
  if (is_query || instruction.operation == Operation::Equal) return "";
  Program program = beginning(dimensions);
  std::vector<unsigned> elements;
  for (const std::vector<Constraint>& constraints : arguments) elements.push_back(built(program, constraints));
  Instruction last = instruction;
  last.elements = std::move(elements);
  if (is_inclusion) {  // the arguments are the last two elements
    last.operation = Operation::Copy;
    last.elements.resize(1);
  }
  program.instructions.push_back(std::move(last));
  return to_text(program, {});
}

std::string rebuilt(unsigned dimensions, Check check, const std::vector<std::vector<Constraint>>& elements) {
  Program program = beginning(dimensions);
  std::size_t next = 0;
  for (std::vector<unsigned>* numbers : {&check.elements, &check.chain})
    for (unsigned& number : *numbers) number = built(program, elements.at(next++));
  program.checks = {std::move(check)};
  return to_text(program, {});
}

}  // namespace assay::domain
