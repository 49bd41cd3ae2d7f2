#include "analyzer/adapters/gcc/gcc_builds.hpp"

#include <algorithm>
#include <utility>

#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kAnswerName = "assay_answer.jsonl";
constexpr const char* kObjectName = "assay_object.o";
constexpr std::string_view kArgument = "-fplugin-arg-assay_gcc_facts-";

bool ended_well(const core::ProcessResult& result) {
  return result.ending == core::Ending::Exited && result.exit_code == 0;
}

}  // namespace

GccBuilds::GccBuilds(const GccSettings& settings, const Definition& definition, CheckRuntime& runtime,
                     const Program& program, const Session& session)
    : settings_(settings), definition_(definition), runtime_(runtime), program_(program), session_(session) {}

std::vector<std::string> GccBuilds::sources() const {
  std::vector<std::string> names;
  for (const core::File& file : program_.files)
    if (is_c_source(file.name)) names.push_back(file.name);
  return names;
}

void GccBuilds::skip(std::string reason) {
  if (!trouble) trouble = core::Verdict::skip(std::move(reason));
}

core::ProcessResult GccBuilds::run(std::vector<std::string> argv, const core::Limits& limits, const std::string& input,
                                   std::vector<std::pair<std::string, std::string>> environment) {
  core::ProcessResult result = run_here(session_, std::move(argv), limits, input, std::move(environment));
  add_usage(usage, result.usage);
  return result;
}

bool GccBuilds::write_files() {
  if (!files_written_ && !put_files(program_, session_).ok()) skip("no space for the program");
  files_written_ = true;
  return !trouble;
}

bool GccBuilds::write_runtime() {
  if (!runtime_written_ && !trouble) trouble = runtime_.put(session_, usage);
  runtime_written_ = !trouble;
  return runtime_written_;
}

std::vector<std::string> GccBuilds::compile_line(const std::string& level) const {
  std::vector<std::string> argv = settings_.compiler;
  argv.push_back(level);
  for (const std::string_view flag : cpp_flags(program_.files.front().name)) argv.emplace_back(flag);
  argv.insert(argv.end(), program_.flags.begin(), program_.flags.end());
  return argv;
}

std::vector<std::string> GccBuilds::plugin_words(const GccPoint& point, std::size_t first) const {
  const std::string key(kArgument);
  // Each variable has its own place, because facts compare addresses of live variables.
  std::vector<std::string> words = {"-fstack-reuse=none",       "-fplugin=" + settings_.plugin,
                                    key + "pass=" + point.pass, key + "instance=" + std::to_string(point.instance),
                                    key + "out=" + kAnswerName, key + "first=" + std::to_string(first)};
  if (!settings_.lie.empty()) words.push_back(key + "lie=" + settings_.lie);
  return words;
}

/// Whether a compiler succeeded. If not, `trouble` says why.
bool GccBuilds::compiled(const core::ProcessResult& result) {
  if (ended_well(result)) return true;
  if (trouble) return false;
  said = tail(result.err);
  trouble = trouble_of(definition_, result);
  skip("does not compile");
  return false;
}

std::optional<GccBuilds::CheckedBuild> GccBuilds::ask(const GccPoint& point, const std::string& output) {
  CheckedBuild asked;
  if (!write_files()) return std::nullopt;
  for (const std::string& file : sources()) {
    std::optional<GccAnswer> answer = ask_file(point, file, asked.facts.size(), output);
    if (!answer) return std::nullopt;
    const Result<std::string> folder = session_.scratch.path();
    Result<std::string> object = folder ? core::read_text_file(*folder + "/" + kObjectName) : folder;
    if (!object) {
      skip("no space for the program");
      return std::nullopt;
    }
    asked.objects.push_back(std::move(*object));
    std::move(answer->facts.begin(), answer->facts.end(), std::back_inserter(asked.facts));
    asked.unread.insert(asked.unread.end(), answer->unread.begin(), answer->unread.end());
  }
  return asked;
}

std::optional<GccAnswer> GccBuilds::ask_file(const GccPoint& point, const std::string& file, std::size_t first,
                                             const std::string& output) {
  const Result<std::string> answer_path = session_.scratch.write(kAnswerName, "");  // the plugin appends to the file
  const std::vector<std::string> plain = compile_line(point.level);
  const std::vector<std::string> more = plugin_words(point, first);
  std::vector<std::string> argv = plain;
  argv.insert(argv.end(), more.begin(), more.end());
  const std::vector<std::string> rest = {output, file, "-o", kObjectName};
  argv.insert(argv.end(), rest.begin(), rest.end());
  commands.push_back(argv);
  const core::ProcessResult result = run(argv, session_.analyzer);
  if (!ended_well(result)) {
    // A failure that only the plugin causes is not GCC's fault.
    std::vector<std::string> without = plain;
    without.insert(without.end(), rest.begin(), rest.end());
    if (result.ending == core::Ending::Exited && ended_well(run(without, session_.analyzer))) {
      said = tail(result.err);
      skip("GCC fails with the plugin alone");
      return std::nullopt;
    }
    commands.push_back(std::move(without));  // the command in a report
  }
  if (!compiled(result)) return std::nullopt;
  const Result<std::string> text = answer_path ? core::read_text_file(*answer_path) : answer_path;
  Result<GccAnswer> answer = text ? read_gcc_answer(*text, point) : Result<GccAnswer>(text.error());
  if (answer) return std::move(*answer);
  said = answer.error().text();
  skip("unreadable answer");
  return std::nullopt;
}

RunOutcome GccBuilds::run_program(const std::string& name, std::vector<std::pair<std::string, std::string>> environment,
                                  core::ProcessResult* result) {
  const Result<std::string> folder = session_.scratch.path();
  std::vector<std::string> argv = {(folder ? *folder : std::string(".")) + "/" + name};
  argv.insert(argv.end(), program_.arguments.begin(), program_.arguments.end());
  core::ProcessResult ran = run(std::move(argv), run_limits(session_), program_.input, std::move(environment));
  RunOutcome outcome = outcome_of(ran);
  if (result != nullptr) *result = std::move(ran);
  return outcome;
}

std::optional<GccBuilds::CheckedRun> GccBuilds::run_checked(const CheckedBuild& asked, bool keep) {
  if (!write_files() || !write_runtime()) return std::nullopt;
  const Result<std::string> table = session_.scratch.write("assay_facts.c", check_table(asked.facts.size()));
  std::vector<std::string> link = {settings_.compiler.front(), "-include", "assay_check.h", "assay_facts.c",
                                   CheckRuntime::kCounter};
  bool written = table.ok();
  for (const std::string& object : asked.objects) {
    link.push_back("assay_" + std::to_string(link.size()) + ".o");
    written = written && session_.scratch.write(link.back(), object).ok();
  }
  if (!written) {
    skip("no space for the program");
    return std::nullopt;
  }
  if (keep) link.insert(link.end(), CheckRuntime::kKeep.begin(), CheckRuntime::kKeep.end());
  link.insert(link.end(), {"-o", "assay_checked", "-lm"});
  for (const std::string_view word : cpp_library(program_.files.front().name)) link.emplace_back(word);
  commands.push_back(link);
  if (!compiled(run(std::move(link), session_.program))) return std::nullopt;
  ProgramRun ran = run_checked_program("assay_checked", asked.facts.size(), program_, session_);
  add_usage(usage, ran.result.usage);
  if (ran.trouble) {
    skip(ran.trouble->reason);
    return std::nullopt;
  }
  CheckedRun checked{std::move(ran.report), outcome_of(ran.result), ran.result.usage.cpu_seconds()};
  if (checked.report.end != "exit") checked.outcome.ended = false;
  return checked;
}

std::optional<RunOutcome> GccBuilds::run_plain(const std::vector<std::string>& flags,
                                               std::vector<std::pair<std::string, std::string>> environment) {
  if (!write_files()) return std::nullopt;
  std::vector<std::string> argv = compile_line(flags.front());
  argv.insert(argv.end(), flags.begin() + 1, flags.end());
  for (const std::string& name : sources()) argv.push_back(name);
  argv.insert(argv.end(), {"-o", "assay_plain", "-lm"});
  for (const std::string_view word : cpp_library(program_.files.front().name)) argv.emplace_back(word);
  commands.push_back(argv);
  if (!compiled(run(std::move(argv), session_.analyzer))) return std::nullopt;
  RunOutcome outcome = run_program("assay_plain", std::move(environment));
  if (!outcome.ended) return std::nullopt;
  return outcome;
}

std::optional<ReferenceOutcome> GccBuilds::run_reference(
    const std::vector<std::string>& flags, unsigned again,
    const std::vector<std::pair<std::string, std::string>>& environment) {
  std::optional<RunOutcome> first = run_plain(flags, environment);
  if (!first) return std::nullopt;
  ReferenceOutcome reference(std::move(*first));
  for (unsigned i = 1; i <= again; ++i) {
    constexpr std::size_t kBytes = 1000;
    auto other = environment;
    other.emplace_back("ASSAY_RUN", std::string(i * kBytes, '.'));
    reference.add(run_program("assay_plain", std::move(other)));
  }
  return reference;
}

double GccBuilds::plain_seconds() {
  if (!write_files()) return -1;
  double seconds = 0;
  for (const std::string& level : settings_.levels) {
    for (const std::string& name : sources()) {
      std::vector<std::string> argv = compile_line(level);
      argv.insert(argv.end(), {"-c", name, "-o", kObjectName});
      seconds += run(std::move(argv), session_.analyzer).usage.cpu_seconds();
    }
  }
  return seconds;
}

std::optional<std::string> GccBuilds::undefined() {
  if (settings_.judge != settings_.compiler.front()) return undefined_by_judge();
  std::vector<std::vector<std::string>> sanitized = {with_addresses(settings_.compiler.front(), "-O1")};
  for (const char* clang : {"clang-14", "clang"}) {
    // The C++ library is built without it, so MemorySanitizer would report the library's own values.
    if (core::find_program(clang).empty() || is_cpp_source(program_.files.front().name)) continue;
    sanitized.push_back(with_memory(clang, "-O1"));
    break;
  }
  if (std::optional<std::string> seen = undefined_of(sanitized, program_, session_, commands, usage)) return seen;
  // Detects reads of uninitialised variables and heap memory without clang: two runs with different initial bytes must
  // behave the same. glibc fills allocated memory with the complement of MALLOC_PERTURB_ (mallopt(3)).
  const auto zeros = run_reference({"-O0", "-ftrivial-auto-var-init=zero"}, 2, {{"MALLOC_PERTURB_", "255"}});
  const auto pattern = run_plain({"-O0", "-ftrivial-auto-var-init=pattern"}, {{"MALLOC_PERTURB_", "1"}});
  if (zeros && pattern && !zeros->agrees(*pattern)) return "what the program does depends on uninitialised memory";
  return std::nullopt;
}

std::optional<std::string> GccBuilds::undefined_by_judge() {
  GccSettings settings = settings_;
  settings.compiler = {settings_.judge, "-w"};
  GccBuilds judging(settings, definition_, runtime_, program_, session_);
  std::optional<std::string> seen = judging.undefined();
  add_usage(usage, judging.usage);
  commands.insert(commands.end(), judging.commands.begin(), judging.commands.end());
  if (!seen && judging.trouble) trouble = judging.trouble;
  return seen;
}

}  // namespace assay::analyzer
