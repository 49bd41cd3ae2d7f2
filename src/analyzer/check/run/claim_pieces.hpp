#pragma once

#include <string>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Pieces of a shell script that show a broken claim by a program with Assay's checks, for analyzers whose language
/// cannot state the fact as a check. The status of a piece is that of its last command.
struct ClaimPieces {
  std::vector<core::File> files;
  std::vector<std::string> needs;  ///< programs, by their names in the pieces
  std::string prints;              ///< lines of the claim in the first piece's output
  std::string claim;               ///< prints the claim; fails if the analyzer does not make it
  std::string run;                 ///< builds and runs the program; fails if that is not possible
  std::string contradiction;       ///< prints the contradiction of the claim; fails if there is none
};
[[nodiscard]] core::Reproduction reproduction_of_pieces(ClaimPieces pieces);

/// Lines of a script that let a user set the path of a program: `NAME=${NAME:-program}`, used as "$NAME". They end the
/// script with status 2 if the program does not exist.
[[nodiscard]] std::string shell_program(const std::string& name, const std::string& path);

}  // namespace assay::analyzer
