#include "sweep.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace assay::domain {
namespace {

constexpr std::size_t kMaxMembers = 256;  ///< so that the number of triples fits 32 bits
constexpr std::size_t kMaxArguments = 3;

/// One step of a Plan: applies the operation to two places and stores the result in the next place.
struct Step {
  Operation operation;
  unsigned left;
  unsigned right;
};
/// How to make the premise of a law true. The first `chosen` places are elements of the tuple; steps make further ones.
struct Plan {
  unsigned chosen = 0;
  std::vector<Step> steps;
  std::array<unsigned, kMaxArguments> arguments{};  ///< the places of x, y, z
};

Plan plan_of(const Law& law) {
  using enum Operation;
  switch (law.arrangement) {
    case Arrangement::Any:
    case Arrangement::Tight: break;
    case Arrangement::Chain:
      if (law.elements > 2) return {3, {{Join, 0, 1}, {Join, 3, 2}}, {0, 3, 4}};
      return {2, {{Join, 0, 1}}, {0, 2, 0}};
    case Arrangement::Same: return {2, {{Meet, 0, 1}, {Join, 0, 2}}, {0, 3, 0}};
    case Arrangement::Above: return {3, {{Join, 0, 1}, {Join, 3, 2}}, {0, 1, 4}};
    case Arrangement::Below: return {3, {{Meet, 0, 1}, {Meet, 3, 2}}, {0, 1, 4}};
    case Arrangement::Shrink: return {2, {{Meet, 0, 1}}, {0, 2, 0}};
  }
  return {law.elements, {}, {0, 1, 2}};
}

/// Whether the law has only elements as arguments, and the domain has the operations that make its premise true.
bool can_be_swept(const Law& law, const Contract& contract) {
  if (!applies(law, contract) || law.assignment || law.condition || law.chain) return false;
  for (const Step& step : plan_of(law).steps)
    if (!contract.operations.has(step.operation)) return false;
  return true;
}

/// Enumerates up to `max_tuples` different tuples of numbers below `size`, spread over all tuples: the digits of
/// multiples of a stride that is coprime to `size`.
class Tuples {
 public:
  using Tuple = std::array<std::uint32_t, kMaxArguments>;

  Tuples(std::size_t size, std::size_t length, std::size_t max_tuples) : size_(static_cast<std::uint32_t>(size)) {
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < length; ++i) all *= size_;
    left_ = std::min<std::uint64_t>(all, max_tuples);
    constexpr double kGoldenSection = 0.618;
    std::uint64_t stride =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(kGoldenSection * static_cast<double>(all)));
    while (std::gcd(stride, std::uint64_t{size_}) != 1) ++stride;
    for (std::uint32_t& digit : stride_) {
      digit = static_cast<std::uint32_t>(stride % size_);
      stride /= size_;
    }
  }
  bool next() {
    if (left_ == 0) return false;
    --left_;
    std::uint32_t carry = 0;
    for (std::size_t i = 0; i < kMaxArguments; ++i) {
      const std::uint32_t sum = tuple_[i] + stride_[i] + carry;
      carry = static_cast<std::uint32_t>(sum >= size_);  // branchless: the branch would be unpredictable
      tuple_[i] = sum - (size_ & (0U - carry));
    }
    return true;
  }
  [[nodiscard]] const Tuple& tuple() const { return tuple_; }

 private:
  std::uint32_t size_;
  std::uint64_t left_ = 0;
  Tuple stride_{};
  Tuple tuple_{};
};

ElementPtr made(Operation operation, Element& left, Element& right, Domain& domain) {
  return operation == Operation::Join ? domain.join(left, right) : domain.meet(left, right);
}

}  // namespace

Program asked_alone(Program program, const Question& question) {
  program.sweep = 0;
  program.checks.clear();
  const auto add = [&](Operation operation, std::vector<unsigned> elements) {
    Instruction& instruction = program.instructions.emplace_back();
    instruction.operation = operation;
    instruction.elements = std::move(elements);
    instruction.transformer = question.transformer;
    return static_cast<unsigned>(program.instructions.size() - 1);
  };
  if (question.law == nullptr) {
    add(Operation::Transform, question.elements);
    return program;
  }
  const Plan plan = plan_of(*question.law);
  std::vector<unsigned> places = question.elements;
  for (const Step& step : plan.steps)
    places.push_back(add(step.operation, {places.at(step.left), places.at(step.right)}));
  Check& check = program.checks.emplace_back();
  check.law = question.law->number;
  for (unsigned i = 0; i < question.law->elements; ++i) check.elements.push_back(places.at(plan.arguments.at(i)));
  return program;
}

namespace {

/// The laws and transformers of the program, each once, with the first step that uses it.
std::vector<Swept> asked_for(const Program& program) {
  std::vector<Swept> all;
  std::set<unsigned> transformers;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    if (instruction.operation != Operation::Transform || !transformers.insert(instruction.transformer).second) continue;
    Swept& swept = all.emplace_back();
    swept.question.transformer = instruction.transformer;
    swept.step = i;
  }
  std::set<unsigned> laws_of_it;
  for (std::size_t i = 0; i < program.checks.size(); ++i) {
    if (!laws_of_it.insert(program.checks[i].law).second) continue;
    Swept& swept = all.emplace_back();
    swept.question.law = law(program.checks[i].law);
    swept.step = program.instructions.size() + i;
  }
  return all;
}

}  // namespace

std::vector<Program> all_asked_alone(const Program& program, std::size_t max_questions) {
  std::vector<Program> all;
  if (program.instructions.size() > kMaxMembers) return all;
  for (Swept& swept : asked_for(program)) {
    const std::size_t arity = swept.question.law != nullptr ? plan_of(*swept.question.law).chosen
                                                            : program.instructions[swept.step].elements.size();
    Tuples tuples(program.instructions.size(), arity, max_questions + 1);
    while (tuples.next()) {
      if (all.size() >= max_questions) return {};
      swept.question.elements.assign(tuples.tuple().begin(),
                                     tuples.tuple().begin() + static_cast<std::ptrdiff_t>(arity));
      all.push_back(asked_alone(program, swept.question));
    }
  }
  return all;
}

Violation violation_of(const Swept& swept, const Program& program, const Domain& domain, Operation guilty) {
  Violation violation;
  violation.operation = guilty;
  violation.instruction = swept.step;
  if (const Law* const row = swept.question.law) {
    violation.kind = row->kind;
    violation.law = row->number;
    violation.oracle = "law " + std::to_string(row->number);
    violation.detail = std::string(row->statement) + " does not hold for elements made of";
  } else {
    violation.oracle = "points";
    violation.detail = "the transformer " + std::string(domain.transformers()[swept.question.transformer].name) +
                       " lost the value " + std::to_string(swept.lost) + " for";
  }
  violation.asked.assign(swept.wrong.begin(), swept.wrong.end());
  Question question = swept.question;
  question.elements = swept.wrong;
  violation.isolated = to_text(asked_alone(program, question), domain.transformers());
  return violation;
}

void Sweep::add(unsigned number, Element& element, const std::vector<Point>& points) {
  if (members_.size() >= kMaxMembers) return;
  const auto same = [&](Element* other) { return domain_.equal(*other, element); };
  if (std::any_of(elements_.begin(), elements_.end(), same)) return;
  Member& member = members_.emplace_back();
  member.number = number;
  elements_.push_back(&element);
  if (domain_.contract().shape != Shape::Value || points.empty()) return;
  member.values = static_cast<unsigned>(points.size());
  const auto value = [&](std::size_t i) { return mpz_get_ui(points[i % points.size()].at(0).get_num_mpz_t()); };
  // The same combinations as in Concrete::transformed: a failure here is a failure of the instruction.
  for (unsigned i = 0; i < kCombinations; ++i) {
    member.first[i] = value(i);
    member.later[i] = value(i >> 2U);
  }
}

std::vector<Swept> Sweep::questions() const {
  std::vector<Swept> all = asked_for(program_);
  std::erase_if(all, [&](const Swept& swept) {
    return swept.question.law != nullptr && !can_be_swept(*swept.question.law, domain_.contract());
  });
  return all;
}

void Sweep::ask(Swept& swept, Domain& asked) const {
  if (members_.empty()) return;
  if (swept.question.law != nullptr) {
    ask_law(swept, asked);
  } else {
    ask_transformer(swept, asked);
  }
}

void Sweep::ask_law(Swept& swept, Domain& asked) const {
  const Law& law = *swept.question.law;
  const Plan plan = plan_of(law);
  LawArguments arguments{asked, nullptr, nullptr, nullptr, nullptr, nullptr, {}};
  std::array<ElementPtr, 2> owned;
  std::array<Element*, kMaxArguments + 2> places{};
  Tuples tuples(members_.size(), plan.chosen, program_.sweep);
  const Tuples::Tuple& tuple = tuples.tuple();
  while (tuples.next()) {
    for (unsigned i = 0; i < plan.chosen; ++i) places[i] = elements_[tuple[i]];
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      const Step& step = plan.steps[i];
      owned[i] = made(step.operation, *places[step.left], *places[step.right], asked);
      places[plan.chosen + i] = owned[i].get();
    }
    arguments.x = places[plan.arguments[0]];
    arguments.y = places[plan.arguments[1]];
    arguments.z = places[plan.arguments[2]];
    const LawOutcome outcome = law.check(arguments);
    ++(outcome == LawOutcome::Vacuous ? swept.count.vacuous : swept.count.checked);
    if (outcome != LawOutcome::Violated) continue;
    ++swept.count.violated;
    for (unsigned i = 0; i < plan.chosen; ++i) swept.wrong.push_back(members_[tuple[i]].number);
    return;
  }
}

void Sweep::ask_transformer(Swept& swept, Domain& asked) const {
  constexpr unsigned kValues = 4;  // combinations of values for each tuple; the next tuple continues,
  constexpr unsigned kStride = 5;  // with a stride that reaches all combinations and changes all arguments
  const ValueTransformer& transformer = domain_.transformers().at(swept.question.transformer);
  const unsigned width = domain_.contract().width;
  const unsigned arity = transformer.arity;
  std::vector<Element*> arguments(arity);
  std::array<const Member*, kMaxArguments> members{};
  std::array<std::uint64_t, kMaxArguments> values{};
  unsigned combination = 0;
  Tuples tuples(members_.size(), arity, program_.sweep);
  const Tuples::Tuple& tuple = tuples.tuple();
  while (tuples.next()) {
    unsigned different = 1;  // number of combinations of values
    for (unsigned k = 0; k < arity; ++k) {
      members[k] = &members_[tuple[k]];
      arguments[k] = elements_[tuple[k]];
      different *= members[k]->values;
    }
    if (different == 0) continue;
    const ElementPtr result = asked.transform(swept.question.transformer, arguments);
    for (unsigned i = 0; i < std::min(kValues, different); ++i) {
      values[0] = members[0]->first[combination];
      for (unsigned k = 1; k < arity; ++k) values[k] = members[k]->later[combination];
      combination = (combination + kStride) % kCombinations;
      const std::optional<std::uint64_t> value = transformer.concrete(width, values.data());
      if (!value) continue;
      ++swept.points;
      if (asked.contains_value(*result, *value)) continue;
      swept.lost = *value;
      for (unsigned k = 0; k < arity; ++k) swept.wrong.push_back(members[k]->number);
      return;
    }
  }
}

}  // namespace assay::domain
