#include "cli/trigger/trigger_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/trigger/output.hpp"
#include "core/io/io.hpp"
#include "core/report/report.hpp"
#include "smt/solver/solver.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

/// The result of one script.
struct ScriptPage {
  std::string text;  ///< text for standard output
  std::optional<Error> error;
  int code = kNothingFound;
};

/// True if --emit names a folder for the completed scripts.
bool emits_folder(const TriggerJob& job) {
  std::error_code error;
  const bool named = job.emit.ends_with('/') || fs::is_directory(job.emit, error);
  return !job.emit.empty() && (job.scripts.size() > 1 || named);
}

/// The file for the completed form of each script; empty without --emit. An Error if a file would be an input.
Result<std::vector<std::string>> emit_paths(const TriggerJob& job) {
  std::vector<std::string> paths(job.scripts.size());
  if (job.emit.empty()) return paths;
  std::error_code error;
  const bool folder = emits_folder(job);
  if (!folder) paths[0] = job.emit;
  std::set<std::string> taken;
  for (std::size_t i = 0; folder && i < paths.size(); ++i) {
    const std::string stem = job.scripts[i] == "-" ? "stdin" : fs::path(job.scripts[i]).stem().string();
    std::string name = stem;
    for (int number = 2; !taken.insert(name).second; ++number) name = stem + "-" + std::to_string(number);
    paths[i] = (fs::path(job.emit) / (name + ".completed.smt2")).string();
  }
  for (const std::string& path : paths) {
    for (const std::string& script : job.scripts) {
      if (fs::equivalent(path, script, error))
        return Error{"--emit would overwrite the input " + script, "name another file or folder"};
    }
  }
  return paths;
}

/// The path for an alternative, or for a check among several: `out-2.smt2` for `out.smt2` and `2`.
std::string with_ending(const std::string& path, const std::string& ending) {
  fs::path result(path);
  const std::string name = result.stem().string() + "-" + ending + result.extension().string();
  return result.replace_filename(name).string();
}

/// The solvers. z3 has passed its controls (check_prover).
struct Provers {
  std::unique_ptr<trigger::Prover> z3;
  std::unique_ptr<trigger::Prover> library;  ///< libz3 of the same release, or null
  std::unique_ptr<trigger::Prover> cvc5;     ///< null if it is not installed
  std::vector<std::unique_ptr<trigger::Prover>> others;
  std::vector<trigger::OtherProver> named;  ///< the same, with their names
};

/// Minimum CPU time limit of each control in seconds, for a short --timeout. A control takes a few hundredths.
constexpr double kMinControlSeconds = 2;

/// The error for a failed control.
Error trial_error(const std::string& program, const trigger::Control& control) {
  const std::string what = program + " cannot be used, control '" + std::string(control.name) + "' failed: ";
  switch (control.answer) {
    case trigger::Answer::Timeout:
      return {what + "no answer in the time for one run",
              "try again when the machine is less busy, or raise --timeout; a solver that always hangs is replaced "
              "with --z3"};
    case trigger::Answer::OutOfMemory: return {what + "out of memory", "raise --memory"};
    default: return {what + one_line(control.detail, 200), "install z3 4.8 or later, or name it with --z3"};
  }
}

/// The families of solvers that --prover takes.
struct ProverRow {
  std::string_view family;
  bool is_z3;
  Result<std::unique_ptr<trigger::Prover>> (*make)(const std::string& program, std::uint64_t memory_bytes);
};
constexpr std::array kProverRows = {
    ProverRow{"z3", true, trigger::make_z3_prover},
    ProverRow{"cvc5", false, trigger::make_cvc5_prover},
};

Status add_prover(const std::string& text, const trigger::ReportOptions& options, Provers& provers) {
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(text);
  if (!solver) return solver.error();
  const auto is_of_family = [&](const ProverRow& row) { return row.family == solver->family; };
  const auto* const row = std::find_if(kProverRows.begin(), kProverRows.end(), is_of_family);
  if (row == kProverRows.end())
    return Error{"--prover " + text + ": the instances of " + solver->family + " cannot be read", "name a z3 or cvc5"};
  Result<std::unique_ptr<trigger::Prover>> made = row->make(solver->argv.at(0), options.solvers.memory_bytes);
  if (!made) return made.error();
  provers.named.push_back({text, row->is_z3, made->get()});
  provers.others.push_back(std::move(*made));
  return {};
}

/// The program of `z3@4.8.5`, an installed release; any other text is a program.
Status find_release(std::string& program) {
  if (program.find('@') == std::string::npos || program.find('/') != std::string::npos) return {};
  const Result<smt::SolverDefinition> solver = smt::resolve_solver(program);
  if (!solver) return solver.error();
  program = solver->argv.at(0);
  return {};
}

Result<Provers> make_provers(const TriggerJob& job, const std::stop_token& stop) {
  const trigger::ReportOptions& options = job.options;
  Result<std::unique_ptr<trigger::Prover>> z3 =
      trigger::make_z3_prover(options.solvers.z3, options.solvers.memory_bytes);
  if (!z3) return z3.error();
  const double seconds = std::max(kMinControlSeconds, options.synthesis.seconds_per_check);
  for (const trigger::Control& control : trigger::check_prover(**z3, seconds, stop)) {
    if (stop.stop_requested()) return Error{"interrupted", ""};
    if (!control.passed) return trial_error(options.solvers.z3, control);
  }
  Provers provers;
  provers.z3 = std::move(*z3);
  if (job.library) provers.library = trigger::make_z3_library_prover(*provers.z3, options.solvers.memory_bytes, stop);
  Result<std::unique_ptr<trigger::Prover>> cvc5 =
      trigger::make_cvc5_prover(options.solvers.cvc5, options.solvers.memory_bytes);
  if (cvc5) provers.cvc5 = std::move(*cvc5);
  for (const std::string& text : job.provers)
    if (Status status = add_prover(text, options, provers); !status) return status.error();
  return provers;
}

/// The line for a script whose examination did not finish.
std::string short_json(const std::string& file, trigger::Verdict verdict, const std::string& explanation) {
  const nlohmann::ordered_json json = {{"format", core::kJsonFormat},
                                       {"file", file},
                                       {"verdict", trigger::name(verdict)},
                                       {"finding", false},
                                       {"explanation", explanation}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

ScriptPage failure(const TriggerJob& job, const std::string& file, Error error, int code) {
  ScriptPage page;
  if (job.json) page.text = short_json(file, trigger::Verdict::Failed, error.text());
  page.error = std::move(error);
  page.code = code;
  return page;
}

class Run {
 public:
  Run(const TriggerJob& job, std::vector<std::string> paths, Provers provers, Session& session)
      : job_(job), paths_(std::move(paths)), provers_(std::move(provers)), session_(session) {
    options_ = job.options;
    options_.synthesis.second = provers_.cvc5.get();
    options_.synthesis.checker = provers_.library.get();
    options_.synthesis.others = provers_.named;
    // Jobs that are not needed for concurrent scripts are used by the search in each script.
    pages_.resize(job.scripts.size());
    // CPU time is that of the whole process.
    at_once_ = job.cpu_seconds ? 1 : std::clamp<std::size_t>(job.scripts.size(), 1, job.jobs);
    options_.synthesis.jobs = std::max<std::size_t>(1, job.jobs / at_once_);
  }

  void all() {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < at_once_; ++i) workers.emplace_back([this] { work(); });
    work();
    workers.clear();
    print_unexamined();
  }

 private:
  void work() {
    while (!session_.stop.stop_requested()) {
      const std::size_t index = next();
      if (index >= pages_.size()) return;
      ScriptPage page = examine(index);
      const std::lock_guard lock(mutex_);
      pages_[index] = std::move(page);
      print_ready();
    }
  }

  std::size_t next() {
    const std::lock_guard lock(mutex_);
    return next_++;
  }

  /// Prints the finished pages in the order of the scripts.
  void print_ready() {
    for (; printed_ < pages_.size() && pages_[printed_]; ++printed_) {
      const ScriptPage& page = *pages_[printed_];
      print_out("{}", page.text);
      flush_stream(stdout);
      const int code = std::max(session_.exit_code, page.code);
      if (page.error) session_.fail(*page.error, code);
      session_.exit_code = code;
    }
  }

  /// After Ctrl-C: prints a line for each script that was not examined.
  void print_unexamined() {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i]) continue;
      ScriptPage& page = pages_[i].emplace();
      page.text = job_.json ? short_json(job_.scripts[i], trigger::Verdict::Interrupted, "interrupted before it began")
                            : fmt::format("{}: interrupted before it began\n", printable(job_.scripts[i]));
    }
    print_ready();
  }

  /// Exceptions for missing memory or threads become errors of this script. The other scripts go on.
  ScriptPage examine(std::size_t index) {
    const std::string& file = job_.scripts[index];
    const Result<std::string> text = read_input(file);
    if (!text) return failure(job_, file, text.error(), kEnvironment);
    try {
      return examined(index, *text);
    } catch (const std::bad_alloc&) {
      return failure(job_, file, {file + ": out of memory", "give Assay more memory, or it a smaller script"},
                     kEnvironment);
    } catch (const std::system_error& error) {
      return failure(job_, file, {file + ": " + error.what(), "the system has no threads or memory left for it"},
                     kEnvironment);
    }
  }

  ScriptPage examined(std::size_t index, const std::string& text) {
    const std::string& file = job_.scripts[index];
    const Listening listening(session_);
    smt::TermStore store;
    const Result<smt::Script> script = smt::parse_script(store, text, file);
    if (!script) return failure(job_, file, script.error(), kUsage);
    const Result<std::vector<trigger::CheckReport>> checks =
        trigger::examine_checks(store, *script, text, options_, job_.check, *provers_.z3, listening.stop());
    if (!checks) return failure(job_, file, {file + ": " + checks.error().message, checks.error().advice}, kUsage);
    const std::size_t count = trigger::checks_of(*script, {}).size();
    const bool several = count > 1;
    const trigger::SourceNames names = trigger::source_names(store, *script, *checks);
    ScriptPage page;
    for (const trigger::CheckReport& check : *checks)
      add_check(page, {store, file, check, several, options_, names, {}}, index);
    if (several && !job_.json) page.text += trigger_summary(file, *checks, count);
    return page;
  }

  /// Prints the report of one check and writes its files.
  void add_check(ScriptPage& page, TriggerPage shown, std::size_t index) {
    const trigger::Report& report = shown.check.report;
    if (shown.check.state == trigger::CheckState::Examined && report.verdict == trigger::Verdict::Failed)
      return add_failure(page, shown);
    const std::string path = shown.several && !paths_[index].empty()
                                 ? with_ending(paths_[index], "check" + std::to_string(shown.check.check.number))
                                 : paths_[index];
    for (std::size_t i = 0; i < report.completions.size() && !path.empty() && !page.error; ++i) {
      const std::string one = i == 0 ? path : with_ending(path, std::to_string(i + 1));
      if (const Status status = core::write_text_file(one, report.completions[i].completed); !status) {
        page.error = status.error();
        page.code = kEnvironment;
      } else {
        shown.emitted.push_back(one);
      }
    }
    page.text += job_.json ? trigger_json(shown) + "\n" : trigger_text(shown);
    if (trigger::is_finding(report.verdict)) page.code = std::max(page.code, static_cast<int>(kFindings));
  }

  /// Adds the error for a check that the solver rejects. The other checks go on.
  void add_failure(ScriptPage& page, const TriggerPage& shown) {
    const std::string explanation = trigger_explanation(shown.check.report, options_.axioms_only);
    if (!page.error) page.error = Error{shown.file + ": " + explanation, ""};
    page.code = kEnvironment;
    if (job_.json) page.text += trigger_json(shown) + "\n";
  }

  const TriggerJob& job_;
  std::vector<std::string> paths_;
  Provers provers_;
  Session& session_;
  trigger::ReportOptions options_;
  std::size_t at_once_ = 1;  ///< number of concurrent scripts
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t printed_ = 0;
  std::vector<std::optional<ScriptPage>> pages_;
};

/// Fails before any script is examined. With --json, prints a line for each script.
void refuse(const TriggerJob& job, Session& session, const Error& error) {
  const bool interrupted = session.stop.stop_requested();
  const trigger::Verdict verdict = interrupted ? trigger::Verdict::Interrupted : trigger::Verdict::Failed;
  for (const std::string& file : job.scripts)
    if (job.json) print_out("{}", short_json(file, verdict, error.text()));
  flush_stream(stdout);
  session.fail(error);
}

Status read_others(TriggerJob& job) {
  const Result<core::InputFiles> found = core::find_inputs(job.also, ".smt2");
  if (!found) return found.error();
  for (const std::string& file : found->files) {
    Result<std::string> text = read_input(file);
    if (!text) return text.error();
    job.options.also.push_back({file, std::move(*text)});
  }
  return {};
}

}  // namespace

void run_trigger(const TriggerJob& asked, Session& session) {
  TriggerJob job = asked;
  if (const Status status = job.also.empty() ? Status() : read_others(job); !status)
    return refuse(job, session, status.error());
  for (std::string* const program : {&job.options.solvers.z3, &job.options.solvers.cvc5})
    if (const Status status = find_release(*program); !status) return refuse(job, session, status.error());
  Result<std::vector<std::string>> paths = emit_paths(job);
  if (!paths) return session.fail(paths.error(), kUsage);
  // Reading a script from a terminal or a pipe may take for ever, so Ctrl-C must end the process at once.
  const bool waits = std::any_of(job.scripts.begin(), job.scripts.end(), [](const std::string& script) {
    std::error_code error;
    return script == "-" || fs::is_fifo(script, error);
  });
  std::optional<Listening> listening(std::in_place, session);
  Result<Provers> provers = make_provers(job, listening->stop());
  if (waits) listening.reset();
  if (!provers) return refuse(job, session, provers.error());
  const bool is_new = emits_folder(job) && !core::exists(job.emit);
  if (const Status made = is_new ? core::Disk::real().make_directory(job.emit) : Status(); !made)
    return refuse(job, session, made.error());
  Run(job, std::move(*paths), std::move(*provers), session).all();
  // Removes the new folder if it is empty.
  std::error_code not_empty;
  if (is_new) fs::remove(job.emit, not_empty);
}

}  // namespace assay::cli
