#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/finding.hpp"
#include "assay/core/proc.hpp"

namespace assay::domain {

/// A finding as a program against the library's own API, which needs nothing of Assay.
struct NativeProgram {
  std::string file;     ///< its name, without a folder
  std::string compile;  ///< shell words, without the name of the result: "g++ reproduction.cpp -lppl"
  std::string text;
};
/// The output of a worker for `--reproduce`: lines with the file's name and the compile command, and the text. Nullopt:
/// the library's adapter cannot write this program.
[[nodiscard]] std::optional<NativeProgram> read_native_program(std::string_view printed);

struct NativeRun {
  bool compiled = false;
  core::ProcessResult result;  ///< of the program; of the compiler if that fails or is stopped (then not `compiled`)
};
/// How long a report's program may run, in seconds. Outside of Assay it ends itself after a minute.
inline constexpr double kNativeSeconds = 20;
/// Compiles the program and runs it. `load`: shared objects that it may be linked with. `seconds`: how long it may run.
/// If `stop` is requested before the call, the time limits are a quarter as long. If it is requested during the call,
/// the compiler or the program is killed.
[[nodiscard]] NativeRun run_native(const NativeProgram& program, const std::vector<std::string>& load,
                                   double seconds = kNativeSeconds, const std::stop_token& stop = {});
/// Whether the run shows a bug of that kind: exit code 1 or a signal, and no end where the bug is an endless operation.
[[nodiscard]] bool shows_bug(core::BugKind kind, const NativeRun& run);
/// The program that does not print its elements: printing a copy may bring the element in order, as libraries share
/// what copies hold.
[[nodiscard]] NativeProgram without_shows(NativeProgram program);

/// The words of a command in which `$(PROGRAM WORDS)` stands for what a program prints, and `$NAME` for a variable of
/// the environment. No shell is asked. An Error if a variable is not set or a program fails.
[[nodiscard]] Result<std::vector<std::string>> expanded_words(std::string_view command);

/// The program as the finding's reproduction. Its condition and the text that it prints come from `run`.
[[nodiscard]] core::Reproduction native_reproduction(const core::Finding& finding, const NativeProgram& program,
                                                     const NativeRun& run);

}  // namespace assay::domain
