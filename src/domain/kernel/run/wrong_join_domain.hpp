#pragma once

#include <string>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A wrapper whose joins return bottom, as a control: a campaign must report this bug. It passes on only operations
/// that Program::planted programs and the search for the wrong operation use.
class WrongJoinDomain final : public Domain {
 public:
  explicit WrongJoinDomain(Domain& domain) : domain_(domain) {}

  [[nodiscard]] const Contract& contract() const override { return domain_.contract(); }
  [[nodiscard]] unsigned dimensions() const override { return domain_.dimensions(); }
  ElementPtr top() override { return domain_.top(); }
  ElementPtr bottom() override { return domain_.bottom(); }
  ElementPtr copy(const Element& element) override { return domain_.copy(element); }
  bool leq(Element& left, Element& right) override { return domain_.leq(left, right); }
  ElementPtr join(Element&, Element&) override { return domain_.bottom(); }
  ElementPtr meet(Element& left, Element& right) override { return domain_.meet(left, right); }
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    return operation == Operation::Assume ? domain_.apply(operation, elements, operands)
                                          : Domain::apply(operation, elements, operands);
  }
  void canonicalize(Element& element) override { domain_.canonicalize(element); }
  bool satisfies(Element& element, const Constraint& constraint) override {
    return domain_.satisfies(element, constraint);
  }
  bool equal(Element& left, Element& right) override { return domain_.equal(left, right); }
  bool is_bottom(Element& element) override { return domain_.is_bottom(element); }
  std::vector<Constraint> constraints(Element& element) override { return domain_.constraints(element); }
  bool contains(Element& element, const Point& point) override { return domain_.contains(element, point); }
  std::string print(Element& element) override { return domain_.print(element); }
  [[nodiscard]] bool gave_up() const override { return domain_.gave_up(); }

 private:
  Domain& domain_;
};

}  // namespace assay::domain
