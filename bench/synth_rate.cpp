// synth_rate: how fast `assay smt synth` makes formulas, solvers aside, and how its memory grows.
//   synth_rate [--theory T]... [--category C]... [--cases N] [--exhaustive]
// One line a tenth of the cases: cases so far, cases per CPU second, resident memory in MiB.

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "base/text.hpp"
#include "smt/synth/synth.hpp"

namespace {

using namespace assay;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

double resident_megabytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0;
  double resident = 0;
  statm >> total >> resident;
  return resident * 4096 / (1 << 20);
}

struct Request {
  std::uint64_t cases = 100'000;
  smt::SynthOptions options;
};

bool read_arguments(int argc, char** argv, Request& request) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--exhaustive") {
      request.options.sample = false;
    } else if (i + 1 == argc) {
      return false;
    } else if (word == "--theory") {
      request.options.theories.emplace_back(argv[++i]);
    } else if (word == "--category") {
      request.options.categories.emplace_back(argv[++i]);
    } else if (word == "--cases") {
      request.cases = parse_unsigned(argv[++i]).value_or(request.cases);
    } else {
      return false;
    }
  }
  request.options.targets = {"z3"};
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  if (!read_arguments(argc, argv, request)) {
    std::fprintf(stderr, "usage: synth_rate [--theory T]... [--category C]... [--cases N] [--exhaustive]\n");
    return 2;
  }
  const auto module = smt::make_synth_module(request.options);
  if (!module) {
    std::fprintf(stderr, "%s\n", module.error().text().c_str());
    return 3;
  }
  const auto tester = (*module)->make_tester();
  std::printf("plan: %.1f s, %.0f MiB\n", cpu_seconds(), resident_megabytes());
  const std::uint64_t step = std::max<std::uint64_t>(request.cases / 10, 1);
  double before = cpu_seconds();
  std::uint64_t bytes = 0;
  std::uint64_t made = 0;
  for (std::uint64_t i = 0; i < request.cases; ++i) {
    const auto subject = (*tester)->generate(i);
    if (const auto* of = std::get_if<core::Case>(&subject)) {
      bytes += of->files[0].content.size();
      ++made;
    }
    if ((i + 1) % step != 0) continue;
    const double now = cpu_seconds();
    std::printf("%9llu cases  %7.0f /CPU s  %5.0f MiB  %4.0f bytes each\n", static_cast<unsigned long long>(i + 1),
                static_cast<double>(step) / (now - before), resident_megabytes(),
                made > 0 ? static_cast<double>(bytes) / static_cast<double>(made) : 0.0);
    std::fflush(stdout);
    before = now;
  }
  return 0;
}
