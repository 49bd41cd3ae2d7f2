#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// Several programs as one: all of their functions, under different names, and a main that runs the programs in turn.
struct JoinedProgram {
  Program program;
  struct Lines {
    unsigned first = 0, last = 0;
  };
  std::vector<Lines> parts;  ///< the lines of each program

  /// The program that a place belongs to: by the name of its function, or else by its line. Nullopt: it belongs to
  /// none.
  [[nodiscard]] std::optional<std::size_t> part_of(unsigned line, std::string_view function) const;
};

/// Whether a program of a generator can be joined with others of its language.
[[nodiscard]] bool can_join(const Program& program);
/// Joins programs of one language that a generator made. A name is replaced where the generators' naming makes it one
/// of the program's own: it ends with a digit, or is declared outside of functions. Lines are not moved within a
/// program.
[[nodiscard]] JoinedProgram join_programs(const std::vector<const Program*>& programs);

}  // namespace assay::analyzer
