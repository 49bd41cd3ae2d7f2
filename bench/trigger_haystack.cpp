// How much of the planted missing terms is found, and in which time, as the haystack and the chain grow:
//   trigger_haystack [SECONDS [SCRIPTS [AXIOMS...]]]   at most so many seconds a script (60), so many scripts a cell
//   (3)
// One row for each source, number of irrelevant axioms and depth of the chain. Consistent scripts of the same sizes
// follow: any term for one of them is an error of ours.

#include "trigger_haystack.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "assay/trigger/report.hpp"

namespace assay::trigger {
namespace {

constexpr unsigned kDeepest = 4;
constexpr std::pair<const char*, Source> kSources[] = {
    {"proof", Source::Proof}, {"search", Source::Search}, {"both", Source::Both}};

struct Cell {
  std::size_t found = 0;
  std::vector<double> seconds;  ///< of those that were found
};

Report report_of(const HaystackOptions& options, Source source, double seconds, Prover& prover) {
  smt::TermStore store;
  const std::string text = haystack(options);
  const Result<smt::Script> script = smt::parse_script(store, text, "haystack.smt2");
  ReportOptions how;
  how.explain = false;
  how.synthesis.source = source;
  how.synthesis.seconds = seconds;
  return script ? examine(store, *script, text, how, prover, {}) : Report();
}

void print_row(const char* source, const HaystackOptions& options, std::size_t scripts, const Cell& cell) {
  std::printf("%-8s %8zu %6u %5zu/%zu", source, options.axioms, options.depth, cell.found, scripts);
  if (cell.seconds.empty())
    std::printf(" %10s %10s\n", "-", "-");
  else
    std::printf(" %10.2f %10.2f\n", cell.seconds[cell.seconds.size() / 2], cell.seconds.back());
  std::fflush(stdout);
}

void run(double seconds, std::size_t scripts, const std::vector<std::size_t>& sizes, Prover& prover) {
  std::printf("%-8s %8s %6s %7s %10s %10s\n", "source", "axioms", "depth", "found", "median s", "slowest s");
  for (const auto& [name, source] : kSources) {
    for (const std::size_t axioms : sizes) {
      for (unsigned depth = 1; depth <= kDeepest; ++depth) {
        Cell cell;
        HaystackOptions options{0, axioms, depth, true};
        for (options.seed = 1; options.seed <= scripts; ++options.seed) {
          const Report report = report_of(options, source, seconds, prover);
          if (report.verdict != Verdict::Found) continue;
          ++cell.found;
          cell.seconds.push_back(report.seconds);
        }
        std::sort(cell.seconds.begin(), cell.seconds.end());
        print_row(name, options, scripts, cell);
      }
    }
  }
  std::size_t wrong = 0;
  for (const std::size_t axioms : sizes)
    wrong += is_finding(report_of({1, axioms, 1, false}, Source::Both, seconds, prover).verdict) ? 1 : 0;
  std::printf("consistent scripts with a term: %zu of %zu\n", wrong, sizes.size());
}

}  // namespace
}  // namespace assay::trigger

int main(int argc, char** argv) {
  constexpr double kSeconds = 60;
  constexpr std::size_t kScripts = 3;
  const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : kSeconds;
  const std::size_t scripts = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : kScripts;
  std::vector<std::size_t> sizes;
  for (int i = 3; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {10, 30, 100, 300, 1000, 3000};
  const auto prover = assay::trigger::make_z3_prover("z3", std::uint64_t{2} << 30);
  if (!prover) {
    std::fprintf(stderr, "%s\n", prover.error().text().c_str());
    return 3;
  }
  assay::trigger::run(seconds, scripts, sizes, **prover);
  return 0;
}
