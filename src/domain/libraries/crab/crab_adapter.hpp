#pragma once

#include <crab/support/os.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "domain/libraries/crab/crab_convert.hpp"

namespace assay::domain::crabs {

/// Adapter for CRAB's domains. Functions that change their object are applied to a copy.
template <typename T>
class Adapter final : public Domain {
 public:
  Adapter(const Contract& contract, unsigned dimensions) : contract_(contract), variables_(dimensions) {}

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return static_cast<unsigned>(variables_.all().size()); }

  /// Not a static object: that would be one for all plugins that are built from this header.
  static std::vector<OperationRow> operations() {
    using enum Operation;
    return {
        operation_row<&Adapter::widen>(Widen),
        operation_row<&Adapter::narrow>(Narrow),
        operation_row<&Adapter::assume>(Assume),
        operation_row<&Adapter::assign>(Assign),
        operation_row<&Adapter::parallel_assign>(ParallelAssign),
        operation_row<&Adapter::substitute>(Substitute),
        operation_row<&Adapter::forget>(Forget),
        operation_row<&Adapter::resize>(Resize),
    };
  }
  [[nodiscard]] std::span<const OperationRow> rows() const override { return rows_; }

  ElementPtr top() override {
    T value;
    value.set_to_top();
    return made(std::move(value));
  }
  ElementPtr bottom() override {
    T value;
    value.set_to_bottom();
    return made(std::move(value));
  }
  ElementPtr copy(const Element& element) override { return made(T(of(element))); }
  bool leq(Element& left, Element& right) override { return of(left) <= of(right); }
  bool is_bottom(Element& element) override { return of(element).is_bottom(); }
  bool is_top(Element& element) override { return of(element).is_top(); }

  ElementPtr join(Element& left, Element& right) override { return made(of(left) | of(right)); }
  ElementPtr meet(Element& left, Element& right) override { return made(of(left) & of(right)); }
  ElementPtr widen(Element& left, Element& right) { return made(of(left) || of(right)); }
  ElementPtr narrow(Element& left, Element& right) { return made(of(left) && of(right)); }

  ElementPtr assume(Element& element, const Constraint& constraint) {
    return changed(element, [&](T& value) { add(value, to_crab(constraint, variables_)); });
  }
  ElementPtr assign(Element& element, const Assignment& assignment) {
    return changed(element, [&](T& value) { set(value, variables_.at(assignment.dimension), assignment.expression); });
  }
  /// Stores the new values in additional variables first.
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) {
    return changed(element, [&](T& value) {
      for (const Assignment& each : assignments) set(value, variables_.spare(each.dimension), each.expression);
      for (const Assignment& each : assignments) {
        const Variable& spare = variables_.spare(each.dimension);
        value.assign(variables_.at(each.dimension), Linear(spare));
        value -= spare;
      }
    });
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) {
    return changed(element, [&](T& value) {
      const Variable& variable = variables_.at(assignment.dimension);
      T anything;
      anything.set_to_top();
      if (const auto expression = to_crab(assignment.expression, variables_))
        value.backward_assign(variable, *expression, anything);
      else
        value -= variable;
    });
  }
  ElementPtr forget(Element& element, unsigned dimension) {
    return changed(element, [&](T& value) { value -= variables_.at(dimension); });
  }
  /// Expands a variable to a new one, then projects to the old variables.
  ElementPtr resize(Element& element) {
    return changed(element, [&](T& value) {
      value.expand(variables_.all().back(), variables_.spare(0));
      value.project(variables_.all());
    });
  }
  void canonicalize(Element& element) override {
    of(element).normalize();
    of(element).minimize();
  }

  std::vector<Constraint> constraints(Element& element) override {
    return from_crab(of(element).to_linear_constraint_system(), variables_);
  }
  Bounds bounds(Element& element, const LinearExpression& expression) override {
    const auto linear = to_crab(expression, variables_);
    if (!linear) return {};
    if (const auto variable = linear->get_variable()) return from_crab(of(element).at(*variable));
    T value(of(element));
    value.assign(variables_.spare(0), *linear);
    return from_crab(value.at(variables_.spare(0)));
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    return of(element).entails(to_crab(constraint, variables_));
  }
  /// Tests whether the element constrained to the point is not bottom, because elements may contain more information
  /// than their constraints.
  bool contains(Element& element, const Point& point) override {
    T value(of(element));
    for (unsigned dimension = 0; dimension < dimensions(); ++dimension) {
      Constraint equality{{}, Constraint::Relation::Equal};
      equality.expression.coefficients.resize(dimensions());
      equality.expression.coefficients[dimension] = 1;
      equality.expression.constant = -point.at(dimension);
      add(value, to_crab(equality, variables_));
    }
    return !value.is_bottom();
  }
  std::string print(Element& element) override {
    crab::crab_string_os text;
    of(element).write(text);
    return text.str();
  }

 private:
  struct Holder final : Element {
    explicit Holder(T held) : value(std::move(held)) {}
    T value;
  };
  static ElementPtr made(T value) { return std::make_unique<Holder>(std::move(value)); }
  static T& of(Element& element) { return static_cast<Holder&>(element).value; }
  static const T& of(const Element& element) { return static_cast<const Holder&>(element).value; }

  static void add(T& value, const CrabConstraint& constraint) {
    CrabConstraints all;
    all += constraint;
    value += all;
  }
  /// Assigns the expression. If it has fractions, which CRAB does not support, forgets the variable.
  void set(T& value, const Variable& variable, const LinearExpression& expression) const {
    if (const auto linear = to_crab(expression, variables_))
      value.assign(variable, *linear);
    else
      value -= variable;
  }
  template <typename Change>
  static ElementPtr changed(Element& element, Change change) {
    auto result = std::make_unique<Holder>(of(element));
    change(result->value);
    return result;
  }

  std::vector<OperationRow> rows_ = operations();
  const Contract& contract_;
  Variables variables_;
};

/// Makes the domain. The contract must outlive it.
template <typename T>
std::unique_ptr<Domain> make(const Contract& contract, unsigned dimensions) {
  return std::make_unique<Adapter<T>>(contract, dimensions);
}

}  // namespace assay::domain::crabs
