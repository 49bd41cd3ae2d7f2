#include "smt/fuzz/terms/builders.hpp"

#include <array>

#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

bool any(SortKind kind) { return kind != SortKind::Unknown && kind != SortKind::Opaque && kind != SortKind::Function; }
bool boolean(SortKind kind) { return kind == SortKind::Bool; }
bool number(SortKind kind) { return kind == SortKind::Int || kind == SortKind::Real; }
bool bit_vector(SortKind kind) { return kind == SortKind::BitVector; }
bool string(SortKind kind) { return kind == SortKind::String; }
bool regular(SortKind kind) { return kind == SortKind::RegLan; }

std::optional<TermId> from_pool(Grafter& graft, const TermGoal& goal) {
  const auto& alike = graft.valuation().with_value(goal.sort, goal.value);
  if (alike.empty()) return std::nullopt;
  return graft.valuation().valued_terms()[graft.rng().pick(alike)].term;
}

std::optional<TermId> constant(Grafter& graft, const TermGoal& goal) { return graft.literal(goal.value, goal.sort); }

// An application to `original` and to random arguments that leave its value unchanged (neutral elements).
std::optional<TermId> neutral(Grafter& graft, const TermGoal& goal) {
  for (int attempt = 0; attempt < 6; ++attempt) {
    const auto made = graft.application_around(goal.original);
    if (!made) continue;
    const auto value = graft.value_of(*made);
    if (value && *value == goal.value) return made;
  }
  return std::nullopt;
}

// A random application that has the value by chance, which is likely for sorts with few values.
std::optional<TermId> fresh(Grafter& graft, const TermGoal& goal) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const auto made = graft.application(goal.sort, 1);
    if (!made) continue;
    const auto value = graft.value_of(*made);
    if (value && *value == goal.value) return made;
  }
  return std::nullopt;
}

std::optional<TermId> choice(Grafter& graft, const TermGoal& goal) {
  const auto condition = graft.rng().percent(60) ? graft.from_pool(graft.store().bool_sort())
                                                 : graft.application(graft.store().bool_sort(), 1);
  const auto other = graft.argument(goal.sort, 1);
  if (!condition || !other) return std::nullopt;
  const auto truth = graft.value_of(*condition);
  if (!truth) return std::nullopt;
  return truth->as_bool() ? graft.apply("ite", {*condition, goal.original, *other})
                          : graft.apply("ite", {*condition, *other, goal.original});
}

// (select (store a i t) i) or (select ((as const A) v) i), where A is an array sort of the seed or has a small index
// sort.
std::optional<TermId> through_array(Grafter& graft, const TermGoal& goal) {
  if (!graft.has_theory(Theory::Arrays)) return std::nullopt;
  std::vector<SortId> arrays;
  for (const SortId sort : graft.seed().sorts) {
    const SortNode& node = graft.store().node(sort);
    if (node.kind == SortKind::Array && node.arguments.size() == 2 && node.arguments[1] == goal.sort)
      arrays.push_back(sort);
  }
  if (arrays.empty() || graft.rng().percent(25)) {
    const SortId index = graft.rng().coin() ? graft.store().bool_sort() : graft.store().bit_vector_sort(1);
    arrays.assign(1, graft.store().array_sort(index, goal.sort));
  }
  const SortId sort = graft.rng().pick(arrays);
  const auto index = graft.argument(graft.store().node(sort).arguments[0], 1);
  if (!index) return std::nullopt;
  const auto old = graft.argument(sort, 0);
  if (old && graft.rng().percent(70)) {
    const auto stored = graft.apply("store", {*old, *index, goal.original});
    return stored ? graft.apply("select", {*stored, *index}) : std::nullopt;
  }
  const auto constant_array = Operators::get().find("const", 0);
  if (!constant_array) return std::nullopt;
  // Most solvers require a value here.
  const auto element = graft.literal(goal.value, goal.sort);
  if (!element) return std::nullopt;
  const auto everywhere = graft.store().apply(*constant_array, std::array{*element}, {}, sort);
  return everywhere ? graft.apply("select", {*everywhere, *index}) : std::nullopt;
}

// A selector applied to its constructor: (first (pair t u)).
std::optional<TermId> through_datatype(Grafter& graft, const TermGoal& goal) {
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
        if (type.constructors[c].fields[f].sort == goal.sort) places.push_back({sort, c, f});
  }
  if (places.empty()) return std::nullopt;
  const Place place = graft.rng().pick(places);
  const Constructor constructor =
      graft.store().node(*graft.store().node(place.sort).datatype).constructors[place.constructor];
  std::vector<TermId> fields;
  for (std::size_t f = 0; f < constructor.fields.size(); ++f) {
    const auto field = f == place.field ? goal.original : graft.argument(constructor.fields[f].sort, 0);
    if (!field) return std::nullopt;
    fields.push_back(*field);
  }
  const auto made = graft.store().call(constructor.function, fields);
  if (!made) return std::nullopt;
  return graft.store().call(constructor.fields[place.field].selector, std::array{*made});
}

// A random predicate, negated if it does not have the value.
std::optional<TermId> predicate(Grafter& graft, const TermGoal& goal) {
  const auto made = graft.application(goal.sort, 2);
  if (!made) return std::nullopt;
  const auto value = graft.value_of(*made);
  if (!value) return std::nullopt;
  return *value == goal.value ? *made : make_not(graft.store(), *made);
}

// An equality of a random application and its value, or `distinct` if the goal is false.
std::optional<TermId> equation(Grafter& graft, const TermGoal& goal) {
  const SortId sort = graft.rng().pick(graft.seed().sorts);
  const auto left = graft.application(sort, 2);
  if (!left) return std::nullopt;
  const auto value = graft.value_of(*left);
  if (!value) return std::nullopt;
  const auto right = graft.rng().coin() ? from_pool(graft, {*left, sort, *value}) : graft.literal(*value, sort);
  if (!right) return std::nullopt;
  return graft.apply(goal.value.as_bool() ? "=" : "distinct", {*left, *right});
}

// a + (v - a) or a - (a - v), for a random term a with a known value.
std::optional<TermId> offset(Grafter& graft, const TermGoal& goal) {
  const auto base = graft.rng().percent(75) ? graft.application(goal.sort, 2) : graft.from_pool(goal.sort);
  if (!base) return std::nullopt;
  const auto value = graft.value_of(*base);
  if (!value) return std::nullopt;
  const bool is_int = goal.value.is<mpz_class>();
  const auto difference = [&](const Value& a, const Value& b) {
    return is_int ? Value(mpz_class(a.as_int() - b.as_int())) : Value(mpq_class(a.as_real() - b.as_real()));
  };
  const bool added = graft.rng().coin();
  const auto rest = graft.literal(added ? difference(goal.value, *value) : difference(*value, goal.value), goal.sort);
  if (!rest) return std::nullopt;
  return graft.apply(added ? "+" : "-", {*base, *rest});
}

std::optional<TermId> bit_offset(Grafter& graft, const TermGoal& goal) {
  const auto base = graft.rng().percent(75) ? graft.application(goal.sort, 2) : graft.from_pool(goal.sort);
  if (!base) return std::nullopt;
  const auto value = graft.value_of(*base);
  if (!value) return std::nullopt;
  const std::uint32_t width = goal.value.as_bits().width;
  const mpz_class& to = goal.value.as_bits().bits;
  const mpz_class& from = value->as_bits().bits;
  std::string_view op;
  mpz_class rest;
  switch (graft.rng().below(3)) {
    case 0: op = "bvadd", rest = to - from; break;
    case 1: op = "bvsub", rest = from - to; break;
    default: op = "bvxor", rest = to ^ from; break;
  }
  const auto other = graft.literal(make_bits(width, rest), goal.sort);
  return other ? graft.apply(op, {*base, *other}) : std::nullopt;
}

std::optional<TermId> cut_and_joined(Grafter& graft, const TermGoal& goal) {
  const std::uint64_t width = goal.value.as_bits().width;
  if (width < 2) {
    const auto wide = graft.apply("concat", {goal.original, goal.original});
    return wide ? graft.apply("extract", {*wide}, {Index{0, {}}, Index{0, {}}}) : std::nullopt;
  }
  const std::uint64_t cut = graft.rng().below(width - 1) + 1;
  const auto high = graft.apply("extract", {goal.original}, {Index{width - 1, {}}, Index{cut, {}}});
  const auto low = graft.apply("extract", {goal.original}, {Index{cut - 1, {}}, Index{0, {}}});
  return high && low ? graft.apply("concat", {*high, *low}) : std::nullopt;
}

std::optional<TermId> widened_and_cut(Grafter& graft, const TermGoal& goal) {
  const std::uint64_t width = goal.value.as_bits().width;
  const std::uint64_t more = graft.rng().below(3);
  const auto wide = graft.apply(graft.rng().coin() ? "zero_extend" : "sign_extend", {goal.original}, {Index{more, {}}});
  return wide ? graft.apply("extract", {*wide}, {Index{width - 1, {}}, Index{0, {}}}) : std::nullopt;
}

std::optional<TermId> index_literal(Grafter& graft, std::size_t number_value) {
  return graft.literal(Value(mpz_class(static_cast<unsigned long>(number_value))), graft.store().int_sort());
}

// A term whose value is a prefix of the string, and a literal for the rest.
std::optional<TermId> prefixed(Grafter& graft, const TermGoal& goal) {
  const auto front = graft.argument(goal.sort, 1);
  if (!front) return std::nullopt;
  const auto value = graft.value_of(*front);
  if (!value || !goal.value.as_string().starts_with(value->as_string())) return std::nullopt;
  const auto rest = graft.literal(Value(goal.value.as_string().substr(value->as_string().size())), goal.sort);
  return rest ? graft.apply("str.++", {*front, *rest}) : std::nullopt;
}

std::optional<TermId> substring(Grafter& graft, const TermGoal& goal) {
  const auto front = graft.argument(goal.sort, 1);
  const auto back = graft.argument(goal.sort, 1);
  if (!front || !back) return std::nullopt;
  const auto value = graft.value_of(*front);
  if (!value) return std::nullopt;
  const auto all = graft.apply("str.++", {*front, goal.original, *back});
  const auto start =
      graft.rng().coin() ? graft.apply("str.len", {*front}) : index_literal(graft, value->as_string().size());
  const auto length = graft.rng().coin() ? graft.apply("str.len", {goal.original})
                                         : index_literal(graft, goal.value.as_string().size());
  return all && start && length ? graft.apply("str.substr", {*all, *start, *length}) : std::nullopt;
}

std::optional<TermId> cut_string(Grafter& graft, const TermGoal& goal) {
  const std::size_t length = goal.value.as_string().size();
  const auto zero = index_literal(graft, 0);
  const auto cut = index_literal(graft, static_cast<std::size_t>(graft.rng().below(length + 2)));
  const auto rest = graft.apply("str.len", {goal.original});
  if (!zero || !cut || !rest) return std::nullopt;
  const auto front = graft.apply("str.substr", {goal.original, *zero, *cut});
  const auto back = graft.apply("str.substr", {goal.original, *cut, *rest});
  return front && back ? graft.apply("str.++", {*front, *back}) : std::nullopt;
}

// Regular languages have no literals. The result may be another language: the assertion around it is evaluated again.
std::optional<TermId> other_language(Grafter& graft, const TermGoal& goal) {
  return graft.rng().coin() ? graft.application_around(goal.original) : graft.application(goal.sort, 2);
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
