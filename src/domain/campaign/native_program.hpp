#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/finding/finding.hpp"
#include "core/proc/proc.hpp"

namespace assay::domain {

/// A finding as a program against the library's own API, independent of Assay.
struct NativeProgram {
  std::string file;     ///< file name without folder
  std::string compile;  ///< shell words without the option -o: "g++ reproduction.cpp -lppl"
  std::string text;
};
/// Parses the output of a worker for `--reproduce`: a line with the file's name, a line with the compile command, and
/// the text. Nullopt if a line is missing.
[[nodiscard]] std::optional<NativeProgram> read_native_program(std::string_view printed);

struct NativeRun {
  bool compiled = false;
  core::ProcessResult result;  ///< of the program; of the compiler if that fails or is stopped (then not `compiled`)
};
/// Time limit of a reproduction, in seconds. Outside of Assay the program ends itself after a minute.
inline constexpr double kNativeSeconds = 20;
/// Compiles the program and runs it. `load`: shared objects that it may be linked with. `seconds`: its time limit.
/// If `stop` is requested before the call, the time limits are a quarter as long. If it is requested during the call,
/// the compiler or the program is killed.
[[nodiscard]] NativeRun run_native(const NativeProgram& program, const std::vector<std::string>& load,
                                   double seconds = kNativeSeconds, const std::stop_token& stop = {});
/// Whether the run shows a bug of that kind: exit code 1, a signal or, only for BugKind::Diverges, the time limit.
[[nodiscard]] bool shows_bug(core::BugKind kind, const NativeRun& run);
/// The program without the statements that print its elements. Copies may share their representation, so that printing
/// a copy may normalize the element and hide the bug.
[[nodiscard]] NativeProgram without_shows(NativeProgram program);

/// The words of a command. Replaces `$(PROGRAM WORDS)` by the program's output and `$NAME` by an environment variable,
/// without a shell. An Error if a variable is not set or a program fails.
[[nodiscard]] Result<std::vector<std::string>> expanded_words(std::string_view command);

/// Makes the finding's reproduction from the program. `run` provides its condition and the text that it prints.
[[nodiscard]] core::Reproduction native_reproduction(const core::Finding& finding, const NativeProgram& program,
                                                     const NativeRun& run);

}  // namespace assay::domain
