// fuzz_rate: how fast `assay smt fuzz` makes cases, and how much of a campaign's CPU time is not the target's.
//   fuzz_rate generate SEEDS... [--cases N] [--write FILE]
//   fuzz_rate campaign SEEDS... --target T [--cases N] [--persistent]
// One line of numbers on standard output; bench/fuzz.sh makes the table.

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "smt/fuzz/seed/fuzz.hpp"

namespace {

using namespace assay;

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Request {
  bool campaign = false;
  bool show_bugs = false;
  std::uint64_t cases = 20'000;
  std::string write;
  smt::FuzzOptions options;
};

bool read_arguments(int argc, char** argv, Request& request) {
  if (argc < 3) return false;
  request.campaign = std::strcmp(argv[1], "campaign") == 0;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--cases" && i + 1 < argc) {
      request.cases = parse_unsigned(argv[++i]).value_or(request.cases);
    } else if (word == "--target" && i + 1 < argc) {
      request.options.targets.emplace_back(argv[++i]);
    } else if (word == "--reference" && i + 1 < argc) {
      request.options.references.emplace_back(argv[++i]);
    } else if (word == "--strategy" && i + 1 < argc) {
      request.options.strategies = {{argv[++i], 1}};
    } else if (word == "--write" && i + 1 < argc) {
      request.write = argv[++i];
    } else if (word == "--show-bugs") {
      request.show_bugs = true;
    } else if (word == "--persistent") {
      request.options.style = smt::RunStyle::Persistent;
    } else {
      request.options.seeds.push_back(word);
    }
  }
  if (request.options.targets.empty()) request.options.targets = {"z3"};
  return true;
}

struct Numbers {
  std::size_t seeds = 0;
  std::size_t skipped = 0;
  std::uint64_t made = 0;
  std::uint64_t bytes = 0;
  double own = 0;
  double target = 0;
  std::map<std::string, std::uint64_t> answers;
};

void print_numbers(const Request& request, const Numbers& numbers) {
  const auto made = static_cast<double>(numbers.made);
  std::printf("seeds %zu (%zu skipped)  cases %llu of %llu  bytes/case %.0f  own CPU %.2f s  ", numbers.seeds,
              numbers.skipped, static_cast<unsigned long long>(numbers.made),
              static_cast<unsigned long long>(request.cases),
              numbers.made > 0 ? static_cast<double>(numbers.bytes) / made : 0.0, numbers.own);
  if (request.campaign) {
    std::printf("target CPU %.2f s  own share %.1f %%", numbers.target,
                100 * numbers.own / (numbers.own + numbers.target));
    for (const auto& [answer, count] : numbers.answers)
      std::printf("  %s %llu", answer.c_str(), static_cast<unsigned long long>(count));
  } else {
    std::printf("cases/CPU-second %.0f", made / numbers.own);
  }
  std::printf("\n");
}

/// The whole content of a case as text, so that two builds can be compared byte for byte.
std::string text_of(std::uint64_t index, const std::variant<core::Case, core::Skip>& subject) {
  std::string text = "==== " + std::to_string(index) + " ";
  if (const auto* skip = std::get_if<core::Skip>(&subject)) return text + "skip: " + skip->reason + "\n";
  const auto& of = std::get<core::Case>(subject);
  text += of.strategy + ", " + of.group + "\n";
  for (const core::File& file : of.files) text += "-- " + file.name + "\n" + file.content;
  return text + "-- metadata\n" + of.metadata + "\n";
}

void run_cases(const Request& request, core::Tester& tester, Numbers& numbers) {
  std::ofstream written(request.write);
  const double start = cpu_seconds(RUSAGE_SELF);
  for (std::uint64_t index = 0; index < request.cases; ++index) {
    const auto subject = tester.generate(index);
    if (!request.write.empty()) written << text_of(index, subject);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    ++numbers.made;
    numbers.bytes += of->files[0].content.size();
    if (!request.campaign) continue;
    const core::Trial trial = tester.run(*of, 0, core::RunMode::Campaign, {});
    numbers.target += trial.cpu_seconds;
    ++numbers.answers[trial.verdict.is_bug() ? std::string(core::name(trial.verdict.kind)) : trial.answer];
    if (trial.verdict.is_bug() && request.show_bugs)
      std::fprintf(stderr, "%llu %s\n%s\n%s%s\n", static_cast<unsigned long long>(index), trial.verdict.reason.c_str(),
                   trial.verdict.detail.c_str(), of->files[0].content.c_str(), trial.output.c_str());
  }
  numbers.own = cpu_seconds(RUSAGE_SELF) - start;
}

int measure(const Request& request) {
  auto corpus = smt::load_seeds(request.options);
  if (!corpus) {
    std::fprintf(stderr, "fuzz_rate: %s\n", corpus.error().text().c_str());
    return 3;
  }
  Numbers numbers;
  numbers.seeds = corpus->seeds.size();
  numbers.skipped = corpus->skipped.size();
  auto module = smt::make_fuzz_module(request.options, std::move(*corpus));
  if (!module) return 3;
  auto tester = (*module)->make_tester();
  if (!tester) return 3;
  run_cases(request, **tester, numbers);
  print_numbers(request, numbers);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  if (!read_arguments(argc, argv, request)) {
    std::fprintf(stderr,
                 "usage: fuzz_rate generate|campaign SEEDS... [--cases N] [--target T] [--persistent] [--show-bugs] "
                 "[--reference R] [--strategy S] [--write FILE]\n");
    return 2;
  }
  return measure(request);
}
