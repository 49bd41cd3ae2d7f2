// analyzer_rate: the cost of checking an analyzer's facts.
//   analyzer_rate TARGET FILE.c... [-- FLAG...]
// The files of one program, and flags for the compiler and the analyzer. One line: facts per thousand lines, the share
// that a run reaches, checks in a CPU second of the checked program, and how many times as long it takes as the program
// without checks (gcc -O1); with several runs, on the average.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/test/test.hpp"

namespace {

using namespace assay;

int complain(const std::string& text) {
  std::fprintf(stderr, "analyzer_rate: %s\n", text.c_str());
  return 3;
}

/// Real projects at once: an analyzer, and a compiler of their checks, may need much.
core::Limits wide_limits() {
  core::Limits limits{.wall_seconds = 3600};
  limits.memory_bytes = std::uint64_t{8} << 30;
  limits.file_bytes = std::uint64_t{1} << 30;
  limits.output_bytes = std::uint64_t{256} << 20;
  return limits;
}

/// CPU seconds of the program without checks.
double plain_seconds(const std::vector<std::string>& paths, const std::vector<std::string>& flags) {
  core::ScratchFolder scratch;
  const Result<std::string> folder = scratch.path();
  if (!folder) return 0;
  const std::string binary = *folder + "/plain";
  const core::Limits limits = wide_limits();
  std::vector<std::string> compiler = {"gcc", "-O1", "-w", "-o", binary};
  compiler.insert(compiler.end(), flags.begin(), flags.end());
  for (const std::string& path : paths)
    if (path.ends_with(".c")) compiler.push_back(path);
  compiler.emplace_back("-lm");
  static_cast<void>(core::run_process({std::move(compiler), {}, {}}, {}, limits));
  return core::run_process({{binary}, {}, *folder}, {}, limits).usage.cpu_seconds();
}

double lines_of(const analyzer::Program& program) {
  double lines = 0;
  for (const core::File& file : program.files)
    lines += static_cast<double>(std::count(file.content.begin(), file.content.end(), '\n'));
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes - words.begin() < 2) return complain("usage: analyzer_rate TARGET FILE.c... [-- FLAG...]");
  const std::vector<std::string> paths(words.begin() + 1, dashes);
  const std::vector<std::string> flags(dashes == words.end() ? dashes : dashes + 1, words.end());
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(words[0]);
  if (!definition) return complain(definition.error().text());
  Result<std::unique_ptr<analyzer::Analyzer>> opened = analyzer::open_analyzer(*definition);
  if (!opened) return complain(opened.error().text());
  const Result<analyzer::Program> program = analyzer::load_program(paths, flags);
  if (!program) return complain(program.error().text());
  core::ScratchFolder scratch;
  const core::Limits limits = wide_limits();
  const analyzer::Session session{scratch, limits, limits, {}};
  const analyzer::Claims claims = (*opened)->claims(*program, session);
  if (claims.trouble) return complain(claims.trouble->reason);
  const analyzer::Checks checks = (*opened)->check(*program, claims, session);
  if (checks.trouble) return complain(checks.trouble->reason);
  double runs = 0;
  double reached = 0;
  double broken = 0;
  for (const analyzer::CheckedFact& one : checks.facts) {
    runs += static_cast<double>(one.runs);
    reached += one.runs > 0 ? 1 : 0;
    broken += one.broken > 0 ? 1 : 0;
  }
  const double facts = static_cast<double>(claims.facts.size());
  std::printf("%-10s %6.0f facts/KLOC  %5.1f %% judged  %12.0f checks", definition->name.c_str(),
              facts * 1000 / lines_of(*program), facts > 0 ? reached * 100 / facts : 0, runs);
  // The worker of LLVM's IR runs its checks itself.
  if (checks.checked_runs > 0)
    std::printf("  %10.3g checks/s  %5.1f times as long", runs / checks.run_cpu_seconds,
                checks.run_cpu_seconds / (plain_seconds(paths, flags) * static_cast<double>(checks.checked_runs)));
  std::printf("  %.0f broken\n", broken);
  return 0;
}
