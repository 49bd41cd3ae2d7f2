#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/source/c_checker.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// A program in C or C++ that holds a fact as a check in its own language, between `#ifdef RUN` and `#else`. An
/// analyzer that is not told `-DRUN` reads the program as it was, but for its line numbers.
struct ShownProgram {
  std::vector<core::File> files;   ///< the first one holds the fact
  unsigned line = 0;               ///< of the claim in the first file
  std::vector<std::string> flags;  ///< the program's, without paths of this machine
  core::ReproductionCommand run;   ///< builds the program with its check and runs it
  std::vector<std::string> needs;  ///< programs that `run` calls
  std::string contradiction;       ///< the line that the run prints, such as "contradicted: x + 1 is 256"
};
/// `asked`: a statement that the analyzer's version of the program has at the fact's place; empty: none. An Error: the
/// fact has no check, or the built program does not contradict it.
[[nodiscard]] Result<ShownProgram> shown_program(CChecker& checker, const Program& program, const Fact& fact,
                                                 const Session& session, std::string_view asked = {});
/// The program of `shown` for an analyzer.
[[nodiscard]] Program analyzed_program(const Program& program, const ShownProgram& shown);

/// The same with the check in a file of its own, for analyzers that do not read `#ifdef` as a compiler does: the first
/// file is the program as it is.
[[nodiscard]] ShownProgram with_check_apart(const ShownProgram& shown, const Program& program, const Fact& fact);

/// A reproduction with the shown program, the analyzer's command, and the run that contradicts it. `claim_shows`: the
/// condition that the first command states the claim.
[[nodiscard]] core::Reproduction reproduction_of_shown(const ShownProgram& shown,
                                                       const std::vector<std::string>& command,
                                                       const std::string& claim_shows, std::string prints);

/// Shows the claim of a compiler about a value that it gave a name ("x_7", "%x.0") by what the compiler makes of it:
/// the source has a check of the value, and the build of `compile` leaves the check out, because it takes it for never
/// failing. An Error: no expression or variable at the place has such a check.
[[nodiscard]] Result<core::Reproduction> reproduction_by_build(CChecker& checker, const Program& program,
                                                               const Fact& fact,
                                                               const std::vector<std::string>& compile,
                                                               const Session& session);
/// The fact about a value with a name as facts about source: of the expression at its place, and of the variable.
[[nodiscard]] std::vector<Fact> source_facts(const Fact& fact);

/// The text of a command that runs `./NAME` with the program's own arguments and input. An input that is no short text
/// becomes one of the files.
[[nodiscard]] std::string run_line(const std::string& name, const Program& program, std::vector<core::File>& files);

/// The program's flags without folders of this machine.
[[nodiscard]] std::vector<std::string> portable_flags(const std::vector<std::string>& flags);

/// One way to build a program.
struct PlainBuild {
  std::string name;
  std::vector<std::string> command;  ///< without the source files and the program that it makes
};
/// Shows that two builds of a program do not do the same. An Error: they do.
[[nodiscard]] Result<core::Reproduction> reproduction_of_builds(const Program& program, const PlainBuild& wrong,
                                                                const PlainBuild& right, const Session& session);

}  // namespace assay::analyzer
