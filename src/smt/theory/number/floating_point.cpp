#include <limits>
#include <optional>
#include <utility>

#include "smt/theory/number/floating_point_evaluate.hpp"
#include "smt/theory/row/strings_sorts.hpp"
#include "smt/theory/row/tables.hpp"

namespace assay::smt {

namespace floating_point_theory {
namespace {

constexpr std::uint64_t kMaxWidth = std::numeric_limits<std::uint32_t>::max() / 2;

/// The format in the indices of (_ op eb sb). Nullopt if it is not valid.
std::optional<SortId> indexed_format(const SortQuery& query) {
  const Index& exponent = query.indices[0];
  const Index& significand = query.indices[1];
  if (exponent.symbol || significand.symbol || exponent.number < 2 || significand.number < 2 ||
      exponent.number > kMaxWidth || significand.number > kMaxWidth) {
    return std::nullopt;
  }
  return query.store.float_sort(static_cast<std::uint32_t>(exponent.number),
                                static_cast<std::uint32_t>(significand.number));
}

/// The width of a bit-vector sort; 0 for an unknown sort, nullopt for other sorts.
std::optional<std::uint64_t> width(const SortQuery& query, std::size_t i) {
  const SortNode& node = query.store.node(query.arguments[i]);
  if (node.kind == SortKind::Unknown) {
    return 0;
  }
  return node.kind == SortKind::BitVector ? std::optional(node.indices[0]) : std::nullopt;
}

std::optional<SortId> parts(const SortQuery& query) {
  const auto sign = width(query, 0);
  const auto exponent = width(query, 1);
  const auto fraction = width(query, 2);
  if (!sign || !exponent || !fraction || *sign > 1) {
    return std::nullopt;
  }
  if (*exponent == 0 || *fraction == 0) {
    return query.store.unknown_sort();
  }
  if (*exponent < 2 || *exponent > kMaxWidth || *fraction > kMaxWidth) {
    return std::nullopt;
  }
  return query.store.float_sort(static_cast<std::uint32_t>(*exponent), static_cast<std::uint32_t>(*fraction + 1));
}

/// Sort rule: the first `Modes` arguments are rounding modes, then come floats of one format, which is the result.
template <std::size_t Modes>
std::optional<SortId> same_format(const SortQuery& query) {
  for (std::size_t i = 0; i < Modes; ++i) {
    if (!fits(query.store, query.arguments[i], SortKind::RoundingMode)) {
      return std::nullopt;
    }
  }
  const auto floats = query.arguments.subspan(Modes);
  for (const SortId sort : floats) {
    if (!fits(query.store, sort, SortKind::Float)) {
      return std::nullopt;
    }
  }
  return common_sort(query.store, floats);
}

std::optional<SortId> predicate(const SortQuery& query) {
  return same_format<0>(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

bool is_number(const SortQuery& query, std::size_t i) {
  return fits(query.store, query.arguments[i], SortKind::Int) || fits(query.store, query.arguments[i], SortKind::Real);
}

/// The forms of to_fp: (bits), (rounding mode, float or number or signed bits), and of z3: (sign, exponent, fraction),
/// (rounding mode, number, binary exponent).
std::optional<SortId> to_fp_sort(const SortQuery& query) {
  const auto format = indexed_format(query);
  if (!format) {
    return std::nullopt;
  }
  const std::uint64_t total = query.indices[0].number + query.indices[1].number;
  const std::size_t count = query.arguments.size();
  if (count == 1) {
    const auto bits = width(query, 0);
    return bits && (*bits == 0 || *bits == total) ? format : std::nullopt;
  }
  if (count == 3 && width(query, 0).value_or(0) == 1) {
    return width(query, 1) == query.indices[0].number && width(query, 2) == query.indices[1].number - 1 ? format
                                                                                                        : std::nullopt;
  }
  if (!fits(query.store, query.arguments[0], SortKind::RoundingMode)) {
    return std::nullopt;
  }
  if (count == 3) {
    return is_number(query, 1) && is_number(query, 2) ? format : std::nullopt;
  }
  return is_number(query, 1) || width(query, 1) || fits(query.store, query.arguments[1], SortKind::Float)
             ? format
             : std::nullopt;
}

std::optional<SortId> to_fp_unsigned_sort(const SortQuery& query) {
  return fits(query.store, query.arguments[0], SortKind::RoundingMode) && width(query, 1) ? indexed_format(query)
                                                                                          : std::nullopt;
}

std::optional<SortId> to_bits_sort(const SortQuery& query) {
  const Index& bits = query.indices[0];
  if (bits.symbol || bits.number == 0 || bits.number > kMaxWidth ||
      !fits(query.store, query.arguments[0], SortKind::RoundingMode) ||
      !fits(query.store, query.arguments[1], SortKind::Float)) {
    return std::nullopt;
  }
  return query.store.bit_vector_sort(static_cast<std::uint32_t>(bits.number));
}

std::optional<SortId> ieee_bits_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  if (node.kind == SortKind::Unknown) {
    return query.store.unknown_sort();
  }
  if (node.kind != SortKind::Float) {
    return std::nullopt;
  }
  return query.store.bit_vector_sort(static_cast<std::uint32_t>(node.indices[0] + node.indices[1]));
}

OperatorRow row(std::string_view name, std::uint8_t arity, SortRule sort, EvaluateRule evaluate,
                std::uint8_t indices = 0) {
  return {.name = name,
          .theory = Theory::FloatingPoint,
          .index_count = indices,
          .min_arity = arity,
          .max_arity = arity,
          .sort = sort,
          .evaluate = evaluate};
}

OperatorRow mode(std::string_view name, std::string_view alias, EvaluateRule evaluate) {
  OperatorRow result = row(name, 0, signature<SortKind::RoundingMode>, evaluate);
  result.aliases = {alias};
  return result;
}

OperatorRow comparison(std::string_view name, EvaluateRule evaluate) {
  OperatorRow result = row(name, 2, predicate, evaluate);
  result.max_arity = kAnyArity;
  result.chaining = Chaining::Chain;
  return result;
}

OperatorRow to_fp_row() {
  OperatorRow result = row("to_fp", 1, to_fp_sort, fp::to_fp, 2);
  result.max_arity = 3;
  result.standard_arities = {1, 2};  // only z3 has forms with three arguments
  result.aliases = {"to_fp_bv", "to_fp_fp", "to_fp_real", "to_fp_signed"};
  return result;
}

OperatorRow to_ieee_row() {
  OperatorRow result = row("fp.to_ieee_bv", 1, ieee_bits_sort, fp::to_ieee_bv);
  result.aliases = {"fp.as_ieee_bv"};
  result.standard = false;
  return result;
}

std::vector<OperatorRow> value_rows() {
  return {
      mode("RNE", "roundNearestTiesToEven", fp::rounding_mode<RoundingMode::NearestEven>),
      mode("RNA", "roundNearestTiesToAway", fp::rounding_mode<RoundingMode::NearestAway>),
      mode("RTP", "roundTowardPositive", fp::rounding_mode<RoundingMode::TowardPositive>),
      mode("RTN", "roundTowardNegative", fp::rounding_mode<RoundingMode::TowardNegative>),
      mode("RTZ", "roundTowardZero", fp::rounding_mode<RoundingMode::TowardZero>),
      row("fp", 3, parts, fp::from_parts),
      row("+oo", 0, indexed_format, fp::plus_infinity, 2),
      row("-oo", 0, indexed_format, fp::minus_infinity, 2),
      row("+zero", 0, indexed_format, fp::plus_zero, 2),
      row("-zero", 0, indexed_format, fp::minus_zero, 2),
      row("NaN", 0, indexed_format, fp::not_a_number, 2),
  };
}

std::vector<OperatorRow> operation_rows() {
  return {
      row("fp.abs", 1, same_format<0>, fp::abs),
      row("fp.neg", 1, same_format<0>, fp::neg),
      row("fp.add", 3, same_format<1>, fp::add),
      row("fp.sub", 3, same_format<1>, fp::sub),
      row("fp.mul", 3, same_format<1>, fp::mul),
      row("fp.div", 3, same_format<1>, fp::div),
      row("fp.fma", 4, same_format<1>, fp::fma),
      row("fp.sqrt", 2, same_format<1>, fp::sqrt),
      row("fp.rem", 2, same_format<0>, fp::rem),
      row("fp.roundToIntegral", 2, same_format<1>, fp::round_to_integral),
      row("fp.min", 2, same_format<0>, fp::min),
      row("fp.max", 2, same_format<0>, fp::max),
      comparison("fp.leq", fp::leq),
      comparison("fp.lt", fp::lt),
      comparison("fp.geq", fp::geq),
      comparison("fp.gt", fp::gt),
      comparison("fp.eq", fp::eq),
      row("fp.isNormal", 1, predicate, fp::is_normal),
      row("fp.isSubnormal", 1, predicate, fp::is_subnormal),
      row("fp.isZero", 1, predicate, fp::is_zero),
      row("fp.isInfinite", 1, predicate, fp::is_infinite),
      row("fp.isNaN", 1, predicate, fp::is_nan),
      row("fp.isNegative", 1, predicate, fp::is_negative),
      row("fp.isPositive", 1, predicate, fp::is_positive),
  };
}

std::vector<OperatorRow> conversion_rows() {
  return {
      to_fp_row(),
      row("to_fp_unsigned", 2, to_fp_unsigned_sort, fp::to_fp_unsigned, 2),
      row("fp.to_ubv", 2, to_bits_sort, fp::to_ubv, 1),
      row("fp.to_sbv", 2, to_bits_sort, fp::to_sbv, 1),
      row("fp.to_real", 1, signature<SortKind::Real, SortKind::Float>, fp::to_real),
      to_ieee_row(),
  };
}

std::vector<OperatorRow> all_rows() {
  std::vector<OperatorRow> rows = value_rows();
  for (auto make : {operation_rows, conversion_rows}) {
    for (OperatorRow& more : make()) {
      rows.push_back(std::move(more));
    }
  }
  return rows;
}

}  // namespace
}  // namespace floating_point_theory

std::vector<OperatorRow> floating_point_rows() { return floating_point_theory::all_rows(); }

}  // namespace assay::smt
