#include <algorithm>
#include <limits>

#include "assay/domain/check.hpp"
#include "domain/kernel/reduce/domain_reduce.hpp"

namespace assay::domain {
namespace {

constexpr std::size_t kReduceRuns = 3000;
/// No time limit: only the number of runs limits the reduction, which makes the result the same on any machine.
constexpr double kAnyTime = std::numeric_limits<double>::infinity();

std::unique_ptr<Domain> made(const DomainFactory& domain, const Program& program) { return domain(program.dimensions); }

/// The program's text and its violations, whose details have the elements as the domain prints them.
std::string shown(const Program& program, Domain& domain, const std::vector<Violation>& violations) {
  std::string text = to_text(program, domain.transformers());
  for (const Violation& violation : violations) text += violation.oracle + ": " + violation.detail;
  return text;
}

void fail(const Program& program, const Violation& first, const DomainFactory& domain, const RunOptions& run_options,
          CheckReport& report) {
  const auto same = [&](const Program& candidate) {
    const auto fresh = made(domain, candidate);
    const RunResult result = run(candidate, *fresh, run_options);
    return std::any_of(result.violations.begin(), result.violations.end(), [&](const Violation& violation) {
      return violation.oracle == first.oracle && violation.operation == first.operation && violation.kind == first.kind;
    });
  };
  report.passed = false;
  const Result<Program> alone =
      program.sweep > 0 ? parse_program(first.isolated, made(domain, program)->transformers()) : program;
  report.smallest = reduce_program(alone && same(*alone) ? *alone : program, same, {kReduceRuns, kAnyTime, {}});
  const auto fresh = made(domain, report.smallest);
  report.violations = run(report.smallest, *fresh, run_options).violations;
  report.text = shown(report.smallest, *fresh, report.violations);
}

std::string counted(const std::vector<LawCount>& counts, const Contract& contract) {
  std::string text;
  for (std::size_t i = 0; i < laws().size(); ++i) {
    const Law& law = laws()[i];
    if (!applies(law, contract)) continue;
    text += std::to_string(law.number) + " " + std::string(law.statement) + ": " + std::to_string(counts[i].checked) +
            " checked, " + std::to_string(counts[i].vacuous) + " vacuous" +
            (counts[i].checked == 0 ? "  NEVER CHECKED" : "") + "\n";
  }
  return text;
}

}  // namespace

CheckReport check_domain(const DomainFactory& domain, const CheckOptions& options) {
  CheckReport report;
  report.counts.resize(laws().size());
  const auto probe = domain(1);
  for (; report.programs < options.programs; ++report.programs) {
    const Program program =
        random_program(options.seed, report.programs, probe->contract(), probe->transformers(), options.program);
    const auto tested = made(domain, program);
    const RunResult result = run(program, *tested, options.run);
    for (std::size_t i = 0; i < report.counts.size(); ++i) {
      report.counts[i].checked += result.counts[i].checked;
      report.counts[i].vacuous += result.counts[i].vacuous;
      report.counts[i].violated += result.counts[i].violated;
    }
    if (result.violations.empty()) continue;
    ++report.programs;
    fail(program, result.violations.front(), domain, options.run, report);
    return report;
  }
  report.text = counted(report.counts, probe->contract());
  return report;
}

std::string check_bytes(const DomainFactory& domain, std::span<const std::uint8_t> bytes, const CheckOptions& options) {
  const auto probe = domain(1);
  const Program program = decode(bytes, probe->contract(), probe->transformers(), options.program);
  const auto tested = made(domain, program);
  const RunResult result = run(program, *tested, options.run);
  if (result.violations.empty()) return "";
  CheckReport report;
  fail(program, result.violations.front(), domain, options.run, report);
  return report.text;
}

}  // namespace assay::domain
