#include "analyzer/check/run/c_sanitized.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// The exit code of a sanitizer, which distinguishes it from the program's own exit codes.
constexpr int kSanitizerCode = 77;

std::optional<std::string> sanitizer_message(std::string_view said) {
  for (const std::string_view line : split(said, '\n'))
    for (const char* sign : {"runtime error:", "ERROR:", "WARNING:"})
      if (line.find(sign) != std::string_view::npos) return printable(line);
  return std::nullopt;
}

/// Flags of warnings about undefined behaviour that no C sanitizer detects: the value of a function that ended without
/// one (C11, 6.9.1p12), a call without a declaration (6.5.2.2p6), an argument of printf of another type (7.21.6.1p9),
/// two unsequenced changes of an object (6.5p2), an object read as another type (6.5p7), an object that a `restrict`
/// pointer shares (6.7.3.1). Clang has other names for some of them.
constexpr std::array kWarned = {
    "return-type", "implicit-function-declaration", "format", "sequence-point", "unsequenced", "strict-aliasing",
    "restrict"};

/// Whether the warning is about defined behaviour: in C89, GCC also uses the flag of missing returns for a missing
/// type. Flags of a format that others override are defined (C11, 7.21.6.1p6), and so is an `int` for a format of a
/// narrower type, which is promoted to `int` and converted back (p7); clang warns of both.
bool is_defined(std::string_view warning) {
  const auto says = [&](std::string_view part) { return warning.find(part) != std::string_view::npos; };
  if (says("defaults to") || says(" ignored w")) return true;
  if (!says("' but the argument has type 'int'")) return false;
  constexpr std::array kPromoted = {"short", "unsigned short", "char", "signed char", "unsigned char"};
  return std::any_of(kPromoted.begin(), kPromoted.end(),
                     [&](std::string_view type) { return says("specifies type '" + std::string(type) + "'"); });
}

/// The compiler's first warning about undefined behaviour.
std::optional<std::string> warning_of(std::string_view said) {
  for (const std::string_view line : split(said, '\n')) {
    if (line.find(" warning: ") == std::string_view::npos || is_defined(line)) continue;
    for (const char* name : kWarned)
      for (const char* end : {"]", "=]"})
        if (line.ends_with(std::string("[-W") + name + end)) return printable(line);
  }
  return std::nullopt;
}

std::vector<std::string> with_warnings(std::vector<std::string> argv) {
  for (const char* flag : {"-Wreturn-type", "-Wimplicit-function-declaration", "-Wformat", "-Wsequence-point",
                           "-fstrict-aliasing", "-Wstrict-aliasing=1", "-Wrestrict", "-Wno-unknown-warning-option"})
    argv.emplace_back(flag);
  return argv;
}

}  // namespace

std::vector<std::string> with_addresses(const std::string& compiler, const std::string& level) {
  return with_warnings(
      {compiler, level, "-g", "-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all"});
}

std::vector<std::string> with_memory(const std::string& clang, const std::string& level) {
  return with_warnings({clang, level, "-g", "-fsanitize=memory"});
}

std::optional<std::string> warned_of(const std::vector<std::string>& compilers, const Program& program,
                                     const Session& session, std::vector<std::vector<std::string>>& commands,
                                     core::Usage& usage) {
  for (const std::string& compiler : compilers) {
    for (const core::File& file : program.files) {
      if (!is_c_source(file.name)) continue;
      std::vector<std::string> argv = with_warnings({compiler, "-O1", "-c"});
      for (const std::string_view flag : cpp_flags(file.name)) argv.emplace_back(flag);
      argv.insert(argv.end(), program.flags.begin(), program.flags.end());
      argv.insert(argv.end(), {file.name, "-o", "assay_warned.o"});
      commands.push_back(argv);
      const core::ProcessResult built = run_here(session, std::move(argv), session.program);
      add_usage(usage, built.usage);
      if (std::optional<std::string> said = warning_of(built.err)) return said;
    }
  }
  return std::nullopt;
}

std::optional<std::string> undefined_of(const std::vector<std::vector<std::string>>& builds, const Program& program,
                                        const Session& session, std::vector<std::vector<std::string>>& commands,
                                        core::Usage& usage) {
  const std::string code = "exitcode=" + std::to_string(kSanitizerCode);
  const Result<std::string> folder = session.scratch.path();
  if (!folder) return std::nullopt;
  for (std::vector<std::string> argv : builds) {
    for (const std::string_view flag : cpp_flags(program.files.front().name)) argv.emplace_back(flag);
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    for (const core::File& file : program.files)
      if (is_c_source(file.name)) argv.push_back(file.name);
    argv.insert(argv.end(), {"-o", "assay_sanitized", "-lm"});
    for (const std::string_view word : cpp_library(program.files.front().name)) argv.emplace_back(word);
    commands.push_back(argv);
    const core::ProcessResult built = run_here(session, std::move(argv), session.program);
    add_usage(usage, built.usage);
    if (std::optional<std::string> said = warning_of(built.err)) return said;
    if (built.ending != core::Ending::Exited || built.exit_code != 0) continue;
    std::vector<std::string> call = {*folder + "/assay_sanitized"};
    call.insert(call.end(), program.arguments.begin(), program.arguments.end());
    const core::ProcessResult ran =
        run_here(session, std::move(call), run_limits(session), program.input,
                 {{"ASAN_OPTIONS", code + ":detect_leaks=0"}, {"UBSAN_OPTIONS", code}, {"MSAN_OPTIONS", code}});
    add_usage(usage, ran.usage);
    if (ran.ending != core::Ending::Exited || ran.exit_code != kSanitizerCode) continue;
    if (std::optional<std::string> said = sanitizer_message(ran.err)) return said;
  }
  return std::nullopt;
}

}  // namespace assay::analyzer
