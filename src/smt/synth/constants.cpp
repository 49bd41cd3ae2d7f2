#include "smt/synth/constants.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/term/regex_value.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxCompositeValues = 8;  // computed array and datatype values of one sort
constexpr unsigned kMaxNesting = 3;             // of composite values

mpz_class power_of_two(std::uint64_t exponent) {
  mpz_class result = 1;
  result <<= exponent;
  return result;
}

template <typename T>
void add_new(std::vector<T>& list, T value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(std::move(value));
}

bool is_known_fraction(const mpq_class& value) { return value.get_den() != 1; }

std::string number_trait(const mpz_class& value) {
  if (value == 0) return "zero";
  if (value < 0) return "negative";
  if (value == 1) return "one";
  return value > mpz_class("2147483647") ? "large" : "";
}

std::string bits_trait(const BitVector& value) {
  const mpz_class top = power_of_two(value.width - 1);
  if (value.bits == 0) return "zero";
  if (value.bits == power_of_two(value.width) - 1) return "all ones";
  if (value.bits == top) return "signed minimum";
  if (value.bits == top - 1) return "signed maximum";
  if (value.bits == 1) return "one";
  return value.bits > top ? "sign bit set" : "";
}

std::string float_trait(const Float& value) {
  const std::uint64_t fraction = value.significand - 1;
  const mpz_class infinity = (power_of_two(value.exponent) - 1) << fraction;
  const mpz_class sign = power_of_two(value.exponent + fraction);
  const bool negative = value.bits >= sign;
  const mpz_class magnitude = negative ? mpz_class(value.bits - sign) : value.bits;
  if (magnitude > infinity) return "NaN";
  const std::string prefix = negative ? "negative " : "";
  if (magnitude == infinity) return prefix + "infinity";
  if (magnitude == 0) return negative ? "negative zero" : "zero";
  if (magnitude < power_of_two(fraction)) return prefix + "subnormal";
  return negative ? "negative" : "";
}

std::string string_trait(const std::u32string& value) {
  if (value.empty()) return "empty";
  for (const char32_t c : value)
    if (c < 0x20 || c > 0x7E) return "not printable ASCII";
  const bool digits = std::all_of(value.begin(), value.end(), [](char32_t c) { return c >= U'0' && c <= U'9'; });
  if (digits) return "digits";
  return value.size() == 1 ? "one character" : "";
}

std::string regex_trait(const RegexValue& value) {
  switch (value.kind) {
    case RegexValue::Kind::None: return "empty language";
    case RegexValue::Kind::Literal: return value.text.empty() ? "empty word" : "";
    case RegexValue::Kind::Range: return "range";
    case RegexValue::Kind::Star: return "star";
    case RegexValue::Kind::Complement: return "complement";
    case RegexValue::Kind::Loop: return "loop";
    default: return "";
  }
}

}  // namespace

Constants::Constants(TermStore& store, const std::vector<Rule>& rules, bool add_computed)
    : store_(store), add_computed_(add_computed) {
  const Model empty;
  Evaluator evaluator(store, empty);
  for (const Rule& rule : rules) {
    for (const TermId term : rule.constants) {
      const Outcome outcome = evaluator.evaluate(term);
      if (!outcome.known()) continue;
      std::vector<Constant>& list = given_[store.sort_of(term)];
      const bool is_new =
          std::none_of(list.begin(), list.end(), [&](const Constant& other) { return other.value == outcome.value; });
      if (!is_new) continue;
      const auto canonical = make_term(store, outcome.value, store.sort_of(term));
      list.push_back({canonical.value_or(term), outcome.value});
    }
  }
}

const std::vector<Constant>& Constants::of(SortId sort) {
  const auto [entry, is_new] = all_.try_emplace(sort);
  if (!is_new) return entry->second;
  std::vector<Constant> list;
  if (const auto given = given_.find(sort); given != given_.end()) list = given->second;
  if (list.empty() || add_computed_)
    for (const Value& value : computed(sort, 0)) add(list, sort, value);
  all_[sort] = std::move(list);
  return all_[sort];
}

std::optional<TermId> Constants::term_of(const Value& value, SortId sort) {
  for (const Constant& constant : of(sort))
    if (constant.value == value) return constant.term;
  return make_term(store_, value, sort);
}

void Constants::add(std::vector<Constant>& list, SortId sort, const Value& value) {
  for (const Constant& constant : list)
    if (constant.value == value) return;
  if (const auto term = make_term(store_, value, sort)) list.push_back({*term, value});
}

std::vector<Value> Constants::values(SortId sort, unsigned nesting) {
  std::vector<Value> list;
  if (const auto given = given_.find(sort); given != given_.end())
    for (const Constant& constant : given->second) list.push_back(constant.value);
  for (Value& value : computed(sort, nesting)) add_new(list, std::move(value));
  return list;
}

std::vector<Value> Constants::computed(SortId sort, unsigned nesting) {
  if (nesting > kMaxNesting) return {};
  const SortKind kind = store_.kind(sort);
  switch (kind) {
    case SortKind::Bool: return {Value(false), Value(true)};
    case SortKind::Int: return {Value(mpz_class(0)), Value(mpz_class(1)), Value(mpz_class(-1))};
    case SortKind::Real:
      return {Value(mpq_class(0)), Value(mpq_class(1)), Value(mpq_class(-1)), Value(mpq_class(1, 2))};
    case SortKind::String: return {Value(std::u32string()), Value(std::u32string(U"a"))};
    case SortKind::RoundingMode:
      return {Value(RoundingMode::NearestEven), Value(RoundingMode::NearestAway), Value(RoundingMode::TowardPositive),
              Value(RoundingMode::TowardNegative), Value(RoundingMode::TowardZero)};
    case SortKind::BitVector: return bits(static_cast<std::uint32_t>(store_.node(sort).indices[0]));
    case SortKind::Float: return floats(sort);
    case SortKind::Array: return arrays(sort, nesting);
    case SortKind::Sequence: return sequences(sort, nesting);
    case SortKind::Datatype: return datatypes(sort, nesting);
    default: return {};
  }
}

std::vector<Value> Constants::bits(std::uint32_t width) {
  const mpz_class top = power_of_two(width - 1);
  std::vector<Value> list;
  for (const mpz_class& value : {mpz_class(0), mpz_class(power_of_two(width) - 1), top, mpz_class(1),
                                 mpz_class(top - 1), mpz_class(2), mpz_class(width)})
    if (value < power_of_two(width)) add_new(list, make_bits(width, value));
  return list;
}

std::vector<Value> Constants::floats(SortId sort) {
  const auto exponent = static_cast<std::uint32_t>(store_.node(sort).indices[0]);
  const auto significand = static_cast<std::uint32_t>(store_.node(sort).indices[1]);
  const std::uint64_t fraction = significand - 1;
  const mpz_class infinity = (power_of_two(exponent) - 1) << fraction;
  const mpz_class one = (power_of_two(exponent - 1) - 1) << fraction;
  const mpz_class sign = power_of_two(exponent + fraction);
  const mpz_class nan = infinity + power_of_two(fraction - 1);
  std::vector<Value> list;
  for (const mpz_class& packed :
       {mpz_class(0), nan, one, sign, infinity, mpz_class(sign + one), mpz_class(1), mpz_class(sign + infinity),
        mpz_class(infinity - 1), mpz_class(power_of_two(fraction)), mpz_class(power_of_two(fraction) - 1),
        mpz_class(one + 1), mpz_class(sign + 1)})
    add_new(list, Value(Float{exponent, significand, packed}));
  return list;
}

std::vector<Value> Constants::arrays(SortId sort, unsigned nesting) {
  const SortNode node = store_.node(sort);
  if (node.arguments.size() != 2) return {};
  const std::vector<Value> indices = values(node.arguments[0], nesting + 1);
  const std::vector<Value> elements = values(node.arguments[1], nesting + 1);
  std::vector<Value> list;
  const auto add_array = [&](const Value& fallback, std::vector<std::pair<Value, Value>> entries) {
    auto value = array_value(store_, sort, fallback, std::move(entries));
    if (value && list.size() < kMaxCompositeValues) add_new(list, std::move(*value));
  };
  for (std::size_t i = 0; i < elements.size() && i < 2; ++i) add_array(elements[i], {});
  for (std::size_t i = 0; i < indices.size() && i < 2 && elements.size() > 1; ++i) {
    add_array(elements[0], {{indices[i], elements[1]}});
    add_array(elements[1], {{indices[i], elements[0]}});
  }
  if (indices.size() > 1 && elements.size() > 2)
    add_array(elements[0], {{indices[0], elements[1]}, {indices[1], elements[2]}});
  return list;
}

std::vector<Value> Constants::sequences(SortId sort, unsigned nesting) {
  const std::vector<Value> elements = values(store_.node(sort).arguments[0], nesting + 1);
  std::vector<Value> list{make_sequence({})};
  for (std::size_t i = 0; i < elements.size() && i < 2; ++i) list.push_back(make_sequence({elements[i]}));
  if (elements.size() > 1) {
    list.push_back(make_sequence({elements[0], elements[1]}));
    list.push_back(make_sequence({elements[1], elements[1]}));
    list.push_back(make_sequence({elements[0], elements[1], elements[0]}));
  }
  return list;
}

std::vector<Value> Constants::datatypes(SortId sort, unsigned nesting) {
  const SortNode node = store_.node(sort);
  if (!node.datatype) return {};
  const Datatype type = store_.node(*node.datatype);
  if (type.codatatype || !type.parameters.empty()) return {};
  std::vector<Value> list;
  for (std::uint32_t position = 0; position < type.constructors.size(); ++position) {
    const Constructor& constructor = type.constructors[position];
    std::vector<std::vector<Value>> choices;
    std::size_t max_choices = 1;
    for (const Field& field : constructor.fields) {
      choices.push_back(values(field.sort, nesting + 1));
      max_choices = std::max(max_choices, choices.back().size());
    }
    const bool is_empty =
        std::any_of(choices.begin(), choices.end(), [](const auto& choice) { return choice.empty(); });
    if (is_empty) continue;
    // At most 4 values: field f advances to its next value every f + 1 steps.
    for (std::size_t i = 0; i < std::min<std::size_t>(max_choices, 4); ++i) {
      std::vector<Value> fields;
      for (std::size_t f = 0; f < choices.size(); ++f) fields.push_back(choices[f][(i / (f + 1)) % choices[f].size()]);
      if (list.size() < kMaxCompositeValues)
        add_new(list, make_datatype(constructor.function, position, std::move(fields)));
    }
  }
  return list;
}

std::string trait(const TermStore& store, const Value& value, SortId sort) {
  switch (store.kind(sort)) {
    case SortKind::Bool: return value.as_bool() ? "true" : "false";
    case SortKind::Int: return number_trait(value.as_int());
    case SortKind::Real:
      return is_known_fraction(value.as_real()) ? "fraction" : number_trait(value.as_real().get_num());
    case SortKind::BitVector: return bits_trait(value.as_bits());
    case SortKind::Float: return float_trait(value.as_float());
    case SortKind::String: return string_trait(value.as_string());
    case SortKind::RegLan: return regex_trait(value.as_regex());
    case SortKind::Set:
    case SortKind::Sequence: return value.as_sequence().elements.empty() ? "empty" : "";
    case SortKind::Array: return value.as_array().entries.empty() ? "constant array" : "";
    case SortKind::Datatype: return std::string(store.spelling(store.node(value.as_datatype().constructor).name));
    case SortKind::RoundingMode: {
      constexpr std::array<std::string_view, 5> kNames{"RNE", "RNA", "RTP", "RTN", "RTZ"};
      return std::string(kNames[static_cast<std::size_t>(value.as<RoundingMode>())]);
    }
    default: return "";
  }
}

}  // namespace assay::smt
