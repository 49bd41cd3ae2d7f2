#include "cli/smt/stability_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "core/io/io.hpp"
#include "core/store/store.hpp"
#include "core/target/stability.hpp"
#include "smt/solver/solver.hpp"
#include "smt/stability/instability.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kMaxQuantifiers = 8;
constexpr std::size_t kMaxDropped = 4;
constexpr std::size_t kMaxColumns = 300;

std::string text_of(const smt::Instability& found) {
  std::string out;
  if (!found.differences.empty())
    out += fmt::format("  instances of a quantifier in a run: mean of {} with the answer, and of {} without\n",
                       found.answered_runs, found.failed_runs);
  for (std::size_t i = 0; i < std::min(found.differences.size(), kMaxQuantifiers); ++i) {
    const smt::QuantifierDifference& one = found.differences[i];
    out += fmt::format("  {:>12.1f} {:>12.1f}  line {} {}\n", one.answered, one.failed, one.site.line,
                       printable(one.site.name));
  }
  for (const smt::DroppedAssertions& edit : found.edits)
    out += fmt::format("  without {} assertion{}: {}, {} of {} mutants answer\n", edit.commands.size(),
                       edit.commands.size() == 1 ? "" : "s", &edit == found.remedy() ? "stable" : "not stable",
                       edit.sampled.sampling.answered, edit.sampled.sampling.runs);
  for (const std::string& note : found.notes) out += "  " + note + "\n";
  return out;
}

/// The dropped assertions, each on a line; long ones are cut.
std::string dropped_text(const smt::DroppedAssertions& edit) {
  std::string out;
  std::size_t shown = 0;
  for (std::string_view rest = edit.text; !rest.empty() && shown < kMaxDropped; ++shown) {
    const std::size_t end = std::min(rest.find("\n(assert"), rest.size() - 1);
    std::string one(rest.substr(0, end));
    std::replace(one.begin(), one.end(), '\n', ' ');
    out += "  " + one_line(one, kMaxColumns) + "\n";
    rest.remove_prefix(end + 1);
  }
  if (edit.commands.size() > shown) out += fmt::format("  ... and {} more\n", edit.commands.size() - shown);
  return out;
}

}  // namespace

void print_reasons(const smt::StabilityOptions& options, const std::string& folder, bool quiet, Session& session) {
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(folder);
  if (!store) return session.fail(store.error());
  const Result<core::CampaignRecord> record = (*store)->record();
  if (!record) return session.fail(record.error());
  const Result<smt::SamplerSetup> setup = smt::sampler_setup(options);
  if (!setup) return session.fail(setup.error());
  const Listening listening(session);
  for (const core::MeasuredRun& run : record->measured) {
    if (run.measured.change != name(core::Stability::Unstable) || run.target >= options.targets.size()) continue;
    const Result<std::string> script = core::read_text_file(run.measured.name);
    if (!script) return session.fail(script.error());
    const Result<smt::SolverDefinition> solver = smt::resolve_solver(options.targets[run.target]);
    if (!solver) return session.fail(solver.error());
    const smt::Instability found = smt::explain_instability(*setup, *solver, *script, listening.stop());
    if (listening.stop().stop_requested()) return print_err("interrupted: the classes are kept\n");
    std::string text = fmt::format("why       {} ({})\n", printable(run.measured.name), solver->name) + text_of(found);
    if (const smt::DroppedAssertions* edit = found.remedy()) {
      const std::string path = fmt::format("{}/why/{}-{}.smt2", folder, run.case_index, solver->name);
      core::Disk& disk = core::Disk::real();
      if (Status made = disk.make_directory(folder + "/why"); !made) return session.fail(made.error());
      if (Status written = core::write_text_file(path, edit->script); !written) return session.fail(written.error());
      text += fmt::format("  stable as {}, without:\n", path) + dropped_text(*edit);
    } else {
      text += "  no edit makes it stable\n";
    }
    if (!quiet) print_out("{}", text);
  }
}

}  // namespace assay::cli
