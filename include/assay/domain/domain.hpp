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

/// An abstract element. Only the domain object that made it may interpret it.
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

/// A nonzero direction. A line stands for both the direction and its opposite.
struct Ray {
  Point direction;
  bool is_line = false;
  friend bool operator==(const Ray&, const Ray&) = default;
};

/// A function on bit-vectors, such as "add", for which a domain of values (Shape::Value) has a transformer.
struct ValueTransformer {
  std::string_view name;
  unsigned arity = 2;
  /// The function on concrete values below 2^width. Nullopt if undefined (division by zero, overflow with poison).
  std::optional<std::uint64_t> (*concrete)(unsigned width, const std::uint64_t* arguments) = nullptr;
  bool best = false;  ///< promises that the result is the smallest element with all values
};

/// A library's claim about one result (APRON's flags). Assay tests it like a promise of the contract.
struct Claim {
  bool exact = false;  ///< the result contains exactly the points of the concrete operation
  bool best = false;   ///< no smaller element contains all of them
};

/// Number of variants of Operation::Loosen.
inline constexpr unsigned kWaysToLoosen = 6;

class Domain;

/// A counter of an adapter that campaigns report: `answer` to `question` occurred `count` times, for example "joins",
/// "the network was asked", 3. A question has several possible answers.
struct Tally {
  std::string question;
  std::string answer;
  std::uint64_t count = 0;
};

/// The operands of an operation that are not elements. An operation uses only the members that its signature names.
struct Operands {
  std::vector<Assignment> assignments = {};  ///< one for Assign and Substitute; Bounds uses the expression only
  std::vector<Constraint> constraints = {};  ///< one, for Assume and Satisfies
  unsigned dimension = 0;                    ///< of Forget and AssignExpression
  Expression expression = {};                ///< of AssignExpression and AssumeExpression
  Constraint::Relation relation = Constraint::Relation::GreaterEqual;  ///< of AssumeExpression, to zero
  Point point = {};                                                    ///< of Abstract
  std::vector<Ray> rays = {};                                          ///< of AddRays
  unsigned way = 0;                                                    ///< of Loosen; below kWaysToLoosen
  unsigned transformer = 0;  ///< of Transform; index in Domain::transformers()
};

/// The elements that an operation is applied to.
using Elements = std::span<Element* const>;

/// An operation of a domain and its function, which makes an element from `elements` and `operands`.
struct OperationRow {
  Operation operation;
  ElementPtr (*apply)(Domain& domain, Elements elements, const Operands& operands);
};

/// An abstract domain: the operations that every domain has, queries with a default implementation, and rows for all
/// other operations. Assay calls only the operations in Contract::operations, with elements that this object made. A
/// call may abort, loop or leak, therefore campaigns run domains in worker processes.
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
  /// The other operations of this domain that make elements. `operation_row` makes a row from a member function.
  [[nodiscard]] virtual std::span<const OperationRow> rows() const { return {}; }
  /// The result of an operation that makes an element: top() to meet(), or the function of a row.
  virtual ElementPtr apply(Operation operation, Elements elements, const Operands& operands);

  virtual bool equal(Element& left, Element& right) { return leq(left, right) && leq(right, left); }
  virtual bool is_bottom(Element& element);
  virtual bool is_top(Element& element);
  virtual void canonicalize(Element& element);
  /// Constraints that all points of the element satisfy. With Contract::convex, all points that satisfy them are in the
  /// element. Bottom returns a false constraint (-1 >= 0).
  virtual std::vector<Constraint> constraints(Element& element);
  virtual Bounds bounds(Element& element, const LinearExpression& expression);
  virtual bool satisfies(Element& element, const Constraint& constraint);
  /// Whether the element contains the point. Default: whether the point satisfies all constraints.
  virtual bool contains(Element& element, const Point& point);
  /// Whether an element of a Shape::Value domain contains a value below 2^width.
  virtual bool contains_value(Element& element, std::uint64_t value);
  virtual std::string print(Element& element);
  /// The library's own claim about the last result.
  [[nodiscard]] virtual Claim claim() const { return {}; }
  /// Whether the library gave up in a documented way (overflow, out of space). The program then ends, and Assay does
  /// not judge later elements.
  [[nodiscard]] virtual bool gave_up() const { return false; }

  /// Counters since this object was made.
  [[nodiscard]] virtual std::vector<Tally> tallies() const { return {}; }

  /// The transformers of a Shape::Value domain.
  [[nodiscard]] virtual const std::vector<ValueTransformer>& transformers() const;
  virtual ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments);
  /// Every element once, if there are few enough to test all pairs (small widths); else empty.
  virtual std::vector<ElementPtr> all_elements();

  // Shorthands for `apply`.
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
  /// Adds to every point all combinations of the directions with nonnegative factors (any factors for lines).
  ElementPtr add_rays(Element& element, const std::vector<Ray>& rays) {
    return apply(Operation::AddRays, element, {.rays = rays});
  }
  ElementPtr close(Element& element) { return apply(Operation::Close, element); }
  /// `way`: below kWaysToLoosen; the domain defines its meaning.
  ElementPtr loosen(Element& element, unsigned way) { return apply(Operation::Loosen, element, {.way = way}); }
  ElementPtr abstract(const Point& point) { return apply(Operation::Abstract, Elements(), {.point = point}); }
};

/// Selects the argument for parameter number `index` of a member function by its type.
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

/// Makes a row from a member function. Its parameters are the elements, then operands selected by their types.
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

[[nodiscard]] constexpr Operations operations_of(std::span<const OperationRow> rows) {
  Operations all;
  for (const OperationRow& row : rows) all.add(row.operation);
  return all;
}

/// Makes the domain with the given number of dimensions (1 for Shape::Value).
using DomainFactory = std::function<std::unique_ptr<Domain>(unsigned dimensions)>;

}  // namespace assay::domain
