// Programs and transformed programs per CPU-second, the engine excluded (docs/dev/datalog.md; bench/README.md).
// datalog_rate [--cases N] [--sequence N] [--strategy NAME]

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <variant>

#include "assay/datalog/fuzz.hpp"

namespace assay {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void measure(const std::string& strategy, std::uint64_t cases, unsigned sequence) {
  datalog::FuzzOptions options;
  options.strategies = {strategy};
  options.sequence = sequence;
  datalog::EngineTarget engine;
  engine.dialect = datalog::dialect("souffle");
  engine.capabilities = engine.dialect->capabilities;
  engine.definition.name = "none";
  options.engines = {engine};
  options.make_engine = [](const datalog::EngineTarget&, const core::Limits&) {
    return std::unique_ptr<datalog::EnginePort>();
  };
  const auto module = datalog::make_fuzz_module(options, {});
  if (!module) return fmt::print(stderr, "{}\n", module.error().text());
  const auto tester = (*module)->make_tester();
  std::map<std::string, std::uint64_t> skips;
  std::map<std::string, std::uint64_t> labels;
  std::uint64_t made = 0;
  const double start = cpu_seconds();
  for (std::uint64_t i = 0; i < cases; ++i) {
    const auto one = (*tester)->generate(i);
    if (const auto* skip = std::get_if<core::Skip>(&one)) {
      ++skips[skip->reason];
      continue;
    }
    ++made;
    for (const std::string& label : std::get<core::Case>(one).labels) ++labels[label];
  }
  const double seconds = cpu_seconds() - start;
  fmt::print("{:<12} {:>8} cases  {:>8.0f} per CPU-second\n", strategy, made, static_cast<double>(made) / seconds);
  for (const auto& [reason, count] : skips) fmt::print("  skipped {} {}\n", count, reason);
  for (const auto& [label, count] : labels) fmt::print("  {:>7} {}\n", count, label);
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  std::uint64_t cases = 20000;
  unsigned sequence = 8;
  std::string only;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--cases") cases = std::strtoull(argv[i + 1], nullptr, 10);
    if (flag == "--sequence") sequence = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
    if (flag == "--strategy") only = argv[i + 1];
  }
  for (const auto& [name, summary] : assay::datalog::fuzz_strategies())
    if (only.empty() || only == name) assay::measure(std::string(name), cases, sequence);
}
