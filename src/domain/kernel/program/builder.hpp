#pragma once

#include <utility>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// Makes a program instruction by instruction.
class Builder {
 public:
  explicit Builder(unsigned dimensions) {
    constexpr std::size_t kUsual = 128;  // GMP's numbers are copied when a vector grows
    program_.dimensions = dimensions;
    program_.instructions.reserve(kUsual);
    program_.checks.reserve(kUsual);
  }
  void compare(bool exact, bool repeat) {
    program_.exact = exact;
    program_.repeat = repeat;
  }

  void know(Point point) { program_.points.push_back(std::move(point)); }

  unsigned add(Instruction instruction);
  unsigned add(Operation operation, std::vector<unsigned> elements = {});
  void check(Check check) { program_.checks.push_back(std::move(check)); }
  [[nodiscard]] Program take() { return std::move(program_); }

 private:
  Program program_;
};

}  // namespace assay::domain
