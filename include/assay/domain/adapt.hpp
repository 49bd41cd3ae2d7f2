#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// An abstract domain as its author writes it: a copyable type of elements. Required members:
///
///     static E top(unsigned dimensions);      static E bottom(unsigned dimensions);
///     bool leq(const E&) const;               E join(const E&) const;    E meet(const E&) const;
///
/// Optional members, which Assay tests if they exist:
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

/// The domain with elements of the author's type E. A derived class can add what E cannot express: claims of results.
template <NumericalDomain E>
class Adapted : public Domain {
 public:
  Adapted(Contract contract, unsigned dimensions) : contract_(std::move(contract)), dimensions_(dimensions) {
    contract_.operations = operations();
  }

  /// The operations that E implements.
  [[nodiscard]] static Operations operations() {
    using enum Operation;
    Operations has{Top, Bottom, Leq, Join, Meet, Copy, IsBottom, IsTop};
    has.add(operations_of(type_rows()));
    const auto add = [&has](bool there, Operation operation) {
      if (there) has.add(operation);
    };
    add(
        requires(E e) { e.equal(e); }, Equal);
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
  [[nodiscard]] std::span<const OperationRow> rows() const override { return rows_; }
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

  /// Adds a row if E has the member function. `Call` gets the first and the last element, and the operands.
  template <typename Call>
  static void add(std::vector<OperationRow>& rows, Operation operation, Call) {
    if constexpr (std::is_invocable_r_v<E, Call, E&, E&, const Operands&>)
      rows.push_back({operation, [](Domain&, Elements elements, const Operands& operands) {
                        return wrap(Call()(of(*elements.front()), of(*elements.back()), operands));
                      }});
  }
  /// Not a static object: that would be one for all plugins that are built with this header.
  static std::vector<OperationRow> type_rows() {
    std::vector<OperationRow> all;
#define ASSAY_ROW(operation, call) \
  add(all, Operation::operation,   \
      [](auto& e, [[maybe_unused]] auto& other, [[maybe_unused]] const auto& o) -> decltype(call) { return (call); })
    ASSAY_ROW(Widen, e.widen(other));
    ASSAY_ROW(Narrow, e.narrow(other));
    ASSAY_ROW(Assume, e.assume(o.constraints.at(0)));
    ASSAY_ROW(Assign, e.assign(o.assignments.at(0).dimension, o.assignments.at(0).expression));
    ASSAY_ROW(ParallelAssign, e.parallel_assign(o.assignments));
    ASSAY_ROW(Substitute, e.substitute(o.assignments.at(0).dimension, o.assignments.at(0).expression));
    ASSAY_ROW(AssignExpression, e.assign_expression(o.dimension, o.expression));
    ASSAY_ROW(AssumeExpression, e.assume_expression(o.expression, o.relation));
    ASSAY_ROW(Forget, e.forget(o.dimension));
    ASSAY_ROW(AddRays, e.add_rays(o.rays));
    ASSAY_ROW(Close, e.close());
    ASSAY_ROW(Loosen, e.loosen(o.way));
    ASSAY_ROW(Generators, e.regenerate());
    ASSAY_ROW(Resize, e.resize());
#undef ASSAY_ROW
    return all;
  }

  std::vector<OperationRow> rows_ = type_rows();
  Contract contract_;
  unsigned dimensions_;
};

/// Makes a domain from the author's type E. Contract::operations is set from the members of E.
template <NumericalDomain E>
[[nodiscard]] DomainFactory adapt(Contract contract) {
  return [contract = std::move(contract)](unsigned dimensions) {
    return std::make_unique<Adapted<E>>(contract, dimensions);
  };
}

}  // namespace assay::domain
