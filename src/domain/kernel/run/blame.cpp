#include "blame.hpp"

#include <utility>

#include "assay/domain/violation.hpp"
#include "domain/kernel/reference/reference.hpp"
#include "exact.hpp"
#include "inner_form.hpp"
#include "isolate.hpp"

namespace assay::domain {
namespace {

Instruction step(Operation operation) {
  Instruction instruction;
  instruction.operation = operation;
  return instruction;
}

}  // namespace

Judged::Constraints Judged::exported(const Element& element) {
  const ElementPtr asked = domain_.copy(element);
  return domain_.constraints(*asked);
}

void Judged::set(Operation operation, LawClass kind, std::string detail, std::string isolated) {
  if (!blame_) blame_ = Blame{operation, std::move(detail), kind, std::move(isolated)};
}

bool Judged::same_set(const Constraints& left, const Constraints& right) const {
  return included_exactly(left, right, dimensions()) && included_exactly(right, left, dimensions());
}

void Judged::keeps(Operation operation, const Element& element, const Constraints& before) {
  if (done()) return;
  const Constraints after = exported(element);
  if (same_set(before, after)) return;
  const bool keeps_points = included_exactly(before, after, dimensions());
  set(operation, keeps_points ? LawClass::Precision : LawClass::Soundness,
      std::string(name(operation)) + " changes what it is asked about");
}

ElementPtr Judged::noted(Operation maker, ElementPtr made) {
  makers_[made.get()] = maker;
  return made;
}

/// A copy of an element in makers_ has the same maker. Other copies have none: their makers are instructions.
ElementPtr Judged::copy(const Element& element) {
  const auto source = makers_.find(&element);
  if (source != makers_.end()) return noted(source->second, domain_.copy(element));
  ElementPtr made = domain_.copy(element);
  makers_.erase(made.get());
  return made;
}

std::optional<Operation> Judged::maker_behind(std::initializer_list<Element*> elements) const {
  for (const Element* element : elements) {
    const auto made = makers_.find(element);
    if (made == makers_.end()) continue;
    if (const std::optional<Operation> guilty = InnerForm(domain_, {}).guilty(*element, made->second)) return guilty;
  }
  return std::nullopt;
}

template <typename Ask, typename Decide>
bool Judged::asked(Operation operation, std::initializer_list<Element*> elements, Ask ask, Decide decide) {
  if (done()) return ask();
  ArgumentConstraints known;
  for (const Element* element : elements) known.push_back(exported(*element));
  const bool said = ask();
  if (domain_.gave_up()) return said;
  if (said != decide(known)) {
    const std::optional<Operation> maker = maker_behind(elements);
    set(maker.value_or(operation), said && operation != Operation::IsTop ? LawClass::Soundness : LawClass::Precision,
        std::string(name(operation)) + " says " + (said ? "yes" : "no") + ", and exact polyhedra say the opposite",
        maker ? "" : isolated(dimensions(), step(operation), known));
  }
  std::size_t place = 0;
  for (const Element* element : elements) keeps(operation, *element, known[place++]);
  return said;
}

/// Exports the arguments before the operation, which may change their representation.
ElementPtr Judged::apply(Operation operation, Elements elements, const Operands& operands) {
  const auto make = [&] { return noted(operation, domain_.apply(operation, elements, operands)); };
  if (done()) return make();
  ArgumentConstraints before;
  for (const Element* element : elements) before.push_back(exported(*element));
  std::vector<const Constraints*> known;
  for (const Constraints& each : before) known.push_back(&each);
  ElementPtr result = make();
  const Claim claim = domain_.claim();
  if (domain_.gave_up()) return result;
  const Instruction instruction{operands, operation, {}};
  if (const std::optional<Violation> wrong =
          judge_exactly(instruction, known, exported(*result), contract(), claim, dimensions())) {
    const bool hidden = export_hides(domain_, *result, *wrong);
    set(hidden ? Operation::Constraints : operation, wrong->kind, wrong->detail,
        hidden ? "" : isolated(dimensions(), instruction, before));
  }
  return result;
}

ElementPtr Judged::top() {
  ElementPtr result = noted(Operation::Top, domain_.top());
  if (!done() && !Polyhedron(dimensions()).included_in(exported(*result)))
    set(Operation::Top, LawClass::Soundness, "top is not everything");
  return result;
}
ElementPtr Judged::bottom() {
  ElementPtr result = noted(Operation::Bottom, domain_.bottom());
  if (!done() && !Polyhedron(dimensions(), exported(*result)).empty())
    set(Operation::Bottom, LawClass::Precision, "bottom is not empty");
  return result;
}

bool Judged::leq(Element& left, Element& right) {
  return asked(
      Operation::Leq, {&left, &right}, [&] { return domain_.leq(left, right); },
      [&](const ArgumentConstraints& known) { return included_exactly(known[0], known[1], dimensions()); });
}
bool Judged::equal(Element& left, Element& right) {
  if (!has_.has(Operation::Equal)) return Domain::equal(left, right);
  return asked(
      Operation::Equal, {&left, &right}, [&] { return domain_.equal(left, right); },
      [&](const ArgumentConstraints& known) { return same_set(known[0], known[1]); });
}
bool Judged::is_bottom(Element& element) {
  if (!has_.has(Operation::IsBottom)) return Domain::is_bottom(element);
  return asked(
      Operation::IsBottom, {&element}, [&] { return domain_.is_bottom(element); },
      [&](const ArgumentConstraints& known) { return Polyhedron(dimensions(), known[0]).empty(); });
}
bool Judged::is_top(Element& element) {
  if (!has_.has(Operation::IsTop)) return Domain::is_top(element);
  return asked(
      Operation::IsTop, {&element}, [&] { return domain_.is_top(element); },
      [&](const ArgumentConstraints& known) { return Polyhedron(dimensions()).included_in(known[0]); });
}
bool Judged::satisfies(Element& element, const Constraint& constraint) {
  // `!= 0` is not convex, and Polyhedron cannot decide it.
  if (constraint.relation == Constraint::Relation::NotEqual) return domain_.satisfies(element, constraint);
  return asked(
      Operation::Satisfies, {&element}, [&] { return domain_.satisfies(element, constraint); },
      [&](const ArgumentConstraints& known) { return Polyhedron(dimensions(), known[0]).satisfies(constraint); });
}
Bounds Judged::bounds(Element& element, const LinearExpression& expression) {
  if (done()) return domain_.bounds(element, expression);
  const Constraints before = exported(element);
  Bounds said = domain_.bounds(element, expression);
  if (!point_beyond_bounds(before, expression, said, dimensions()).empty())
    set(Operation::Bounds, LawClass::Soundness, "the bounds of " + to_text(expression) + " leave out what is there");
  keeps(Operation::Bounds, element, before);
  return said;
}

void Judged::canonicalize(Element& element) {
  if (done()) return domain_.canonicalize(element);
  const Constraints before = exported(element);
  domain_.canonicalize(element);
  keeps(Operation::Canonicalize, element, before);
}

}  // namespace assay::domain
