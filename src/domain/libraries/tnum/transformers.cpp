#include "domain/libraries/tnum/tnum_domain.hpp"
#include "domain/libraries/value/semantics.hpp"

namespace assay::domain::tnums {
namespace {

using Maybe = std::optional<std::uint64_t>;
using Values = const std::uint64_t*;
using Tnums = const Tnum*;

// `best` is promised for the operations that Vishwanathan and others ("Sound, Precise, and Fast Abstract Interpretation
// with Tristate Numbers", CGO 2022) prove optimal: sums, differences, bitwise operations, and shifts by a fixed amount.
// Products are sound and not optimal. The publication does not treat the other operations.
constexpr bool kBest = true;

/// A binary operation of semantics() whose second argument is a number.
template <unsigned amount>
Maybe by(std::string_view name, unsigned width, Values v) {
  const std::uint64_t arguments[] = {v[0], amount};
  return semantics_of(name).concrete(width, arguments);
}
/// Arithmetic right shift. The kernel has it for 32 and 64 bits; other numbers are shifted up to bit 63 first.
Tnum shifted(unsigned width, const Tnum& value, unsigned amount) {
  if (width == 32 || width == 64)
    return tnum_arshift(value, static_cast<std::uint8_t>(amount), static_cast<std::uint8_t>(width));
  const auto up = static_cast<std::uint8_t>(64 - width);
  return tnum_arshift(tnum_lshift(value, up), static_cast<std::uint8_t>(up + amount), 64);
}

/// The intersection of `value` with the range ("a superset of min <= value <= max"), as the kernel computes it.
Tnum within(const Tnum& value, std::uint64_t min, std::uint64_t max) {
  constexpr Tnum kNone{1, 1};
  if (min > max) return kNone;
  const Tnum range = tnum_range(min, max);
  return tnum_overlap(value, range) ? tnum_intersect(value, range) : kNone;
}

/// Names of the shifts by a fixed amount.
struct Names {
  std::string_view left;
  std::string_view right;
  std::string_view arithmetic;
};
template <unsigned amount>
void add_shifts(std::vector<Row>& rows, const Names& names) {
  rows.push_back({names.left, 1, [](unsigned w, Values v) { return by<amount>("shl", w, v); },
                  [](unsigned, Tnums a) { return tnum_lshift(a[0], amount); }, kBest, amount + 1});
  rows.push_back({names.right, 1, [](unsigned w, Values v) { return by<amount>("lshr", w, v); },
                  [](unsigned, Tnums a) { return tnum_rshift(a[0], amount); }, kBest, amount + 1});
  rows.push_back({names.arithmetic, 1, [](unsigned w, Values v) { return by<amount>("ashr", w, v); },
                  [](unsigned w, Tnums a) { return shifted(w, a[0], amount); }, kBest, amount + 1});
}

template <unsigned bytes>
Row cast(std::string_view name) {
  return {name,
          1,
          [](unsigned, Values v) { return Maybe(v[0] & ones(8 * bytes)); },
          [](unsigned, Tnums a) { return tnum_cast(a[0], bytes); },
          false,
          8 * bytes};
}

void add_arithmetic(std::vector<Row>& rows) {
  const std::vector<Row> more = {
      {"add", 2, semantics_of("add").concrete, [](unsigned, Tnums a) { return tnum_add(a[0], a[1]); }, kBest},
      {"sub", 2, semantics_of("sub").concrete, [](unsigned, Tnums a) { return tnum_sub(a[0], a[1]); }, kBest},
      {"neg", 1, [](unsigned w, Values v) { return Maybe(-v[0] & ones(w)); },
       [](unsigned, Tnums a) { return tnum_neg(a[0]); }},
      {"mul", 2, semantics_of("mul").concrete, [](unsigned, Tnums a) { return tnum_mul(a[0], a[1]); }},
      {"and", 2, semantics_of("and").concrete, [](unsigned, Tnums a) { return tnum_and(a[0], a[1]); }, kBest},
      {"or", 2, semantics_of("or").concrete, [](unsigned, Tnums a) { return tnum_or(a[0], a[1]); }, kBest},
      {"xor", 2, semantics_of("xor").concrete, [](unsigned, Tnums a) { return tnum_xor(a[0], a[1]); }, kBest},
      {"range", 3, [](unsigned, Values v) { return v[0] <= v[2] && v[2] <= v[1] ? Maybe(v[2]) : std::nullopt; },
       [](unsigned, Tnums a) { return within(a[2], a[0].value, a[1].value | a[1].mask); }},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

/// Functions on the lower half of a 64-bit register.
void add_subregisters(std::vector<Row>& rows) {
  constexpr std::uint64_t kLow = ones(32);
  const std::vector<Row> more = {
      {"subreg", 1, [](unsigned, Values v) { return Maybe(v[0] & kLow); },
       [](unsigned, Tnums a) { return tnum_subreg(a[0]); }, false, 64},
      {"clear-subreg", 1, [](unsigned, Values v) { return Maybe(v[0] & ~kLow); },
       [](unsigned, Tnums a) { return tnum_clear_subreg(a[0]); }, false, 64},
      {"with-subreg", 2, [](unsigned, Values v) { return Maybe((v[0] & ~kLow) | (v[1] & kLow)); },
       [](unsigned, Tnums a) { return tnum_with_subreg(a[0], a[1]); }, false, 64},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

std::vector<Row> make() {
  std::vector<Row> rows;
  add_arithmetic(rows);
  add_shifts<1>(rows, {"shl-1", "lshr-1", "ashr-1"});
  add_shifts<2>(rows, {"shl-2", "lshr-2", "ashr-2"});
  add_shifts<3>(rows, {"shl-3", "lshr-3", "ashr-3"});
  add_shifts<5>(rows, {"shl-5", "lshr-5", "ashr-5"});
  add_shifts<13>(rows, {"shl-13", "lshr-13", "ashr-13"});
  add_shifts<31>(rows, {"shl-31", "lshr-31", "ashr-31"});
  add_shifts<63>(rows, {"shl-63", "lshr-63", "ashr-63"});
  // Not 8 bytes: the kernel's function would shift by 64, which is undefined in C, and is never called with it.
  rows.push_back(cast<1>("cast-1"));
  rows.push_back(cast<2>("cast-2"));
  rows.push_back(cast<4>("cast-4"));
  add_subregisters(rows);
  return rows;
}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> table = make();
  return table;
}

}  // namespace assay::domain::tnums
