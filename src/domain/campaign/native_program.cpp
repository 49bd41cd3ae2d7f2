#include "native_program.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/text.hpp"
#include "core/io/embedded.hpp"
#include "core/target/ending.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
const EmbeddedFile& domain_header();  // include/assay/assay_domain.h
}

namespace assay::domain {
namespace {

constexpr const char* kBinary = "reproduction";
constexpr double kCompileSeconds = 180;
constexpr double kHaste = 4;              ///< divisor of the time limits after a stop request
constexpr unsigned kScriptSeconds = 120;  ///< for the compiler and the minute after which the program ends itself
constexpr unsigned kRepetitions = 20;     ///< runs of a program whose bug is nondeterministic
constexpr std::size_t kMaxPrintedLines = 12;

constexpr std::uint64_t kCompilerMemory = std::uint64_t{4} << 30;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view line : split(text, '\n'))
    for (const std::string_view word : split(line, ' '))
      if (!word.empty()) words.emplace_back(word);
  return words;
}

/// Removes a variable's name from the beginning of the text and returns the variable's value.
Result<std::string> variable_at(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) != 0 || text[length] == '_'))
    ++length;
  const std::string name(text.substr(0, length));
  text.remove_prefix(length);
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return Error{"the environment variable " + name + " is not set", ""};
  return std::string(value);
}

Result<std::string> with_variables(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t at = std::min(text.find('$'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) break;
    text.remove_prefix(1);
    Result<std::string> value = variable_at(text);
    if (!value) return value.error();
    out += *value;
  }
  return out;
}

std::string folders_of(const std::vector<std::string>& files) {
  std::string all;
  for (const std::string& file : files) {
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    all += (all.empty() ? "" : ":") + folder.string();
  }
  return all;
}

/// The last kMaxPrintedLines lines of output and error output. Of a longer output, only lines with violations, if any.
std::string wrong_lines(const NativeRun& run) {
  std::vector<std::string_view> wrong;
  std::vector<std::string_view> all;
  for (const std::string_view line : split(run.result.out, '\n')) {
    if (trim(line).empty()) continue;
    all.push_back(line);
    if (line.ends_with(": VIOLATED") || trim(line) == "WRONG") wrong.push_back(line);
  }
  if (all.size() <= kMaxPrintedLines || wrong.empty()) wrong = all;
  for (const std::string_view line : split(run.result.err, '\n'))
    if (!trim(line).empty()) wrong.push_back(line);
  const std::size_t first = wrong.size() - std::min(wrong.size(), kMaxPrintedLines);
  std::string text;
  for (std::size_t i = first; i < wrong.size(); ++i) text += std::string(wrong[i]) + "\n";
  return text;
}

bool ended_by_itself(const NativeRun& run) { return run.compiled && run.result.ending == core::Ending::Exited; }

/// Whether the bug is a crash or an endless operation.
bool breaks_off(const core::Finding& finding, const NativeRun& run) {
  if (run.compiled && run.result.ending == core::Ending::Signalled) return true;
  if (run.compiled && run.result.ending == core::Ending::TimedOut && finding.kind == core::BugKind::Diverges)
    return true;
  return finding.kind == core::BugKind::Crash && !ended_by_itself(run);
}

std::string first_line(std::string_view text) {
  const std::string_view trimmed = trim(text);
  return std::string(trim(trimmed.substr(0, trimmed.find('\n'))));
}

std::string expectation(const core::Finding& finding, const NativeRun& run) {
  const std::string detail = first_line(finding.detail);
  if (breaks_off(finding, run))
    return "The next elements, and the exit status 0: no operation may " +
           std::string(finding.kind == core::BugKind::Diverges ? "run without an end" : "end its process") + " (" +
           detail + ").";
  std::string text = "`holds` (or `right`) in place of `VIOLATED` (or `WRONG`), and the exit status 0: " + detail;
  if (ended_by_itself(run) && run.result.exit_code == 0)
    text +=
        "\nThe program alone does not show the bug on the machine that found it: the bug depends on what the same "
        "process did before. `program.txt` in the finding's folder `reduced` is the whole sequence of steps.";
  if (run.compiled && run.result.ending == core::Ending::TimedOut)
    text += "\nThe program did not come to its end in the time that Assay waited for it.";
  if (!run.compiled && run.result.ending == core::Ending::Cancelled)
    text += "\nThe program was not tried on the machine that found the bug, because the campaign ended.";
  else if (!run.compiled)
    text += "\nThe program was not tried on the machine that found the bug, because it could not be compiled there: " +
            first_line(run.result.err.empty() ? run.result.message : run.result.err);
  return text;
}

}  // namespace

std::optional<NativeProgram> read_native_program(std::string_view printed) {
  const std::size_t name = printed.find('\n');
  if (name == std::string_view::npos) return std::nullopt;
  const std::size_t compile = printed.find('\n', name + 1);
  if (compile == std::string_view::npos) return std::nullopt;
  NativeProgram program;
  program.file = printed.substr(0, name);
  program.compile = replace_all(std::string(printed.substr(name + 1, compile - name - 1)), "{file}", program.file);
  program.text = printed.substr(compile + 1);
  return program;
}

Result<std::vector<std::string>> expanded_words(std::string_view command) {
  std::vector<std::string> words;
  while (!command.empty()) {
    const std::size_t begin = command.find("$(");
    const Result<std::string> plain = with_variables(command.substr(0, begin));
    if (!plain) return plain.error();
    for (std::string& word : words_of(*plain)) words.push_back(std::move(word));
    if (begin == std::string_view::npos) break;
    const std::size_t end = command.find(')', begin);
    if (end == std::string_view::npos) return Error{"a command has '$(' without ')'", ""};
    const core::ProcessResult printed =
        core::run_process({words_of(command.substr(begin + 2, end - begin - 2)), {}, {}}, "", {});
    if (printed.ending != core::Ending::Exited || printed.exit_code != 0)
      return Error{std::string(command.substr(begin, end + 1 - begin)) + " fails", ""};
    for (std::string& word : words_of(printed.out)) words.push_back(std::move(word));
    command.remove_prefix(end + 1);
  }
  return words;
}

NativeRun run_native(const NativeProgram& program, const std::vector<std::string>& load, double seconds,
                     const std::stop_token& stop) {
  NativeRun run;
  const bool in_haste = stop.stop_requested();
  const std::stop_token heard = in_haste ? std::stop_token() : stop;
  core::ScratchFolder scratch;
  const Result<std::string> folder = scratch.path();
  Result<std::vector<std::string>> words = expanded_words(program.compile + " -o " + kBinary);
  if (!words || !folder) {
    run.result.message = words ? folder.error().text() : words.error().text();
    return run;
  }
  for (const auto& [name, content] : {std::pair{std::string_view(program.file), std::string_view(program.text)},
                                      std::pair{std::string_view("assay_domain.h"), core::domain_header().content}}) {
    if (const Result<std::string> written = scratch.write(name, content); !written) {
      run.result.message = written.error().text();
      return run;
    }
  }
  core::Command command{std::move(*words), {}, {}};
  if (!load.empty()) {
    const std::string folders = folders_of(load);
    command.environment = {{"CPATH", *folder}, {"LIBRARY_PATH", folders}, {"LD_LIBRARY_PATH", folders}};
  }
  command = core::working_in(std::move(command), *folder);
  core::Limits limits;
  limits.wall_seconds = in_haste ? kCompileSeconds / kHaste : kCompileSeconds;
  limits.memory_bytes = kCompilerMemory;
  run.result = core::run_process(command, "", limits, heard);
  if (run.result.ending != core::Ending::Exited || run.result.exit_code != 0) return run;
  command.argv = {*folder + "/" + kBinary};
  limits.wall_seconds = in_haste ? seconds / kHaste : seconds;
  run.result = core::run_process(command, "", limits, heard);
  run.compiled = run.result.ending != core::Ending::Cancelled;
  return run;
}

bool shows_bug(core::BugKind kind, const NativeRun& run) {
  if (run.compiled && run.result.ending == core::Ending::TimedOut) return kind == core::BugKind::Diverges;
  return run.compiled && (run.result.ending != core::Ending::Exited || run.result.exit_code == 1);
}

NativeProgram without_shows(NativeProgram program) {
  std::string text;
  for (const std::string_view line : split(program.text, '\n'))
    if (!line.starts_with("  show(\"a")) text += std::string(line) + "\n";
  program.text = std::move(text);
  return program;
}

core::Reproduction native_reproduction(const core::Finding& finding, const NativeProgram& program,
                                       const NativeRun& run) {
  core::Reproduction out;
  out.files = {{program.file, program.text}};
  out.needs = {program.compile.substr(0, program.compile.find(' '))};
  const std::string binary = std::string("./") + kBinary;
  std::string start = binary;
  if (finding.kind == core::BugKind::Nondeterministic) {
    start = "for run in";
    for (unsigned i = 1; i <= kRepetitions; ++i) start += " " + std::to_string(i);
    start += "; do " + binary + " || exit $?; done";
  }
  out.commands.push_back({{}, program.compile + " -o " + kBinary + "\n" + start, kScriptSeconds});
  const bool endless = run.compiled && run.result.ending == core::Ending::TimedOut;
  const bool is_seen = run.compiled && (!endless || finding.kind == core::BugKind::Diverges);
  out.prints = is_seen ? wrong_lines(run) : finding.reason;
  if (run.compiled && run.result.ending == core::Ending::Signalled)
    out.prints += "(killed by " + core::signal_name(run.result.signal) + ")";
  if (endless && is_seen) out.prints += "(killed by SIGALRM after a minute)";
  out.expected = expectation(finding, run);
  // `run.sh` treats status 127, for a program that was not compiled, as an impossible trial.
  out.shows = breaks_off(finding, run) ? core::ended_by_signal() : "[ \"$status_1\" -eq 1 ]";
  return out;
}

}  // namespace assay::domain
