// analyzer_rate: what checks of an analyzer's facts cost.
//   analyzer_rate TARGET PROGRAM.c
// One line: facts per thousand lines, the share that a run reaches, checks in a CPU second of the checked program, and
// how many times as long it takes as the program without checks (gcc -O1); with several runs, on the average.

#include <cstdio>
#include <string>

#include "analyzer/adapters/adapters.hpp"
#include "assay/analyzer/test.hpp"
#include "assay/base/text.hpp"

namespace {

using namespace assay;

int complain(const std::string& text) {
  std::fprintf(stderr, "analyzer_rate: %s\n", text.c_str());
  return 3;
}

/// CPU seconds of the program without checks.
double plain_seconds(const std::string& path) {
  core::ScratchFolder scratch;
  const Result<std::string> folder = scratch.path();
  if (!folder) return 0;
  const std::string binary = *folder + "/plain";
  core::Limits limits{.wall_seconds = 300};
  static_cast<void>(core::run_process({{"gcc", "-O1", "-w", path, "-o", binary, "-lm"}, {}, {}}, {}, limits));
  return core::run_process({{binary}, {}, *folder}, {}, limits).usage.cpu_seconds();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return complain("usage: analyzer_rate TARGET PROGRAM.c");
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(argv[1]);
  if (!definition) return complain(definition.error().text());
  Result<std::unique_ptr<analyzer::Analyzer>> opened = analyzer::open_analyzer(*definition);
  if (!opened) return complain(opened.error().text());
  const Result<analyzer::Program> program = analyzer::load_program({argv[2]}, {});
  if (!program) return complain(program.error().text());
  core::ScratchFolder scratch;
  core::Limits limits{.wall_seconds = 300};
  const analyzer::Session session{scratch, limits, limits, {}};
  const analyzer::Claims claims = (*opened)->claims(*program, session);
  if (claims.trouble) return complain(claims.trouble->reason);
  const analyzer::Checks checks = (*opened)->check(*program, claims, session);
  if (checks.trouble) return complain(checks.trouble->reason);
  double runs = 0;
  double reached = 0;
  double broken = 0;
  for (const analyzer::Checked& one : checks.facts) {
    runs += static_cast<double>(one.runs);
    reached += one.runs > 0 ? 1 : 0;
    broken += one.broken > 0 ? 1 : 0;
  }
  const double lines = static_cast<double>(split(program->files.front().content, '\n').size());
  const double facts = static_cast<double>(claims.facts.size());
  const double plain = plain_seconds(argv[2]) * static_cast<double>(checks.checked_runs);
  std::printf(
      "%-10s %6.0f facts/KLOC  %5.1f %% judged  %12.0f checks  %10.3g checks/s  %5.1f times as long  %.0f broken\n",
      definition->name.c_str(), facts * 1000 / lines, facts > 0 ? reached * 100 / facts : 0, runs,
      runs / checks.run_cpu_seconds, checks.run_cpu_seconds / plain, broken);
  return 0;
}
