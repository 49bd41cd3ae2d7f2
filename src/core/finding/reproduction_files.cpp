#include <algorithm>

#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {
namespace {

constexpr std::string_view kStandardError = "[standard error]";  ///< the line before standard error in an output
constexpr unsigned kAttempts = 20;                               ///< of a bug that shows only in some runs
constexpr std::size_t kMaxPrintedLines = 12;                     ///< of a run's output, in Reproduction::prints

/// The last lines of a text, where the message of a crash stands.
std::string last_lines(const std::string& text) {
  std::vector<std::string_view> lines = split(trim(text), '\n');
  std::erase(lines, kStandardError);
  std::string out;
  for (std::size_t i = lines.size() - std::min(lines.size(), kMaxPrintedLines); i < lines.size(); ++i)
    out += std::string(lines[i]) + "\n";
  return out;
}

/// The condition that shows the bug: for a crash or a refusal the status, for other bugs the printed lines.
std::string condition_of_run(const Finding& finding) {
  if (finding.kind == BugKind::Crash || finding.kind == BugKind::RejectsValid) return failed();
  std::string condition;
  for (const std::string_view line : split(trim(finding.output), '\n')) {
    if (trim(line).empty() || line == kStandardError) continue;
    condition += (condition.empty() ? "" : " &&\n") + output_has_line(line);
  }
  return condition.empty() ? failed() : condition;
}

/// The text as a shell comment: each line gets the prefix "# ".
std::string comment(const std::string& text) {
  std::string lines;
  for (const std::string_view line : split(trim(text), '\n')) lines += "# " + printable(line) + "\n";
  return lines;
}

std::string indented(std::string_view text) {
  std::string lines;
  for (const std::string_view line : split(trim(text), '\n')) lines += "  " + std::string(line) + "\n";
  return lines;
}

constexpr std::string_view kRunFunction =
    R"sh(# CPU milliseconds of the processes that "times" tells in a file
milliseconds_in() {
  awk 'NR == 2 { gsub(/[ms]/, " "); gsub(/,/, "."); print int(1000 * (60 * ($1 + $3) + $2 + $4)) }' "$1"
}

# run NUMBER SECONDS COMMAND: keeps output_NUMBER, status_NUMBER, seconds_NUMBER and cpu_NUMBER (milliseconds)
run() {
  printf '== %s\n' "$3"
  begin=$(date +%s)
  times > begin
  timeout "$2" sh -c "$3" > "output_$1" 2>&1
  status=$?
  times > end
  eval "status_$1=$status seconds_$1=$(($(date +%s) - begin))"
  eval "cpu_$1=$(($(milliseconds_in end) - $(milliseconds_in begin)))"
  head -c 20000 "output_$1"
  echo "== ended with status $status"
  if [ $status -eq 127 ] || [ $status -eq 126 ]; then exit 2; fi
  if grep -q '^ModuleNotFoundError: ' "output_$1"; then exit 2; fi
}

)sh";

std::string script_of(const Finding& finding, const Reproduction& reproduction) {
  std::vector<std::string> needs = reproduction.needs;
  needs.push_back("timeout");
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  std::string text = "#!/bin/sh\n" + comment(finding.target + " " + std::string(description(finding.kind)) +
                                             ", seen with version " + replace_all(finding.target_version, "\n", " "));
  text += comment("Should print: " + reproduction.expected);
  text += "# Ends with 1 when the bug shows, 0 when it does not, 2 when it cannot be tried.\n\n";
  text += "for program in " + shell_quoted(needs) + "; do\n";
  text += "  command -v \"$program\" > /dev/null || { echo \"$program is not installed\" >&2; exit 2; }\ndone\n";
  text += "cd \"$(dirname \"$0\")\" || exit 2\nwork=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$work\"' EXIT\n";
  text += "cp ./* \"$work\" && cd \"$work\" || exit 2\n\n" + std::string(kRunFunction);
  text += "shows() {\n" + indented(reproduction.shows) + "}\n\n";
  const bool always = finding.confirmed >= finding.confirmations;
  if (!always) text += "for attempt in $(seq " + std::to_string(kAttempts) + "); do\n";
  for (std::size_t i = 0; i < reproduction.commands.size(); ++i) {
    const ReproductionCommand& command = reproduction.commands[i];
    text += "run " + std::to_string(i + 1) + " " + std::to_string(command.seconds) + " " +
            shell_quoted({std::string(trim(command.shell))}) + "\n";
  }
  text += "if shows; then echo 'The bug shows.'; exit 1; fi\n";
  text += (always ? "" : "done\n") + std::string("echo 'The bug does not show.'\n");
  return text;
}

}  // namespace

Reproduction reproduction_of_run(const Finding& finding) {
  Reproduction out;
  const std::vector<std::string> command = portable_command(finding.command);
  for (const File& file : finding.smallest().files)
    if (file.name == finding.input_name()) out.files.push_back(file);
  if (!command.empty()) out.needs.push_back(command.front());
  out.commands.push_back({{}, command_line(command, finding.input_name()), 60});
  out.prints = last_lines(finding.output);
  out.expected = finding.detail;
  out.shows = condition_of_run(finding);
  return out;
}

Reproduction reproduction_of(const Finding& finding) {
  return finding.reproduction.empty() ? reproduction_of_run(finding) : finding.reproduction;
}

std::vector<File> reproduction_files(const Finding& finding) {
  Reproduction reproduction = reproduction_of(finding);
  std::vector<File> files = {{kReproductionScript, script_of(finding, reproduction)}};
  for (File& file : reproduction.files) files.push_back(std::move(file));
  return files;
}

}  // namespace assay::core
