#include "analyzer/adapters/clam_reproducer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "analyzer/check/c_reproducer.hpp"
#include "analyzer/target/shell_program.hpp"
#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"

namespace assay::analyzer::clam {
namespace {

constexpr const char* kOrFail = " || return 2\n";

/// A command whose first word is a program that the script has as a variable.
std::string call_of(const std::string& variable, const std::vector<std::string>& argv) {
  return "\"$" + variable + "\" " + core::shell_quoted({argv.begin() + 1, argv.end()}) + " > clam.txt 2>&1" + kOrFail;
}

/// What clam.py does before the analysis.
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

/// A module without blank lines, and without what names the folder that it was made in.
std::string without_folder(std::string_view module) {
  std::string text;
  for (const std::string_view line : split(module, '\n')) {
    const bool names_it =
        line.starts_with("!") || line.starts_with("; ModuleID") || line.starts_with("source_filename");
    if (!line.empty() && !names_it) text.append(line) += '\n';
  }
  return text;
}
constexpr const char* kWithoutFolder =
    "sed -e '/^!/d' -e '/^; ModuleID/d' -e '/^source_filename/d' -e '/^$/d' said.ll > again.ll\n";

/// The lines of a block of a function.
std::string show_block(const Fact& fact) {
  std::string block = fact.place.context.substr(std::min(fact.place.context.find('%') + 1, fact.place.context.size()));
  return "sed -n " + core::shell_quoted({"/^define .*@" + fact.place.function + "(/,/^}/p"}) + " said.ll | sed -n " +
         core::shell_quoted({"/^" + block + ":/,/^$/p"}) + " | head -n 40\n";
}

}  // namespace

std::vector<std::string> print_words(const std::string& module, const std::string& output) {
  return {"opt-14", "-S", module, "-o", output};
}

Reproducer clam_fact_reproducer(const ClamSteps& steps, const Fact& fact, ClamAnswer answer) {
  Reproducer made;
  made.files = steps.program.files;
  made.files.push_back({"claimed.ll", without_folder(answer.said)});
  made.files.push_back({"checked.ll", std::move(answer.checked)});
  made.needs = {"clang-14", "llvm-link-14", "opt-14", "llc-14", "gcc"};
  made.claim = prepare_lines(steps) + shell_program("CLAM", steps.programs.clam) + call_of("CLAM", answer.command) +
               core::shell_quoted(print_words(answer.domain + ".bc", "said.ll")) + kOrFail + kWithoutFolder +
               "cmp -s claimed.ll again.ll || return 1\n" + show_block(fact);
  made.run =
      "llc-14 -O1 -relocation-model=pic -filetype=obj checked.ll -o checked.o || return 2\n"
      "gcc -O1 -w assay_facts.c assay_check.c checked.o -lm -o checked || return 2\n";
  return made;
}

Reproducer clam_build_reproducer(const ClamSteps& steps) {
  Reproducer made;
  made.files = steps.program.files;
  made.needs = {"clang-14", "llvm-link-14", "llc-14", "gcc"};
  std::vector<PlainBuild> builds = {{"clang -O0", {"clang-14", "-O0", "-w"}}, {"clam-pp", {"gcc", "-w", "prepared.o"}}};
  std::vector<std::string>& plain = builds.front().command;
  plain.insert(plain.end(), steps.program.flags.begin(), steps.program.flags.end());
  plain.insert(plain.end(), steps.sources.begin(), steps.sources.end());
  made.run = prepare_lines(steps) + "llc-14 -O1 -relocation-model=pic -filetype=obj " + kPrepared +
             " -o prepared.o || return 2\n" + run_plain_lines(steps.program, builds, made);
  made.contradiction = builds_differ(builds);
  return made;
}

}  // namespace assay::analyzer::clam
