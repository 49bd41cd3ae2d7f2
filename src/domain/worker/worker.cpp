#include "domain/worker/worker.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"
#include "base/text.hpp"
#include "domain/kernel/exhaustive/exhaustive.hpp"
#include "domain/kernel/run/variants.hpp"
#include "protocol.hpp"

namespace assay::domain {
namespace {

constexpr int kUsage = 2;
constexpr double kMilliseconds = 1000;  ///< in a second

/// The worker's own standard output. Output of the library is discarded.
class Output {
 public:
  Output() : descriptor_(::dup(STDOUT_FILENO)) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
  }
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  int descriptor_;
};

/// Runs a program and prints each step before it runs, so that the last line is the step that ended the process, then
/// the violations. Returns false if there are violations.
bool show(const Program& program, Domain& domain, const std::function<void(std::string_view)>& write) {
  const std::string text = to_text(program, domain.transformers());
  const std::vector<std::string_view> lines = split(trim(text), '\n');
  // Instructions and checks are the last lines of the text; its flags are before them.
  const std::size_t first = lines.size() - program.instructions.size() - program.checks.size();
  const auto line = [&](std::size_t number) { write(std::string(lines[number]) + "\n"); };
  for (std::size_t i = 0; i < first; ++i) line(i);
  std::size_t next = 0;
  RunOptions options;
  options.before = [&](std::size_t step) {
    if (step < next) return;  // a repetition
    next = step + 1;
    line(first + step);
  };
  const RunResult result = run(program, domain, options);
  for (const Violation& violation : result.violations)
    write("VIOLATED " + violation.oracle + " " + std::string(name(violation.operation)) + ": " +
          std::string(trim(violation.detail)) + "\n");
  if (result.violations.empty()) write("nothing is violated\n");
  return result.violations.empty();
}

/// Reads standard input.
class Input {
 public:
  /// All remaining input.
  std::string rest() {
    while (more()) {
    }
    return std::move(buffer_);
  }
  std::optional<std::string> until(std::string_view end) {
    const std::string mark = std::string(end) + "\n";
    for (;;) {
      if (const std::size_t at = buffer_.find(mark); at != std::string::npos) {
        std::string text = buffer_.substr(0, at);
        buffer_.erase(0, at + mark.size());
        return text;
      }
      if (!more()) return std::nullopt;
    }
  }

 private:
  bool more() {
    char bytes[65536];
    ssize_t count = -1;
    do {
      count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    } while (count < 0 && errno == EINTR);
    if (count > 0) buffer_.append(bytes, static_cast<std::size_t>(count));
    return count > 0;
  }

  std::string buffer_;
};

/// CPU time of this process in seconds.
double cpu_seconds() {
  constexpr double kNanoseconds = 1e-9;
  timespec now{};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + kNanoseconds * static_cast<double>(now.tv_nsec);
}

/// Runs programs from standard input. `seconds`: CPU time after which the remaining steps of a program are skipped.
int serve(const DomainFactory& factory, bool trace, RunOptions options, double seconds, const Output& output) {
  const std::unique_ptr<Domain> first = factory(1);
  const std::vector<ValueTransformer> transformers = first->transformers();
  const auto tell = [&output](std::size_t step, std::string_view more) {
    static_cast<void>(output.write("step " + std::to_string(step) + std::string(more) + "\n"));
  };
  if (trace) {
    options.before = [&](std::size_t step) { tell(step, ""); };
    options.asking = [&](std::size_t step, std::optional<Operation> operation) {
      tell(step, " " + std::string(operation ? name(*operation) : kOwnWork));
    };
  }
  Input input;
  while (const std::optional<std::string> text = input.until(kEndOfProgram)) {
    const Result<Program> program = parse_program(*text, transformers);
    std::string answer = "{\"problem\":true}";
    const double end = cpu_seconds() + seconds;
    options.is_over = [end] { return cpu_seconds() >= end; };
    if (program) answer = to_json(run(*program, *factory(program->dimensions), options));
    if (!output.write(answer + "\n" + std::string(kEndOfResult) + "\n")) return 1;
  }
  return 0;
}

/// The violation for a program whose last check, or last instruction without checks, ends the process.
Violation crash_of(const Program& program) {
  Violation crash;
  crash.oracle = kCrashOracle;
  crash.detail = "the last step ends its process, or does not end";
  crash.instruction = program.instructions.size() + program.checks.size();
  if (crash.instruction > 0) --crash.instruction;
  if (program.checks.empty() && !program.instructions.empty()) crash.operation = program.instructions.back().operation;
  if (const Law* const last = program.checks.empty() ? nullptr : law(program.checks.back().law))
    crash.law = last->number;
  return crash;
}

/// Runs the program to get its violations, and prints it in C or C++. `crashes`: the program ends its process and is
/// not run; its violation is crash_of.
int reproduce(const Library& library, const std::string& name, const DomainFactory& factory, bool crashes,
              const Output& output) {
  Input input;
  const std::optional<std::string> text = input.until(kEndOfProgram);
  if (!text || !library.reproduce) return 1;
  const Result<Program> program = parse_program(*text, factory(1)->transformers());
  if (!program) return 1;
  std::vector<Violation> violations(crashes ? 1 : 0);
  for (Violation& crash : violations) crash = crash_of(*program);
  if (!crashes) violations = run(*program, *factory(program->dimensions), {}).violations;
  const std::optional<std::string> more = input.until(kEndOfResult);
  if (const Result<RunResult> found = more ? result_from_json(trim(*more)) : RunResult(); found && !crashes)
    violations.insert(violations.end(), found->violations.begin(), found->violations.end());
  const Reproduction made = library.reproduce(name, *program, violations);
  return made.text.empty() || output.write(made.file + "\n" + made.compile + "\n" + made.text) ? 0 : 1;
}

/// Runs the program from standard input for people. Returns exit code 1 if there are violations.
int show_all(const DomainFactory& factory, const Output& output) {
  Input input;
  const Result<Program> program = parse_program(input.rest(), factory(1)->transformers());
  if (!program) {
    static_cast<void>(output.write(program.error().text() + "\n"));
    return kUsage;
  }
  const auto write = [&](std::string_view text) { static_cast<void>(output.write(text)); };
  return show(*program, *factory(program->dimensions), write) ? 0 : 1;
}

/// Prints the table of the exhaustive test. Returns exit code 1 if a result is unsound or less precise than promised.
int exhaust(Domain& domain, const Output& output) {
  ExhaustiveOptions options;
  options.before = [&output](std::string_view row) {
    static_cast<void>(output.write("step " + std::string(row) + "\n"));
  };
  const Result<ExhaustiveReport> report = test_exhaustively(domain, options);
  if (!report) {
    static_cast<void>(output.write(report.error().text() + "\n"));
    return kUsage;
  }
  if (!output.write(to_text(*report))) return kUsage;
  return report->unsound() + report->imprecise() > 0 ? 1 : 0;
}

}  // namespace

int worker_main(int argc, char** argv, const Library& library) {
  const Output output;
  std::vector<std::string> words(argv + 1, argv + argc);
  double seconds = std::numeric_limits<double>::infinity();
  if (const auto limit = words.size() > 2 && words[0] == kCaseLimit ? parse_unsigned(words[1]) : std::nullopt) {
    seconds = static_cast<double>(*limit) / kMilliseconds;
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words == std::vector<std::string>{"--list"}) {
    for (const std::string& name : library.names)
      if (!output.write(name + "\n")) return 1;
    return 0;
  }
  const std::string_view mode = words.size() == 2 ? words[0] : std::string_view();
  constexpr std::string_view kModes[] = {"--describe",        "--trace",      "--export", "--reproduce",
                                         "--reproduce-crash", "--exhaustive", "--show"};
  if (words.size() != 1 && std::find(std::begin(kModes), std::end(kModes), mode) == std::end(kModes)) {
    std::string usage = "usage: " + std::string(argv[0]) + " --list | [" + std::string(kCaseLimit) + " N] [";
    for (const std::string_view one : kModes) usage += std::string(one == kModes[0] ? "" : " | ") + std::string(one);
    static_cast<void>(output.write(usage + "] NAME\n"));
    return kUsage;
  }
  const Result<DomainFactory> factory = library.open(words.back());
  if (!factory) {
    static_cast<void>(output.write(factory.error().text() + "\n"));
    return kUsage;
  }
  if (mode.starts_with("--reproduce"))
    return reproduce(library, words.back(), *factory, mode == "--reproduce-crash", output);
  if (mode == "--exhaustive") return exhaust(*(*factory)(1), output);
  if (mode == "--show") return show_all(*factory, output);
  if (mode != "--describe")
    return serve(*factory, mode == "--trace", mode == "--export" ? only_exports() : RunOptions(), seconds, output);
  const std::unique_ptr<Domain> domain = (*factory)(1);
  return output.write(to_json(domain->contract(), domain->transformers()) + "\n") ? 0 : 1;
}

}  // namespace assay::domain
