#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// An abstract domain as its author writes it: a copyable type of elements. What follows is all that is needed.
///
///     static E top(unsigned dimensions);      static E bottom(unsigned dimensions);
///     bool leq(const E&) const;               E join(const E&) const;    E meet(const E&) const;
///
/// Whatever else is there, under these names, is tested, too:
///
///     bool equal(const E&)    bool is_bottom()    bool is_top()    E widen(const E&)    E narrow(const E&)
///     E assume(const Constraint&)                 E assign(unsigned, const LinearExpression&)
///     E parallel_assign(const std::vector<Assignment>&)
///     E substitute(unsigned, const LinearExpression&)              E forget(unsigned)    E resize()
///     E add_rays(const std::vector<Ray>&)         E close()    E loosen(unsigned way)    E regenerate()
///     E assign_expression(unsigned, const Expression&)             E assume_expression(const Expression&, Relation)
///     void canonicalize()     std::vector<Constraint> constraints()
///     Bounds bounds(const LinearExpression&)      bool satisfies(const Constraint&)
///     bool contains(const Point&)                 std::string print()
template <typename E>
concept NumericalDomain = std::copyable<E> && requires(E& element, const E& other, unsigned dimensions) {
  { E::top(dimensions) } -> std::same_as<E>;
  { E::bottom(dimensions) } -> std::same_as<E>;
  { element.leq(other) } -> std::convertible_to<bool>;
  { element.join(other) } -> std::same_as<E>;
  { element.meet(other) } -> std::same_as<E>;
};

/// A domain of an author's elements, as Assay asks it. What a type cannot say (claims of its results), a derived class
/// can.
template <NumericalDomain E>
class Adapted : public Domain {
 public:
  Adapted(Contract contract, unsigned dimensions) : contract_(std::move(contract)), dimensions_(dimensions) {
    contract_.operations = operations();
  }

  /// What the type has.
  [[nodiscard]] static Operations operations() {
    using enum Operation;
    Operations has{Top, Bottom, Leq, Join, Meet, Copy};
    const auto add = [&has](bool there, Operation operation) {
      if (there) has.add(operation);
    };
    add(
        requires(E e) { e.equal(e); }, Equal);
    add(true, IsBottom);
    add(true, IsTop);
    add(
        requires(E e) { e.widen(e); }, Widen);
    add(
        requires(E e) { e.narrow(e); }, Narrow);
    add(
        requires(E e, Constraint c) { e.assume(c); }, Assume);
    add(
        requires(E e, LinearExpression l) { e.assign(0U, l); }, Assign);
    add(
        requires(E e, std::vector<Assignment> a) { e.parallel_assign(a); }, ParallelAssign);
    add(
        requires(E e, LinearExpression l) { e.substitute(0U, l); }, Substitute);
    add(
        requires(E e, Expression g) { e.assign_expression(0U, g); }, AssignExpression);
    add(
        requires(E e, Expression g, Constraint::Relation r) { e.assume_expression(g, r); }, AssumeExpression);
    add(
        requires(E e) { e.forget(0U); }, Forget);
    add(
        requires(E e, std::vector<Ray> r) { e.add_rays(r); }, AddRays);
    add(
        requires(E e) { e.close(); }, Close);
    add(
        requires(E e) { e.loosen(0U); }, Loosen);
    add(
        requires(E e) { e.regenerate(); }, Generators);
    add(
        requires(E e) { e.resize(); }, Resize);
    add(
        requires(E e) { e.canonicalize(); }, Canonicalize);
    add(
        requires(E e) { e.constraints(); }, Constraints);
    add(
        requires(E e, LinearExpression l) { e.bounds(l); }, Operation::Bounds);
    add(
        requires(E e, Constraint c) { e.satisfies(c); }, Satisfies);
    add(
        requires(E e, Point p) { e.contains(p); }, Contains);
    add(
        requires(E e) { e.print(); }, Print);
    return has;
  }

  const Contract& contract() const override { return contract_; }
  unsigned dimensions() const override { return dimensions_; }
  ElementPtr top() override { return wrap(E::top(dimensions_)); }
  ElementPtr bottom() override { return wrap(E::bottom(dimensions_)); }
  ElementPtr copy(const Element& element) override { return wrap(static_cast<const Holder&>(element).value); }
  bool leq(Element& left, Element& right) override { return of(left).leq(of(right)); }
  ElementPtr join(Element& left, Element& right) override { return wrap(of(left).join(of(right))); }
  ElementPtr meet(Element& left, Element& right) override { return wrap(of(left).meet(of(right))); }

  bool equal(Element& left, Element& right) override {
    if constexpr (requires(E e) { e.equal(e); }) return of(left).equal(of(right));
    return Domain::equal(left, right);
  }
  bool is_bottom(Element& element) override {
    if constexpr (requires(E e) { e.is_bottom(); }) return of(element).is_bottom();
    return Domain::is_bottom(element);
  }
  bool is_top(Element& element) override {
    if constexpr (requires(E e) { e.is_top(); }) return of(element).is_top();
    return Domain::is_top(element);
  }
  ElementPtr widen(Element& left, Element& right) override {
    if constexpr (requires(E e) { e.widen(e); }) return wrap(of(left).widen(of(right)));
    return Domain::widen(left, right);
  }
  ElementPtr narrow(Element& left, Element& right) override {
    if constexpr (requires(E e) { e.narrow(e); }) return wrap(of(left).narrow(of(right)));
    return Domain::narrow(left, right);
  }
  ElementPtr assume(Element& element, const Constraint& constraint) override {
    if constexpr (requires(E e) { e.assume(constraint); }) return wrap(of(element).assume(constraint));
    return Domain::assume(element, constraint);
  }
  ElementPtr assign(Element& element, const Assignment& assignment) override {
    if constexpr (requires(E e) { e.assign(0U, assignment.expression); })
      return wrap(of(element).assign(assignment.dimension, assignment.expression));
    return Domain::assign(element, assignment);
  }
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) override {
    if constexpr (requires(E e) { e.parallel_assign(assignments); })
      return wrap(of(element).parallel_assign(assignments));
    return Domain::parallel_assign(element, assignments);
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) override {
    if constexpr (requires(E e) { e.substitute(0U, assignment.expression); })
      return wrap(of(element).substitute(assignment.dimension, assignment.expression));
    return Domain::substitute(element, assignment);
  }
  ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression) override {
    if constexpr (requires(E e) { e.assign_expression(0U, expression); })
      return wrap(of(element).assign_expression(dimension, expression));
    return Domain::assign_expression(element, dimension, expression);
  }
  ElementPtr assume_expression(Element& element, const Expression& expression, Constraint::Relation relation) override {
    if constexpr (requires(E e) { e.assume_expression(expression, relation); })
      return wrap(of(element).assume_expression(expression, relation));
    return Domain::assume_expression(element, expression, relation);
  }
  ElementPtr forget(Element& element, unsigned dimension) override {
    if constexpr (requires(E e) { e.forget(0U); }) return wrap(of(element).forget(dimension));
    return Domain::forget(element, dimension);
  }
  ElementPtr add_rays(Element& element, const std::vector<Ray>& rays) override {
    if constexpr (requires(E e) { e.add_rays(rays); }) return wrap(of(element).add_rays(rays));
    return Domain::add_rays(element, rays);
  }
  ElementPtr close(Element& element) override {
    if constexpr (requires(E e) { e.close(); }) return wrap(of(element).close());
    return Domain::close(element);
  }
  ElementPtr loosen(Element& element, unsigned way) override {
    if constexpr (requires(E e) { e.loosen(way); }) return wrap(of(element).loosen(way));
    return Domain::loosen(element, way);
  }
  ElementPtr regenerate(Element& element) override {
    if constexpr (requires(E e) { e.regenerate(); }) return wrap(of(element).regenerate());
    return Domain::regenerate(element);
  }
  ElementPtr resize(Element& element) override {
    if constexpr (requires(E e) { e.resize(); }) return wrap(of(element).resize());
    return Domain::resize(element);
  }
  void canonicalize(Element& element) override {
    if constexpr (requires(E e) { e.canonicalize(); }) return of(element).canonicalize();
    Domain::canonicalize(element);
  }
  std::vector<Constraint> constraints(Element& element) override {
    if constexpr (requires(E e) { e.constraints(); }) return of(element).constraints();
    return Domain::constraints(element);
  }
  domain::Bounds bounds(Element& element, const LinearExpression& expression) override {
    if constexpr (requires(E e) { e.bounds(expression); }) return of(element).bounds(expression);
    return Domain::bounds(element, expression);
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    if constexpr (requires(E e) { e.satisfies(constraint); }) return of(element).satisfies(constraint);
    return Domain::satisfies(element, constraint);
  }
  bool contains(Element& element, const Point& point) override {
    if constexpr (requires(E e) { e.contains(point); }) return of(element).contains(point);
    return Domain::contains(element, point);
  }
  std::string print(Element& element) override {
    if constexpr (requires(E e) { e.print(); }) return of(element).print();
    return Domain::print(element);
  }

 private:
  struct Holder final : Element {
    explicit Holder(E held) : value(std::move(held)) {}
    E value;
  };
  static ElementPtr wrap(E value) { return std::make_unique<Holder>(std::move(value)); }
  static E& of(Element& element) { return static_cast<Holder&>(element).value; }

  Contract contract_;
  unsigned dimensions_;
};

/// The author's type as a domain. What the type has decides which operations the contract names.
template <NumericalDomain E>
[[nodiscard]] DomainFactory adapt(Contract contract) {
  return [contract = std::move(contract)](unsigned dimensions) {
    return std::make_unique<Adapted<E>>(contract, dimensions);
  };
}

}  // namespace assay::domain
