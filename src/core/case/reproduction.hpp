#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"

namespace assay::core {

/// One command of a reproduction, as a person types it.
struct ReproductionCommand {
  std::string title;      ///< the heading above the command ("The run that contradicts it"); unused for the first one
  std::string shell;      ///< lines of POSIX shell, run in a folder that holds the reproduction's files
  unsigned seconds = 60;  ///< time limit: `run.sh` then ends the command with the status 124
};

/// Instructions that show a bug to a person who has the target, but not Assay: the content of a finding's `report.md`
/// and `reproduce/` (docs/dev/reports.md).
struct Reproduction {
  /// The input files of the commands, under plain names and without paths of this machine. The report shows the first
  /// file as the input. Prefer a single file that holds everything.
  std::vector<File> files;
  /// Programs that the commands call. `run.sh` ends with 2 if a program is missing.
  std::vector<std::string> needs;
  /// At least one command. The first is the target's own command.
  std::vector<ReproductionCommand> commands;
  std::string prints;    ///< the wrong part of the commands' output
  std::string expected;  ///< the right output and why it is right, as a sentence that a person can check
  std::string evidence;  ///< the proof of `expected`, word for word: a model, a derivation; may be empty
  /// The body of a POSIX shell function that succeeds if the bug shows. Available are `output_N` (a file with standard
  /// output and error of the N-th command), `$status_N` and `$seconds_N` (whole seconds), with N from 1.
  std::string shows;

  [[nodiscard]] bool empty() const { return commands.empty(); }
};

/// The name of the script in a finding's `reproduce/`. It ends with 1 if the bug shows, 0 if it does not, and 2 if it
/// cannot be tried.
inline constexpr const char* kReproductionScript = "run.sh";

/// Conditions for Reproduction::shows about the command with number `command`, from 1.
[[nodiscard]] std::string output_has_line(std::string_view line, unsigned command = 1);
[[nodiscard]] std::string output_contains(std::string_view text, unsigned command = 1);
/// The output lines that equal a word of `words` are answers. The `number`-th answer (from 1) is `word`.
[[nodiscard]] std::string answer_is(std::string_view word, const std::vector<std::string>& words,
                                    std::size_t number = 1, unsigned command = 1);
/// A shell line that ends the script with 2 unless the file exists: without the built file, the bug cannot be tried.
[[nodiscard]] std::string needs_built(std::string_view file);
/// A signal ended the command, or the command reports one by a status above 128.
[[nodiscard]] std::string ended_by_signal(unsigned command = 1);
/// The command's status is neither 0 nor 124 (its time limit).
[[nodiscard]] std::string failed(unsigned command = 1);

/// The words of a command, quoted for a shell.
[[nodiscard]] std::string shell_quoted(const std::vector<std::string>& command);
/// The command as one shell-quoted line with `input` in place of "{input}". Without "{input}", the command reads
/// `input` on its standard input. For people: Assay itself never uses a shell.
[[nodiscard]] std::string command_line(const std::vector<std::string>& command, const std::string& input);
/// The command without this machine's paths: a program's path becomes its name.
[[nodiscard]] std::vector<std::string> portable_command(std::vector<std::string> command);

}  // namespace assay::core
