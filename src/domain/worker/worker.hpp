#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/run.hpp"

namespace assay::domain {

/// A program against a library's own API.
struct Reproduction {
  std::string file;     ///< its name, without a folder
  std::string compile;  ///< how it is compiled: "g++ {file} -lppl", with shell words
  std::string text;     ///< empty: there is none
};

/// The domains of one library.
struct Library {
  std::vector<std::string> names;  ///< of its targets, for lists: "llvm:ConstantRange@4"
  std::function<Result<DomainFactory>(std::string_view name)> open;
  /// The program against the library's own API, with what went wrong in it.
  std::function<Reproduction(std::string_view name, const Program& program, const std::vector<Violation>& violations)>
      reproduce;
};

/// Ends a program that a worker is sent, and its answer.
inline constexpr std::string_view kEndOfProgram = "assay-end-of-program";
inline constexpr std::string_view kEndOfResult = "assay-end-of-answer";
/// Before `NAME` or `--trace NAME`, with a number: the CPU time in milliseconds after which the remaining steps of a
/// program are left out (RunResult::cut).
inline constexpr std::string_view kCaseLimit = "--case-ms";

/// What `--trace` says after a step's number in place of an operation: the operation has ended, and Assay's own work
/// goes on.
inline constexpr std::string_view kOwnWork = "-";

/// The main function of a worker: a program of its own for each library, so that what a library does to its process
/// (crashes, leaks, symbols, licences) stays there.
///     worker --list            the names
///     worker --describe NAME   the contract and the transformers, as JSON
///     worker NAME              programs on standard input, each ended by a line kEndOfProgram; a line of JSON and a
///                              line kEndOfResult for each
///     worker --export NAME     the same, but of elements their constraints only
///     worker --reproduce NAME  one program on standard input; a line with a file's name, a line with the command that
///                              compiles it, and the same in C or C++. What was found of it elsewhere (lost points)
///                              may follow: an answer and a line kEndOfResult
///     worker --reproduce-crash NAME    the same for one whose last instruction ends the process: it is not run
///     worker --exhaustive NAME every result of a finite domain, as a table; exit code 1 where one is wrong. A line
///                              "step ROW" stands before each row: the last one is where it stopped
///     worker --show NAME       one program on standard input, to its end, and what is wrong of it, for people: exit
///                              code 1 where something is
///     worker --trace NAME      as without a flag, and before each step a line "step N", in a law also "step N
///     OPERATION"
///                              before each operation that it asks for: the last one is where it stopped
[[nodiscard]] int worker_main(int argc, char** argv, const Library& library);

}  // namespace assay::domain
