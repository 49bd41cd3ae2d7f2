#include "smt/fuzz/terms/builders.hpp"

#include <array>

#include "smt/fuzz/seed/connective.hpp"

namespace assay::smt {
namespace {

bool any(SortKind kind) { return kind != SortKind::Unknown && kind != SortKind::Opaque && kind != SortKind::Function; }
bool boolean(SortKind kind) { return kind == SortKind::Bool; }
bool number(SortKind kind) { return kind == SortKind::Int || kind == SortKind::Real; }
bool bit_vector(SortKind kind) { return kind == SortKind::BitVector; }
bool string(SortKind kind) { return kind == SortKind::String; }
bool regular(SortKind kind) { return kind == SortKind::RegLan; }

std::optional<TermId> from_pool(Grafter& graft, const Wanted& wanted) {
  const auto& alike = graft.valuation().alike(wanted.sort, wanted.value);
  if (alike.empty()) return std::nullopt;
  return graft.valuation().valued()[graft.rng().pick(alike)].term;
}

std::optional<TermId> constant(Grafter& graft, const Wanted& wanted) {
  return graft.literal(wanted.value, wanted.sort);
}

// One argument stays; the others are drawn, degenerate ones preferred, until they turn out to be neutral.
std::optional<TermId> neutral(Grafter& graft, const Wanted& wanted) {
  for (int attempt = 0; attempt < 6; ++attempt) {
    const auto made = graft.application_around(wanted.original);
    if (!made) continue;
    const auto value = graft.value_of(*made);
    if (value && *value == wanted.value) return made;
  }
  return std::nullopt;
}

// An application that happens to have the value: common where there are few values.
std::optional<TermId> fresh(Grafter& graft, const Wanted& wanted) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const auto made = graft.application(wanted.sort, 1);
    if (!made) continue;
    const auto value = graft.value_of(*made);
    if (value && *value == wanted.value) return made;
  }
  return std::nullopt;
}

std::optional<TermId> choice(Grafter& graft, const Wanted& wanted) {
  const auto condition = graft.rng().percent(60) ? graft.from_pool(graft.store().bool_sort())
                                                 : graft.application(graft.store().bool_sort(), 1);
  const auto other = graft.argument(wanted.sort, 1);
  if (!condition || !other) return std::nullopt;
  const auto truth = graft.value_of(*condition);
  if (!truth) return std::nullopt;
  return truth->as_bool() ? graft.apply("ite", {*condition, wanted.original, *other})
                          : graft.apply("ite", {*condition, *other, wanted.original});
}

// (select (store a i t) i), (select ((as const A) t) i): over arrays of the seed, or over small index sorts.
std::optional<TermId> through_array(Grafter& graft, const Wanted& wanted) {
  if (!graft.has_theory(Theory::Arrays)) return std::nullopt;
  std::vector<SortId> arrays;
  for (const SortId sort : graft.seed().sorts) {
    const SortNode& node = graft.store().node(sort);
    if (node.kind == SortKind::Array && node.arguments.size() == 2 && node.arguments[1] == wanted.sort)
      arrays.push_back(sort);
  }
  if (arrays.empty() || graft.rng().percent(25)) {
    const SortId index = graft.rng().coin() ? graft.store().bool_sort() : graft.store().bit_vector_sort(1);
    arrays.assign(1, graft.store().array_sort(index, wanted.sort));
  }
  const SortId sort = graft.rng().pick(arrays);
  const auto index = graft.argument(graft.store().node(sort).arguments[0], 1);
  if (!index) return std::nullopt;
  const auto old = graft.argument(sort, 0);
  if (old && graft.rng().percent(70)) {
    const auto stored = graft.apply("store", {*old, *index, wanted.original});
    return stored ? graft.apply("select", {*stored, *index}) : std::nullopt;
  }
  const auto constant_array = Operators::get().find("const", 0);
  if (!constant_array) return std::nullopt;
  // Most solvers want a value there, not any term.
  const auto element = graft.literal(wanted.value, wanted.sort);
  if (!element) return std::nullopt;
  const auto everywhere = graft.store().apply(*constant_array, std::array{*element}, {}, sort);
  return everywhere ? graft.apply("select", {*everywhere, *index}) : std::nullopt;
}

// A selector on its own constructor: (first (pair t u)).
std::optional<TermId> through_datatype(Grafter& graft, const Wanted& wanted) {
  struct Place {
    SortId sort;
    std::size_t constructor;
    std::size_t field;
  };
  std::vector<Place> places;
  for (const SortId sort : graft.seed().sorts) {
    const SortNode& node = graft.store().node(sort);
    if (node.kind != SortKind::Datatype || !node.datatype) continue;
    const Datatype& type = graft.store().node(*node.datatype);
    if (!type.parameters.empty()) continue;
    for (std::size_t c = 0; c < type.constructors.size(); ++c)
      for (std::size_t f = 0; f < type.constructors[c].fields.size(); ++f)
        if (type.constructors[c].fields[f].sort == wanted.sort) places.push_back({sort, c, f});
  }
  if (places.empty()) return std::nullopt;
  const Place place = graft.rng().pick(places);
  const Constructor constructor =
      graft.store().node(*graft.store().node(place.sort).datatype).constructors[place.constructor];
  std::vector<TermId> fields;
  for (std::size_t f = 0; f < constructor.fields.size(); ++f) {
    const auto field = f == place.field ? wanted.original : graft.argument(constructor.fields[f].sort, 0);
    if (!field) return std::nullopt;
    fields.push_back(*field);
  }
  const auto made = graft.store().call(constructor.function, fields);
  if (!made) return std::nullopt;
  return graft.store().call(constructor.fields[place.field].selector, std::array{*made});
}

// Any predicate has the value, or its negation has.
std::optional<TermId> predicate(Grafter& graft, const Wanted& wanted) {
  const auto made = graft.application(wanted.sort, 2);
  if (!made) return std::nullopt;
  const auto value = graft.value_of(*made);
  if (!value) return std::nullopt;
  return *value == wanted.value ? *made : make_not(graft.store(), *made);
}

// Equality between a fresh application and its own value (or another one): what it evaluates to is visible.
std::optional<TermId> equation(Grafter& graft, const Wanted& wanted) {
  const SortId sort = graft.rng().pick(graft.seed().sorts);
  const auto left = graft.application(sort, 2);
  if (!left) return std::nullopt;
  const auto value = graft.value_of(*left);
  if (!value) return std::nullopt;
  const auto right = graft.rng().coin() ? from_pool(graft, {*left, sort, *value}) : graft.literal(*value, sort);
  if (!right) return std::nullopt;
  return graft.apply(wanted.value.as_bool() ? "=" : "distinct", {*left, *right});
}

// a + (v - a), whatever a is.
std::optional<TermId> offset(Grafter& graft, const Wanted& wanted) {
  const auto base = graft.rng().percent(75) ? graft.application(wanted.sort, 2) : graft.from_pool(wanted.sort);
  if (!base) return std::nullopt;
  const auto value = graft.value_of(*base);
  if (!value) return std::nullopt;
  const bool is_int = wanted.value.is<mpz_class>();
  const auto difference = [&](const Value& a, const Value& b) {
    return is_int ? Value(mpz_class(a.as_int() - b.as_int())) : Value(mpq_class(a.as_real() - b.as_real()));
  };
  const bool added = graft.rng().coin();
  const auto rest =
      graft.literal(added ? difference(wanted.value, *value) : difference(*value, wanted.value), wanted.sort);
  if (!rest) return std::nullopt;
  return graft.apply(added ? "+" : "-", {*base, *rest});
}

std::optional<TermId> bit_offset(Grafter& graft, const Wanted& wanted) {
  const auto base = graft.rng().percent(75) ? graft.application(wanted.sort, 2) : graft.from_pool(wanted.sort);
  if (!base) return std::nullopt;
  const auto value = graft.value_of(*base);
  if (!value) return std::nullopt;
  const std::uint32_t width = wanted.value.as_bits().width;
  const mpz_class& to = wanted.value.as_bits().bits;
  const mpz_class& from = value->as_bits().bits;
  std::string_view op;
  mpz_class rest;
  switch (graft.rng().below(3)) {
    case 0: op = "bvadd", rest = to - from; break;
    case 1: op = "bvsub", rest = from - to; break;
    default: op = "bvxor", rest = to ^ from; break;
  }
  const auto other = graft.literal(make_bits(width, rest), wanted.sort);
  return other ? graft.apply(op, {*base, *other}) : std::nullopt;
}

std::optional<TermId> cut_and_joined(Grafter& graft, const Wanted& wanted) {
  const std::uint64_t width = wanted.value.as_bits().width;
  if (width < 2) {
    const auto wide = graft.apply("concat", {wanted.original, wanted.original});
    return wide ? graft.apply("extract", {*wide}, {Index{0, {}}, Index{0, {}}}) : std::nullopt;
  }
  const std::uint64_t cut = graft.rng().below(width - 1) + 1;
  const auto high = graft.apply("extract", {wanted.original}, {Index{width - 1, {}}, Index{cut, {}}});
  const auto low = graft.apply("extract", {wanted.original}, {Index{cut - 1, {}}, Index{0, {}}});
  return high && low ? graft.apply("concat", {*high, *low}) : std::nullopt;
}

std::optional<TermId> widened_and_cut(Grafter& graft, const Wanted& wanted) {
  const std::uint64_t width = wanted.value.as_bits().width;
  const std::uint64_t more = graft.rng().below(3);
  const auto wide =
      graft.apply(graft.rng().coin() ? "zero_extend" : "sign_extend", {wanted.original}, {Index{more, {}}});
  return wide ? graft.apply("extract", {*wide}, {Index{width - 1, {}}, Index{0, {}}}) : std::nullopt;
}

std::optional<TermId> index_literal(Grafter& graft, std::size_t number_value) {
  return graft.literal(Value(mpz_class(static_cast<unsigned long>(number_value))), graft.store().int_sort());
}

// The pool's strings that the value begins with, and the rest.
std::optional<TermId> prefixed(Grafter& graft, const Wanted& wanted) {
  const auto front = graft.argument(wanted.sort, 1);
  if (!front) return std::nullopt;
  const auto value = graft.value_of(*front);
  if (!value || !wanted.value.as_string().starts_with(value->as_string())) return std::nullopt;
  const auto rest = graft.literal(Value(wanted.value.as_string().substr(value->as_string().size())), wanted.sort);
  return rest ? graft.apply("str.++", {*front, *rest}) : std::nullopt;
}

std::optional<TermId> substring(Grafter& graft, const Wanted& wanted) {
  const auto front = graft.argument(wanted.sort, 1);
  const auto back = graft.argument(wanted.sort, 1);
  if (!front || !back) return std::nullopt;
  const auto value = graft.value_of(*front);
  if (!value) return std::nullopt;
  const auto all = graft.apply("str.++", {*front, wanted.original, *back});
  const auto start =
      graft.rng().coin() ? graft.apply("str.len", {*front}) : index_literal(graft, value->as_string().size());
  const auto length = graft.rng().coin() ? graft.apply("str.len", {wanted.original})
                                         : index_literal(graft, wanted.value.as_string().size());
  return all && start && length ? graft.apply("str.substr", {*all, *start, *length}) : std::nullopt;
}

std::optional<TermId> cut_string(Grafter& graft, const Wanted& wanted) {
  const std::size_t length = wanted.value.as_string().size();
  const auto zero = index_literal(graft, 0);
  const auto cut = index_literal(graft, static_cast<std::size_t>(graft.rng().below(length + 2)));
  const auto rest = graft.apply("str.len", {wanted.original});
  if (!zero || !cut || !rest) return std::nullopt;
  const auto front = graft.apply("str.substr", {wanted.original, *zero, *cut});
  const auto back = graft.apply("str.substr", {wanted.original, *cut, *rest});
  return front && back ? graft.apply("str.++", {*front, *back}) : std::nullopt;
}

// Regular languages have no terms for their values; the assertion around them is evaluated again, and that is all that
// counts.
std::optional<TermId> other_language(Grafter& graft, const Wanted& wanted) {
  return graft.rng().coin() ? graft.application_around(wanted.original) : graft.application(wanted.sort, 2);
}

}  // namespace

const std::vector<Builder>& builders() {
  static const std::vector<Builder> rows{
      {"pool", 6, any, from_pool},
      {"constant", 3, any, constant},
      {"neutral", 8, any, neutral},
      {"fresh", 3, any, fresh},
      {"ite", 3, any, choice},
      {"array", 4, any, through_array},
      {"datatype", 3, any, through_datatype},
      {"predicate", 8, boolean, predicate},
      {"equation", 6, boolean, equation},
      {"offset", 6, number, offset},
      {"bit-offset", 6, bit_vector, bit_offset},
      {"cut-join", 2, bit_vector, cut_and_joined},
      {"widen-cut", 2, bit_vector, widened_and_cut},
      {"prefix", 3, string, prefixed},
      {"substring", 3, string, substring},
      {"cut-string", 3, string, cut_string},
      {"language", 8, regular, other_language},
  };
  return rows;
}

}  // namespace assay::smt
