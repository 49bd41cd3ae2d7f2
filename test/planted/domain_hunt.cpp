#include "domain_hunt.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "core/rng/rng.hpp"

namespace assay::domain {
namespace {

constexpr std::size_t kBytes = 1024;  ///< more than a program of C2 reads

LinearExpression raw_expression(core::Rng& rng, const Contract& contract, unsigned dimensions) {
  constexpr std::int64_t kMaxNumber = 9999;
  LinearExpression made;
  made.coefficients.resize(dimensions);
  made.constant = rng.between(-kMaxNumber, kMaxNumber);
  if (contract.shape == Shape::Polyhedron) {
    for (Rational& coefficient : made.coefficients) coefficient = rng.between(-kMaxNumber, kMaxNumber);
    return made;
  }
  for (unsigned i = contract.shape == Shape::Octagon ? 2 : 1; i > 0; --i)
    made.coefficients[rng.below(dimensions)] = rng.coin() ? 1 : -1;
  return made;
}

Constraint raw_constraint(core::Rng& rng, const Contract& contract, unsigned dimensions) {
  return {raw_expression(rng, contract, dimensions),
          rng.percent(10) ? Constraint::Relation::Equal : Constraint::Relation::GreaterEqual};
}

unsigned raw_element(core::Rng& rng, const Contract& contract, unsigned most, Program& program) {
  program.instructions.push_back({});
  for (std::uint64_t i = rng.below(most + 1); i > 0; --i) {
    Instruction instruction;
    instruction.operation = Operation::Assume;
    instruction.elements = {static_cast<unsigned>(program.instructions.size() - 1)};
    instruction.constraints = {raw_constraint(rng, contract, program.dimensions)};
    program.instructions.push_back(std::move(instruction));
  }
  return static_cast<unsigned>(program.instructions.size() - 1);
}

}  // namespace

MakeProgram random_programs(std::uint64_t seed, ProgramOptions options) {
  return [seed, options = std::move(options)](std::uint64_t number, const Contract& contract) {
    core::Rng rng = core::Rng(seed).split(number);
    std::vector<std::uint8_t> bytes(kBytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next() >> 56U);
    return decode(bytes, contract, {}, options);
  };
}

MakeProgram raw_programs(std::uint64_t seed, ProgramOptions options, unsigned most) {
  return [seed, most, options = std::move(options)](std::uint64_t number, const Contract& contract) {
    core::Rng rng = core::Rng(seed).split("raw").split(number);
    std::vector<const Law*> usable;
    for (const Law& law : laws())
      if (applies(law, contract)) usable.push_back(&law);
    Program program;
    program.dimensions = static_cast<unsigned>(1 + rng.below(std::min(contract.most_dimensions, options.dimensions)));
    const Law& law = *rng.pick(usable);
    Check check;
    check.law = law.number;
    for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(raw_element(rng, contract, most, program));
    check.assignment.dimension = static_cast<unsigned>(rng.below(program.dimensions));
    check.assignment.expression = raw_expression(rng, contract, program.dimensions);
    check.condition = raw_constraint(rng, contract, program.dimensions);
    if (law.chain) check.chain = {raw_element(rng, contract, most, program)};
    program.checks.push_back(std::move(check));
    return program;
  };
}

Hunt hunt(const PlantedBug& bug, const MakeProgram& make, const RunOptions& options, std::uint64_t programs,
          double seconds, bool own_kind) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const DomainFactory factory = planted_domain(bug.domain);
  std::map<unsigned, std::unique_ptr<Domain>> domains;
  const Contract contract = factory(1)->contract();
  Hunt found;
  the_bug = bug.bug;
  for (std::uint64_t number = 0; number < programs; ++number) {
    Program program = make(number, contract);
    std::unique_ptr<Domain>& domain = domains[program.dimensions];
    if (!domain) domain = factory(program.dimensions);
    RunResult result = run(program, *domain, options);
    for (const LawCount& count : result.counts) found.checks += count.checked;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (found.programs == 0) found.seconds = elapsed;
    if (seconds > 0 && elapsed > seconds) break;
    if (result.violations.empty()) continue;
    if (found.of_its_kind == 0 && std::any_of(result.violations.begin(), result.violations.end(),
                                              [&](const Violation& wrong) { return wrong.kind == bug.kind; }))
      found.of_its_kind = number + 1;
    if (found.programs == 0) {
      found.programs = number + 1;
      found.failing = std::move(program);
      found.violations = std::move(result.violations);
    }
    if (!own_kind || found.of_its_kind != 0) break;
  }
  the_bug = Bug::None;
  return found;
}

}  // namespace assay::domain
