#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/domain/constraint.hpp"
#include "assay/domain/contract.hpp"

namespace assay::domain {

/// An abstract element of some domain. Only the domain that made it knows what it is.
class Element {
 public:
  virtual ~Element() = default;
  Element() = default;
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;
};
using ElementPtr = std::unique_ptr<Element>;

/// An assignment `x<dimension> := expression`.
struct Assignment {
  unsigned dimension = 0;
  LinearExpression expression;
};

/// A direction, in which some dimension changes. Of a line, both ways.
struct Ray {
  Point direction;
  bool is_line = false;
  friend bool operator==(const Ray&, const Ray&) = default;
};

/// A function on bit-vectors that a domain of values has a transformer for: "add".
struct ValueTransformer {
  std::string_view name;
  unsigned arity = 2;
  /// On concrete values below 2^width; nothing where it is undefined (division by zero, overflow that is poison).
  std::optional<std::uint64_t> (*concrete)(unsigned width, const std::uint64_t* arguments) = nullptr;
  bool best = false;  ///< promised: the result is the smallest element with all values
};

/// A library's claim about one result (APRON's flags). Assay tests it like a promise of the contract.
struct Claim {
  bool exact = false;  ///< it describes what the operation gives on points, and nothing else
  bool best = false;   ///< no smaller element does
};

/// In how many ways a domain may be asked to loosen an element.
inline constexpr unsigned kWaysToLoosen = 6;

class Domain;

/// How often something was so, which the author of an adapter wants campaigns to tell: "joins", "the network was
/// asked", 3 times. Questions have several answers.
struct Tally {
  std::string question;
  std::string answer;
  std::uint64_t count = 0;
};

/// What an operation takes beside elements. Each operation uses the members that its signature names.
struct Operands {
  std::vector<Assignment> assignments = {};  ///< of Assign and Substitute (one), ParallelAssign; Bounds: its expression
  std::vector<Constraint> constraints = {};  ///< of Assume and Satisfies (one)
  unsigned dimension = 0;                    ///< of Forget and AssignExpression
  Expression expression = {};                ///< of AssignExpression and AssumeExpression
  Constraint::Relation relation = Constraint::Relation::GreaterEqual;  ///< of AssumeExpression: to zero
  Point point = {};                                                    ///< of Abstract
  std::vector<Ray> rays = {};                                          ///< of AddRays
  unsigned way = 0;                                                    ///< of Loosen: below kWaysToLoosen
  unsigned transformer = 0;                                            ///< of Transform: Domain::transformers()
};

/// The elements that an operation is applied to.
using Elements = std::span<Element* const>;

/// An operation that a domain lists. Its function makes an element of `elements` and `operands`.
struct OperationRow {
  Operation operation;
  ElementPtr (*apply)(Domain& domain, Elements elements, const Operands& operands);
};

/// An abstract domain as Assay asks it: the operations that every domain has, questions with a usual answer, and rows
/// for all other operations. Contract::operations names what may be asked. Elements are those that this object made,
/// with its number of dimensions. A call may abort, loop or leak: testing runs in processes of its own.
class Domain {
 public:
  virtual ~Domain() = default;
  [[nodiscard]] virtual const Contract& contract() const = 0;
  [[nodiscard]] virtual unsigned dimensions() const = 0;

  virtual ElementPtr top() = 0;
  virtual ElementPtr bottom() = 0;
  virtual ElementPtr copy(const Element& element) = 0;
  virtual bool leq(Element& left, Element& right) = 0;
  virtual ElementPtr join(Element& left, Element& right) = 0;
  virtual ElementPtr meet(Element& left, Element& right) = 0;
  /// The operations of this domain that make elements, beside those above. `operation_row` makes a row of a member
  /// function.
  [[nodiscard]] virtual std::span<const OperationRow> rows() const { return {}; }
  /// The result of an operation that makes an element: top() to meet(), or the function of a row.
  virtual ElementPtr apply(Operation operation, Elements elements, const Operands& operands);

  virtual bool equal(Element& left, Element& right) { return leq(left, right) && leq(right, left); }
  virtual bool is_bottom(Element& element);
  virtual bool is_top(Element& element);
  virtual void canonicalize(Element& element);
  /// All points that are described satisfy all of these, and the other way round where Contract::convex says so. False
  /// constraints (-1 >= 0) for bottom.
  virtual std::vector<Constraint> constraints(Element& element);
  virtual Bounds bounds(Element& element, const LinearExpression& expression);
  virtual bool satisfies(Element& element, const Constraint& constraint);
  /// Whether the element describes the point. By default its constraints decide.
  virtual bool contains(Element& element, const Point& point);
  /// The same of Shape::Value, for a value below 2^width.
  virtual bool contains_value(Element& element, std::uint64_t value);
  virtual std::string print(Element& element);
  /// The library's own claim about the last result.
  [[nodiscard]] virtual Claim claim() const { return {}; }
  /// Whether the library has given up in a way that it documents (overflow, out of space). Later elements are not
  /// judged, and the program ends.
  [[nodiscard]] virtual bool gave_up() const { return false; }

  /// Since the domain was made.
  [[nodiscard]] virtual std::vector<Tally> tallies() const { return {}; }

  /// Of Shape::Value.
  [[nodiscard]] virtual const std::vector<ValueTransformer>& transformers() const;
  virtual ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments);
  /// Every element once, where there are few enough to look at all pairs (small widths).
  virtual std::vector<ElementPtr> all_elements();

  // `apply` by name.
  ElementPtr apply(Operation operation, Element& element, const Operands& operands = {});
  ElementPtr apply(Operation operation, Element& left, Element& right);
  ElementPtr widen(Element& left, Element& right) { return apply(Operation::Widen, left, right); }
  ElementPtr narrow(Element& left, Element& right) { return apply(Operation::Narrow, left, right); }
  ElementPtr assume(Element& element, const Constraint& constraint) {
    return apply(Operation::Assume, element, {.constraints = {constraint}});
  }
  ElementPtr assign(Element& element, const Assignment& assignment) {
    return apply(Operation::Assign, element, {.assignments = {assignment}});
  }
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) {
    return apply(Operation::ParallelAssign, element, {.assignments = assignments});
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) {
    return apply(Operation::Substitute, element, {.assignments = {assignment}});
  }
  ElementPtr forget(Element& element, unsigned dimension) {
    return apply(Operation::Forget, element, {.dimension = dimension});
  }
  /// Every point plus a sum of the directions, each at least zero times (of a line, any number of times).
  ElementPtr add_rays(Element& element, const std::vector<Ray>& rays) {
    return apply(Operation::AddRays, element, {.rays = rays});
  }
  ElementPtr close(Element& element) { return apply(Operation::Close, element); }
  /// The way is below kWaysToLoosen; its meaning is the domain's.
  ElementPtr loosen(Element& element, unsigned way) { return apply(Operation::Loosen, element, {.way = way}); }
  ElementPtr abstract(const Point& point) { return apply(Operation::Abstract, Elements(), {.point = point}); }
};

/// The argument for a member function's parameter number `index`, out of what a row is given.
template <typename Parameter>
decltype(auto) argument(Elements elements, const Operands& operands, std::size_t index) {
  using Type = std::remove_cvref_t<Parameter>;
  if constexpr (std::is_same_v<Type, Element>) return (*elements[index]);
  if constexpr (std::is_same_v<Type, Constraint>) return (operands.constraints.at(0));
  if constexpr (std::is_same_v<Type, Assignment>) return (operands.assignments.at(0));
  if constexpr (std::is_same_v<Type, std::vector<Assignment>>) return (operands.assignments);
  if constexpr (std::is_same_v<Type, std::vector<Ray>>) return (operands.rays);
  if constexpr (std::is_same_v<Type, Expression>) return (operands.expression);
  if constexpr (std::is_same_v<Type, Constraint::Relation>) return (operands.relation);
  if constexpr (std::is_same_v<Type, Point>) return (operands.point);
  if constexpr (std::is_same_v<Type, Operands>) return (operands);
  if constexpr (std::is_same_v<Type, unsigned>) return (operands.dimension);
}

/// The row of an operation that is a member function: elements first, then operands, by their types.
///     operation_row<&Adapter::assume>(Operation::Assume)    for ElementPtr assume(Element&, const Constraint&)
template <auto Function>
constexpr OperationRow operation_row(Operation operation) {
  return [operation]<typename D, typename... Parameters>(ElementPtr (D::*)(Parameters...)) {
    return OperationRow{operation, [](Domain& domain, Elements elements, const Operands& operands) {
                          return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
                            return (static_cast<D&>(domain).*Function)(argument<Parameters>(elements, operands, Is)...);
                          }
                          (std::index_sequence_for<Parameters...>());
                        }};
  }(Function);
}

/// The operations of rows.
[[nodiscard]] constexpr Operations operations_of(std::span<const OperationRow> rows) {
  Operations all;
  for (const OperationRow& row : rows) all.add(row.operation);
  return all;
}

/// Makes the domain with a number of dimensions (for Shape::Value: 1).
using DomainFactory = std::function<std::unique_ptr<Domain>(unsigned dimensions)>;

}  // namespace assay::domain
