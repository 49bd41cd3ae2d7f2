#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A domain that says what it is asked for before it is: of a process that ends inside of a law, the operation that
/// ended it is known.
class Telling final : public Domain {
 public:
  Telling(Domain& domain, const std::function<void(Operation)>& tell)
      : domain_(domain), tell_(tell), has_(domain.contract().operations) {}

  [[nodiscard]] const Contract& contract() const override { return domain_.contract(); }
  [[nodiscard]] unsigned dimensions() const override { return domain_.dimensions(); }
  [[nodiscard]] Claim claim() const override { return domain_.claim(); }
  [[nodiscard]] bool gave_up() const override { return domain_.gave_up(); }

  ElementPtr top() override { return told(Operation::Top).top(); }
  ElementPtr bottom() override { return told(Operation::Bottom).bottom(); }
  ElementPtr copy(const Element& element) override { return told(Operation::Copy).copy(element); }
  bool leq(Element& left, Element& right) override { return told(Operation::Leq).leq(left, right); }
  bool equal(Element& left, Element& right) override {
    return told(has_.has(Operation::Equal) ? Operation::Equal : Operation::Leq).equal(left, right);
  }
  bool is_bottom(Element& element) override { return told(Operation::IsBottom).is_bottom(element); }
  bool is_top(Element& element) override { return told(Operation::IsTop).is_top(element); }
  ElementPtr join(Element& left, Element& right) override { return told(Operation::Join).join(left, right); }
  ElementPtr meet(Element& left, Element& right) override { return told(Operation::Meet).meet(left, right); }
  ElementPtr widen(Element& left, Element& right) override { return told(Operation::Widen).widen(left, right); }
  ElementPtr narrow(Element& left, Element& right) override { return told(Operation::Narrow).narrow(left, right); }
  ElementPtr assume(Element& element, const Constraint& constraint) override {
    return told(Operation::Assume).assume(element, constraint);
  }
  ElementPtr assign(Element& element, const Assignment& assignment) override {
    return told(Operation::Assign).assign(element, assignment);
  }
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) override {
    return told(Operation::ParallelAssign).parallel_assign(element, assignments);
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) override {
    return told(Operation::Substitute).substitute(element, assignment);
  }
  ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression) override {
    return told(Operation::AssignExpression).assign_expression(element, dimension, expression);
  }
  ElementPtr assume_expression(Element& element, const Expression& expression, Constraint::Relation relation) override {
    return told(Operation::AssumeExpression).assume_expression(element, expression, relation);
  }
  ElementPtr forget(Element& element, unsigned dimension) override {
    return told(Operation::Forget).forget(element, dimension);
  }
  ElementPtr resize(Element& element) override { return told(Operation::Resize).resize(element); }
  void canonicalize(Element& element) override { told(Operation::Canonicalize).canonicalize(element); }
  std::vector<Constraint> constraints(Element& element) override {
    return told(Operation::Constraints).constraints(element);
  }
  Bounds bounds(Element& element, const LinearExpression& expression) override {
    return told(Operation::Bounds).bounds(element, expression);
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    return told(Operation::Satisfies).satisfies(element, constraint);
  }
  bool contains(Element& element, const Point& point) override {
    return told(Operation::Contains).contains(element, point);
  }
  ElementPtr abstract(const Point& point) override { return told(Operation::Abstract).abstract(point); }
  std::string print(Element& element) override { return told(Operation::Print).print(element); }
  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override { return domain_.transformers(); }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    return told(Operation::Transform).transform(transformer, arguments);
  }

 private:
  Domain& told(Operation operation) const {
    tell_(operation);
    return domain_;
  }

  Domain& domain_;
  const std::function<void(Operation)>& tell_;
  Operations has_;
};

}  // namespace assay::domain
