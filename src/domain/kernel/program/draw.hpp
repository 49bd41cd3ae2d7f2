#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// How many streams of random numbers bytes choose from.
inline constexpr unsigned kStreams = 65536;

/// Choices out of bytes; there are zeros where they end.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// Below the bound, which is positive: one byte for up to 256 choices, else two.
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

/// Numbers, expressions and constraints of a domain's kind. The bytes choose a stream, not each digit: a constraint
/// costs two bytes.
class Drawer {
 public:
  Drawer(const Contract& contract, const ProgramOptions& options, unsigned dimensions);

  /// Most numbers are small from now on, as those of dense elements are.
  void keep_small() { keeps_small_ = true; }
  /// Small, with halves where numbers may have them.
  [[nodiscard]] Point centre(Bytes& bytes) const;
  /// 2 to 6 constraints that the point satisfies, some with their opposite side, or a slab around it: an element that
  /// is bounded tightly. More, and no slab, where the contract says so (Contract::dense_constraints).
  [[nodiscard]] std::vector<Constraint> around(Bytes& bytes, const Point& centre) const;
  [[nodiscard]] LinearExpression expression(Bytes& bytes) const;
  /// One that the contract's operations on expressions take.
  [[nodiscard]] Expression general(Bytes& bytes) const;
  [[nodiscard]] Constraint::Relation relation(Bytes& bytes) const;
  /// One that is an element of the domain (Table 2.1), with `any` also others.
  [[nodiscard]] Constraint constraint(Bytes& bytes, bool any) const;
  /// One that an element may be met with: of the other relations, too, that the contract takes as conditions.
  [[nodiscard]] Constraint condition(Bytes& bytes) const;
  [[nodiscard]] Point point(Bytes& bytes) const;
  /// One or two.
  [[nodiscard]] std::vector<Ray> rays(Bytes& bytes) const;

 private:
  [[nodiscard]] bool has_whole_numbers() const {
    return contract_.numbers == Numbers::Machine || contract_.numbers == Numbers::Integers;
  }
  [[nodiscard]] Constraint congruence(Bytes& bytes) const;
  /// Three of ten are equalities, one each has the two relations, the others are `>= 0`.
  [[nodiscard]] Constraint related(Bytes& bytes, bool any, Constraint::Relation fourth,
                                   Constraint::Relation fifth) const;
  [[nodiscard]] std::int64_t radius() const;
  [[nodiscard]] LinearExpression direction(core::Rng& rng) const;
  [[nodiscard]] std::vector<Constraint> slab(core::Rng& rng, const Point& centre) const;
  /// Within so much of the point.
  [[nodiscard]] Constraint near(core::Rng& rng, LinearExpression direction, const Point& centre) const;
  /// A number that is seldom small.
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
