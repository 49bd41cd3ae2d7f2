#include "analyzer/adapters/clam/clam_reproducer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "analyzer/check/run/claim_pieces.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::analyzer::clam {
namespace {

constexpr const char* kOrFail = " || return 2\n";

/// A command whose program is a variable of the script.
std::string call_of(const std::string& variable, const std::vector<std::string>& argv) {
  return "\"$" + variable + "\" " + core::shell_quoted({argv.begin() + 1, argv.end()}) + " > clam.txt 2>&1" + kOrFail;
}

/// The steps of clam.py before the analysis.
std::string prepare_lines(const ClamSteps& steps) {
  std::string lines;
  std::vector<std::string> link = {"llvm-link-14", "-o", kLinked};
  for (const std::string& source : steps.sources) {
    link.push_back(source + ".bc");
    lines += core::shell_quoted(compile_words(steps.definition, "clang-14", steps.program.flags, source, link.back())) +
             kOrFail;
  }
  lines += core::shell_quoted(link) + kOrFail;
  return lines + shell_program("CLAM_PP", steps.programs.front) +
         call_of("CLAM_PP", front_words(steps.definition, steps.programs.front, kLinked));
}

constexpr const char* kSaid = "said.ll";
constexpr const char* kAssume = "assume.c";
constexpr const char* kContradicted = "contradicted: an invariant is false";

/// The definition of the function that a module calls for an invariant.
std::string assume_text() {
  return "#include <stdio.h>\n\nvoid assume(_Bool holds) __asm__(\"verifier.assume\");\nvoid assume(_Bool holds) {\n"
         "  static int told;\n  if (!holds && !told++) puts(\"" +
         std::string(kContradicted) + "\");\n}\n";
}

/// The module's lines with the invariant in the fact's block: a comparison of its value, or the constant false.
std::string invariant_lines(const std::string& module, const Fact& fact) {
  const std::size_t name = fact.place.context.find('%');
  const std::string block = name == std::string::npos ? std::string() : fact.place.context.substr(name + 1) + ":";
  const bool never = std::holds_alternative<Unreachable>(fact.property);
  bool in_function = false, in_block = false;
  std::string lines;
  for (const std::string_view line : split(module, '\n')) {
    if (line.starts_with("define ")) in_function = line.find("@" + fact.place.function + "(") != std::string_view::npos;
    if (!line.starts_with(' ')) in_block = in_function && (block.empty() || line.starts_with(block));
    const bool wanted =
        never ? line.find("@verifier.assume(i1 false)") != std::string_view::npos
              : line.find(" icmp ") != std::string_view::npos && line.find(fact.subject.text) != std::string_view::npos;
    if (in_block && wanted) lines += std::string(trim(line)) + "\n";
  }
  return lines;
}

}  // namespace

std::vector<std::string> print_words(const std::string& module, const std::string& output) {
  return {"opt-14", "-S", module, "-o", output};
}

Result<core::Reproduction> clam_fact_reproduction(const ClamSteps& steps, const Fact& fact, const ClamAnswer& answer) {
  core::Reproduction made;
  made.prints = invariant_lines(answer.said, fact);
  if (made.prints.empty()) return Error{"the module that Clam writes does not have the invariant in this form", {}};
  made.files = steps.program.files;
  made.files.push_back({kAssume, assume_text()});
  made.needs = {"clang-14", "llvm-link-14", "opt-14", "llc-14", "gcc"};
  made.commands.push_back({{},
                           "claim() {\n" + prepare_lines(steps) + shell_program("CLAM", steps.programs.clam) +
                               call_of("CLAM", answer.command) +
                               core::shell_quoted(print_words(answer.domain + ".bc", kSaid)) + kOrFail +
                               "grep -e ' icmp ' -e verifier.assume " + kSaid + "\n}\nclaim",
                           300});
  made.commands.push_back({"The run that contradicts it",
                           std::string("llc-14 -O1 -relocation-model=pic -filetype=obj ") + kSaid +
                               " -o said.o &&\ngcc -O1 -w " + kAssume + " said.o -lm -o said && " +
                               run_line("said", steps.program, made.files),
                           120});
  made.expected = std::string("No such invariant: the second command runs the module, and prints \"") + kContradicted +
                  "\" where one is false.";
  made.shows = "[ \"$status_1\" -ne 2 ] || exit 2  # a program is missing, or fails";
  for (const std::string_view line : split(trim(made.prints), '\n'))
    made.shows += "\n" + core::output_contains(line) + " || return 1";
  made.shows += "\n" + core::needs_built("said") + core::output_contains(kContradicted, 2);
  return made;
}

core::Reproduction clam_build_reproduction(const ClamSteps& steps) {
  core::Reproduction made;
  made.files = steps.program.files;
  made.needs = {"clang-14", "llvm-link-14", "llc-14", "gcc"};
  std::vector<std::string> plain = {"clang-14", "-O0", "-w"};
  plain.insert(plain.end(), steps.program.flags.begin(), steps.program.flags.end());
  plain.insert(plain.end(), steps.sources.begin(), steps.sources.end());
  plain.insert(plain.end(), {"-o", "plain", "-lm"});
  const auto run = [&](const std::string& name) {
    made.files.resize(steps.program.files.size());
    return "{ " + run_line(name, steps.program, made.files) + "; echo \"exit code $?\"; }";
  };
  made.commands = {
      {{},
       "prepare() {\n" + prepare_lines(steps) + "llc-14 -O1 -relocation-model=pic -filetype=obj " + kPrepared +
           " -o prepared.o\n}\nprepare && gcc -w prepared.o -o prepared -lm && " + run("prepared"),
       300},
      {"The program as it is", core::shell_quoted(plain) + " && " + run("plain"), 120}};
  made.shows = core::needs_built("prepared") + core::needs_built("plain") + "! cmp -s output_1 output_2";
  return made;
}

}  // namespace assay::analyzer::clam
