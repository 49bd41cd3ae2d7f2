#pragma once

#include <cstddef>
#include <string>

#include "assay/analyzer/analyzer.hpp"
#include "c_checker.hpp"

namespace assay::analyzer {

/// The part of a reproducer that builds and runs C source with a check for one fact. An Error: it has no check.
[[nodiscard]] Result<Reproducer> c_reproducer(CChecker& checker, const Program& program, const Fact& fact,
                                              const Session& session);

/// Puts the runtime of checks among the files, and the table of a program with so many: assay_check.c and
/// assay_facts.c, which are compiled with it.
void add_check_runtime(std::size_t facts, Reproducer& files);
/// A command that runs the checked program (`checked`), which writes run.txt, with the program's own arguments and
/// input, which is put among the files. It succeeds however the program ends.
[[nodiscard]] std::string run_checked_line(const Program& program, Reproducer& files);
/// Reproducer::contradiction where the fact with this number is broken in run.txt.
[[nodiscard]] std::string broken_in_report(std::size_t fact);

/// A piece that builds a program without checks in several ways, and runs it: NAME.said for each; and one that prints
/// these, and succeeds when they differ. `builds`: name and command, without the program that it makes.
struct PlainBuild {
  std::string name;
  std::vector<std::string> command;
};
[[nodiscard]] std::string run_plain_lines(const Program& program, const std::vector<PlainBuild>& builds,
                                          Reproducer& files);
[[nodiscard]] std::string builds_differ(const std::vector<PlainBuild>& builds);

}  // namespace assay::analyzer
