// Runs the programs of a campaign in children of this process, and prints their number for each target:
//   domain_programs --plugin PATH [--seconds S] [--seed N] TARGET...
// The programs are the programs of `assay domain test --seed N` with these targets in this order. A child ends as any
// program does: a library that is built with --coverage writes its counts then. A worker of a campaign may write no
// file. S is CPU time of all targets together, which take turns. bench/domain_coverage.py makes the table.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "assay/domain/run.hpp"
#include "base/text.hpp"
#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain {
namespace {

/// Programs per child: a crash loses the counts of few programs, and the counts are not written too often.
constexpr std::uint64_t kPrograms = 16;
constexpr unsigned kMaxSeconds = 30;

struct Arguments {
  double seconds = 25;
  std::uint64_t seed = 1;
  std::string plugin;
  std::vector<std::string> targets;
};

struct Asked {
  const PluginTarget* target = nullptr;
  std::uint64_t programs = 0;
  std::uint64_t broken = 0;  ///< children that crashed or timed out
};

double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs the programs of one target among `step` targets.
void run_programs(const DomainFactory& make, std::uint64_t seed, std::uint64_t first, std::uint64_t step) {
  const std::unique_ptr<Domain> probe = make(1);
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const Program program =
        random_program(seed, first + i * step, probe->contract(), probe->transformers(), *preset("C2"));
    static_cast<void>(run(program, *make(program.dimensions), {}));
  }
}

bool in_child(const DomainFactory& make, std::uint64_t seed, std::uint64_t first, std::uint64_t step) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit most{kMaxSeconds, kMaxSeconds};
    setrlimit(RLIMIT_CPU, &most);
    run_programs(make, seed, first, step);
    std::exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

void run_all(std::vector<Asked>& all, const Arguments& arguments) {
  for (std::uint64_t round = 0; children_seconds() < arguments.seconds; ++round) {
    for (std::size_t i = 0; i < all.size() && children_seconds() < arguments.seconds; ++i) {
      const std::uint64_t first = round * kPrograms * all.size() + i;
      if (!in_child(all[i].target->make, arguments.seed, first, all.size())) ++all[i].broken;
      all[i].programs += kPrograms;
    }
  }
}

int main_of(const Arguments& arguments) {
  const Result<const Plugin*> loaded = load_plugin(arguments.plugin);
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().text());
    return 1;
  }
  std::vector<Asked> all;
  for (const std::string& name : arguments.targets)
    for (const PluginTarget& target : (*loaded)->targets)
      if (target.name == name) all.push_back({&target});
  if (all.empty() || all.size() != arguments.targets.size()) {
    fmt::print(stderr, "name targets that the plugin has\n");
    return 1;
  }
  run_all(all, arguments);
  for (const Asked& one : all)
    fmt::print("{:<28} {:>6} programs, {} groups of {} ended early\n", one.target->name, one.programs, one.broken,
               kPrograms);
  return 0;
}

}  // namespace
}  // namespace assay::domain

int main(int argc, char** argv) {
  assay::domain::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seconds" && i + 1 < argc) {
      arguments.seconds = std::strtod(argv[++i], nullptr);
    } else if (word == "--seed" && i + 1 < argc) {
      arguments.seed = assay::parse_unsigned(argv[++i]).value_or(1);
    } else if (word == "--plugin" && i + 1 < argc) {
      arguments.plugin = argv[++i];
    } else {
      arguments.targets.push_back(word);
    }
  }
  return assay::domain::main_of(arguments);
}
