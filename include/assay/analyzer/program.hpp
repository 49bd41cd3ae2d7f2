#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/rng.hpp"

namespace assay::analyzer {

/// A program to analyse and to run. The first file is what the analyzer is given first.
struct Program {
  std::string language;  ///< "c", "c++", "llvm-ir", "prolog"
  std::vector<core::File> files;
  std::vector<std::string> arguments;  ///< of a run; a program that Assay made needs none
  std::string input;                   ///< of a run: its standard input
  std::vector<std::string> flags;      ///< for the compiler and the analyzer: -I, -D
};

/// The language of a file by its extension; empty: none that is known.
[[nodiscard]] std::string_view language_of(const std::string& path);
/// ".c, .cpp, ..."
[[nodiscard]] std::string extensions_of_programs();
/// Reads one program of several files, the first of which says the language. C and C++ find headers beside their files.
/// An Error: a file that is not there, of no known or another language, or of the name of another one.
[[nodiscard]] Result<Program> load_program(const std::vector<std::string>& paths,
                                           const std::vector<std::string>& flags);

/// Sizes of the programs to make.
struct ProgramSize {
  unsigned statements = 12;  ///< of a function, about
  unsigned functions = 4;
};

/// Makes programs of one language, aimed at analyses. `make` is a pure function of its arguments. The programs are
/// closed (they call their own functions with boundary values, and end), and have no undefined behaviour.
struct ProgramGenerator {
  std::string_view name;  ///< a strategy's
  std::string_view language;
  std::string_view summary;
  Program (*make)(core::Rng& rng, const ProgramSize& size);
};
/// All of them, in a fixed order.
[[nodiscard]] std::span<const ProgramGenerator> program_generators();

}  // namespace assay::analyzer
