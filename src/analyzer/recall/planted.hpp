#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::analyzer::recall {

/// The type of the value that makes the bug.
enum class Cargo : std::uint8_t { Number, Pointer, Text };

/// One side of a planted bug in C: `setup` stands before the value goes its way, `use` is the statement at its end.
/// "$E" stands for the expression that holds the value.
struct Side {
  std::string_view setup, value, use;
};

/// A definite bug: every run of its function has it. Its twin has the same statements and no bug.
struct BugRow {
  std::string_view kind;     ///< "division-by-zero"; several rows may have one kind
  std::string_view variant;  ///< "remainder"
  Cargo cargo = Cargo::Number;
  std::string_view report;     ///< regular expression: the sanitizer's report of this bug
  bool uninitialised = false;  ///< only MemorySanitizer reports it
  Side bug, twin;
};
[[nodiscard]] std::span<const BugRow> bug_rows();
/// The kinds of the rows, each once, in the rows' order.
[[nodiscard]] std::vector<std::string_view> bug_kinds();

/// A feature of C that the value passes between its origin and its use. In the texts, "$T" is the value's type, "$E"
/// the expression that holds it, "$G" a harmless value of the type, "$N" a fresh number, and "$C" a cast there and
/// back.
struct Carrier {
  std::string_view name;
  std::string_view outside;  ///< a declaration or function before the function of the bug
  std::string_view statements;
  std::string_view result;  ///< the expression that holds the value afterwards
  bool numbers_only = false;
  bool keeps = false;           ///< the object that it stores the value in lives to the end of the program
  bool opens_function = false;  ///< the rest of the way, and the use, stand in a function of their own
};
[[nodiscard]] std::span<const Carrier> carriers();

/// A planted bug: a row of bug_rows(), and the carriers from the origin of the value to its use.
struct Planting {
  std::size_t bug = 0;
  std::vector<std::size_t> way;
};
/// The case `index` of a seed: rows take turns, and so do the lengths of the way from 0 to `distance`.
[[nodiscard]] Planting planting(std::uint64_t seed, std::uint64_t index, unsigned distance);

/// The lines of a bug or of a twin.
struct Region {
  unsigned first = 0, last = 0;
};
struct PlantedProgram {
  std::string text;
  std::vector<Region> bugs, twins;  ///< by planting
  /// Number of arguments with which a run calls the bug (`twin`: its twin) with the input `input` of kInputs.
  [[nodiscard]] std::size_t arguments(std::size_t number, bool twin, std::size_t input) const {
    return (input * bugs.size() + number) * 2 + (twin ? 1 : 0);
  }
  static constexpr std::size_t kInputs = 3;
};
/// A closed program with all of these bugs and their twins; the number of its arguments selects the bug or the twin.
[[nodiscard]] PlantedProgram planted_program(const std::vector<Planting>& plantings);

}  // namespace assay::analyzer::recall
