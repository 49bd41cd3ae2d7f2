#pragma once

#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Pieces of a shell script that show a broken claim with a program that Assay has put checks into: for analyzers whose
/// programs cannot hold the fact as a check of their own. The status of a piece is that of its last command.
struct ClaimPieces {
  std::vector<core::File> files;
  std::vector<std::string> needs;  ///< programs, as the pieces call them
  std::string prints;              ///< lines of the claim, as the first piece prints them
  std::string claim;               ///< prints the claim; fails when it is not made
  std::string run;                 ///< builds and runs the program; fails when that cannot be done
  std::string contradiction;       ///< prints what contradicts the claim; fails when nothing does
};
[[nodiscard]] core::Reproduction reproduction_of_pieces(ClaimPieces pieces);

/// Lines of a script that give a program a name which a user may set, because it stands elsewhere on another machine:
/// `NAME=${NAME:-program}`, used as "$NAME". They end the script with 2 where there is no such program.
[[nodiscard]] std::string shell_program(const std::string& name, const std::string& path);

}  // namespace assay::analyzer
