#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// How often something was so, which the author of an adapter wants campaigns to tell: "joins", "the network was
/// asked", 3 times. Questions have several answers.
struct Tally {
  std::string question;
  std::string answer;
  std::uint64_t count = 0;
};

/// An abstract domain as Assay asks it: every operation that Contract::operations names is implemented, the others
/// are never called. Elements are those that this object made, with its number of dimensions. A call may abort, loop or
/// leak: testing runs in processes of its own.
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

  virtual bool equal(Element& left, Element& right) { return leq(left, right) && leq(right, left); }
  virtual bool is_bottom(Element& element);
  virtual bool is_top(Element& element);
  virtual ElementPtr widen(Element& left, Element& right);
  virtual ElementPtr narrow(Element& left, Element& right);
  virtual ElementPtr assume(Element& element, const Constraint& constraint);
  virtual ElementPtr assign(Element& element, const Assignment& assignment);
  virtual ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments);
  virtual ElementPtr substitute(Element& element, const Assignment& assignment);
  /// With every value that the expression has at a point.
  virtual ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression);
  /// Keeps at least the points at which some value of the expression is related so to zero.
  virtual ElementPtr assume_expression(Element& element, const Expression& expression, Constraint::Relation relation);
  virtual ElementPtr forget(Element& element, unsigned dimension);
  /// Every point plus a sum of the directions, each at least zero times (of a line, any number of times).
  virtual ElementPtr add_rays(Element& element, const std::vector<Ray>& rays);
  virtual ElementPtr close(Element& element);
  /// The way is below kWaysToLoosen; what it means is the domain's.
  virtual ElementPtr loosen(Element& element, unsigned way);
  /// Exports points and rays, and builds an element from them.
  virtual ElementPtr regenerate(Element& element);
  virtual ElementPtr resize(Element& element);
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
  virtual ElementPtr abstract(const Point& point);
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
};

/// Makes the domain with a number of dimensions (for Shape::Value: 1).
using DomainFactory = std::function<std::unique_ptr<Domain>(unsigned dimensions)>;

}  // namespace assay::domain
