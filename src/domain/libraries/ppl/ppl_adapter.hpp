#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/check.hpp"
#include "domain/libraries/ppl/ppl_convert.hpp"

namespace assay::domain::ppl {

/// Functions that differ between PPL's types; specialized for grids and powersets.
template <typename T>
struct Shapes {
  static pl::Generator generator(const Point& point) {
    const Scaled values = scaled(point);
    return pl::point(values.expression, values.factor);
  }
  static T of(const Point& point) { return T(pl::Generator_System(generator(point))); }
  static pl::Constraint_System constraints(const T& value) { return value.minimized_constraints(); }
  static void canonicalize(const T& value) { static_cast<void>(value.minimized_constraints()); }
  static bool contains(const T& value, const Point& point) {
    return value.relation_with(generator(point)).implies(pl::Poly_Gen_Relation::subsumes());
  }
};

/// Ends the process with the exception's text if the library throws, so that the tester sees a crash.
template <typename Call>
auto guarded(Call call) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    std::fprintf(stderr, "PPL threw: %s\n", thrown.what());
  }
  std::abort();
}

/// Adapter for PPL's types. PPL's functions change their object, so each operation applies them to a copy.
template <typename T>
class Adapter final : public Domain {
 public:
  /// Widening or narrowing in PPL's order: changes `right`, a copy, as `right.widening_assign(left)` does.
  using Extrapolation = void (*)(T& right, const T& left);

  /// Normalizes every result. Null: no normalization.
  using Settling = void (*)(T& result);
  struct Choices {
    Extrapolation widening = nullptr;
    Extrapolation narrowing = nullptr;
    Settling settling = nullptr;
  };

  Adapter(const Contract& contract, unsigned dimensions, const Choices& choices)
      : contract_(contract), dimensions_(dimensions), choices_(choices) {}

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return dimensions_; }
  /// All operations of the adapter. A type's contract lists the operations that the type has.
  static std::span<const OperationRow> operations() {
    using enum Operation;
    static constexpr OperationRow kRows[] = {
        operation_row<&Adapter::widen>(Widen),
        operation_row<&Adapter::narrow>(Narrow),
        operation_row<&Adapter::assume>(Assume),
        operation_row<&Adapter::assign>(Assign),
        operation_row<&Adapter::parallel_assign>(ParallelAssign),
        operation_row<&Adapter::substitute>(Substitute),
        operation_row<&Adapter::assign_expression>(AssignExpression),
        operation_row<&Adapter::forget>(Forget),
        operation_row<&Adapter::add_rays>(AddRays),
        operation_row<&Adapter::resize>(Resize),
        operation_row<&Adapter::abstract>(Abstract),
    };
    return kRows;
  }
  [[nodiscard]] std::span<const OperationRow> rows() const override { return operations(); }

  ElementPtr top() override {
    return guarded([&] { return made(T(dimensions_, pl::UNIVERSE)); });
  }
  ElementPtr bottom() override {
    return guarded([&] { return made(T(dimensions_, pl::EMPTY)); });
  }
  ElementPtr copy(const Element& element) override {
    return guarded([&] { return made(T(of(element))); });
  }
  bool leq(Element& left, Element& right) override {
    return guarded([&] { return of(right).contains(of(left)); });
  }
  bool equal(Element& left, Element& right) override {
    return guarded([&] { return of(left) == of(right); });
  }
  bool is_bottom(Element& element) override {
    return guarded([&] { return of(element).is_empty(); });
  }
  bool is_top(Element& element) override {
    return guarded([&] { return of(element).is_universe(); });
  }

  ElementPtr join(Element& left, Element& right) override {
    return changed(left, [&](T& value) { value.upper_bound_assign(of(right)); });
  }
  ElementPtr meet(Element& left, Element& right) override {
    return changed(left, [&](T& value) { value.intersection_assign(of(right)); });
  }
  ElementPtr widen(Element& left, Element& right) {
    return changed(right, [&](T& value) { choices_.widening(value, of(left)); });
  }
  ElementPtr narrow(Element& left, Element& right) {
    return changed(right, [&](T& value) { choices_.narrowing(value, of(left)); });
  }
  ElementPtr assume(Element& element, const Constraint& constraint) {
    return changed(element, [&](T& value) {
      if (constraint.modulus) {
        value.refine_with_congruence(congruence(constraint));
      } else {
        value.refine_with_constraint(to_ppl(constraint));
      }
    });
  }
  ElementPtr assign(Element& element, const Assignment& assignment) {
    const Scaled to = scaled(assignment.expression);
    return changed(element,
                   [&](T& value) { value.affine_image(pl::Variable(assignment.dimension), to.expression, to.factor); });
  }
  /// Stores the new values in additional dimensions first.
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) {
    return changed(element, [&](T& value) {
      value.add_space_dimensions_and_embed(assignments.size());
      pl::dimension_type next = dimensions_;
      for (const Assignment& assignment : assignments) {
        const Scaled to = scaled(assignment.expression);
        value.affine_image(pl::Variable(next++), to.expression, to.factor);
      }
      next = dimensions_;
      for (const Assignment& assignment : assignments)
        value.affine_image(pl::Variable(assignment.dimension), pl::Linear_Expression(pl::Variable(next++)));
      value.remove_higher_space_dimensions(dimensions_);
    });
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) {
    const Scaled to = scaled(assignment.expression);
    return changed(element, [&](T& value) {
      value.affine_preimage(pl::Variable(assignment.dimension), to.expression, to.factor);
    });
  }
  /// Assigns the values between two linear expressions, which PPL takes with a common denominator.
  ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression) {
    const auto ends = linear_ends(expression);
    ASSAY_CHECK(ends.has_value(), "PPL assigns expressions between two linear ones");
    const Scaled low = scaled(ends->first);
    const Scaled high = scaled(ends->second);
    return changed(element, [&](T& value) {
      value.bounded_affine_image(pl::Variable(dimension), high.factor * low.expression, low.factor * high.expression,
                                 low.factor * high.factor);
    });
  }
  ElementPtr forget(Element& element, unsigned dimension) {
    return changed(element, [&](T& value) { value.unconstrain(pl::Variable(dimension)); });
  }
  /// Uses PPL's time elapse: all points that are reached along directions of the other element.
  ElementPtr add_rays(Element& element, const std::vector<Ray>& rays) {
    return changed(element, [&](T& value) { value.time_elapse_assign(T(cone(rays, dimensions_))); });
  }
  ElementPtr resize(Element& element) {
    return changed(element, [&](T& value) {
      value.add_space_dimensions_and_embed(1);
      value.remove_higher_space_dimensions(dimensions_);
    });
  }
  void canonicalize(Element& element) override {
    guarded([&] { Shapes<T>::canonicalize(of(element)); });
  }

  std::vector<Constraint> constraints(Element& element) override {
    return guarded([&] { return from_ppl(Shapes<T>::constraints(of(element))); });
  }
  Bounds bounds(Element& element, const LinearExpression& expression) override {
    return guarded([&] { return range(of(element), scaled(expression)); });
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    return guarded(
        [&] { return of(element).relation_with(to_ppl(constraint)).implies(pl::Poly_Con_Relation::is_included()); });
  }
  bool contains(Element& element, const Point& point) override {
    return guarded([&] { return Shapes<T>::contains(of(element), point); });
  }
  ElementPtr abstract(const Point& point) {
    return guarded([&] { return made(Shapes<T>::of(point)); });
  }
  std::string print(Element& element) override {
    return guarded([&] {
      using pl::IO_Operators::operator<<;
      std::ostringstream text;
      text << of(element);
      return text.str();
    });
  }

 private:
  struct Holder final : Element {
    explicit Holder(T held) : value(std::move(held)) {}
    T value;
  };
  static ElementPtr made(T value) { return std::make_unique<Holder>(std::move(value)); }
  static T& of(Element& element) { return static_cast<Holder&>(element).value; }
  static const T& of(const Element& element) { return static_cast<const Holder&>(element).value; }
  static Bounds range(const T& value, const Scaled& expression) {
    Bounds found;
    found.empty = value.is_empty();
    if (found.empty) return found;
    pl::Coefficient above;
    pl::Coefficient below;
    bool attained = false;
    const auto end = [&] {
      Rational result(above, below * expression.factor);
      result.canonicalize();
      return result;
    };
    if (value.maximize(expression.expression, above, below, attained)) found.high = end();
    if (value.minimize(expression.expression, above, below, attained)) found.low = end();
    return found;
  }
  template <typename Change>
  ElementPtr changed(Element& element, Change change) const {
    return guarded([&] {
      auto result = std::make_unique<Holder>(of(element));
      change(result->value);
      if (choices_.settling != nullptr) choices_.settling(result->value);
      return ElementPtr(std::move(result));
    });
  }

  const Contract& contract_;
  unsigned dimensions_;
  Choices choices_;
};

/// The factory of a type. The contract must outlive it.
template <typename T>
DomainFactory factory(const Contract& contract, const typename Adapter<T>::Choices& choices) {
  return [&contract, choices](unsigned dimensions) -> std::unique_ptr<Domain> {
    start();
    return std::make_unique<Adapter<T>>(contract, dimensions, choices);
  };
}

}  // namespace assay::domain::ppl
