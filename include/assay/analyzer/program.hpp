#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Sizes of the programs to make.
struct ProgramSize {
  unsigned statements = 12;  ///< of a function, about
  unsigned functions = 4;
};

/// Makes programs of one language, aimed at analyses. `make` is a pure function of its arguments. What it makes is
/// closed (it drives its own functions with boundary values, and ends), and has no undefined behaviour.
struct ProgramGenerator {
  std::string_view name;  ///< a strategy's
  std::string_view language;
  std::string_view summary;
  Program (*make)(core::Rng& rng, const ProgramSize& size);
};
/// All of them, in a fixed order.
[[nodiscard]] std::span<const ProgramGenerator> program_generators();

}  // namespace assay::analyzer
