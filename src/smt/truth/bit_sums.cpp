#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/smt/values.hpp"
#include "smt/truth/sums.hpp"

// Bit-vectors as integers: their operators are additions, multiplications and rounded divisions by powers of 2.

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxWidth = 1024;
constexpr std::size_t kMaxRuns = 8;  ///< of ones in a constant that masks bits

mpz_class power(std::uint32_t bits) { return mpz_class(1) << bits; }

mpz_class rounded_down(const mpz_class& number, const mpz_class& by) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), number.get_mpz_t(), by.get_mpz_t());
  return result;
}

LinearSum scaled(const LinearSum& sum, const mpz_class& factor) {
  LinearSum result;
  if (factor != 0) result.add(sum, mpq_class(factor));
  return result;
}

/// `number` minus the sum.
LinearSum complement(const mpz_class& number, const LinearSum& sum) {
  LinearSum result = scaled(sum, -1);
  result.constant += number;
  return result;
}

}  // namespace

/// The sum of each operator's result. Nullopt: it stays an unknown.
struct BitOperations {
  using Result = std::optional<LinearSum>;
  using Operation = Result (*)(Sums&, TermId);

  static const std::map<OperatorId, Operation>& table();

  /// An operand: its sum, its bits.
  static LinearSum operand(Sums& sums, TermId term, std::size_t i) { return sums.of(sums.store_.children(term)[i]); }
  static std::uint32_t index(const Sums& sums, TermId term, std::size_t i) {
    return static_cast<std::uint32_t>(sums.store_.indices(term)[i].number);
  }
  static std::uint32_t operand_width(const Sums& sums, TermId term) {
    return sums.width(sums.store_.children(term)[0]);
  }
  static std::optional<mpz_class> literal(Sums& sums, TermId term, std::size_t i) {
    const LinearSum sum = operand(sums, term, i);
    return sum.factors.empty() ? std::optional(mpz_class(sum.constant.get_num())) : std::nullopt;
  }

  // Arithmetic.

  static Result add(Sums& sums, TermId term) {
    LinearSum all;
    for (std::size_t i = 0; i < sums.store_.children(term).size(); ++i) all.add(operand(sums, term, i), 1);
    return sums.modulo(all, sums.width(term));
  }
  static Result subtract(Sums& sums, TermId term) {
    LinearSum all = operand(sums, term, 0);
    all.add(operand(sums, term, 1), -1);
    return sums.modulo(all, sums.width(term));
  }
  static Result negate(Sums& sums, TermId term) {
    return sums.modulo(scaled(operand(sums, term, 0), -1), sums.width(term));
  }
  static Result multiply(Sums& sums, TermId term) {
    LinearSum all{{}, mpq_class(1)};
    for (std::size_t i = 0; i < sums.store_.children(term).size(); ++i) {
      const Result next = sums.times(all, operand(sums, term, i));
      const Result small = next ? sums.modulo(*next, sums.width(term)) : std::nullopt;
      if (!small) return std::nullopt;
      all = *small;
    }
    return all;
  }
  static Result divide(Sums& sums, TermId term) {
    const auto by = literal(sums, term, 1);
    if (!by) return std::nullopt;
    if (*by == 0) return LinearSum{{}, mpq_class(power(sums.width(term)) - 1)};
    return sums.floor_of(operand(sums, term, 0), *by);
  }
  static Result remainder(Sums& sums, TermId term) {
    const auto by = literal(sums, term, 1);
    if (!by) return std::nullopt;
    LinearSum result = operand(sums, term, 0);
    const Result whole = *by == 0 ? LinearSum() : sums.floor_of(result, *by);
    if (!whole) return std::nullopt;
    result.add(*whole, mpq_class(-*by));
    return result;
  }

  // Shifts, by constants.

  static std::optional<std::uint32_t> distance(Sums& sums, TermId term) {
    const auto by = literal(sums, term, 1);
    if (!by) return std::nullopt;
    const std::uint32_t bits = sums.width(term);
    return *by >= bits ? bits : static_cast<std::uint32_t>(by->get_ui());
  }
  static Result shift_left(Sums& sums, TermId term) {
    const auto by = distance(sums, term);
    if (!by) return std::nullopt;
    return sums.modulo(scaled(operand(sums, term, 0), power(*by)), sums.width(term));
  }
  static Result shift_right(Sums& sums, TermId term) {
    const auto by = distance(sums, term);
    return by ? sums.floor_of(operand(sums, term, 0), power(*by)) : std::nullopt;
  }
  static Result shift_right_signed(Sums& sums, TermId term) {
    const auto by = distance(sums, term);
    if (!by) return std::nullopt;
    const std::uint32_t bits = sums.width(term);
    const LinearSum from = operand(sums, term, 0);
    Result result = sums.floor_of(from, power(*by));
    const Result sign = sums.floor_of(from, power(bits - 1));
    if (result && sign) result->add(*sign, mpq_class(power(bits) - power(bits - *by)));
    return sign ? result : std::nullopt;
  }
  static Result rotated(Sums& sums, TermId term, std::uint32_t left) {
    const std::uint32_t bits = sums.width(term);
    const LinearSum from = operand(sums, term, 0);
    if (left == 0) return from;
    const Result low = sums.slice(from, bits, bits - left - 1, 0);
    Result result = sums.floor_of(from, power(bits - left));
    if (low && result) result->add(*low, mpq_class(power(left)));
    return low ? result : std::nullopt;
  }
  static std::uint32_t distance_of_rotation(const Sums& sums, TermId term) {
    return static_cast<std::uint32_t>(sums.store_.indices(term)[0].number % sums.width(term));
  }
  static Result rotate_left(Sums& sums, TermId term) { return rotated(sums, term, distance_of_rotation(sums, term)); }
  static Result rotate_right(Sums& sums, TermId term) {
    const std::uint32_t bits = sums.width(term);
    return rotated(sums, term, (bits - distance_of_rotation(sums, term)) % bits);
  }

  // Widths.

  static Result concatenate(Sums& sums, TermId term) {
    LinearSum all;
    for (std::size_t i = 0; i < sums.store_.children(term).size(); ++i) {
      all = scaled(all, power(sums.width(sums.store_.children(term)[i])));
      all.add(operand(sums, term, i), 1);
    }
    return all;
  }
  static Result extract(Sums& sums, TermId term) {
    return sums.slice(operand(sums, term, 0), operand_width(sums, term), index(sums, term, 0), index(sums, term, 1));
  }
  static Result extend_by_zeros(Sums& sums, TermId term) { return operand(sums, term, 0); }
  static Result extend_by_sign(Sums& sums, TermId term) {
    const std::uint32_t bits = operand_width(sums, term);
    LinearSum result = operand(sums, term, 0);
    const Result sign = sums.floor_of(result, power(bits - 1));
    if (!sign) return std::nullopt;
    result.add(*sign, mpq_class(power(sums.width(term)) - power(bits)));
    return result;
  }
  static Result repeat(Sums& sums, TermId term) {
    const std::uint32_t bits = operand_width(sums, term);
    LinearSum all;
    for (std::uint32_t at = 0; at < sums.width(term); at += bits) all.add(operand(sums, term, 0), mpq_class(power(at)));
    return all;
  }
  static Result from_integer(Sums& sums, TermId term) { return sums.modulo(operand(sums, term, 0), sums.width(term)); }

  // By cases: the result is an unknown that is defined by `ite`.

  static std::optional<TermId> apply(Sums& sums, std::string_view op, std::initializer_list<TermId> operands) {
    return sums.store_.apply(Operators::get().at(op), std::vector<TermId>(operands));
  }
  static TermId bits(Sums& sums, std::uint32_t width, const mpz_class& value) {
    return sums.store_.constant(make_bits(width, value), sums.store_.bit_vector_sort(width));
  }
  static Result cases(Sums& sums, std::optional<TermId> condition, std::optional<TermId> yes,
                      std::optional<TermId> no) {
    const auto term = condition && yes && no ? apply(sums, "ite", {*condition, *yes, *no}) : std::nullopt;
    return term ? Result(sums.of(*term)) : std::nullopt;
  }
  static Result compare(Sums& sums, TermId term) {
    const auto parts = sums.store_.children(term);
    const auto same = apply(sums, "=", {parts[0], parts[1]});
    return cases(sums, same, bits(sums, 1, 1), bits(sums, 1, 0));
  }
  /// Divides the absolute values, by a constant. `is_remainder`: the result has the sign of the dividend; else it is
  /// negative where the signs differ.
  template <bool is_remainder>
  static Result divide_signed(Sums& sums, TermId term) {
    const auto by = literal(sums, term, 1);
    if (!by) return std::nullopt;
    const std::uint32_t width = sums.width(term);
    const TermId from = sums.store_.children(term)[0];
    const bool negative = *by >= power(width - 1);
    const TermId divisor = bits(sums, width, negative ? mpz_class(power(width) - *by) : *by);
    const auto opposite = apply(sums, "bvneg", {from});
    const auto is_negative = apply(sums, "bvslt", {from, bits(sums, width, 0)});
    const std::string_view op = is_remainder ? "bvurem" : "bvudiv";
    const auto result = [&](std::optional<TermId> dividend, bool negates) {
      const auto plain = dividend ? apply(sums, op, {*dividend, divisor}) : std::nullopt;
      return plain && negates ? apply(sums, "bvneg", {*plain}) : plain;
    };
    return cases(sums, is_negative, result(opposite, is_remainder || !negative),
                 result(from, !is_remainder && negative));
  }

  // Bit by bit.

  static Result invert(Sums& sums, TermId term) {
    return complement(power(sums.width(term)) - 1, operand(sums, term, 0));
  }
  /// The bits of a sum where the constant has ones.
  static Result masked(Sums& sums, const LinearSum& from, std::uint32_t bits, const mpz_class& mask) {
    LinearSum all;
    std::size_t runs = 0;
    for (std::uint32_t low = 0; low < bits; ++low) {
      if (mpz_tstbit(mask.get_mpz_t(), low) == 0) continue;
      std::uint32_t high = low;
      while (high + 1 < bits && mpz_tstbit(mask.get_mpz_t(), high + 1) != 0) ++high;
      const Result run = ++runs > kMaxRuns ? std::nullopt : sums.slice(from, bits, high, low);
      if (!run) return std::nullopt;
      all.add(*run, mpq_class(power(low)));
      low = high;
    }
    return all;
  }
  static Result both(Sums& sums, TermId a, TermId b) {
    if (a == b) return sums.of(a);
    const std::uint32_t bits = sums.width(a);
    for (const auto& [from, mask] : {std::pair{a, b}, std::pair{b, a}})
      if (const auto constant = sums.literal(mask))
        if (const Result result = masked(sums, sums.of(from), bits, mpz_class(constant->get_num()))) return result;
    const auto term = sums.store_.apply(Operators::get().at("bvand"), std::array{std::min(a, b), std::max(a, b)});
    return term ? Result(LinearSum::of_unknown(term->index)) : std::nullopt;
  }
  /// a + b - `overlap` * (a and b), operand by operand: 2 is `xor`, 1 is `or`, and 0 is `and` itself.
  template <int overlap>
  static Result bitwise(Sums& sums, TermId term) {
    const std::vector<TermId> parts(sums.store_.children(term).begin(), sums.store_.children(term).end());
    TermId so_far = parts[0];
    Result result = sums.of(so_far);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Result common = both(sums, so_far, parts[i]);
      if (!common) return std::nullopt;
      if (overlap == 0) {
        result = common;
      } else {
        result->add(sums.of(parts[i]), 1);
        result->add(*common, -overlap);
      }
      if (i + 1 == parts.size()) break;
      const auto next = sums.store_.apply(sums.store_.op(term), std::array{so_far, parts[i]});
      if (!next) return std::nullopt;
      so_far = *next;
    }
    return result;
  }
  template <int overlap>
  static Result inverted(Sums& sums, TermId term) {
    const Result result = bitwise<overlap>(sums, term);
    return result ? Result(complement(power(sums.width(term)) - 1, *result)) : std::nullopt;
  }
};

const std::map<OperatorId, BitOperations::Operation>& BitOperations::table() {
  struct Row {
    std::string_view name;
    std::size_t indices;
    Operation operation;
  };
  static constexpr std::array kRows = {
      Row{"bvadd", 0, add},
      Row{"bvsub", 0, subtract},
      Row{"bvneg", 0, negate},
      Row{"bvmul", 0, multiply},
      Row{"bvudiv", 0, divide},
      Row{"bvurem", 0, remainder},
      Row{"bvsdiv", 0, divide_signed<false>},
      Row{"bvsrem", 0, divide_signed<true>},
      Row{"bvshl", 0, shift_left},
      Row{"bvlshr", 0, shift_right},
      Row{"bvashr", 0, shift_right_signed},
      Row{"rotate_left", 1, rotate_left},
      Row{"rotate_right", 1, rotate_right},
      Row{"concat", 0, concatenate},
      Row{"extract", 2, extract},
      Row{"zero_extend", 1, extend_by_zeros},
      Row{"sign_extend", 1, extend_by_sign},
      Row{"repeat", 1, repeat},
      Row{"int_to_bv", 1, from_integer},
      Row{"bvcomp", 0, compare},
      Row{"bvnot", 0, invert},
      Row{"bvand", 0, bitwise<0>},
      Row{"bvor", 0, bitwise<1>},
      Row{"bvxor", 0, bitwise<2>},
      Row{"bvnand", 0, inverted<0>},
      Row{"bvnor", 0, inverted<1>},
      Row{"bvxnor", 0, inverted<2>},
  };
  static const std::map<OperatorId, Operation> all = [] {
    std::map<OperatorId, Operation> operations;
    for (const Row& row : kRows)
      if (const auto op = Operators::get().find(row.name, row.indices)) operations.emplace(*op, row.operation);
    return operations;
  }();
  return all;
}

std::uint32_t Sums::width(TermId term) const {
  const SortNode& sort = store_.node(store_.sort_of(term));
  if (sort.kind != SortKind::BitVector || sort.indices[0] > kMaxWidth) return 0;
  return static_cast<std::uint32_t>(sort.indices[0]);
}

bool Sums::is_bit_operation(TermId term) const {
  if (store_.node(term).kind != TermKind::Apply || width(term) == 0) return false;
  const auto children = store_.children(term);
  return BitOperations::table().contains(store_.op(term)) &&
         std::all_of(children.begin(), children.end(), [&](TermId child) { return is_number(child); });
}

LinearSum Sums::made_of_bits(TermId term) {
  return BitOperations::table().at(store_.op(term))(*this, term).value_or(LinearSum::of_unknown(term.index));
}

std::optional<LinearSum> Sums::signed_of(TermId bits) {
  LinearSum result = of(bits);
  const auto sign = floor_of(result, power(width(bits) - 1));
  if (!sign) return std::nullopt;
  result.add(*sign, mpq_class(-power(width(bits))));
  return result;
}

std::optional<IntegerRange> Sums::range(std::uint32_t unknown) const {
  if (const auto known = ranges_.find(unknown); known != ranges_.end()) return known->second;
  const std::uint32_t bits = width(TermId{unknown});
  return bits == 0 ? std::nullopt : std::optional(IntegerRange{0, power(bits) - 1});
}

std::optional<IntegerRange> Sums::range(const LinearSum& sum) const {
  if (sum.constant.get_den() != 1) return std::nullopt;
  IntegerRange all{sum.constant.get_num(), sum.constant.get_num()};
  for (const auto& [part, factor] : sum.factors) {
    const auto own = range(part);
    if (!own || factor.get_den() != 1) return std::nullopt;
    const mpz_class at_low = own->low * factor.get_num();
    const mpz_class at_high = own->high * factor.get_num();
    all.low += std::min(at_low, at_high);
    all.high += std::max(at_low, at_high);
  }
  return all;
}

std::optional<TermId> Sums::integer_term(const LinearSum& sum) {
  std::vector<TermId> parts;
  const auto number = [&](const mpq_class& value) {
    return store_.constant(Value(mpz_class(value.get_num())), store_.int_sort());
  };
  for (const auto& [part, factor] : sum.factors) {
    const TermId term = as_number(TermId{part});
    const auto product = factor == 1 ? std::optional(term) : store_.apply(times_, std::array{number(factor), term});
    if (!product || !is_integer(part) || factor.get_den() != 1) return std::nullopt;
    parts.push_back(*product);
  }
  if (sum.constant.get_den() != 1) return std::nullopt;
  if (sum.constant != 0 || parts.empty()) parts.push_back(number(sum.constant));
  return parts.size() == 1 ? std::optional(parts[0]) : store_.apply(plus_, parts);
}

std::optional<LinearSum> Sums::floor_of(const LinearSum& sum, const mpz_class& by) {
  LinearSum whole;  // of the parts that `by` divides
  LinearSum rest;
  for (const auto& [part, factor] : sum.factors) {
    if (factor.get_den() != 1) return std::nullopt;
    const bool divides = mpz_divisible_p(factor.get_num_mpz_t(), by.get_mpz_t()) != 0;
    (divides ? whole : rest).factors.emplace(part, divides ? mpq_class(factor / by) : factor);
  }
  if (sum.constant.get_den() != 1) return std::nullopt;
  whole.constant = rounded_down(sum.constant.get_num(), by);
  rest.constant = sum.constant - whole.constant * by;
  std::optional<IntegerRange> values = range(rest);
  if (values) values = IntegerRange{rounded_down(values->low, by), rounded_down(values->high, by)};
  if (values && values->low == values->high) {
    whole.constant += values->low;
    return whole;
  }
  const auto term = integer_term(rest);
  const auto divisor = store_.constant(Value(mpz_class(by)), store_.int_sort());
  const auto quotient = term ? store_.apply(div_, std::array{*term, divisor}) : std::nullopt;
  if (!quotient) return std::nullopt;
  if (values) ranges_.emplace(quotient->index, *values);
  whole.add(LinearSum::of_unknown(quotient->index), 1);
  return whole;
}

/// Factors count only up to multiples of the power; those near 0 make the fewest quotients possible.
std::optional<LinearSum> Sums::modulo(const LinearSum& sum, std::uint32_t bits) {
  const mpz_class by = power(bits);
  LinearSum small;
  small.constant = sum.constant;
  for (const auto& [part, factor] : sum.factors) {
    if (factor.get_den() != 1) return std::nullopt;
    mpz_class left;
    mpz_fdiv_r(left.get_mpz_t(), factor.get_num_mpz_t(), by.get_mpz_t());
    if (left > by / 2) left -= by;
    if (left != 0) small.factors.emplace(part, left);
  }
  const auto quotient = floor_of(small, by);
  if (!quotient) return std::nullopt;
  small.add(*quotient, mpq_class(-by));
  return small;
}

std::optional<LinearSum> Sums::slice(const LinearSum& sum, std::uint32_t bits, std::uint32_t high, std::uint32_t low) {
  const auto lower = high + 1 == bits ? std::optional(sum) : modulo(sum, high + 1);
  return lower ? floor_of(*lower, power(low)) : std::nullopt;
}

}  // namespace assay::smt
