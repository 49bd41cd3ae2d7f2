#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/base/text.hpp"
#include "assay/core/report.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "smt/reduce/foreign.hpp"

namespace assay::cli {
namespace {

struct ReduceFlags {
  std::string script;
  std::string target;
  std::vector<std::string> references;
  std::string witness;
  std::string out;
  std::string timeout = "10s";
  std::string time = "5m";
  std::size_t runs = 5000;
};

Result<smt::ForeignReducer> make_reducer(const ReduceFlags& flags) {
  Result<smt::SolverDefinition> target = smt::resolve_solver(flags.target);
  if (!target) return target.error();
  const Result<std::string> version = smt::solver_version(*target);
  if (!version) return version.error();
  keep_those_in(target->known_bugs, *version);
  speak_as_of(*target, *version);
  std::vector<smt::SolverDefinition> references;
  for (const std::string& text : flags.references) {
    Result<smt::SolverDefinition> reference = smt::resolve_solver(text);
    if (!reference) return reference.error();
    const Result<std::string> said = smt::solver_version(*reference);
    if (!said) return said.error();
    speak_as_of(*reference, *said);
    references.push_back(std::move(*reference));
  }
  const std::optional<double> seconds = parse_duration(flags.timeout);
  if (!seconds || *seconds <= 0)
    return Error{"--timeout '" + flags.timeout + "' is no duration", "write it like 500ms or 10s"};
  core::Limits limits;
  limits.wall_seconds = *seconds;
  return smt::ForeignReducer(std::move(*target), std::move(references), limits);
}

void run(const ReduceFlags& flags, Session& session) {
  const Result<std::string> text = read_text_file(flags.script);
  if (!text) return session.fail(text.error());
  std::string witness;
  if (!flags.witness.empty()) {
    const Result<std::string> read = read_text_file(flags.witness);
    if (!read) return session.fail(read.error());
    witness = *read;
  }
  const std::optional<double> seconds = parse_duration(flags.time);
  if (!seconds) return session.fail({"--time '" + flags.time + "' is no duration", "write it like 90s or 5m"}, kUsage);
  Result<smt::ForeignReducer> reducer = make_reducer(flags);
  if (!reducer) return session.fail(reducer.error());
  const Result<smt::ForeignScript> script = reducer->examine(*text, flags.script, witness, Listening(session).stop());
  if (!script) return session.fail(script.error());
  print_err("{}: {}\n{}\n", flags.target, core::name(script->verdict.kind), printable(script->verdict.detail));

  core::ReduceBudget budget;
  budget.max_runs = flags.runs;
  budget.max_seconds = *seconds;
  const Listening listening(session);
  budget.stop = listening.stop();
  const core::Case reduced = reducer->reduce(*script, budget);
  print_err("reduced from {} to {} bytes\n", text->size(), reduced.files.front().content.size());
  session.exit_code = kFindings;
  if (flags.out.empty()) {
    print_out("{}", reduced.files.front().content);
    return;
  }
  const Status written = core::write_text_file(flags.out, reduced.files.front().content);
  if (!written) session.fail(written.error());
}

}  // namespace

void add_smt_reduce(CLI::App& smt, Session& session) {
  CLI::App* reduce = smt.add_subcommand("reduce", "Reduce any script on which a solver fails, and keep its truth");
  const auto flags = std::make_shared<ReduceFlags>();
  reduce->option_defaults()->always_capture_default();
  reduce->add_option("script", flags->script, "SMT-LIB script")->required();
  reduce->add_option("-t,--target", flags->target, "the solver that fails")->required();
  reduce->add_option("-r,--reference", flags->references,
                     "solvers that tell the script's truth: by a model that Assay's evaluator accepts, or by agreeing");
  reduce->add_option("-w,--witness", flags->witness, "file with a model that satisfies the script");
  reduce->add_option("-o,--out", flags->out, "file (default: standard output)");
  reduce->add_option("--timeout", flags->timeout, "wall-clock limit of one run");
  reduce->add_option("--time", flags->time, "stop after this long");
  reduce->add_option("--runs", flags->runs, "stop after this many runs of the target");
  std::string passes = "Passes:\n";
  for (const auto& [name, help] : smt::reduction_passes()) passes += fmt::format("  {:<12} {}\n", name, help);
  reduce->footer(passes +
                 "Exit code: 1 reduced (the target still fails), 2 usage, 3 the target does not fail, nobody can say, "
                 "or environment.");
  reduce->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli
