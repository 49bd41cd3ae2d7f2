#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/case.hpp"

namespace assay::core {

/// One command of a reproduction, as a person types it.
struct ReproductionCommand {
  std::string title;      ///< the heading above a further command ("The run that contradicts it"); the first needs none
  std::string shell;      ///< lines of POSIX shell, run in a folder that holds the reproduction's files
  unsigned seconds = 60;  ///< `run.sh` ends the command after this time, with the status 124
};

/// How a person who has the target, but not Assay, shows a bug: the content of a finding's `report.md` and `reproduce/`
/// (docs/dev/reports.md).
struct Reproduction {
  /// The input files of the commands, under plain names and without paths of this machine. The report shows the first
  /// one as the input. Prefer one file that holds everything.
  std::vector<File> files;
  /// Programs that the commands call: `run.sh` ends with 2 if one is missing.
  std::vector<std::string> needs;
  /// At least one. The first is the target's own command.
  std::vector<ReproductionCommand> commands;
  std::string prints;    ///< the wrong part of what the commands print
  std::string expected;  ///< what they should print, and why: a sentence that a person can check
  std::string evidence;  ///< what the reason rests on, word for word: a model, a derivation; may be empty
  /// The body of a POSIX shell function that succeeds if the bug shows. It may read `output_N` (a file: standard output
  /// and error of the N-th command), `$status_N` and `$seconds_N` (whole seconds), with N from 1.
  std::string shows;

  [[nodiscard]] bool empty() const { return commands.empty(); }
};

/// The name of the script in a finding's `reproduce/`. It ends with 1 if the bug shows, 0 if it does not, and 2 if it
/// cannot be tried.
inline constexpr const char* kReproductionScript = "run.sh";

/// Conditions for Reproduction::shows, about the `command`-th command.
[[nodiscard]] std::string output_has_line(std::string_view line, unsigned command = 1);
[[nodiscard]] std::string output_contains(std::string_view text, unsigned command = 1);
/// The `number`-th line (from 1) of those lines of the output that are one of `words` is `word`: an answer among other
/// output.
[[nodiscard]] std::string answer_is(std::string_view word, const std::vector<std::string>& words,
                                    std::size_t number = 1, unsigned command = 1);
/// A line that ends the script with 2 unless a command made the file: the bug cannot be tried with what was not built.
[[nodiscard]] std::string needs_built(std::string_view file);
/// A signal ended the command (or it reports one by a status above 128).
[[nodiscard]] std::string ended_by_signal(unsigned command = 1);
/// The command ended with another status than 0, and not because of its time limit.
[[nodiscard]] std::string failed(unsigned command = 1);

/// The words of a command as a shell reads them.
[[nodiscard]] std::string shell_quoted(const std::vector<std::string>& command);
/// The command as one shell-quoted line, with `input` for "{input}"; without "{input}", the command reads `input` as
/// its standard input. For people: Assay itself never uses a shell.
[[nodiscard]] std::string command_line(const std::vector<std::string>& command, const std::string& input);
/// The command without this machine's paths: a program's path becomes its name.
[[nodiscard]] std::vector<std::string> portable_command(std::vector<std::string> command);

}  // namespace assay::core
