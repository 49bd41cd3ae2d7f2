#include "builder.hpp"

#include <utility>

namespace assay::domain {

unsigned Builder::add(Instruction instruction) {
  program_.instructions.push_back(std::move(instruction));
  return static_cast<unsigned>(program_.instructions.size() - 1);
}

unsigned Builder::add(Operation operation, std::vector<unsigned> elements) {
  Instruction instruction;
  instruction.operation = operation;
  instruction.elements = std::move(elements);
  return add(std::move(instruction));
}

}  // namespace assay::domain
