#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/domain/domain.hpp"
#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// A wrong operation.
struct Blame {
  Operation operation = Operation::Top;
  std::string detail;  ///< for people
  /// The class of the error, which need not be the class of the law. Lost points and a wrong "yes" are unsound, except
  /// for is-top, where a wrong "yes" is imprecise.
  LawClass kind = LawClass::Soundness;
  std::string isolated = {};  ///< Violation::isolated
};

/// A wrapper of a domain that checks every operation with exact polyhedra while a law runs. The first operation with a
/// wrong result or answer is to blame for the law's violation. Requires has_exact_reference. Elements belong to the
/// wrapped domain; their constraints are exported from copies.
class Judged final : public Domain {
 public:
  explicit Judged(Domain& domain) : domain_(domain), has_(domain.contract().operations) {}

  /// Nullopt if polyhedra found no wrong operation.
  [[nodiscard]] const std::optional<Blame>& blame() const { return blame_; }

  [[nodiscard]] const Contract& contract() const override { return domain_.contract(); }
  [[nodiscard]] unsigned dimensions() const override { return domain_.dimensions(); }
  [[nodiscard]] Claim claim() const override { return domain_.claim(); }
  [[nodiscard]] bool gave_up() const override { return domain_.gave_up(); }

  ElementPtr top() override;
  ElementPtr bottom() override;
  ElementPtr copy(const Element& element) override;
  bool leq(Element& left, Element& right) override;
  bool equal(Element& left, Element& right) override;
  bool is_bottom(Element& element) override;
  bool is_top(Element& element) override;
  ElementPtr join(Element& left, Element& right) override { return Domain::apply(Operation::Join, left, right); }
  ElementPtr meet(Element& left, Element& right) override { return Domain::apply(Operation::Meet, left, right); }
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override;
  std::string print(Element& element) override { return domain_.print(element); }
  bool contains(Element& element, const Point& point) override { return domain_.contains(element, point); }
  void canonicalize(Element& element) override;
  std::vector<Constraint> constraints(Element& element) override { return domain_.constraints(element); }
  Bounds bounds(Element& element, const LinearExpression& expression) override;
  bool satisfies(Element& element, const Constraint& constraint) override;

 private:
  using Constraints = std::vector<Constraint>;
  using ArgumentConstraints = std::vector<Constraints>;
  [[nodiscard]] bool done() const { return blame_.has_value() || domain_.gave_up(); }
  [[nodiscard]] Constraints exported(const Element& element);
  void set(Operation operation, LawClass kind, std::string detail, std::string isolated = {});
  [[nodiscard]] bool same_set(const Constraints& left, const Constraints& right) const;
  /// Blames the operation if the element no longer has the constraints `before`.
  void keeps(Operation operation, const Element& element, const Constraints& before);
  /// Records the maker of an element. Required for every element made here, because addresses are reused.
  ElementPtr noted(Operation maker, ElementPtr made);
  /// The operation that made an element in a form that differs from its export (InnerForm); nullopt if there is none.
  [[nodiscard]] std::optional<Operation> maker_behind(std::initializer_list<Element*> elements) const;
  /// Compares the answer of `ask` with that of `decide`, which gets the exported constraints of the elements.
  template <typename Ask, typename Decide>
  bool asked(Operation operation, std::initializer_list<Element*> elements, Ask ask, Decide decide);

  Domain& domain_;
  Operations has_;
  std::optional<Blame> blame_;
  std::map<const Element*, Operation> makers_;  ///< makers of the elements made here; never iterated
};

}  // namespace assay::domain
