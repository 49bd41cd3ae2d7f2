// How much of the planted missing terms is found, and in which time, as the haystack and the chain grow:
//   trigger_haystack [SECONDS [SCRIPTS [AXIOMS...]]]   seconds for each script (60), scripts for each cell (3)
// First the time for the similarity index of each size: to build it, and to ask it for the neighbours of every axiom.
// Then one row for each source, number of irrelevant axioms and depth of the chain. Consistent scripts of the same
// sizes follow: if a term is found for such a script, that is a bug in Assay.

#include "trigger_haystack.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "trigger/problem/similarity.hpp"
#include "trigger/report.hpp"

namespace assay::trigger {
namespace {

constexpr unsigned kDeepest = 4;
/// The similarity of C0.
constexpr double kSimilarity = 0.3;
constexpr std::pair<const char*, Source> kSources[] = {
    {"proof", Source::Proof}, {"search", Source::Search}, {"both", Source::Both}};

struct Cell {
  std::size_t found = 0;
  std::vector<double> seconds;  ///< for each term that was found
};

/// z3, and libz3 for the checks of candidates.
struct Programs {
  Prover& z3;
  Prover* library;
};

Report report_of(const HaystackOptions& options, Source source, double seconds, const Programs& solvers) {
  smt::TermStore store;
  const std::string text = haystack(options);
  const Result<smt::Script> script = smt::parse_script(store, text, "haystack.smt2");
  ReportOptions how;
  how.explain = false;
  how.synthesis.source = source;
  how.synthesis.seconds = seconds;
  how.synthesis.checker = solvers.library;
  return script ? examine(store, *script, text, how, solvers.z3, {}) : Report();
}

void print_row(const char* source, const HaystackOptions& options, std::size_t scripts, const Cell& cell) {
  std::printf("%-8s %8zu %6u %5zu/%zu", source, options.axioms, options.depth, cell.found, scripts);
  if (cell.seconds.empty())
    std::printf(" %10s %10s\n", "-", "-");
  else
    std::printf(" %10.2f %10.2f\n", cell.seconds[cell.seconds.size() / 2], cell.seconds.back());
  std::fflush(stdout);
}

/// Milliseconds for the index of one script of this size.
void print_index(std::size_t axioms) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, haystack({1, axioms, 1, true}), "haystack.smt2");
  if (!script) return;
  std::vector<Clause> clauses;
  for (const Conjunct& conjunct : preprocess(store, *script).conjuncts) clauses.push_back(clause_of(store, conjunct));
  const Clock::time_point start = Clock::now();
  const SimilarityIndex index(clauses);
  const double built = since(start);
  const Clock::time_point asked = Clock::now();
  std::size_t neighbours = 0;
  for (std::size_t i = 0; i < clauses.size(); ++i) neighbours += index.similar(i, kSimilarity).size();
  std::printf("%8zu %10zu %10.2f %10.2f %12zu\n", axioms, clauses.size(), built, since(asked), neighbours);
}

void run(double seconds, std::size_t scripts, const std::vector<std::size_t>& sizes, const Programs& solvers) {
  std::printf("%8s %10s %10s %10s %12s\n", "axioms", "clauses", "build ms", "ask all ms", "neighbours");
  for (const std::size_t axioms : sizes) print_index(axioms);
  std::printf("%-8s %8s %6s %7s %10s %10s\n", "source", "axioms", "depth", "found", "median s", "slowest s");
  for (const auto& [name, source] : kSources) {
    for (const std::size_t axioms : sizes) {
      for (unsigned depth = 1; depth <= kDeepest; ++depth) {
        Cell cell;
        HaystackOptions options{0, axioms, depth, true};
        for (options.seed = 1; options.seed <= scripts; ++options.seed) {
          const Report report = report_of(options, source, seconds, solvers);
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
    wrong += is_finding(report_of({1, axioms, 1, false}, Source::Both, seconds, solvers).verdict) ? 1 : 0;
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
  const auto library = assay::trigger::make_z3_library_prover(**prover, std::uint64_t{2} << 30, {});
  assay::trigger::run(seconds, scripts, sizes, {**prover, library.get()});
  return 0;
}
