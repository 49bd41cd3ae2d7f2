// program_rate: how fast `assay analyzer test` makes programs, analyzers aside.
//   program_rate [--strategy NAME] [--cases N] [--seed N] [--write FOLDER]
// One line a strategy: programs per CPU second, and their lines. With --write, the programs as FOLDER/NAME-INDEX.c.

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "analyzer/program/program.hpp"
#include "base/text.hpp"

namespace {

using namespace assay;

double program_cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

struct ProgramRequest {
  std::uint64_t cases = 1000;
  std::uint64_t seed = 1;
  std::string strategy;
  std::string folder;
};

bool read_words(int argc, char** argv, ProgramRequest& request) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--cases") {
      request.cases = parse_unsigned(argv[i + 1]).value_or(request.cases);
    } else if (word == "--seed") {
      request.seed = parse_unsigned(argv[i + 1]).value_or(request.seed);
    } else if (word == "--strategy") {
      request.strategy = argv[i + 1];
    } else if (word == "--write") {
      request.folder = argv[i + 1];
    } else {
      return false;
    }
  }
  return argc % 2 == 1;
}

}  // namespace

int main(int argc, char** argv) {
  ProgramRequest request;
  if (!read_words(argc, argv, request)) {
    std::fprintf(stderr, "usage: program_rate [--strategy NAME] [--cases N] [--seed N] [--write FOLDER]\n");
    return 2;
  }
  for (const analyzer::ProgramGenerator& generator : analyzer::program_generators()) {
    if (!request.strategy.empty() && generator.name != request.strategy) continue;
    const double start = program_cpu_seconds();
    std::uint64_t lines = 0;
    for (std::uint64_t i = 0; i < request.cases; ++i) {
      core::Rng rng = core::Rng(request.seed).split(generator.name).split(i);
      const analyzer::Program program = generator.make(rng, {});
      const std::string& text = program.files[0].content;
      lines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
      if (request.folder.empty()) continue;
      std::ofstream(request.folder + "/" + std::string(generator.name) + "-" + std::to_string(i) + ".c") << text;
    }
    const double seconds = program_cpu_seconds() - start;
    std::printf("%-12s %7.0f programs /CPU s  %4.0f lines each\n", std::string(generator.name).c_str(),
                static_cast<double>(request.cases) / std::max(seconds, 1e-9),
                static_cast<double>(lines) / static_cast<double>(std::max<std::uint64_t>(request.cases, 1)));
  }
  return 0;
}
