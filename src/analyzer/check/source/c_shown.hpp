#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// A C or C++ program that states a fact as a check in its own language, between `#ifdef RUN` and `#else`. Without
/// `-DRUN`, it is the original program, except for line numbers.
struct ShownProgram {
  std::vector<core::File> files;   ///< the first file has the check
  unsigned line = 0;               ///< line of the claim in the first file
  std::vector<std::string> flags;  ///< the program's flags, without paths of this machine
  core::ReproductionCommand run;   ///< builds the program with its check and runs it
  std::vector<std::string> needs;  ///< programs that `run` calls
  std::string contradiction;       ///< the line that the run prints, such as "contradicted: x + 1 is 256"
};
/// `asked`: a statement at the fact's place in the analyzer's version of the program; empty: none. An Error: the fact
/// has no check, or the built program does not contradict it.
[[nodiscard]] Result<ShownProgram> shown_program(CChecker& checker, const Program& program, const Fact& fact,
                                                 const Session& session, std::string_view asked = {});
/// The program of `shown`, as the analyzer gets it.
[[nodiscard]] Program analyzed_program(const Program& program, const ShownProgram& shown);

/// The same with the check in a file of its own, for analyzers that do not evaluate `#ifdef` as a compiler does: the
/// first file is the unchanged program.
[[nodiscard]] ShownProgram with_check_apart(const ShownProgram& shown, const Program& program, const Fact& fact);

/// A reproduction with the shown program, the analyzer's command, and the run that contradicts the claim.
/// `claim_shows`: the condition that the first command prints the claim.
[[nodiscard]] core::Reproduction reproduction_of_shown(const ShownProgram& shown,
                                                       const std::vector<std::string>& command,
                                                       const std::string& claim_shows, std::string prints);

/// Shows a compiler's claim about a value with a name ("x_7", "%x.0") by its output: the source has a check of the
/// value, and the build of `compile` leaves the check out, because the compiler assumes that it never fails. An Error:
/// no expression or variable at the place has such a check.
[[nodiscard]] Result<core::Reproduction> reproduction_by_build(CChecker& checker, const Program& program,
                                                               const Fact& fact,
                                                               const std::vector<std::string>& compile,
                                                               const Session& session);
/// The fact about a named value as facts about source: about the expression at its place, and about the variable.
[[nodiscard]] std::vector<Fact> source_facts(const Fact& fact);

/// The text of a command that runs `./NAME` with the program's arguments and input. A long input is added to `files`.
[[nodiscard]] std::string run_line(const std::string& name, const Program& program, std::vector<core::File>& files);

/// The program's flags without paths of this machine.
[[nodiscard]] std::vector<std::string> portable_flags(const std::vector<std::string>& flags);

/// One way to build a program.
struct PlainBuild {
  std::string name;
  std::vector<std::string> command;  ///< without the source files and the output
};
/// Shows that two builds of a program behave differently. An Error: they do not.
[[nodiscard]] Result<core::Reproduction> reproduction_of_builds(const Program& program, const PlainBuild& wrong,
                                                                const PlainBuild& right, const Session& session);

}  // namespace assay::analyzer
