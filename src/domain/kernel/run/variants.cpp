#include "domain/kernel/run/variants.hpp"

#include <optional>

#include "domain/kernel/reference/reference.hpp"
#include "execute.hpp"

namespace assay::domain {
namespace {

bool is_compared(Operation operation) {
  return operation != Operation::Widen && operation != Operation::Narrow && operation != Operation::Transform &&
         operation != Operation::Abstract && !is_observation(operation);
}

/// Makes a Counterpart. Builds each argument only once.
class CounterpartBuilder {
 public:
  CounterpartBuilder(const Program& program, const Exported& rounded) : from_(program), rounded_(rounded) {
    made_.program.dimensions = program.dimensions;
    imported_.resize(rounded.size());
  }

  Counterpart whole() {
    for (std::size_t i = 0; i < rounded_.size(); ++i) {
      const Instruction& instruction = from_.instructions[i];
      if (!is_compared(instruction.operation)) continue;
      Instruction same = instruction;
      for (unsigned& element : same.elements) element = imported(element);
      made_.pairs.emplace_back(i, add(std::move(same)));
    }
    return std::move(made_);
  }

 private:
  unsigned add(Instruction instruction) {
    made_.program.instructions.push_back(std::move(instruction));
    return static_cast<unsigned>(made_.program.instructions.size() - 1);
  }

  unsigned imported(unsigned element) {
    std::optional<unsigned>& known = imported_[element];
    if (known) return *known;
    unsigned last = add({});
    for (const Constraint& constraint : rounded_[element]) {
      Instruction more;
      more.operation = Operation::Assume;
      more.elements = {last};
      more.constraints = {constraint};
      last = add(std::move(more));
    }
    known = last;
    return last;
  }

  const Program& from_;
  const Exported& rounded_;
  Counterpart made_;
  std::vector<std::optional<unsigned>> imported_;
};

}  // namespace

Counterpart counterpart(const Program& program, const Exported& rounded) {
  return CounterpartBuilder(program, rounded).whole();
}

std::vector<Violation> judge_variants(const Program& program, const Exported& rounded, const Counterpart& other,
                                      const Exported& exact, const std::string& name) {
  std::vector<Violation> all;
  for (const auto& [index, counter] : other.pairs) {
    if (counter >= exact.size()) break;  // the exact domain gave up
    Polyhedron set(program.dimensions, exact[counter]);
    const Constraint* const broken = set.first_broken(rounded[index]);
    if (broken == nullptr) continue;
    all.push_back({LawClass::Soundness, 0, "against", program.instructions[index].operation, index,
                   "a" + std::to_string(index) + ": the result of " + name +
                       " on the same arguments has points that do not satisfy " + to_text(*broken) + "\n",
                   set.point_outside(*broken).value_or(Point())});
  }
  return all;
}

std::vector<Violation> compare_variants(const Program& program, Domain& rounded, Domain& exact) {
  const Exported first = run(program, rounded, only_exports()).exported;
  const Counterpart other = counterpart(program, first);
  const Exported second = run(other.program, exact, only_exports()).exported;
  return judge_variants(program, first, other, second, exact.contract().name);
}

std::string not_variants(const Contract& rounded, const Contract& exact) {
  for (const Contract* each : {&rounded, &exact})
    if (!each->operations.has_all({Operation::Constraints, Operation::Assume}) || !each->convex)
      return "'" + each->name + "' does not hold its elements as constraints";
  if (exact.numbers != Numbers::Rationals) return "'" + exact.name + "' does not compute with exact rationals";
  if (rounded.shape != exact.shape || rounded.strict != exact.strict || rounded.integer_points != exact.integer_points)
    return "'" + rounded.name + "' and '" + exact.name + "' do not have the same elements";
  if (!exact.operations.has_all(rounded.operations))
    return "'" + exact.name + "' has not all operations of '" + rounded.name + "'";
  return "";
}

RunOptions only_exports() {
  RunOptions options;
  options.laws = options.points = options.reference = options.repeat = options.sweep = false;
  options.exports = true;
  return options;
}

}  // namespace assay::domain
