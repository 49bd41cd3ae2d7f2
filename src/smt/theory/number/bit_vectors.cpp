#include "smt/theory/number/bit_vectors.hpp"

#include <limits>
#include <utility>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

namespace assay::smt {

mpz_class signed_value(const BitVector& bits) {
  if (mpz_tstbit(bits.bits.get_mpz_t(), bits.width - 1) == 0) {
    return bits.bits;
  }
  mpz_class modulus;
  mpz_ui_pow_ui(modulus.get_mpz_t(), 2, bits.width);
  return bits.bits - modulus;
}

OperatorRow bit_vectors_row(std::string_view name, std::uint8_t min, std::uint8_t max, Chaining chaining, SortRule sort,
                            EvaluateRule evaluate) {
  OperatorRow result = operator_row(Theory::BitVectors, name, min, max, sort, evaluate);
  result.chaining = chaining;
  return result;
}

namespace bit_vectors_theory {
namespace {

std::optional<SortId> same_width(const SortQuery& query) {
  return all_fit(query, SortKind::BitVector) ? common_sort(query.store, query.arguments) : std::nullopt;
}

/// Sort rule of a result whose width is computed from the total width of the arguments. Nullopt if it is not valid.
template <typename Width>
std::optional<SortId> resized(const SortQuery& query, Width width) {
  if (!all_fit(query, SortKind::BitVector)) {
    return std::nullopt;
  }
  std::uint64_t total = 0;
  for (const SortId sort : query.arguments) {
    const SortNode& node = query.store.node(sort);
    if (node.kind == SortKind::Unknown) {
      return query.store.unknown_sort();
    }
    total += node.indices[0];
  }
  const std::optional<std::uint64_t> result = width(total);
  if (!result || *result == 0 || *result > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  return query.store.bit_vector_sort(static_cast<std::uint32_t>(*result));
}

bool numerals(const SortQuery& query) {
  for (const Index& index : query.indices) {
    if (index.symbol || index.number > std::numeric_limits<std::uint32_t>::max()) {
      return false;
    }
  }
  return true;
}

std::optional<SortId> concat_sort(const SortQuery& query) {
  return resized(query, [](std::uint64_t total) { return std::optional(total); });
}

std::optional<SortId> extract_sort(const SortQuery& query) {
  return resized(query, [&](std::uint64_t width) -> std::optional<std::uint64_t> {
    const std::uint64_t high = query.indices[0].number;
    const std::uint64_t low = query.indices[1].number;
    return numerals(query) && low <= high && high < width ? std::optional(high - low + 1) : std::nullopt;
  });
}

std::optional<SortId> repeat_sort(const SortQuery& query) {
  return resized(query, [&](std::uint64_t width) {
    return numerals(query) ? std::optional(width * query.indices[0].number) : std::nullopt;
  });
}

std::optional<SortId> extend_sort(const SortQuery& query) {
  return resized(query, [&](std::uint64_t width) {
    return numerals(query) ? std::optional(width + query.indices[0].number) : std::nullopt;
  });
}

std::optional<SortId> rotate_sort(const SortQuery& query) { return numerals(query) ? same_width(query) : std::nullopt; }

std::optional<SortId> choice_sort(const SortQuery& query) {
  const SortNode& condition = query.store.node(query.arguments[0]);
  const bool one =
      condition.kind == SortKind::Unknown || (condition.kind == SortKind::BitVector && condition.indices[0] == 1);
  return one ? same_width({query.store, query.arguments.subspan(1), query.indices, query.ascribed}) : std::nullopt;
}

std::optional<SortId> one_bit(const SortQuery& query) {
  return same_width(query) ? std::optional(query.store.bit_vector_sort(1)) : std::nullopt;
}

std::optional<SortId> bit_to_bool_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  const bool fit =
      node.kind == SortKind::Unknown || (node.kind == SortKind::BitVector && query.indices[0].number < node.indices[0]);
  return numerals(query) && fit ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> to_int_sort(const SortQuery& query) {
  return all_fit(query, SortKind::BitVector) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> from_int_sort(const SortQuery& query) {
  const bool fit = numerals(query) && query.indices[0].number > 0 && all_fit(query, SortKind::Int);
  return fit ? std::optional(query.store.bit_vector_sort(static_cast<std::uint32_t>(query.indices[0].number)))
             : std::nullopt;
}

const BitVector& bits_of(const Arguments& arguments, std::size_t i) { return arguments[i].as_bits(); }
std::uint32_t width_of(const Arguments& arguments) { return bits_of(arguments, 0).width; }

/// The low `width` bits of a number.
Outcome wrapped(std::uint32_t width, mpz_class number) {
  mpz_fdiv_r_2exp(number.get_mpz_t(), number.get_mpz_t(), width);
  return Value(BitVector{width, std::move(number)});
}

mpz_class ones(std::uint32_t width) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), 2, width);
  return result - 1;
}

/// Folds from the left, modulo 2^width after each step.
template <typename Step>
Outcome fold(const Arguments& arguments, Step step) {
  const std::uint32_t width = width_of(arguments);
  mpz_class accumulator = bits_of(arguments, 0).bits;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    step(accumulator, bits_of(arguments, i).bits);
    mpz_fdiv_r_2exp(accumulator.get_mpz_t(), accumulator.get_mpz_t(), width);
  }
  return Value(BitVector{width, std::move(accumulator)});
}

Outcome evaluate_concat(const Arguments& arguments) {
  mpz_class accumulator;
  std::uint64_t width = 0;
  for (const Outcome* outcome : arguments.values) {
    const BitVector& next = outcome->value.as_bits();
    width += next.width;
    if (width > arguments.max_bits) {
      return Lack::Budget;
    }
    accumulator <<= next.width;
    accumulator += next.bits;
  }
  return Value(BitVector{static_cast<std::uint32_t>(width), std::move(accumulator)});
}

Outcome evaluate_extract(const Arguments& arguments) {
  const auto high = static_cast<std::uint32_t>(arguments.indices[0].number);
  const auto low = static_cast<std::uint32_t>(arguments.indices[1].number);
  return wrapped(high - low + 1, bits_of(arguments, 0).bits >> low);
}

Outcome evaluate_not(const Arguments& arguments) { return wrapped(width_of(arguments), ~bits_of(arguments, 0).bits); }

Outcome evaluate_neg(const Arguments& arguments) { return wrapped(width_of(arguments), -bits_of(arguments, 0).bits); }

Outcome evaluate_and(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a &= b; });
}
Outcome evaluate_or(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a |= b; });
}
Outcome evaluate_xor(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a ^= b; });
}
Outcome evaluate_nand(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a = ~(a & b); });
}
Outcome evaluate_nor(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a = ~(a | b); });
}
Outcome evaluate_xnor(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a = ~(a ^ b); });
}
Outcome evaluate_add(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a += b; });
}
Outcome evaluate_sub(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a -= b; });
}
Outcome evaluate_mul(const Arguments& arguments) {
  return fold(arguments, [](mpz_class& a, const mpz_class& b) { a *= b; });
}

Outcome evaluate_comp(const Arguments& arguments) {
  return Value(BitVector{1, mpz_class(bits_of(arguments, 0).bits == bits_of(arguments, 1).bits ? 1 : 0)});
}

/// The quotient; all ones for division by zero (SMT-LIB 2.6 and later).
mpz_class unsigned_quotient(const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  return b == 0 ? ones(width) : mpz_class(a / b);
}

/// The remainder; the dividend for division by zero.
mpz_class unsigned_remainder(const mpz_class& a, const mpz_class& b) { return b == 0 ? a : mpz_class(a % b); }

Outcome evaluate_udiv(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  return wrapped(width, unsigned_quotient(bits_of(arguments, 0).bits, bits_of(arguments, 1).bits, width));
}

Outcome evaluate_urem(const Arguments& arguments) {
  return wrapped(width_of(arguments), unsigned_remainder(bits_of(arguments, 0).bits, bits_of(arguments, 1).bits));
}

/// The standard's expansion: divides the absolute values and negates the quotient if the signs differ. So x / 0 is 1
/// for a negative x and -1 for other x.
Outcome evaluate_sdiv(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  const mpz_class a = signed_value(bits_of(arguments, 0));
  const mpz_class b = signed_value(bits_of(arguments, 1));
  const mpz_class quotient = unsigned_quotient(abs(a), abs(b), width);
  return wrapped(width, (a < 0) != (b < 0) ? mpz_class(-quotient) : quotient);
}

/// The remainder has the sign of the dividend.
Outcome evaluate_srem(const Arguments& arguments) {
  const mpz_class a = signed_value(bits_of(arguments, 0));
  const mpz_class b = signed_value(bits_of(arguments, 1));
  const mpz_class remainder = unsigned_remainder(abs(a), abs(b));
  return wrapped(width_of(arguments), a < 0 ? mpz_class(-remainder) : remainder);
}

/// The remainder has the sign of the divisor.
Outcome evaluate_smod(const Arguments& arguments) {
  const mpz_class a = signed_value(bits_of(arguments, 0));
  const mpz_class b = signed_value(bits_of(arguments, 1));
  mpz_class remainder = unsigned_remainder(abs(a), abs(b));
  if (remainder != 0) {
    if (a < 0 && b >= 0) {
      remainder = b - remainder;
    } else if (a >= 0 && b < 0) {
      remainder += b;
    } else if (a < 0) {
      remainder = -remainder;
    }
  }
  return wrapped(width_of(arguments), std::move(remainder));
}

Outcome evaluate_shl(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  const mpz_class& distance = bits_of(arguments, 1).bits;
  return distance >= width ? wrapped(width, 0) : wrapped(width, bits_of(arguments, 0).bits << distance.get_ui());
}

Outcome evaluate_lshr(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  const mpz_class& distance = bits_of(arguments, 1).bits;
  return distance >= width ? wrapped(width, 0) : wrapped(width, bits_of(arguments, 0).bits >> distance.get_ui());
}

Outcome evaluate_ashr(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  const mpz_class& distance = bits_of(arguments, 1).bits;
  const mpz_class number = signed_value(bits_of(arguments, 0));
  const unsigned long steps = distance >= width ? width : distance.get_ui();
  mpz_class result;
  mpz_fdiv_q_2exp(result.get_mpz_t(), number.get_mpz_t(), steps);
  return wrapped(width, std::move(result));
}

Outcome rotated_left(const BitVector& bits, std::uint32_t distance) {
  return wrapped(bits.width, (bits.bits << distance) | (bits.bits >> (bits.width - distance)));
}

Outcome evaluate_rotate_left(const Arguments& arguments) {
  const BitVector& bits = bits_of(arguments, 0);
  return rotated_left(bits, static_cast<std::uint32_t>(arguments.indices[0].number % bits.width));
}

Outcome evaluate_rotate_right(const Arguments& arguments) {
  const BitVector& bits = bits_of(arguments, 0);
  const auto distance = static_cast<std::uint32_t>(arguments.indices[0].number % bits.width);
  return rotated_left(bits, (bits.width - distance) % bits.width);
}

std::uint32_t modulo_width(const Arguments& arguments) {
  const mpz_class distance = bits_of(arguments, 1).bits % width_of(arguments);
  return static_cast<std::uint32_t>(distance.get_ui());
}

Outcome evaluate_ext_rotate_left(const Arguments& arguments) {
  return rotated_left(bits_of(arguments, 0), modulo_width(arguments));
}

Outcome evaluate_ext_rotate_right(const Arguments& arguments) {
  const std::uint32_t width = width_of(arguments);
  return rotated_left(bits_of(arguments, 0), (width - modulo_width(arguments)) % width);
}

Outcome evaluate_repeat(const Arguments& arguments) {
  const BitVector& bits = bits_of(arguments, 0);
  const std::uint64_t count = arguments.indices[0].number;
  if (count * bits.width > arguments.max_bits) {
    return Lack::Budget;
  }
  mpz_class accumulator;
  for (std::uint64_t i = 0; i < count; ++i) {
    accumulator <<= bits.width;
    accumulator += bits.bits;
  }
  return Value(BitVector{static_cast<std::uint32_t>(count * bits.width), std::move(accumulator)});
}

Outcome extended(const Arguments& arguments, const mpz_class& number) {
  const std::uint64_t width = width_of(arguments) + arguments.indices[0].number;
  return width > arguments.max_bits ? Outcome(Lack::Budget) : wrapped(static_cast<std::uint32_t>(width), number);
}

Outcome evaluate_zero_extend(const Arguments& arguments) { return extended(arguments, bits_of(arguments, 0).bits); }
Outcome evaluate_sign_extend(const Arguments& arguments) {
  return extended(arguments, signed_value(bits_of(arguments, 0)));
}

/// cvc5 (Kind BITVECTOR_ITE): ite with a condition of one bit.
Outcome evaluate_choice(const Arguments& arguments) { return arguments[arguments[0].as_bits().bits == 1 ? 1 : 2]; }

Outcome evaluate_redor(const Arguments& arguments) {
  return Value(BitVector{1, mpz_class(bits_of(arguments, 0).bits != 0 ? 1 : 0)});
}

Outcome evaluate_redand(const Arguments& arguments) {
  const BitVector& bits = bits_of(arguments, 0);
  return Value(BitVector{1, mpz_class(bits.bits == ones(bits.width) ? 1 : 0)});
}

Outcome evaluate_bit_to_bool(const Arguments& arguments) {
  return Value(mpz_tstbit(bits_of(arguments, 0).bits.get_mpz_t(), arguments.indices[0].number) != 0);
}

template <bool kSigned, typename Holds>
Outcome compare(const Arguments& arguments, Holds holds) {
  const BitVector& a = bits_of(arguments, 0);
  const BitVector& b = bits_of(arguments, 1);
  if constexpr (kSigned) {
    return Value(holds(cmp(signed_value(a), signed_value(b))));
  } else {
    return Value(holds(cmp(a.bits, b.bits)));
  }
}

Outcome evaluate_ult(const Arguments& a) {
  return compare<false>(a, [](int order) { return order < 0; });
}
Outcome evaluate_ule(const Arguments& a) {
  return compare<false>(a, [](int order) { return order <= 0; });
}
Outcome evaluate_ugt(const Arguments& a) {
  return compare<false>(a, [](int order) { return order > 0; });
}
Outcome evaluate_uge(const Arguments& a) {
  return compare<false>(a, [](int order) { return order >= 0; });
}
Outcome evaluate_slt(const Arguments& a) {
  return compare<true>(a, [](int order) { return order < 0; });
}
Outcome evaluate_sle(const Arguments& a) {
  return compare<true>(a, [](int order) { return order <= 0; });
}
Outcome evaluate_sgt(const Arguments& a) {
  return compare<true>(a, [](int order) { return order > 0; });
}
Outcome evaluate_sge(const Arguments& a) {
  return compare<true>(a, [](int order) { return order >= 0; });
}

Outcome evaluate_ubv_to_int(const Arguments& arguments) { return Value(bits_of(arguments, 0).bits); }
Outcome evaluate_sbv_to_int(const Arguments& arguments) { return Value(signed_value(bits_of(arguments, 0))); }

Outcome evaluate_int_to_bv(const Arguments& arguments) {
  const std::uint64_t width = arguments.indices[0].number;
  return width > arguments.max_bits ? Outcome(Lack::Budget)
                                    : wrapped(static_cast<std::uint32_t>(width), arguments[0].as_int());
}

OperatorRow unary(std::string_view name, SortRule sort, EvaluateRule evaluate) {
  return bit_vectors_row(name, 1, 1, Chaining::None, sort, evaluate);
}
OperatorRow binary(std::string_view name, SortRule sort, EvaluateRule evaluate) {
  return bit_vectors_row(name, 2, 2, Chaining::None, sort, evaluate);
}
OperatorRow left_associative(std::string_view name, SortRule sort, EvaluateRule evaluate) {
  return bit_vectors_row(name, 2, kAnyArity, Chaining::Left, sort, evaluate);
}
OperatorRow indexed(std::uint8_t index_count, std::string_view name, SortRule sort, EvaluateRule evaluate) {
  OperatorRow row = unary(name, sort, evaluate);
  row.index_count = index_count;
  return row;
}
OperatorRow renamed(OperatorRow row, std::vector<std::string_view> aliases) {
  row.aliases = std::move(aliases);
  return row;
}

std::vector<OperatorRow> make_rows() {
  const SortRule predicate = bit_vectors_predicate;
  std::vector<OperatorRow> rows = {
      left_associative("concat", concat_sort, evaluate_concat),
      indexed(2, "extract", extract_sort, evaluate_extract),
      unary("bvnot", same_width, evaluate_not),
      unary("bvneg", same_width, evaluate_neg),
      left_associative("bvand", same_width, evaluate_and),
      left_associative("bvor", same_width, evaluate_or),
      left_associative("bvadd", same_width, evaluate_add),
      left_associative("bvmul", same_width, evaluate_mul),
      binary("bvudiv", same_width, evaluate_udiv),
      binary("bvurem", same_width, evaluate_urem),
      binary("bvshl", same_width, evaluate_shl),
      binary("bvlshr", same_width, evaluate_lshr),
      binary("bvult", predicate, evaluate_ult),
      binary("bvnand", same_width, evaluate_nand),
      binary("bvnor", same_width, evaluate_nor),
      left_associative("bvxor", same_width, evaluate_xor),
      binary("bvxnor", same_width, evaluate_xnor),
      binary("bvcomp", one_bit, evaluate_comp),
      binary("bvsub", same_width, evaluate_sub),
      binary("bvsdiv", same_width, evaluate_sdiv),
      binary("bvsrem", same_width, evaluate_srem),
      binary("bvsmod", same_width, evaluate_smod),
      binary("bvashr", same_width, evaluate_ashr),
      indexed(1, "repeat", repeat_sort, evaluate_repeat),
      indexed(1, "zero_extend", extend_sort, evaluate_zero_extend),
      indexed(1, "sign_extend", extend_sort, evaluate_sign_extend),
      indexed(1, "rotate_left", rotate_sort, evaluate_rotate_left),
      indexed(1, "rotate_right", rotate_sort, evaluate_rotate_right),
      binary("bvule", predicate, evaluate_ule),
      binary("bvugt", predicate, evaluate_ugt),
      binary("bvuge", predicate, evaluate_uge),
      binary("bvslt", predicate, evaluate_slt),
      binary("bvsle", predicate, evaluate_sle),
      binary("bvsgt", predicate, evaluate_sgt),
      binary("bvsge", predicate, evaluate_sge),
      renamed(unary("ubv_to_int", to_int_sort, evaluate_ubv_to_int), {"bv2nat", "bv2int"}),
      unary("sbv_to_int", to_int_sort, evaluate_sbv_to_int),
      renamed(indexed(1, "int_to_bv", from_int_sort, evaluate_int_to_bv), {"int2bv", "nat2bv"}),
      extension(binary("ext_rotate_left", same_width, evaluate_ext_rotate_left)),
      extension(binary("ext_rotate_right", same_width, evaluate_ext_rotate_right)),
      extension(unary("bvredor", one_bit, evaluate_redor)),
      extension(unary("bvredand", one_bit, evaluate_redand)),
      extension(bit_vectors_row("bvite", 3, 3, Chaining::None, choice_sort, evaluate_choice)),
      extension(indexed(1, "bit2bool", bit_to_bool_sort, evaluate_bit_to_bool)),
  };
  const std::vector<OperatorRow> overflow = bit_vectors_overflow_rows();
  rows.insert(rows.end(), overflow.begin(), overflow.end());
  return rows;
}

}  // namespace
}  // namespace bit_vectors_theory

std::vector<OperatorRow> bit_vectors_rows() { return bit_vectors_theory::make_rows(); }

std::optional<SortId> bit_vectors_predicate(const SortQuery& query) {
  return bit_vectors_theory::same_width(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

}  // namespace assay::smt
