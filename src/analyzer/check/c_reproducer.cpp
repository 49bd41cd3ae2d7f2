#include "c_reproducer.hpp"

#include <algorithm>
#include <utility>

#include "assay/core/embedded.hpp"
#include "assay/core/finding.hpp"
#include "c_instrument.hpp"
#include "c_language.hpp"
#include "check_runtime.hpp"

namespace assay::core {
/// data/analyzers/runtime.
[[nodiscard]] const EmbeddedFile& analyzer_check_header();
[[nodiscard]] const EmbeddedFile& analyzer_check_runtime();
[[nodiscard]] const EmbeddedFile& analyzer_check_shadow();
}  // namespace assay::core

namespace assay::analyzer {
namespace {

constexpr const char* kInputName = "assay_input.txt";
/// CPU seconds of the checked program: then it reports, and ends.
constexpr const char* kRunSeconds = "20";

/// The program's words behind its name, and where its input comes from.
std::string arguments_of(const Program& program, Reproducer& files) {
  std::string line;
  if (!program.arguments.empty()) line += " " + core::shell_quoted(program.arguments);
  if (program.input.empty()) return line + " < /dev/null";
  bool there = false;
  for (const core::File& file : files.files) there = there || file.name == kInputName;
  if (!there) files.files.push_back({kInputName, program.input});
  return line + " < " + kInputName;
}

}  // namespace

void add_check_runtime(std::size_t facts, Reproducer& files) {
  files.files.push_back({"assay_check.h", std::string(core::analyzer_check_header().content)});
  files.files.push_back({"assay_check.c", std::string(core::analyzer_check_runtime().content)});
  files.files.push_back({"assay_facts.c", "#include \"assay_check.h\"\n" + check_table(facts)});
}

std::string run_checked_line(const Program& program, Reproducer& files) {
  return std::string("ASSAY_RESULT=run.txt ASSAY_SECONDS=") + kRunSeconds + " ./checked" +
         arguments_of(program, files) + " > printed.txt 2>&1 || true\n";
}

std::string broken_in_report(std::size_t fact) {
  const std::string number = std::to_string(fact);
  return "sed -n 's/^broken " + number +
         " \\([0-9a-f]*\\) \\([0-9a-f]*\\)$/It is contradicted by the value 0x\\1 (bits 64 to 127: 0x\\2)/p; " +
         "s/^fact " + number + " \\([0-9]*\\) \\([0-9]*\\)$/It was judged \\1 times, and contradicted \\2 times/p' " +
         "run.txt\ngrep -q '^broken " + number + " ' run.txt\n";
}

std::string run_plain_lines(const Program& program, const std::vector<PlainBuild>& builds, Reproducer& files) {
  std::string lines;
  const std::string arguments = arguments_of(program, files);
  for (const PlainBuild& build : builds) {
    std::vector<std::string> command = build.command;
    command.insert(command.end(), {"-o", "plain", "-lm"});
    lines += core::shell_quoted(command) + " || return 2\n";
    const std::string said = core::shell_quoted({build.name + ".said"});
    lines += "{ ./plain" + arguments + "; echo \"exit code $?\"; } > " + said + " 2> /dev/null\n";
  }
  return lines;
}

std::string builds_differ(const std::vector<PlainBuild>& builds) {
  std::string lines = "differ=1\n";
  for (const PlainBuild& build : builds) {
    const std::string said = core::shell_quoted({build.name + ".said"});
    lines += "echo " + core::shell_quoted({build.name + " prints:"}) + "\ncat " + said + "\n";
    lines += "cmp -s " + core::shell_quoted({builds.front().name + ".said"}) + " " + said + " || differ=0\n";
  }
  return lines + "[ $differ -eq 0 ]\n";
}

Result<Reproducer> c_reproducer(CChecker& checker, const Program& program, const Fact& fact, const Session& session) {
  Reproducer made;
  made.files = program.files;
  const bool cpp = std::any_of(program.files.begin(), program.files.end(),
                               [](const core::File& file) { return is_cpp_source(file.name); });
  const std::string compiler = cpp ? "g++" : "gcc";
  made.needs = {"gcc", compiler};
  std::vector<std::string> compile = {compiler, "-O1", "-fsanitize=undefined,float-cast-overflow",
                                      "-fno-sanitize=vptr"};
  for (const std::string_view word : c_dialect(cpp)) compile.emplace_back(word);
  compile.insert(compile.end(), {"-w", "-I.", "-include", "assay_check.h"});
  compile.insert(compile.end(), program.flags.begin(), program.flags.end());
  compile.emplace_back("-c");
  std::vector<std::string> link = {compiler};
  for (const core::File& file : program.files) {
    if (!is_c_source(file.name)) continue;
    const Result<std::shared_ptr<const CTree>> tree = checker.tree(program, file, session);
    if (!tree) return tree.error();
    std::vector<NumberedFact> here;
    if (fact.place.file == file.name) here.push_back({0, &fact});
    InstrumentedFile checked = instrument(**tree, here, 0);
    if (!here.empty() && !checked.skips.front().empty()) return Error{"no check: " + checked.skips.front(), {}};
    const std::string name = "checked_" + file.name;
    compile.push_back(name);
    link.push_back(name.substr(0, name.rfind('.') + 1) + "o");
    made.files.push_back({name, std::move(checked.text)});
  }
  add_check_runtime(1, made);
  made.files.push_back({"assay_shadow.c", std::string(core::analyzer_check_shadow().content)});
  link.insert(link.end(), {"assay_check.o", "assay_shadow.o", "assay_facts.o", "-o", "checked", "-lm"});
  made.run = core::shell_quoted(compile) + " || return 2\n" +
             "gcc -O1 -w -I. -c assay_check.c assay_shadow.c assay_facts.c || return 2\n" + core::shell_quoted(link) +
             " || return 2\n";
  made.run += run_checked_line(program, made);
  made.contradiction = broken_in_report(0);
  return made;
}

}  // namespace assay::analyzer
