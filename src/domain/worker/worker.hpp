#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/run.hpp"

namespace assay::domain {

/// A program against a library's own API.
struct Reproduction {
  std::string file;     ///< file name without folder
  std::string compile;  ///< compile command: "g++ {file} -lppl", with shell words
  std::string text;     ///< empty: the program cannot be translated
};

/// The domains of one library.
struct Library {
  std::vector<std::string> names;  ///< names of its targets for --list: "llvm:ConstantRange@4"
  std::function<Result<DomainFactory>(std::string_view name)> open;
  /// Translates a program to the library's own API, with checks for its violations.
  std::function<Reproduction(std::string_view name, const Program& program, const std::vector<Violation>& violations)>
      reproduce;
};

/// The lines that end a program sent to a worker, and its answer.
inline constexpr std::string_view kEndOfProgram = "assay-end-of-program";
inline constexpr std::string_view kEndOfResult = "assay-end-of-answer";
/// Option with a number, before `NAME` or `--trace NAME`: CPU time in milliseconds after which the remaining steps of a
/// program are skipped (RunResult::cut).
inline constexpr std::string_view kCaseLimit = "--case-ms";

/// Printed by `--trace` instead of an operation: the operation has ended, and Assay's own code runs.
inline constexpr std::string_view kOwnWork = "-";

/// The main function of a worker. Libraries run in worker processes, so that their crashes, leaks, symbols and licences
/// do not affect Assay.
///     worker --list            the names
///     worker --describe NAME   the contract and the transformers, as JSON
///     worker NAME              programs on standard input, each ended by a line kEndOfProgram; a line of JSON and a
///                              line kEndOfResult for each
///     worker --export NAME     as without a flag, but answers have only the constraints of elements
///     worker --reproduce NAME  one program on standard input; prints a line with a file's name, a line with the
///                              compile command, and the program in C or C++. Violations that were found elsewhere may
///                              follow the program, as an answer and a line kEndOfResult
///     worker --reproduce-crash NAME    the same for a program whose last step ends the process: it is not run
///     worker --exhaustive NAME the table of the exhaustive test; exit code 1 if a result is wrong. A line "step ROW"
///                              precedes each row
///     worker --show NAME       one program on standard input; prints its steps and violations for people; exit code 1
///                              if there are violations
///     worker --trace NAME      as without a flag, with a line "step N" before each step and, in a law, a line
///                              "step N OPERATION" before each operation
[[nodiscard]] int worker_main(int argc, char** argv, const Library& library);

}  // namespace assay::domain
