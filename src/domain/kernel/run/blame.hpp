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

/// An operation that was found wrong.
struct Blame {
  Operation operation = Operation::Top;
  std::string detail;  ///< what it said or lost
  /// Of what is wrong, whatever the law is about: lost points and a wrong "yes" are unsound (but for
  /// is-top: who takes an element for everything loses nothing).
  LawClass kind = LawClass::Soundness;
  std::string isolated = {};  ///< Violation::isolated
};

/// A domain that is asked on behalf of a law, and judged by exact polyhedra: the first operation whose result or answer
/// is wrong is to blame for what the law finds. Elements must be their constraints (has_exact_reference). Elements are
/// those of the domain itself; what they are is asked of copies.
class Judged final : public Domain {
 public:
  explicit Judged(Domain& domain) : domain_(domain), has_(domain.contract().operations) {}

  /// Nothing: all that was asked is right, as far as polyhedra can tell.
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
  using Known = std::vector<Constraints>;
  [[nodiscard]] bool done() const { return blame_.has_value() || domain_.gave_up(); }
  [[nodiscard]] Constraints exported(const Element& element);
  void set(Operation operation, LawClass kind, std::string detail, std::string isolated = {});
  [[nodiscard]] bool same_set(const Constraints& left, const Constraints& right) const;
  /// Blames the operation if the element is not any more what it was.
  void keeps(Operation operation, const Element& element, const Constraints& before);
  /// Every element that comes from here: another may have stood at its address before.
  ElementPtr noted(Operation maker, ElementPtr made);
  /// Of elements that an answer is about: what made one that is not what it exports.
  [[nodiscard]] std::optional<Operation> maker_behind(std::initializer_list<Element*> elements) const;
  /// Judges a yes or no by what the elements are.
  template <typename Ask, typename Decide>
  bool asked(Operation operation, std::initializer_list<Element*> elements, Ask ask, Decide decide);

  Domain& domain_;
  Operations has_;
  std::optional<Blame> blame_;
  std::map<const Element*, Operation> makers_;  ///< of elements made here; only looked up
};

}  // namespace assay::domain
