#include "smt/draw/random_value.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "assay/smt/value.hpp"
#include "assay/smt/values.hpp"
#include "smt/theory/container/sets.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kMaxNesting = 3;  // of arrays, collections and datatypes; deeper parts get default values

mpz_class number(std::int64_t value) { return mpz_class(static_cast<long>(value)); }

mpz_class power_of_two(std::uint64_t exponent) {
  mpz_class result = 1;
  result <<= exponent;
  return result;
}

mpz_class random_bits(std::uint64_t width, core::Rng& rng) {
  mpz_class bits = 0;
  for (std::uint64_t done = 0; done < width; done += 32) {
    bits <<= 32;
    bits += static_cast<unsigned long>(rng.next() >> 32);
  }
  const mpz_class modulus = power_of_two(width);
  mpz_class result;
  mpz_fdiv_r(result.get_mpz_t(), bits.get_mpz_t(), modulus.get_mpz_t());
  return result;
}

mpz_class integer(core::Rng& rng, bool degenerate) {
  if (degenerate || rng.percent(40)) return number(rng.between(-1, 1));
  if (rng.percent(70)) return number(rng.between(-10, 10));
  const mpz_class magnitude = power_of_two(rng.pick(std::vector<std::uint64_t>{7, 8, 15, 16, 31, 32, 63, 64}));
  const mpz_class near = magnitude + number(rng.between(-1, 1));
  return rng.coin() ? near : mpz_class(-near);
}

mpq_class real(core::Rng& rng, bool degenerate) {
  mpq_class value(integer(rng, degenerate));
  if (!degenerate && rng.percent(40)) value /= mpq_class(number(rng.between(2, 7)));
  value.canonicalize();
  return value;
}

mpz_class bits(std::uint64_t width, core::Rng& rng, bool degenerate) {
  const mpz_class top = power_of_two(width - 1);
  switch (rng.below(degenerate ? 4 : 8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return power_of_two(width) - 1;
    case 3: return top;
    case 4: return top - 1;
    case 5: return random_bits(width < 4 ? width : 4, rng);
    default: return random_bits(width, rng);
  }
}

// The packed bits of an IEEE 754 value at which implementations often fail.
mpz_class special_float(std::uint64_t exponent, std::uint64_t significand, core::Rng& rng) {
  const std::uint64_t fraction = significand - 1;
  const mpz_class infinity = (power_of_two(exponent) - 1) << fraction;
  const mpz_class sign = power_of_two(exponent + fraction);
  const mpz_class one = (power_of_two(exponent - 1) - 1) << fraction;
  mpz_class value;
  switch (rng.below(9)) {
    case 0: return infinity + power_of_two(fraction - 1);  // the NaN
    case 1: value = 0; break;
    case 2: value = infinity; break;
    case 3: value = 1; break;                           // smallest subnormal
    case 4: value = power_of_two(fraction) - 1; break;  // largest subnormal
    case 5: value = power_of_two(fraction); break;      // smallest normal
    case 6: value = infinity - 1; break;                // largest normal
    case 7: value = one; break;
    default: value = one + 1; break;
  }
  return rng.coin() ? value : mpz_class(value + sign);
}

Value floating(const SortNode& sort, core::Rng& rng, bool degenerate) {
  const std::uint64_t exponent = sort.indices[0];
  const std::uint64_t significand = sort.indices[1];
  mpz_class packed = degenerate || rng.percent(60) ? special_float(exponent, significand, rng)
                                                   : random_bits(exponent + significand, rng);
  // Replaces every bit pattern of a NaN by the canonical NaN.
  const std::uint64_t fraction = significand - 1;
  const mpz_class infinity = (power_of_two(exponent) - 1) << fraction;
  mpz_class magnitude;
  mpz_fdiv_r_2exp(magnitude.get_mpz_t(), packed.get_mpz_t(), exponent + fraction);
  if (magnitude > infinity) packed = infinity + power_of_two(fraction - 1);
  return Value(Float{static_cast<std::uint32_t>(exponent), static_cast<std::uint32_t>(significand), packed});
}

std::u32string string(core::Rng& rng, bool degenerate) {
  static const std::vector<char32_t> letters{U'a', U'b', U'0',  U'1', U'9', U'A',
                                             U' ', U'"', U'\\', U'u', 0x1F, 0x2FFFF};
  const std::uint64_t length = degenerate ? rng.below(2) : rng.below(5);
  std::u32string text;
  for (std::uint64_t i = 0; i < length; ++i)
    text.push_back(letters[static_cast<std::size_t>(rng.below(rng.percent(80) ? 4 : letters.size()))]);
  return text;
}

Value residue(std::uint64_t order, core::Rng& rng, bool degenerate) {
  const std::uint64_t edges[] = {0, 1, order - 1};
  const std::uint64_t number = degenerate || rng.percent(40) ? edges[rng.below(3)] : rng.below(order);
  return Value(mpz_class(static_cast<unsigned long>(number)));
}

std::optional<Value> scalar(TermStore& store, SortId id, core::Rng& rng, bool degenerate) {
  const SortNode& sort = store.node(id);
  switch (sort.kind) {
    case SortKind::Bool: return Value(rng.coin());
    case SortKind::Int: return Value(integer(rng, degenerate));
    case SortKind::Real: return Value(real(rng, degenerate));
    case SortKind::RoundingMode: {
      constexpr std::array kModes{RoundingMode::NearestEven, RoundingMode::NearestAway, RoundingMode::TowardPositive,
                                  RoundingMode::TowardNegative, RoundingMode::TowardZero};
      return Value(kModes[static_cast<std::size_t>(rng.below(kModes.size()))]);
    }
    case SortKind::String: return Value(string(rng, degenerate));
    case SortKind::BitVector:
      return make_bits(static_cast<std::uint32_t>(sort.indices[0]), bits(sort.indices[0], rng, degenerate));
    case SortKind::Float: return floating(sort, rng, degenerate);
    case SortKind::FiniteField: return residue(sort.indices[0], rng, degenerate);
    case SortKind::Uninterpreted: return Value(Element{id, static_cast<std::uint32_t>(rng.below(degenerate ? 1 : 3))});
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Value> RandomValues::literal(SortId sort, core::Rng& rng) {
  std::vector<const Value*> fitting;
  for (const auto& [of, value] : literals_)
    if (of == sort) fitting.push_back(&value);
  if (fitting.empty()) return std::nullopt;
  const Value& chosen = *rng.pick(fitting);
  // The neighbours of a literal are as interesting as the literal.
  if (chosen.is<mpz_class>()) return Value(mpz_class(chosen.as_int() + number(rng.between(-1, 1))));
  if (chosen.is<mpq_class>()) return Value(mpq_class(chosen.as_real() + mpq_class(number(rng.between(-1, 1)))));
  if (chosen.is<BitVector>())
    return make_bits(chosen.as_bits().width, chosen.as_bits().bits + number(rng.between(-1, 1)));
  return chosen;
}

std::optional<Value> RandomValues::array(SortId id, core::Rng& rng, unsigned nesting, bool constant) {
  const SortNode sort = store_.node(id);
  if (sort.arguments.size() != 2) return std::nullopt;
  auto fallback = draw(sort.arguments[1], rng, nesting + 1);
  if (!fallback) return std::nullopt;
  std::vector<std::pair<Value, Value>> entries;
  for (std::uint64_t i = 0, n = constant ? 0 : rng.below(4); i < n; ++i) {
    auto index = draw(sort.arguments[0], rng, nesting + 1);
    auto element = draw(sort.arguments[1], rng, nesting + 1);
    if (!index || !element) return std::nullopt;
    entries.emplace_back(std::move(*index), std::move(*element));
  }
  return array_value(store_, id, std::move(*fallback), std::move(entries));
}

std::optional<Value> RandomValues::sequence(SortId id, core::Rng& rng, unsigned nesting) {
  const SortId element_sort = store_.node(id).arguments[0];
  std::vector<Value> elements;
  for (std::uint64_t i = 0, n = rng.below(4); i < n; ++i) {
    auto element = draw(element_sort, rng, nesting + 1);
    if (!element) return std::nullopt;
    elements.push_back(std::move(*element));
  }
  return make_sequence(std::move(elements));
}

std::optional<Value> RandomValues::set(SortId id, core::Rng& rng, unsigned nesting) {
  const auto members = sequence(id, rng, nesting);
  return members ? std::optional(make_set(members->as_sequence().elements)) : std::nullopt;
}

std::optional<Value> RandomValues::bag(SortId id, core::Rng& rng, unsigned nesting) {
  const auto elements = sequence(id, rng, nesting);
  if (!elements) return std::nullopt;
  std::vector<std::pair<Value, Value>> counts;
  for (const Value& element : elements->as_sequence().elements)
    counts.emplace_back(element, Value(number(rng.between(1, 3))));
  return make_array(Value(number(0)), std::move(counts), 0);
}

std::optional<Value> RandomValues::nullable(SortId id, core::Rng& rng, unsigned nesting) {
  if (rng.percent(30)) return make_sequence({});
  auto some = draw(store_.node(id).arguments[0], rng, nesting + 1);
  return some ? std::optional(make_sequence({std::move(*some)})) : std::nullopt;
}

std::optional<Value> RandomValues::tuple(SortId id, core::Rng& rng, unsigned nesting) {
  std::vector<Value> components;
  const std::vector<SortId> sorts = store_.node(id).arguments;
  for (const SortId sort : sorts) {
    auto component = draw(sort, rng, nesting + 1);
    if (!component) return std::nullopt;
    components.push_back(std::move(*component));
  }
  return make_sequence(std::move(components));
}

std::optional<Value> RandomValues::datatype(SortId id, core::Rng& rng, unsigned nesting) {
  const SortNode sort = store_.node(id);
  if (!sort.datatype) return std::nullopt;
  const Datatype type = store_.node(*sort.datatype);
  if (type.constructors.empty() || type.codatatype) return std::nullopt;
  const auto position = static_cast<std::size_t>(rng.below(type.constructors.size()));
  std::vector<Value> fields;
  for (const Field& field : type.constructors[position].fields) {
    const SortId field_sort = type.parameters.empty() || sort.arguments.size() != type.parameters.size()
                                  ? field.sort
                                  : store_.substitute(field.sort, type.parameters, sort.arguments);
    auto value = draw(field_sort, rng, nesting + 1);
    if (!value) return std::nullopt;
    fields.push_back(std::move(*value));
  }
  return make_datatype(type.constructors[position].function, static_cast<std::uint32_t>(position), std::move(fields));
}

std::optional<Value> RandomValues::draw(SortId sort, core::Rng& rng, unsigned nesting) {
  if (nesting > kMaxNesting) return default_value(store_, sort);
  if (rng.percent(35))
    if (auto value = literal(sort, rng)) return value;
  switch (store_.kind(sort)) {
    case SortKind::Array: return array(sort, rng, nesting, false);
    case SortKind::Sequence: return sequence(sort, rng, nesting);
    case SortKind::Set: return set(sort, rng, nesting);
    case SortKind::Tuple: return tuple(sort, rng, nesting);
    case SortKind::Bag: return bag(sort, rng, nesting);
    case SortKind::Nullable: return nullable(sort, rng, nesting);
    case SortKind::Datatype: return datatype(sort, rng, nesting);
    default: return scalar(store_, sort, rng, false);
  }
}

std::optional<Value> RandomValues::degenerate(SortId sort, core::Rng& rng) {
  switch (store_.kind(sort)) {
    case SortKind::Array: return array(sort, rng, kMaxNesting - 1, true);
    case SortKind::Sequence:
    case SortKind::Set: return make_sequence({});
    case SortKind::Bag:
    case SortKind::Nullable:
    case SortKind::Tuple:
    case SortKind::Datatype: return default_value(store_, sort);
    default: return scalar(store_, sort, rng, true);
  }
}

}  // namespace assay::smt
