#include "c_sanitized.hpp"

#include <utility>

#include "assay/base/text.hpp"
#include "check_runtime.hpp"

namespace assay::analyzer {
namespace {

/// What a sanitizer's exit code is made, so that it is told from the program's own.
constexpr int kSanitizerCode = 77;

std::optional<std::string> complaint(std::string_view said) {
  for (const std::string_view line : split(said, '\n'))
    for (const char* sign : {"runtime error:", "ERROR:", "WARNING:"})
      if (line.find(sign) != std::string_view::npos) return printable(line);
  return std::nullopt;
}

// A caller that uses the value of a function that ended without one is undefined (C11, 6.9.1p12), and no sanitizer of C
// sees it: only the compiler's warning tells.
constexpr const char* kWarnOfReturn = "-Wreturn-type";

/// The warning about a function that may end without its value. In C89, GCC gives a type that is left out the same
/// flag.
std::optional<std::string> missing_return(std::string_view said) {
  for (const std::string_view line : split(said, '\n'))
    if (line.ends_with("[-Wreturn-type]") && line.find("defaults to") == std::string_view::npos) return printable(line);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> with_addresses(const std::string& compiler, const std::string& level) {
  return {compiler, level, kWarnOfReturn, "-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"};
}

std::vector<std::string> with_memory(const std::string& clang, const std::string& level) {
  return {clang, level, kWarnOfReturn, "-g", "-fsanitize=memory"};
}

std::optional<std::string> undefined_of(const std::vector<std::vector<std::string>>& builds, const Program& program,
                                        const Session& session, std::vector<std::vector<std::string>>& commands,
                                        core::Usage& usage) {
  const std::string code = "exitcode=" + std::to_string(kSanitizerCode);
  const Result<std::string> folder = session.scratch.path();
  if (!folder) return std::nullopt;
  for (std::vector<std::string> argv : builds) {
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    for (const core::File& file : program.files)
      if (file.name.ends_with(".c")) argv.push_back(file.name);
    argv.insert(argv.end(), {"-o", "assay_sanitized", "-lm"});
    commands.push_back(argv);
    const core::ProcessResult built = run_here(session, std::move(argv), session.program);
    add_usage(usage, built.usage);
    if (std::optional<std::string> said = missing_return(built.err)) return said;
    if (built.ending != core::Ending::Exited || built.exit_code != 0) continue;
    std::vector<std::string> call = {*folder + "/assay_sanitized"};
    call.insert(call.end(), program.arguments.begin(), program.arguments.end());
    const core::ProcessResult ran =
        run_here(session, std::move(call), run_limits(session), program.input,
                 {{"ASAN_OPTIONS", code + ":detect_leaks=0"}, {"UBSAN_OPTIONS", code}, {"MSAN_OPTIONS", code}});
    add_usage(usage, ran.usage);
    if (ran.ending != core::Ending::Exited || ran.exit_code != kSanitizerCode) continue;
    if (std::optional<std::string> said = complaint(ran.err)) return said;
  }
  return std::nullopt;
}

}  // namespace assay::analyzer
