#include <algorithm>
#include <optional>
#include <utility>

#include "domain/kernel/run/concrete.hpp"
#include "domain/kernel/run/execute.hpp"
#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain {
namespace {

std::uint64_t bits_of(const Point& point) { return mpz_class(point.at(0).get_num()).get_ui(); }

/// Recomputes the elements of a program and their known values, as the test did.
class Replay {
 public:
  Replay(const Program& program, Domain& domain)
      : program_(program),
        domain_(domain),
        concrete_(program, domain, RunOptions().most_points, [this](unsigned element, const Point& point) {
          return domain_.contains(*elements_[element], point);
        }) {}

  /// Makes the elements of all earlier instructions. Does not run `instruction`.
  void run_before(std::size_t instruction) {
    for (std::size_t i = elements_.size(); i < instruction; ++i) {
      std::vector<Point> points = concrete_.points(i, known(i));
      elements_.push_back(execute(program_.instructions[i], arguments(i), domain_));
      std::erase_if(points, [&](const Point& point) { return !domain_.contains(*elements_.back(), point); });
      points_.push_back(std::move(points));
    }
  }

  /// The failure of an instruction. `lost`: the value that its result should contain; empty: the instruction crashes.
  std::optional<LlvmFailure> failure(std::size_t index, const Point& lost) {
    run_before(index);
    const Instruction& instruction = program_.instructions[index];
    LlvmFailure failure;
    failure.operation = instruction.operation;
    failure.transformer = instruction.transformer;
    failure.arguments = arguments(index);
    if (instruction.operation == Operation::Transform)
      return with_values(std::move(failure), domain_.transformers()[instruction.transformer], index, lost);
    failure.values = {lost.empty() ? 0 : bits_of(lost)};
    return failure;
  }

 private:
  std::vector<Element*> arguments(std::size_t index) const {
    std::vector<Element*> all;
    for (const unsigned element : program_.instructions[index].elements) all.push_back(elements_[element].get());
    return all;
  }
  std::vector<const std::vector<Point>*> known(std::size_t index) const {
    std::vector<const std::vector<Point>*> all;
    for (const unsigned element : program_.instructions[index].elements) all.push_back(&points_[element]);
    return all;
  }

  /// Sets values of the arguments for which the transformer must return the lost value. Nullopt if there are none.
  std::optional<LlvmFailure> with_values(LlvmFailure failure, const ValueTransformer& transformer, std::size_t index,
                                         const Point& lost) const {
    std::vector<std::vector<std::uint64_t>> choices;
    for (const std::vector<Point>* points : known(index)) {
      choices.emplace_back();
      for (const Point& point : *points) choices.back().push_back(bits_of(point));
      // For a crash, the values need not be in the arguments.
      if (lost.empty()) choices.back().insert(choices.back().end(), {0, 1});
      if (choices.back().empty()) return std::nullopt;
    }
    std::vector<std::size_t> at(choices.size());
    for (std::size_t turned = 0; turned < choices.size();) {
      failure.values.clear();
      for (std::size_t i = 0; i < at.size(); ++i) failure.values.push_back(choices[i][at[i]]);
      const auto result = transformer.concrete(domain_.contract().width, failure.values.data());
      if (result && (lost.empty() || *result == bits_of(lost))) return failure;
      for (turned = 0; turned < at.size() && ++at[turned] == choices[turned].size(); ++turned) at[turned] = 0;
    }
    return std::nullopt;
  }

  const Program& program_;
  Domain& domain_;
  Concrete concrete_;
  std::vector<ElementPtr> elements_;
  std::vector<std::vector<Point>> points_;
};

}  // namespace

Result<std::string> llvm_reproduction(const DomainFactory& factory, const Program& program,
                                      const std::vector<Violation>& violations) {
  const std::unique_ptr<Domain> domain = factory(program.dimensions);
  Replay replay(program, *domain);
  std::vector<LlvmFailure> failures;
  std::vector<std::size_t> shown;
  for (const Violation& violation : violations) {
    const bool crash = violation.oracle == kCrashOracle;
    if (violation.instruction >= program.instructions.size() || (violation.lost.empty() && !crash)) continue;
    if (std::find(shown.begin(), shown.end(), violation.instruction) != shown.end()) continue;
    shown.push_back(violation.instruction);
    if (auto failure = replay.failure(violation.instruction, violation.lost)) failures.push_back(std::move(*failure));
  }
  return llvm_reproduction(*domain, failures);
}

}  // namespace assay::domain
