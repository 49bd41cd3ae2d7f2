#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/domain/adapt.hpp"
#include "domain_cone.hpp"

namespace assay::domain {

/// Octagons: all constraints `+-x +-y <= k`, as a matrix of bounds on differences. Dimension i is there twice: column
/// 2i is x_i, column 2i + 1 is -x_i, and entry (p, q) is the bound of "q - p". What was given is kept as it is, as
/// widening needs it; the strong closure is computed when somebody asks. All operations are the best there are.
class Octagon {
 public:
  static Octagon top(unsigned dimensions);
  static Octagon bottom(unsigned dimensions);

  Octagon(const Octagon& other);
  Octagon(Octagon&&) noexcept = default;
  Octagon& operator=(const Octagon&) = default;
  Octagon& operator=(Octagon&&) noexcept = default;
  ~Octagon() = default;

  [[nodiscard]] bool leq(const Octagon& other) const;
  [[nodiscard]] bool is_bottom() const { return closed().empty; }
  [[nodiscard]] bool is_top() const;
  [[nodiscard]] Octagon join(const Octagon& other) const;
  [[nodiscard]] Octagon meet(const Octagon& other) const;
  [[nodiscard]] Octagon widen(const Octagon& other) const;
  [[nodiscard]] Octagon narrow(const Octagon& other) const;
  [[nodiscard]] Octagon assume(const Constraint& constraint) const;
  [[nodiscard]] Octagon assign(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Octagon parallel_assign(const std::vector<Assignment>& assignments) const;
  [[nodiscard]] Octagon substitute(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Octagon forget(unsigned dimension) const;
  [[nodiscard]] Octagon resize() const;
  void canonicalize();
  [[nodiscard]] std::vector<Constraint> constraints() const;
  Bounds bounds(const LinearExpression& expression);
  [[nodiscard]] bool satisfies(const Constraint& constraint) const;
  [[nodiscard]] bool contains(const Point& point) const;
  std::string print();

 private:
  using Entry = std::optional<Rational>;  ///< nullopt: infinite
  struct Matrix {
    std::size_t size = 0;  ///< number of rows
    std::vector<Entry> entries;
    Entry& at(std::size_t row, std::size_t column) { return entries[row * size + column]; }
    [[nodiscard]] const Entry& at(std::size_t row, std::size_t column) const { return entries[row * size + column]; }
  };
  struct Closed {
    bool empty = false;
    Matrix matrix;
  };

  explicit Octagon(unsigned dimensions);
  [[nodiscard]] static Octagon of(const Cone& generators, unsigned dimensions);
  [[nodiscard]] static Closed closure(Matrix matrix);
  static bool less(const Entry& left, const Entry& right) { return left && (!right || *left < *right); }
  static void lower(Entry& entry, const Entry& by);
  [[nodiscard]] static std::size_t relations(const Matrix& matrix);
  [[nodiscard]] const Closed& closed() const;
  [[nodiscard]] unsigned dimensions() const { return static_cast<unsigned>(matrix_.size / 2); }
  /// Lowers the bound of "column - row".
  void bound(std::size_t row, std::size_t column, const Rational& limit);
  /// The form `factor * (+-x +-y) + constant` of an expression, with a positive factor: the columns and the factor.
  struct Form {
    std::vector<std::size_t> columns;  ///< none to two
    Rational factor = 1;
  };
  [[nodiscard]] static std::optional<Form> form(const LinearExpression& expression);
  bool bound_below(const LinearExpression& expression);
  [[nodiscard]] std::optional<unsigned> only_open(const std::vector<unsigned>& support) const;
  [[nodiscard]] Octagon moved(unsigned dimension, bool negative, const Rational& shift) const;
  [[nodiscard]] Cone generators() const { return generators_of(constraints(), dimensions()); }
  [[nodiscard]] LinearExpression difference(std::size_t row, std::size_t column) const;

  Matrix matrix_;
  mutable std::optional<Closed> closed_;
};

}  // namespace assay::domain
