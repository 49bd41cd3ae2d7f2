#include "reproducer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// A broken fact of the finding's cause; nullopt: the analyzer does not claim it again.
std::optional<std::size_t> broken_fact(const ReproducedFinding& reproduced) {
  for (const BrokenFact& broken : reproduced.inspection.broken)
    if (broken.cause == reproduced.finding.reason) return broken.fact;
  return std::nullopt;
}

/// A reproduction with the files and the command of Assay's own run.
core::Reproduction reproduction_of_claims(const ReproducedFinding& reproduced) {
  core::Reproduction out = core::reproduction_of_run(reproduced.finding);
  out.files = reproduced.subject.program.files;
  const std::vector<std::string>& command = reproduced.inspection.claims.command;
  if (!command.empty() && !out.files.empty()) {
    std::vector<std::string> portable = core::portable_command(command);
    std::replace(portable.begin(), portable.end(), out.files.front().name, std::string("{input}"));
    out.needs = {portable.front()};
    out.commands.front().shell = core::command_line(portable, out.files.front().name);
  }
  return out;
}

/// No command shows the claim: the report has Assay's own observation.
core::Reproduction without_command(const ReproducedFinding& reproduced, const std::string& claim,
                                   const std::string& witness, const std::string& why) {
  core::Reproduction out = reproduction_of_claims(reproduced);
  out.prints = "No command of the target prints this claim (" + why + "). Assay asked the analysis itself:\n" + claim;
  out.expected = "No such claim: in a run, " + witness;
  out.shows = "exit 2  # the command does not print what the finding is about";
  return out;
}

core::Reproduction slow(const ReproducedFinding& reproduced) {
  constexpr double kShareOfTime = 0.5;  // share of the time here: other machines are faster
  core::Reproduction out = reproduction_of_claims(reproduced);
  const Claims& claims = reproduced.inspection.claims;
  const double took = std::max({1.0, claims.analysis_seconds, claims.trouble ? claims.usage.wall_seconds : 0.0});
  const auto least = static_cast<unsigned>(std::max(1.0, std::floor(took * kShareOfTime)));
  out.commands.front().seconds = static_cast<unsigned>(took * 10) + 60;
  out.prints = "It takes " + std::to_string(least) + " s or more.";
  out.commands.front().shell = "begin=$(date +%s)\n" + out.commands.front().shell +
                               "\n[ $(($(date +%s) - begin)) -ge " + std::to_string(least) + " ] && echo '" +
                               out.prints + "'";
  out.shows = core::output_has_line(out.prints);
  return out;
}

core::Reproduction nondeterministic(const ReproducedFinding& reproduced) {
  core::Reproduction out = reproduction_of_claims(reproduced);
  const std::string command = out.commands.front().shell;
  out.commands.front().shell =
      command + " > first.txt 2>&1; " + command + " > second.txt 2>&1; cmp first.txt second.txt";
  out.prints = "first.txt second.txt differ";
  out.expected = "The same output twice: nothing has changed between the two runs.";
  out.shows = core::output_contains(out.prints);
  return out;
}

}  // namespace

core::Reproduction analyzer_reproduction(const ReproducedFinding& reproduced) {
  const core::Finding& finding = reproduced.finding;
  const Inspection& inspection = reproduced.inspection;
  if (finding.kind == core::BugKind::Slow) return slow(reproduced);
  if (finding.kind == core::BugKind::Nondeterministic) return nondeterministic(reproduced);
  const bool unsound = finding.kind == core::BugKind::Unsound;
  if (!unsound && finding.kind != core::BugKind::Miscompiled) return reproduction_of_claims(reproduced);
  const std::optional<std::size_t> fact = unsound ? broken_fact(reproduced) : std::nullopt;
  if (unsound ? !fact : !inspection.checks.miscompiled) return reproduction_of_claims(reproduced);
  const std::string claim =
      unsound ? to_text(inspection.claims.facts[*fact]) : "two builds of the program do not do the same";
  const std::string witness =
      unsound ? inspection.checks.facts[*fact].witness : shortened(*inspection.checks.miscompiled, 2000);
  Result<core::Reproduction> made =
      reproduced.analyzer.reproduction(reproduced.subject.program, inspection.claims, fact, reproduced.session);
  if (!made) return without_command(reproduced, claim, witness, made.error().text());
  if (made->prints.empty()) made->prints = unsound ? claim : witness;
  if (made->expected.empty())
    made->expected = unsound ? "No such claim: in a run, " + witness
                             : "Both builds do the same, because the program has no undefined behaviour.";
  return std::move(*made);
}

}  // namespace assay::analyzer
