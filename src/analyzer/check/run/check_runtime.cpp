#include "analyzer/check/run/check_runtime.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/io/embedded.hpp"
#include "core/io/io.hpp"

namespace assay::core {
/// The files of data/analyzers/runtime.
[[nodiscard]] const EmbeddedFile& analyzer_check_header();
[[nodiscard]] const EmbeddedFile& analyzer_check_runtime();
[[nodiscard]] const EmbeddedFile& analyzer_check_shadow();
[[nodiscard]] const EmbeddedFile& analyzer_check_keep();
}  // namespace assay::core

namespace assay::analyzer {

namespace {

/// `strange`: the process runs untrusted code, and is isolated.
core::ProcessResult run_in_scratch(const Session& session, std::vector<std::string> argv, const core::Limits& limits,
                                   const std::string& input,
                                   std::vector<std::pair<std::string, std::string>> environment, bool strange) {
  const Result<std::string> folder = session.scratch.path();
  if (!folder) {
    core::ProcessResult result;
    result.message = folder.error().text();
    return result;
  }
  core::Command command = core::working_in({std::move(argv), std::move(environment), {}}, *folder);
  const bool built_here = command.argv.front().starts_with(*folder + "/");
  if (strange || built_here) {
    command.writes_below = *folder;
    command.isolated = true;
    command.environment.emplace_back("LSAN_OPTIONS", "detect_leaks=0");  // LeakSanitizer traces its own process
    if (built_here && !session.run_folder.empty() && core::can_restrict_writes())
      command.working_directory = session.run_folder;
  }
  return core::run_process(command, input, limits, session.stop);
}

}  // namespace

core::ProcessResult run_here(const Session& session, std::vector<std::string> argv, const core::Limits& limits,
                             const std::string& input, std::vector<std::pair<std::string, std::string>> environment) {
  return run_in_scratch(session, std::move(argv), limits, input, std::move(environment), false);
}

core::ProcessResult run_interpreter_here(const Session& session, std::vector<std::string> argv) {
  return run_in_scratch(session, std::move(argv), session.program, {}, {}, true);
}

Status put_files(const Program& program, const Session& session) {
  session.scratch.clear();
  for (const core::File& file : program.files) {
    const Result<std::string> path = session.scratch.write(file.name, file.content);
    if (!path) return path.error();
  }
  return {};
}

void add_usage(core::Usage& sum, const core::Usage& one) {
  sum.wall_seconds += one.wall_seconds;
  sum.user_seconds += one.user_seconds;
  sum.system_seconds += one.system_seconds;
  sum.peak_memory_bytes = std::max(sum.peak_memory_bytes, one.peak_memory_bytes);
}

core::Limits run_limits(const Session& session) {
  core::Limits limits = session.program;
  if (session.step_seconds > 0) limits.cpu_seconds = session.step_seconds;
  return limits;
}

ProgramRun run_checked_program(const std::string& name, std::size_t facts, const Program& program,
                               const Session& session, std::vector<std::pair<std::string, std::string>> environment) {
  constexpr const char* kReportName = "assay_report.txt";
  constexpr double kShare = 0.8;  // share of the time limit: the program needs the rest to write its report
  ProgramRun run;
  run.report.facts.resize(facts);
  // Removes the report of an earlier run.
  const Result<std::string> report = session.scratch.write(kReportName, "");
  const Result<std::string> folder = session.scratch.path();
  if (!report || !folder) {
    run.trouble = core::Verdict::skip("no space for the checked program");
    return run;
  }
  const core::Limits limits = run_limits(session);
  const double cpu = limits.cpu_seconds > 0 ? limits.cpu_seconds : limits.wall_seconds;
  environment.emplace_back("ASSAY_RESULT", *report);
  environment.emplace_back("ASSAY_SECONDS", std::to_string(cpu * kShare));
  environment.emplace_back("ASSAY_WALL_SECONDS", std::to_string(limits.wall_seconds * kShare));
  run.command = {*folder + "/" + name};
  run.command.insert(run.command.end(), program.arguments.begin(), program.arguments.end());
  run.result = run_here(session, run.command, limits, program.input, std::move(environment));
  if (const Result<std::string> text = core::read_text_file(*report); text) run.report = read_run_report(*text, facts);
  // The report of a program that crashed or did not end still counts; without any report, there is no result.
  if (!run.report.complete) {
    run.trouble = trouble_of_helper("program", run.result);
    if (!run.trouble) run.trouble = core::Verdict::skip("the program wrote no report");
  }
  // The first program of the reduction ended much earlier than this limit.
  if (session.step_seconds > 0 && run.report.end == "time" && !run.trouble)
    run.trouble = core::Verdict::skip("the program does not end in a step's time");
  return run;
}

std::string check_table(std::size_t facts) {
  const std::string count = std::to_string(facts);
  return "\nunsigned long long assay_hits[" + count + " + 1];\nconst unsigned assay_fact_count = " + count + ";\n";
}

namespace {

bool compares_addresses(const Fact& fact, const CheckedFact& checked) {
  return checked.broken != 0 && std::holds_alternative<Aliasing>(fact.property);
}

}  // namespace

bool has_broken_aliasing(const std::vector<Fact>& facts, const std::vector<CheckedFact>& checked) {
  for (std::size_t i = 0; i < facts.size(); ++i)
    if (compares_addresses(facts[i], checked[i])) return true;
  return false;
}

void confirm_broken_aliasing(const std::vector<Fact>& facts, const std::vector<CheckedFact>& again,
                             std::vector<CheckedFact>& checked) {
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (!compares_addresses(facts[i], checked[i]) || (i < again.size() && again[i].broken != 0)) continue;
    checked[i] = {};
    checked[i].skip = "an object has the address of an earlier one";
  }
}

std::vector<std::string> CheckRuntime::command() const {
  return {compiler_, "-O1", "-c", "assay_check.c", "assay_shadow.c", "assay_keep.c"};
}

Trouble CheckRuntime::put(const Session& session, core::Usage& usage) {
  const auto write = [&](std::string_view name, std::string_view content) {
    return session.scratch.write(name, content).ok();
  };
  const Trouble no_space = core::Verdict::skip("no space for the checked program");
  if (!write("assay_check.h", core::analyzer_check_header().content)) return no_space;
  if (objects_.empty()) {
    if (!write("assay_check.c", core::analyzer_check_runtime().content) ||
        !write("assay_shadow.c", core::analyzer_check_shadow().content) ||
        !write("assay_keep.c", core::analyzer_check_keep().content))
      return no_space;
    const core::ProcessResult result = run_here(session, command(), session.program);
    add_usage(usage, result.usage);
    if (Trouble trouble = trouble_of_helper("compiler", result)) return trouble;
    if (result.exit_code != 0)
      return core::Verdict::skip("compiler: " + compiler_ + " does not take the runtime of checks");
    std::vector<core::File> objects;
    for (const char* name : {kCounter, kShadow, kKeep.front()}) {
      const Result<std::string> folder = session.scratch.path();
      Result<std::string> object = folder ? core::read_text_file(*folder + "/" + name) : folder;
      if (!object) return no_space;
      objects.push_back({name, std::move(*object)});
    }
    objects_ = std::move(objects);
    return std::nullopt;
  }
  for (const core::File& object : objects_)
    if (!write(object.name, object.content)) return no_space;
  return std::nullopt;
}

}  // namespace assay::analyzer
