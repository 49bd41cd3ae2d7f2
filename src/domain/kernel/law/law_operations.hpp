#pragma once

#include "assay/domain/law.hpp"

namespace assay::domain {

/// The operations on the arguments of one check, so that laws read as in Figure 2.3.
class LawOperations {
 public:
  explicit LawOperations(LawArguments& arguments) : arguments_(arguments), domain_(arguments.domain) {}

  [[nodiscard]] Element& x() const { return *arguments_.x; }
  [[nodiscard]] Element& y() const { return *arguments_.y; }
  [[nodiscard]] Element& z() const { return *arguments_.z; }
  [[nodiscard]] const Assignment& assignment() const { return *arguments_.assignment; }
  [[nodiscard]] const Constraint& condition() const { return *arguments_.condition; }
  [[nodiscard]] const std::vector<Element*>& chain() const { return arguments_.chain; }
  [[nodiscard]] Domain& domain() const { return domain_; }
  [[nodiscard]] const Contract& contract() const { return domain_.contract(); }

  bool leq(Element& left, Element& right) const { return domain_.leq(left, right); }
  bool leq(Element& left, const ElementPtr& right) const { return domain_.leq(left, *right); }
  bool leq(const ElementPtr& left, Element& right) const { return domain_.leq(*left, right); }
  bool leq(const ElementPtr& left, const ElementPtr& right) const { return domain_.leq(*left, *right); }
  bool same(const ElementPtr& left, Element& right) const { return domain_.equal(*left, right); }
  bool same(const ElementPtr& left, const ElementPtr& right) const { return domain_.equal(*left, *right); }
  bool is_bottom(Element& element) const { return domain_.is_bottom(element); }
  bool is_bottom(const ElementPtr& element) const { return domain_.is_bottom(*element); }

  [[nodiscard]] ElementPtr join(Element& left, Element& right) const { return domain_.join(left, right); }
  [[nodiscard]] ElementPtr meet(Element& left, Element& right) const { return domain_.meet(left, right); }
  /// With Contract::widening_ordered (narrowing_ordered), the right argument is joined (met) with the left one first.
  [[nodiscard]] ElementPtr widen(Element& left, Element& right) const;
  [[nodiscard]] ElementPtr narrow(Element& left, Element& right) const;
  [[nodiscard]] ElementPtr assign(Element& element) const { return domain_.assign(element, assignment()); }
  [[nodiscard]] ElementPtr forget(Element& element) const { return domain_.forget(element, assignment().dimension); }
  [[nodiscard]] ElementPtr assume(Element& element) const { return domain_.assume(element, condition()); }
  [[nodiscard]] ElementPtr top() const { return domain_.top(); }
  [[nodiscard]] ElementPtr bottom() const { return domain_.bottom(); }

 private:
  LawArguments& arguments_;
  Domain& domain_;
};

inline LawOutcome claim(bool holds) { return holds ? LawOutcome::Holds : LawOutcome::Violated; }
/// Vacuous if the premise is false; `conclusion` is then not called.
template <typename Conclusion>
LawOutcome when(bool premise, Conclusion conclusion) {
  return premise ? claim(conclusion()) : LawOutcome::Vacuous;
}

/// disj(x, y) of Figure 2.3: a constraint of x and a constraint of y add up to a contradiction.
[[nodiscard]] bool clearly_disjoint(const std::vector<Constraint>& left, const std::vector<Constraint>& right);
/// rep(e, x) of Figure 2.3: the domain can express a constraint on v after `v := e` on x.
[[nodiscard]] bool representable(const LawOperations& ask);

}  // namespace assay::domain
