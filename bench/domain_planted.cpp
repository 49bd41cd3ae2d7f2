// How long it takes to find each planted bug of test/planted under the presets C1-C6 (Table 2.6), and with elements
// that are raw random constraints instead (Table 2.10):
//   domain_planted [SECONDS [BUG...]]     SECONDS: limit for each bug and column (10); BUG: "octagon/..." (all)
// One row a bug: seconds until something was wrong, "-" where nothing was.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "domain_hunt.hpp"

namespace assay::domain {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr unsigned kRawConstraints = 50;

struct Column {
  std::string name;
  MakeProgram make;
};

std::vector<Column> columns() {
  std::vector<Column> all;
  for (const char* name : {"C1", "C2", "C3", "C4", "C5", "C6"}) {
    ProgramOptions options = *preset(name);
    options.dimensions = 3;
    all.push_back({name, random_programs(kSeed, options)});
  }
  ProgramOptions options;
  options.dimensions = 3;
  all.push_back({"raw", raw_programs(kSeed, options, kRawConstraints)});
  return all;
}

/// The table, of bugs with these names (none: all).
void print_table(double most, const std::vector<std::string>& only) {
  const std::vector<Column> all = columns();
  std::vector<std::size_t> found(all.size());
  std::printf("%-42s", "bug");
  for (const Column& column : all) std::printf(" %8s", column.name.c_str());
  std::printf("\n");
  std::size_t bugs = 0;
  for (const PlantedBug& bug : planted_bugs()) {
    const std::string name = std::string(bug.domain) + "/" + std::string(bug.name);
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
    ++bugs;
    std::printf("%-42s", name.c_str());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Hunt result = hunt(bug, all[i].make, {}, ~std::uint64_t{0}, most, false);
      if (result.programs != 0) {
        ++found[i];
        std::printf(" %8.3f", result.seconds);
      } else {
        std::printf(" %8s", "-");
      }
      std::fflush(stdout);
    }
    std::printf("\n");
  }
  std::printf("%-42s", ("found, of " + std::to_string(bugs)).c_str());
  for (const std::size_t count : found) std::printf(" %8zu", count);
  std::printf("\n");
}

}  // namespace
}  // namespace assay::domain

int main(int argc, char** argv) {
  constexpr double kSeconds = 10;
  const double most = argc > 1 ? std::strtod(argv[1], nullptr) : kSeconds;
  assay::domain::print_table(most, std::vector<std::string>(argv + std::min(argc, 2), argv + argc));
  return 0;
}
