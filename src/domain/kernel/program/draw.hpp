#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/domain/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::domain {

/// Number of random streams; two bytes select one.
inline constexpr unsigned kStreams = 65536;

/// Decodes choices from bytes. After the end, all bytes are zero.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// A number below `bound`, which is 1 to 65536. Reads one byte for bounds up to 256, else two.
  unsigned below(unsigned bound) {
    unsigned value = byte();
    if (bound > 256) value = value << 8 | byte();
    return value % bound;
  }
  [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }

 private:
  unsigned byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

/// Draws numbers, expressions and constraints that fit a domain's contract. The bytes only select a random stream: a
/// constraint takes two bytes.
class Drawer {
 public:
  Drawer(const Contract& contract, const ProgramOptions& options, unsigned dimensions);

  /// From now on, most numbers are small, as in dense elements.
  void keep_small() { keeps_small_ = true; }
  /// A point with small coordinates, which may be half integers if the domain has fractions.
  [[nodiscard]] Point centre(Bytes& bytes) const;
  /// Constraints of a dense element, which the point satisfies: a slab around the point, or 2 to 6 constraints, some
  /// with their opposite side. With Contract::dense_constraints above 2: n to n + 4 constraints and no slab.
  [[nodiscard]] std::vector<Constraint> around(Bytes& bytes, const Point& centre) const;
  [[nodiscard]] LinearExpression expression(Bytes& bytes) const;
  /// An expression in Contract::expressions.
  [[nodiscard]] Expression general(Bytes& bytes) const;
  [[nodiscard]] Constraint::Relation relation(Bytes& bytes) const;
  /// A constraint of the domain's shape (Table 2.1); with `any`, 40 % have an arbitrary shape.
  [[nodiscard]] Constraint constraint(Bytes& bytes, bool any) const;
  /// An operand of Assume: a constraint of any shape with any relation that the contract accepts.
  [[nodiscard]] Constraint condition(Bytes& bytes) const;
  [[nodiscard]] Point point(Bytes& bytes) const;
  /// One or two rays or lines.
  [[nodiscard]] std::vector<Ray> rays(Bytes& bytes) const;

 private:
  [[nodiscard]] bool has_whole_numbers() const {
    return contract_.numbers == Numbers::Machine || contract_.numbers == Numbers::Integers;
  }
  [[nodiscard]] Constraint congruence(Bytes& bytes) const;
  /// The relation is `=` in 30 % of the cases, `fourth` and `fifth` in 10 % each, else `>=`.
  [[nodiscard]] Constraint related(Bytes& bytes, bool any, Constraint::Relation fourth,
                                   Constraint::Relation fifth) const;
  [[nodiscard]] std::int64_t radius() const;
  [[nodiscard]] LinearExpression direction(core::Rng& rng) const;
  [[nodiscard]] std::vector<Constraint> slab(core::Rng& rng, const Point& centre) const;
  /// A constraint with a value of 0 to 3 at the point.
  [[nodiscard]] Constraint near(core::Rng& rng, LinearExpression direction, const Point& centre) const;
  /// A number from -9999 to 9999, or within Contract::most_bits bits.
  [[nodiscard]] std::int64_t large(core::Rng& rng) const;
  [[nodiscard]] Rational constant(core::Rng& rng) const;
  [[nodiscard]] Rational coefficient(core::Rng& rng) const;
  [[nodiscard]] LinearExpression sum(core::Rng& rng, Shape shape) const;
  [[nodiscard]] Expression interval(core::Rng& rng) const;
  [[nodiscard]] Expression interval_sum(core::Rng& rng) const;
  [[nodiscard]] Expression tree(core::Rng& rng, unsigned depth) const;

  const Contract& contract_;
  const ProgramOptions& options_;
  unsigned dimensions_;
  bool keeps_small_ = false;
  std::vector<Rational> predefined_;
};

}  // namespace assay::domain
