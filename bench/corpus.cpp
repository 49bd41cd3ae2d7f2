// Reads every script below a folder, prints it, reads that again: the share that is read, the share that comes back as
// the same terms and the same text, and the speed. With --list, one line a file for bench/corpus.sh; with --print DIR,
// the printed scripts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace {

using assay::smt::Command;
using assay::smt::Script;
using assay::smt::TermStore;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string folder;
  std::string print_folder;
  bool verbose = false;
  bool list = false;
};

struct Outcome {
  std::string file;
  std::size_t bytes = 0;
  bool parsed = false;
  bool round_trips = false;
  std::string reason;
};

struct Totals {
  double parse_seconds = 0;
  double print_seconds = 0;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Why two readings differ; empty when they do not.
std::string difference(const Script& a, const Script& b) {
  if (a.commands.size() != b.commands.size()) {
    return "another number of commands";
  }
  for (std::size_t i = 0; i < a.commands.size(); ++i) {
    const Command& x = a.commands[i];
    const Command& y = b.commands[i];
    const bool same = x.kind == y.kind && x.keyword == y.keyword && x.text == y.text && x.number == y.number;
    if (!same || x.terms != y.terms || x.functions != y.functions || x.datatypes != y.datatypes || x.sort != y.sort) {
      return "command " + std::to_string(i + 1) + " (line " + std::to_string(x.where.line) +
             ") comes back as another one";
    }
  }
  return {};
}

Outcome measure(const std::filesystem::path& path, const Options& options, Totals& totals) {
  Outcome outcome;
  outcome.file = path.filename().string();
  const std::string text = read_file(path);
  outcome.bytes = text.size();
  TermStore store;
  const auto start = Clock::now();
  const auto script = parse_script(store, text, outcome.file);
  totals.parse_seconds += seconds_since(start);
  outcome.parsed = script.ok();
  if (!outcome.parsed) {
    outcome.reason = script.error().text();
    return outcome;
  }
  const auto print_start = Clock::now();
  const std::string printed = print_script(store, *script);
  totals.print_seconds += seconds_since(print_start);
  if (!options.print_folder.empty()) {
    std::ofstream(std::filesystem::path(options.print_folder) / outcome.file, std::ios::binary) << printed;
  }
  const auto again = parse_script(store, printed, outcome.file + " (printed)");
  if (!again.ok()) {
    outcome.reason = again.error().text();
    return outcome;
  }
  outcome.reason = difference(*script, *again);
  if (outcome.reason.empty() && print_script(store, *again) != printed) {
    outcome.reason = "the printed text is not stable";
  }
  outcome.round_trips = outcome.reason.empty();
  return outcome;
}

bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--verbose") {
      options.verbose = true;
    } else if (argument == "--list") {
      options.list = true;
    } else if (argument == "--print" && i + 1 < argc) {
      options.print_folder = argv[++i];
    } else {
      options.folder = argument;
    }
  }
  return !options.folder.empty();
}

void print_table(const std::vector<Outcome>& outcomes, const Totals& totals) {
  std::size_t parsed = 0;
  std::size_t round_trips = 0;
  std::size_t bytes = 0;
  for (const Outcome& outcome : outcomes) {
    parsed += outcome.parsed ? 1U : 0U;
    round_trips += outcome.round_trips ? 1U : 0U;
    bytes += outcome.bytes;
  }
  const auto files = static_cast<double>(std::max<std::size_t>(outcomes.size(), 1));
  const double megabytes = static_cast<double>(bytes) / 1e6;
  std::printf("files           %zu (%.1f MB)\n", outcomes.size(), megabytes);
  std::printf("parsed          %zu (%.2f %%)\n", parsed, 100.0 * static_cast<double>(parsed) / files);
  std::printf("round-tripped   %zu (%.2f %%)\n", round_trips, 100.0 * static_cast<double>(round_trips) / files);
  std::printf("reading         %.1f MB/s\n", megabytes / std::max(totals.parse_seconds, 1e-9));
  std::printf("printing        %.0f scripts/s\n", static_cast<double>(parsed) / std::max(totals.print_seconds, 1e-9));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) {
    std::cerr << "usage: bench_corpus DIR [--verbose] [--list] [--print DIR]\n";
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(options.folder, error)) {
    if (entry.is_regular_file() && entry.path().extension() == ".smt2") {
      paths.push_back(entry.path());
    }
  }
  if (error || paths.empty()) {
    std::cerr << "no .smt2 file below " << options.folder << '\n';
    return 2;
  }
  std::sort(paths.begin(), paths.end());
  Totals totals;
  std::vector<Outcome> outcomes;
  for (const std::filesystem::path& path : paths) {
    outcomes.push_back(measure(path, options, totals));
    const Outcome& last = outcomes.back();
    if (options.list) {
      const char* state = last.round_trips ? "round-trip" : last.parsed ? "parsed" : "refused";
      std::cout << path.string() << '\t' << state << '\t' << last.reason << '\n';
    } else if (options.verbose && !last.round_trips) {
      std::cout << last.reason << (last.parsed ? " [" + last.file + "]" : std::string()) << '\n';
    }
  }
  if (!options.list) {
    print_table(outcomes, totals);
  }
  return 0;
}
