#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A wrapper that reports the start and the end of each operation. When the process crashes or is stopped, the caller
/// then knows which operation ran, or that none did.
class TracingDomain final : public Domain {
 public:
  /// Called with the operation before it runs, and with nullopt after it.
  using Trace = std::function<void(std::optional<Operation>)>;
  TracingDomain(Domain& domain, Trace trace)
      : domain_(domain), trace_(std::move(trace)), has_(domain.contract().operations) {}

  [[nodiscard]] const Contract& contract() const override { return domain_.contract(); }
  [[nodiscard]] unsigned dimensions() const override { return domain_.dimensions(); }
  [[nodiscard]] Claim claim() const override { return domain_.claim(); }
  [[nodiscard]] bool gave_up() const override { return domain_.gave_up(); }
  [[nodiscard]] std::vector<Tally> tallies() const override { return domain_.tallies(); }

  ElementPtr top() override { return traced(Operation::Top)->top(); }
  ElementPtr bottom() override { return traced(Operation::Bottom)->bottom(); }
  ElementPtr copy(const Element& element) override { return traced(Operation::Copy)->copy(element); }
  bool leq(Element& left, Element& right) override { return traced(Operation::Leq)->leq(left, right); }
  bool equal(Element& left, Element& right) override {
    return traced(has_.has(Operation::Equal) ? Operation::Equal : Operation::Leq)->equal(left, right);
  }
  bool is_bottom(Element& element) override { return traced(Operation::IsBottom)->is_bottom(element); }
  bool is_top(Element& element) override { return traced(Operation::IsTop)->is_top(element); }
  ElementPtr join(Element& left, Element& right) override { return traced(Operation::Join)->join(left, right); }
  ElementPtr meet(Element& left, Element& right) override { return traced(Operation::Meet)->meet(left, right); }
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    return traced(operation)->apply(operation, elements, operands);
  }
  void canonicalize(Element& element) override { traced(Operation::Canonicalize)->canonicalize(element); }
  std::vector<Constraint> constraints(Element& element) override {
    return traced(Operation::Constraints)->constraints(element);
  }
  Bounds bounds(Element& element, const LinearExpression& expression) override {
    return traced(Operation::Bounds)->bounds(element, expression);
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    return traced(Operation::Satisfies)->satisfies(element, constraint);
  }
  bool contains(Element& element, const Point& point) override {
    return traced(Operation::Contains)->contains(element, point);
  }
  bool contains_value(Element& element, std::uint64_t value) override {
    return traced(Operation::Contains)->contains_value(element, value);
  }
  std::string print(Element& element) override { return traced(Operation::Print)->print(element); }
  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override { return domain_.transformers(); }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    return traced(Operation::Transform)->transform(transformer, arguments);
  }

 private:
  /// Lives until the end of the expression that calls the operation.
  class TracedCall {
   public:
    TracedCall(Domain& domain, const Trace& trace, Operation operation) : domain_(domain), trace_(trace) {
      trace_(operation);
    }
    ~TracedCall() { trace_(std::nullopt); }
    TracedCall(const TracedCall&) = delete;
    TracedCall& operator=(const TracedCall&) = delete;
    Domain* operator->() const { return &domain_; }

   private:
    Domain& domain_;
    const Trace& trace_;
  };
  [[nodiscard]] TracedCall traced(Operation operation) const { return {domain_, trace_, operation}; }

  Domain& domain_;
  Trace trace_;
  Operations has_;
};

}  // namespace assay::domain
