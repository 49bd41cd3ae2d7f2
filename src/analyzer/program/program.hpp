#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer {

/// A program to analyse and to run. The analyzer gets the first file first.
struct Program {
  std::string language;  ///< "c", "c++", "llvm-ir", "prolog"
  std::vector<core::File> files;
  std::vector<std::string> arguments;  ///< arguments of a run; empty for a program that Assay made
  std::string input;                   ///< standard input of a run
  std::vector<std::string> flags;      ///< for the compiler and the analyzer: -I, -D
};

/// The language of a file by its extension; empty: unknown.
[[nodiscard]] std::string_view language_of(const std::string& path);
/// ".c, .cpp, ..."
[[nodiscard]] std::string extensions_of_programs();
/// Reads one program of several files; the first file decides the language. C and C++ find headers beside their files.
/// An Error: a file does not exist, has an unknown or another language, or has the name of another file.
[[nodiscard]] Result<Program> load_program(const std::vector<std::string>& paths,
                                           const std::vector<std::string>& flags);

/// Sizes of generated programs.
struct ProgramSize {
  unsigned statements = 12;  ///< statements of a function, approximately
  unsigned functions = 4;
};

/// Generates programs of one language that exercise analyses. `make` is a pure function of its arguments. The programs
/// have no undefined behaviour; they call their own functions with boundary values, and end.
struct ProgramGenerator {
  std::string_view name;  ///< the strategy's name
  std::string_view language;
  std::string_view summary;
  Program (*make)(core::Rng& rng, const ProgramSize& size);
  bool special_floats = false;  ///< only for analyzers that promise IEEE 754's infinities and NaN
};
/// All generators, in a fixed order.
[[nodiscard]] std::span<const ProgramGenerator> program_generators();

}  // namespace assay::analyzer
