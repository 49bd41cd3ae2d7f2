#include "reduction.hpp"

#include <CLI/CLI.hpp>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "output.hpp"

namespace assay::cli {
namespace {

Result<double> seconds_of(const char* flag, const std::string& text) {
  const std::optional<double> seconds = parse_duration(text);
  if (!seconds || *seconds <= 0)
    return Error{std::string(flag) + " '" + text + "' is no duration", "write it like 500ms, 10s or 5m"};
  return *seconds;
}

}  // namespace

void ReductionFlags::add_to(CLI::App& app, const std::string& name, const std::string& help,
                            std::span<const std::string_view> forms, CLI::Option* target) {
  app.option_defaults()->always_capture_default();
  app.add_option(name, file, help)->required();
  CLI::Option* const command = app.add_option(
      "--keep-command", keep_command,
      "reduce while this program ends with 0; it gets the file's name, in a folder of its own, and no shell");
  if (target != nullptr) {
    app.add_option("--keep", keep,
                   "reduce while a run of the target has this property, whatever is true: " +
                       join(std::vector<std::string>(forms.begin(), forms.end()), ", "))
        ->needs(target)
        ->excludes(command);
    command->excludes(target);
  } else {
    command->required();
  }
  app.add_option("-o,--out", out, "file (default: standard output)");
  app.add_option("--timeout", timeout, "wall-clock limit of one run");
  app.add_option("--time", time, "stop after this CPU time of Assay and the target");
  app.add_option("--runs", runs, "stop after this many runs of the target");
}

void run_reduction(const ReductionFlags& flags, Session& session, const Reduce& reduce) {
  const Result<std::string> text = read_text_file(flags.file);
  if (!text) return session.fail(text.error());
  const Result<double> time = seconds_of("--time", flags.time), timeout = seconds_of("--timeout", flags.timeout);
  for (const Result<double>* seconds : {&time, &timeout})
    if (!*seconds) return session.fail(seconds->error(), kUsage);
  core::Limits limits;
  limits.wall_seconds = *timeout;
  core::ReduceBudget budget;
  budget.max_runs = flags.runs;
  budget.max_seconds = *time;
  bool ran_out = false;
  budget.ran_out = &ran_out;
  const Listening listening(session);
  budget.stop = listening.stop();
  const Result<ReducedFile> reduced = reduce(*text, limits, budget);
  if (!reduced && budget.stop.stop_requested()) return session.fail({"stopped before the first step", ""});
  if (!reduced) return session.fail(reduced.error());
  print_err("reduced from {} to {} bytes{}\n", text->size(), reduced->text.size(),
            ran_out || budget.stop.stop_requested() ? ", ended by --time, --runs or a signal" : "");
  if (reduced->fails) session.exit_code = kFindings;
  if (flags.out.empty()) return print_out("{}", reduced->text);
  const Status written = core::write_text_file(flags.out, reduced->text);
  if (!written) session.fail(written.error());
}

}  // namespace assay::cli
