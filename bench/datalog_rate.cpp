// Programs, transformed programs and whole cases per CPU-second, the engine excluded (docs/dev/datalog.md;
// bench/README.md). The checksum is over all texts: equal before and after a change that must change nothing.
// datalog_rate [--cases N] [--sequence N] [--strategy NAME] [--part generate|transform|cases]

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "assay/base/hash.hpp"
#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/transform/transform.hpp"

namespace assay {
namespace {

struct Arguments {
  std::uint64_t cases = 20000;
  unsigned sequence = 8;
  std::string strategy;  ///< empty: all
  std::string part;      ///< empty: all
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const datalog::Dialect& tested() { return *datalog::dialect("souffle"); }

/// A program from nothing, as a campaign makes them: with the values that the reference has for it.
std::optional<datalog::Generated> program(std::uint64_t number) {
  return datalog::generate_program({}, tested().capabilities, datalog::GenerateOptions(), core::Rng(number));
}

/// The checksum of the texts. Computed after the clock has stopped.
std::string checksum(const std::vector<std::string>& texts) {
  std::uint64_t hash = 0;
  for (const std::string& text : texts) hash = hash_bytes(text, hash);
  return to_hex(hash);
}

/// The generator alone, with the program's text.
void generate(std::uint64_t programs) {
  std::vector<std::string> texts;
  texts.reserve(programs);
  const double start = cpu_seconds();
  for (std::uint64_t i = 0; i < programs; ++i) {
    if (const auto generated = program(i)) texts.push_back(tested().print(generated->program));
  }
  const double rate = static_cast<double>(texts.size()) / (cpu_seconds() - start);
  fmt::print("programs     {:>8} made   {:>8.0f} per CPU-second  checksum {}\n", texts.size(), rate, checksum(texts));
}

/// Applies one sequence of transformations to a copy of the program, and adds the program's and the expectations' text.
std::uint64_t transformed(const datalog::Generated& base, const std::vector<datalog::Family>& families,
                          std::size_t length, core::Rng rng, std::vector<std::string>& texts) {
  using datalog::Oracle;
  constexpr Oracle kIntended[] = {Oracle::Superset, Oracle::Subset, Oracle::Equal, Oracle::Equal};
  const Oracle intended = kIntended[rng.below(4)];
  datalog::EvaluationLimits limits = datalog::GenerateOptions().limits;
  limits.integer_bits = tested().capabilities.integer_bits;
  datalog::Workspace workspace(base.program, base.output, tested().capabilities, limits);
  if (!base.values.empty()) workspace.set_samples(base.values);
  const auto steps = datalog::transform_program(workspace, families, intended, length, rng);
  texts.push_back(tested().print(workspace.program()));
  for (const auto& [relation, expected] : workspace.expectations()) texts.back() += datalog::name(expected);
  return steps.size();
}

/// Transformations alone. `most`: of one sequence; all lengths up to it are as likely.
void transform_all(const std::string& name, const std::vector<datalog::Family>& families, unsigned most,
                   std::uint64_t sequences) {
  constexpr std::uint64_t kBases = 500;  // each of them many times, as a campaign does
  std::vector<datalog::Generated> bases;
  for (std::uint64_t i = 0; i < kBases; ++i) {
    if (auto base = program(i)) bases.push_back(*std::move(base));
  }
  std::uint64_t steps = 0;
  std::vector<std::string> texts;
  texts.reserve(sequences);
  const double start = cpu_seconds();
  for (std::uint64_t i = 0; i < sequences; ++i) {
    core::Rng rng = core::Rng(1).split(i);
    const auto length = static_cast<std::size_t>(1 + rng.below(most));
    steps += transformed(bases[i % bases.size()], families, length, rng.split("sequence"), texts);
  }
  const double seconds = cpu_seconds() - start;
  fmt::print("{:<12} up to {:>3}         {:>8.0f} per CPU-second  {:>8.0f} transformations  checksum {}\n", name, most,
             static_cast<double>(sequences) / seconds, static_cast<double>(steps) / seconds, checksum(texts));
}

/// Whole cases, as a campaign makes them.
void make_cases(const std::string& strategy, std::uint64_t cases, unsigned sequence) {
  datalog::FuzzOptions options;
  options.strategies = {strategy};
  options.sequence = sequence;
  datalog::EngineTarget engine;
  engine.dialect = &tested();
  engine.capabilities = engine.dialect->capabilities;
  engine.definition.name = "none";
  options.engines = {engine};
  options.make_engine = [](const datalog::EngineTarget&, const core::Limits&) {
    return std::unique_ptr<datalog::EnginePort>();
  };
  const auto module = datalog::make_fuzz_module(options, {});
  if (!module) return fmt::print(stderr, "{}\n", module.error().text());
  const auto tester = (*module)->make_tester();
  std::vector<std::variant<core::Case, core::Skip>> made;
  made.reserve(cases);
  const double start = cpu_seconds();
  for (std::uint64_t i = 0; i < cases; ++i) made.push_back((*tester)->generate(i));
  const double seconds = cpu_seconds() - start;
  std::vector<std::string> texts;
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t skips = 0;
  for (const auto& one : made) {
    if (const auto* skip = std::get_if<core::Skip>(&one)) {
      ++skips;
      ++counts["skipped: " + skip->reason];
      continue;
    }
    const auto& subject = std::get<core::Case>(one);
    texts.push_back(subject.metadata);
    for (const core::File& file : subject.files) texts.push_back(file.content);
    for (const std::string& label : subject.labels) ++counts[label];
  }
  fmt::print("{:<12} {:>8} cases  {:>8.0f} per CPU-second  checksum {}\n", strategy, cases - skips,
             static_cast<double>(cases - skips) / seconds, checksum(texts));
  for (const auto& [label, count] : counts) fmt::print("  {:>7} {}\n", count, label);
}

void run(const Arguments& arguments) {
  using datalog::Family;
  const auto wanted = [&](const char* part) { return arguments.part.empty() || arguments.part == part; };
  if (wanted("generate")) generate(arguments.cases);
  const std::vector<std::pair<std::string, std::vector<Family>>> families = {
      {"queryfuzz", {Family::QueryFuzz}},
      {"dlsmith", {Family::QueryFuzz, Family::DlSmith}},
      {"rewrite", {Family::Rewrite}},
      {"mixed", {Family::QueryFuzz, Family::DlSmith, Family::Rewrite}},
  };
  for (const auto& [name, of] : families) {
    if (!wanted("transform") || (!arguments.strategy.empty() && arguments.strategy != name)) continue;
    for (const unsigned most : {1U, arguments.sequence, 100U})
      transform_all(name, of, most, std::max<std::uint64_t>(1, arguments.cases / most));
  }
  for (const auto& [name, summary] : datalog::fuzz_strategies()) {
    if (!wanted("cases") || (!arguments.strategy.empty() && arguments.strategy != name)) continue;
    make_cases(std::string(name), arguments.cases, arguments.sequence);
  }
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  assay::Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--cases") arguments.cases = std::strtoull(argv[i + 1], nullptr, 10);
    if (flag == "--sequence") arguments.sequence = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
    if (flag == "--strategy") arguments.strategy = argv[i + 1];
    if (flag == "--part") arguments.part = argv[i + 1];
  }
  assay::run(arguments);
}
