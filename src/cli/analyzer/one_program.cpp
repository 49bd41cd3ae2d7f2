#include "one_program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>

#include "analyzer/adapters/adapters.hpp"
#include "base/text.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "core/target/ending.hpp"

namespace assay::cli {
namespace {

constexpr const char* kDefaultTarget = "cppcheck";
/// The options of the module that apply to a single program.
constexpr std::array<std::string_view, 6> kRows = {"timeout", "memory", "run-timeout", "flag", "preprocess", "known"};

}  // namespace

void add_rows(CLI::App& app, const core::BoundOptions& table, std::span<const std::string_view> names) {
  core::BoundOptions rows;
  for (const core::BoundOption& row : table)
    if (std::find(names.begin(), names.end(), row.option->name) != names.end()) rows.push_back(row);
  add_options(app, rows);
}

void offer_cvise(analyzer::TestOptions& options, const RunFlags& flags) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) options.checker = {self.string(), "analyzer", "check"};
  if (!analyzer::find_cvise().empty() || flags.json || flags.quiet) return;
  print_err(
      "note      cvise is not installed: findings in your own C sources are reduced less "
      "(apt install cvise)\n");
}

void OneProgramFlags::add_to(CLI::App& app) {
  app.add_option("files", files, "files of one program")->required();
  options.targets = {kDefaultTarget};
  app.add_option(
         "-t,--target", options.targets.front(),
         "analyzer to ask: a name that `assay analyzer targets` lists, 'mine=/path/cppcheck -flag' or a TOML file")
      ->capture_default_str();
  add_rows(app, analyzer::test_option_table().bind(options), kRows);
  app.add_flag("--json", json, "JSON, one object a line");
}

std::unique_ptr<OneProgram> open_program(const OneProgramFlags& flags, Session& session) {
  const auto refuse = [&](const Error& error) {
    session.fail(error);
    return std::unique_ptr<OneProgram>();
  };
  auto one = std::make_unique<OneProgram>();
  Result<analyzer::Program> program = analyzer::load_program(flags.files, flags.options.flags);
  if (program && flags.options.preprocess) program = analyzer::preprocessed(std::move(*program), flags.files);
  if (!program) return refuse(program.error());
  one->program = std::move(*program);
  Result<analyzer::Definition> definition = analyzer::resolve_analyzer(flags.options.targets.front());
  if (!definition) return refuse(definition.error());
  one->definition = std::move(*definition);
  if (!one->definition.supports(one->program.language))
    return refuse({fmt::format("{} takes programs in {}, and {} is in {}", one->definition.name,
                               join(one->definition.languages, " and "), flags.files.front(), one->program.language),
                   "`assay analyzer targets` says what each takes"});
  Result<std::string> version = analyzer::version_of(one->definition);
  if (!version) return refuse(version.error());
  one->version = std::move(*version);
  Result<std::unique_ptr<analyzer::Analyzer>> opened = analyzer::open_analyzer(one->definition);
  if (!opened) return refuse(opened.error());
  one->analyzer = std::move(*opened);
  one->analyzer_limits = flags.options.limits;
  one->program_limits = flags.options.limits;
  one->program_limits.wall_seconds = one->program_limits.cpu_seconds = flags.options.run_seconds;
  return one;
}

namespace {

/// The advice for a reason of a skip.
std::string_view advice_for(std::string_view reason) {
  const bool of_the_run = reason.starts_with("program: ") || reason.starts_with("compiler: ");
  if (reason.ends_with("does not compile"))
    return "mend it, or say with --flag what the compiler needs, as in --flag=-Iinclude";
  if (reason.starts_with("no space")) return "free some space, or name another folder for scratch files with TMPDIR";
  if (reason.ends_with(core::kTimeout))
    return of_the_run ? "raise --run-timeout, or have the program end sooner" : "raise --timeout";
  if (reason.ends_with(core::kOutOfMemory)) return "raise --memory";
  if (reason.ends_with(core::kCancelled)) return "";
  if (of_the_run) return "look at what it does without the analyzer";
  return "this analyzer's page in docs/user says which programs are not judged, and why";
}

}  // namespace

void fail_unjudged(const core::Verdict& trouble, const std::string& output, Session& session) {
  std::string message =
      trouble.is_bug() ? "the analyzer crashes: " + trouble.reason : "cannot judge: " + trouble.reason;
  // The output before a timeout does not explain the timeout.
  if (!output.empty() && !trouble.reason.ends_with(core::kTimeout)) message += "\n" + printable(output);
  const std::string_view advice = trouble.is_bug() ? "" : advice_for(trouble.reason);
  session.fail({message, std::string(advice)}, trouble.is_bug() ? kFindings : kEnvironment);
}

}  // namespace assay::cli
