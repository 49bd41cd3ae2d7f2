#include "horn/make/vocabulary.hpp"

#include <array>
#include <string_view>

#include "assay/base/check.hpp"
#include "assay/smt/values.hpp"

namespace assay::horn {
namespace {

constexpr std::array kNumbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, -1, -2};
constexpr std::array<std::string_view, 16> kPredicateNames = {
    "p", "q", "r", "s", "inv", "loop", "mark", "done", "low", "mid", "aux", "rel", "step", "slot", "out", "two"};
constexpr std::array<std::string_view, 12> kVariableNames = {"x", "y", "z", "k", "m", "n",
                                                             "w", "v", "u", "i", "j", "t"};

long draw_number(core::Rng& rng) {
  return kNumbers.at(static_cast<std::size_t>(rng.below(rng.percent(60) ? 4 : kNumbers.size())));
}

smt::DatatypeId list_datatype(TermStore& store) {
  const auto script =
      smt::parse_script(store, "(declare-datatypes ((Lst 0)) (((leaf) (node (val Int) (nxt Lst)))))", "theme");
  ASSAY_CHECK(script.ok(), "a theme's declaration is no script");
  return script->commands.at(0).datatypes.at(0);
}

SortId sort_of_datatype(TermStore& store, smt::DatatypeId datatype) {
  return store.node(store.node(datatype).constructors[0].function).result;
}

}  // namespace

const std::vector<std::string>& theme_names() {
  static const std::vector<std::string> names = {"ints",        "ints-bools", "bools", "reals",
                                                 "bit-vectors", "lists",      "arrays"};
  return names;
}

Theme make_theme(TermStore& store, const std::string& name, core::Rng& rng) {
  static const std::vector<unsigned> weights = {28, 30, 5, 8, 14, 8, 7};
  Theme theme;
  const std::size_t drawn = rng.weighted(weights);
  const auto width = static_cast<std::uint32_t>(rng.between(2, 8));
  theme.name = name.empty() ? theme_names()[drawn] : name;
  const SortId ints = store.int_sort();
  const SortId bools = store.bool_sort();
  if (theme.name == "ints") theme.sorts = {ints};
  if (theme.name == "ints-bools") theme.sorts = {ints, bools};
  if (theme.name == "bools") theme.sorts = {bools};
  if (theme.name == "reals") theme.sorts = {store.real_sort(), bools};
  if (theme.name == "bit-vectors") theme.sorts = {store.bit_vector_sort(width), bools};
  if (theme.name == "arrays") theme.sorts = {ints, store.array_sort(ints, ints)};
  if (theme.name == "lists") {
    theme.list = list_datatype(store);
    theme.sorts = {ints, sort_of_datatype(store, *theme.list)};
  }
  ASSAY_CHECK(!theme.sorts.empty(), "an unknown theme");
  return theme;
}

SystemSize draw_size(unsigned rung, core::Rng& rng) {
  SystemSize size;
  size.predicates = 1 + rung + static_cast<unsigned>(rng.below(2 + rung));
  size.arguments = 2 + static_cast<unsigned>(rng.below(1 + rung));
  size.clauses = size.predicates + 1 + static_cast<unsigned>(rng.below(2 + 2 * rung));
  size.queries = 1 + static_cast<unsigned>(rng.below(3));
  size.depth = 1 + rung / 2;
  return size;
}

std::vector<FunctionId> make_predicates(TermStore& store, const Theme& theme, const SystemSize& size, core::Rng& rng) {
  std::vector<std::string> names(kPredicateNames.begin(), kPredicateNames.end());
  rng.shuffle(names);
  std::vector<FunctionId> predicates;
  for (unsigned i = 0; i < size.predicates; ++i) {
    smt::Function function;
    function.name = store.symbol(i < names.size() ? names[i] : "p" + std::to_string(i));
    const auto count = rng.percent(12) ? 0 : 1 + rng.below(size.arguments);
    for (std::uint64_t j = 0; j < count; ++j)
      function.parameters.push_back(rng.percent(70) ? theme.sorts[0] : rng.pick(theme.sorts));
    function.result = store.bool_sort();
    predicates.push_back(store.function(function));
  }
  return predicates;
}

Value draw_value(TermStore& store, const Theme& theme, SortId sort, core::Rng& rng) {
  const smt::SortNode& node = store.node(sort);
  const long number = draw_number(rng);
  switch (node.kind) {
    case SortKind::Bool: return Value(rng.coin());
    case SortKind::Int: return Value(mpz_class(number));
    case SortKind::Real: return Value(mpq_class(rng.percent(70) ? mpq_class(number) : mpq_class(number) / 2));
    case SortKind::BitVector: return smt::make_bits(static_cast<std::uint32_t>(node.indices.at(0)), mpz_class(number));
    case SortKind::Datatype: {
      const smt::Datatype& datatype = store.node(*theme.list);
      Value list = smt::make_datatype(datatype.constructors[0].function, 0, {});
      for (std::uint64_t length = rng.below(3); length > 0; --length) {
        const long element = draw_number(rng);
        list = smt::make_datatype(datatype.constructors[1].function, 1, {Value(mpz_class(element)), list});
      }
      return list;
    }
    default: break;
  }
  const long index = draw_number(rng);
  const long element = draw_number(rng);
  return smt::make_array(Value(mpz_class(number)), {{Value(mpz_class(index)), Value(mpz_class(element))}}, 0);
}

TermId ClauseDraft::fresh(SortId sort) {
  const std::size_t number = variables_.size();
  std::string name(kVariableNames.at(number % kVariableNames.size()));
  if (number >= kVariableNames.size()) name += std::to_string(number / kVariableNames.size());
  variables_.push_back({terms_.store().symbol(name), sort});
  return terms_.store().variable(variables_.back());
}

std::optional<TermId> ClauseDraft::known(SortId sort) {
  std::vector<BoundVariable> fitting;
  for (const BoundVariable& variable : variables_)
    if (variable.sort == sort) fitting.push_back(variable);
  if (fitting.empty()) return std::nullopt;
  return terms_.store().variable(rng_.pick(fitting));
}

TermId ClauseDraft::literal(SortId sort) {
  const Value value = draw_value(terms_.store(), theme_, sort, rng_);
  const auto term = smt::make_term(terms_.store(), value, sort);
  ASSAY_CHECK(term.has_value(), "a drawn value without a term");
  return *term;
}

TermId ClauseDraft::variable_or_literal(SortId sort, bool may_add) {
  if (may_add && rng_.percent(30)) return fresh(sort);
  if (const auto variable = known(sort); variable && rng_.percent(80)) return *variable;
  return literal(sort);
}

TermId ClauseDraft::condition() {
  const SortId sort = terms_.store().bool_sort();
  if (const auto variable = known(sort); variable && rng_.percent(60)) return *variable;
  return guard(0);
}

TermId ClauseDraft::number_expression(SortId sort, unsigned depth, bool may_add) {
  const TermId left = variable_or_literal(sort, may_add);
  if (depth == 0 || rng_.percent(35)) return left;
  const bool is_int = terms_.store().kind(sort) == SortKind::Int;
  switch (rng_.weighted({40, 12, 12, 20, is_int ? 8U : 0U, is_int ? 8U : 0U})) {
    case 0: {
      const TermId by = terms_.number(draw_number(rng_), sort);
      return terms_.op(rng_.percent(70) ? "+" : "-", {left, by});
    }
    case 1: {
      const TermId right = number_expression(sort, depth - 1, may_add);
      return terms_.op("+", {left, right});
    }
    case 2: return terms_.op("*", {terms_.number(rng_.between(2, 3), sort), left});
    case 3: {
      const TermId when = may_add && rng_.percent(50) ? fresh(terms_.store().bool_sort()) : condition();
      const TermId otherwise = number_expression(sort, depth - 1, may_add);
      return terms_.op("ite", {when, left, otherwise});
    }
    case 4: return terms_.op("mod", {left, integer(rng_.between(2, 3))});
    default: break;
  }
  if (theme_.name != "arrays") return terms_.op("-", {left});
  const auto array = known(theme_.sorts[1]);
  return array ? terms_.op("select", {*array, left}) : left;
}

TermId ClauseDraft::bits_expression(SortId sort, unsigned depth, bool may_add) {
  static const std::vector<std::string> operators = {"bvadd", "bvadd", "bvsub", "bvand", "bvor", "bvxor", "bvmul"};
  const TermId left = variable_or_literal(sort, may_add);
  if (depth == 0 || rng_.percent(35)) return left;
  if (rng_.percent(20)) {
    const TermId when = condition();
    const TermId otherwise = bits_expression(sort, depth - 1, may_add);
    return terms_.op("ite", {when, left, otherwise});
  }
  const std::string& name = rng_.pick(operators);
  const TermId right = rng_.percent(70) ? literal(sort) : variable_or_literal(sort, may_add);
  return terms_.op(name, {left, right});
}

TermId ClauseDraft::expression(SortId sort, unsigned depth, bool may_add) {
  TermStore& store = terms_.store();
  switch (store.kind(sort)) {
    case SortKind::Int:
    case SortKind::Real: return number_expression(sort, depth, may_add);
    case SortKind::BitVector: return bits_expression(sort, depth, may_add);
    case SortKind::Bool: {
      if (rng_.percent(20)) return guard(0);
      const TermId term = variable_or_literal(sort, may_add);
      return rng_.percent(30) ? terms_.negation(term) : term;
    }
    case SortKind::Datatype: {
      const TermId rest = variable_or_literal(sort, may_add);
      if (depth == 0 || rng_.percent(50)) return rest;
      const TermId value = number_expression(store.int_sort(), 0, may_add);
      return store.call_as(store.node(*theme_.list).constructors[1].function, std::vector{value, rest}, sort);
    }
    default: break;
  }
  const TermId array = variable_or_literal(sort, may_add);
  if (depth == 0 || rng_.percent(40)) return array;
  const TermId index = number_expression(store.int_sort(), 0, may_add);
  const TermId element = number_expression(store.int_sort(), 0, may_add);
  return terms_.op("store", {array, index, element});
}

TermId ClauseDraft::guard(unsigned depth) {
  static const std::vector<std::string> number_relations = {"<=", "<", "=", ">=", ">", "distinct"};
  static const std::vector<std::string> bit_relations = {"bvule", "bvult", "=", "bvslt", "distinct"};
  if (depth > 0 && rng_.percent(15)) {
    const TermId a = guard(0);
    const TermId b = guard(0);
    return terms_.op(rng_.coin() ? "or" : "and", {a, b});
  }
  SortId sort = rng_.percent(70) ? theme_.sorts[0] : rng_.pick(theme_.sorts);
  const SortKind kind = terms_.store().kind(sort);
  if (kind == SortKind::Bool) {
    const TermId term = variable_or_literal(sort, false);
    return rng_.coin() ? terms_.negation(term) : term;
  }
  if (kind == SortKind::Datatype || kind == SortKind::Array) {
    const TermId a = variable_or_literal(sort, false);
    const TermId b = expression(sort, 1, false);
    return terms_.equal(a, b);
  }
  const auto variable = known(sort);
  const TermId a = variable ? *variable : literal(sort);
  const TermId b = rng_.percent(60) ? literal(sort) : expression(sort, depth, false);
  const std::string& relation = rng_.pick(kind == SortKind::BitVector ? bit_relations : number_relations);
  return terms_.op(relation, {a, b});
}

}  // namespace assay::horn
