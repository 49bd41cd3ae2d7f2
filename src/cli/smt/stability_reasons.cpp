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

/// "without 2 assertions"
std::string title_of(const smt::ScriptEdit& edit) {
  using EditKind = smt::ScriptEdit::Kind;
  const std::size_t number = edit.added.size();
  const auto dropped =
      std::count_if(edit.changes.begin(), edit.changes.end(), [](const auto& change) { return change.second.empty(); });
  const std::string more = dropped > 0 ? fmt::format(", without {} assertion{}", dropped, dropped == 1 ? "" : "s") : "";
  switch (edit.kind) {
    case EditKind::Drop: return more.substr(2);
    case EditKind::Pattern: return "with one pattern of a quantifier";
    case EditKind::Add: return fmt::format("with {} instance{}{}", number, number == 1 ? "" : "s", more);
    case EditKind::Replace: break;
  }
  return fmt::format("with instances instead of {} quantifier{}{}", edit.replaced, edit.replaced == 1 ? "" : "s", more);
}

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
  for (const smt::ScriptEdit& edit : found.edits)
    out += fmt::format("  {}: {}, {} of {} mutants answer\n", title_of(edit),
                       edit.sampled.stability == core::Stability::Stable ? "stable" : "not stable",
                       edit.sampled.sampling.answered, edit.sampled.sampling.runs);
  for (const std::string& note : found.notes) out += "  " + note + "\n";
  return out;
}

/// The commands of the edit, each on a line. Long dropped assertions are cut; new commands are whole, to be copied.
std::string commands_of(const smt::ScriptEdit& edit) {
  std::string out;
  for (const std::string& command : edit.added) out += "  " + command + "\n";
  for (std::size_t i = 0; i < std::min(edit.changes.size(), kMaxDropped); ++i) {
    const auto& [before, after] = edit.changes[i];
    const bool is_dropped = after.empty();
    std::string one = is_dropped ? before : after;
    std::replace(one.begin(), one.end(), '\n', ' ');
    out += "  " + (is_dropped ? one_line(one, kMaxColumns) : one) + "\n";
  }
  if (edit.changes.size() > kMaxDropped) out += fmt::format("  ... and {} more\n", edit.changes.size() - kMaxDropped);
  return out;
}

/// The effect of the edit on the other scripts of the campaign; empty if they have none of its commands.
std::string elsewhere_text(const core::CampaignRecord& record, const core::MeasuredRun& run,
                           const smt::SamplerSetup& setup, const smt::SolverDefinition& solver,
                           const smt::ScriptEdit& edit, const std::stop_token& stop) {
  std::vector<std::string> scripts, names;
  for (const core::MeasuredRun& other : record.measured) {
    if (edit.changes.empty() || other.target != run.target || other.case_index == run.case_index) continue;
    Result<std::string> script = core::read_text_file(other.measured.name);
    if (!script) continue;
    scripts.push_back(std::move(*script));
    names.push_back(printable(other.measured.name));
  }
  const smt::EditElsewhere found = smt::try_elsewhere(setup, solver, edit, scripts, stop);
  if (found.tried == 0) return {};
  std::string out = fmt::format(
      "  {} other script{} with {} answered, too, after the edit: {}\n", found.tried, found.tried == 1 ? "" : "s",
      edit.changes.size() == 1 ? "this command" : "these commands", found.tried - found.lost.size());
  for (const std::size_t lost : found.lost) out += "    lost: " + names[lost] + "\n";
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
    if (const smt::ScriptEdit* edit = found.remedy()) {
      const std::string path = fmt::format("{}/why/{}-{}.smt2", folder, run.case_index, solver->name);
      core::Disk& disk = core::Disk::real();
      if (Status made = disk.make_directory(folder + "/why"); !made) return session.fail(made.error());
      if (Status written = core::write_text_file(path, edit->script); !written) return session.fail(written.error());
      text += fmt::format("  stable as {}, {}:\n", path, title_of(*edit)) + commands_of(*edit);
      text += elsewhere_text(*record, run, *setup, *solver, *edit, listening.stop());
    } else {
      text += "  no edit makes it stable\n";
    }
    if (!quiet) print_out("{}", text);
  }
}

}  // namespace assay::cli
