#include "horn/make/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/base/check.hpp"
#include "assay/smt/values.hpp"
#include "base/text.hpp"

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

/// A theme: its sorts as SMT-LIB text, separated by '|', after an optional declaration of datatypes.
struct ThemeRow {
  std::string_view name;
  unsigned weight;
  std::string_view sorts;  ///< "N": the drawn width of bit-vectors
  std::string_view declaration;
};
constexpr std::array kThemes = {
    ThemeRow{"ints", 26, "Int", ""},
    ThemeRow{"ints-bools", 28, "Int|Bool", ""},
    ThemeRow{"bools", 5, "Bool", ""},
    ThemeRow{"reals", 8, "Real|Bool", ""},
    ThemeRow{"bit-vectors", 13, "(_ BitVec N)|Bool", ""},
    ThemeRow{"lists", 7, "Int|Lst", "(declare-datatypes ((Lst 0)) (((leaf) (node (val Int) (nxt Lst)))))"},
    ThemeRow{"arrays", 7, "Int|(Array Int Int)", ""},
    ThemeRow{"records", 5, "Int|Rec|Bool", "(declare-datatypes ((Rec 0)) (((rec (key Int) (on Bool)))))"},
    ThemeRow{"heaps", 5, "Int|Mem|(Array Int Int)|Opt",
             "(declare-datatypes ((Opt 0) (Mem 0)) (((none) (some (item Int))) "
             "((mem (size Int) (cells (Array Int Int))))))"},
    ThemeRow{"bit-arrays", 3, "(_ BitVec N)|(Array (_ BitVec N) (_ BitVec N))", ""},
    ThemeRow{"mixed", 4, "Int|Bool|Real|(Array Int Bool)|Opt",
             "(declare-datatypes ((Opt 0)) (((none) (some (item Int)))))"},
};

const ThemeRow& theme_row(const std::string& name) {
  const auto* row = std::find_if(kThemes.begin(), kThemes.end(), [&](const ThemeRow& one) { return one.name == name; });
  ASSAY_CHECK(row != kThemes.end(), "an unknown theme");
  return *row;
}

}  // namespace

const std::vector<std::string>& theme_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ThemeRow& row : kThemes) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

std::string draw_theme(const std::vector<std::string>& names, core::Rng& rng) {
  std::vector<unsigned> weights;
  for (const std::string& name : names) weights.push_back(theme_row(name).weight);
  return names.at(rng.weighted(weights));
}

Theme make_theme(TermStore& store, const std::string& name, core::Rng& rng) {
  const ThemeRow& row = theme_row(name.empty() ? draw_theme(theme_names(), rng) : name);
  const std::string width = std::to_string(rng.between(2, 8));
  Theme theme;
  theme.name = row.name;
  std::string text(row.declaration);
  for (const std::string_view sort : split(row.sorts, '|')) text += "(declare-const c " + std::string(sort) + ")";
  for (std::size_t at = text.find('N'); at != std::string::npos; at = text.find('N')) text.replace(at, 1, width);
  const auto script = smt::parse_script(store, text, "theme");
  ASSAY_CHECK(script.ok(), "a theme's declaration is no script");
  for (const smt::Command& command : script->commands)
    for (const FunctionId constant : command.functions) theme.sorts.push_back(store.node(constant).result);
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
    std::vector<SortId> sorts(rng.percent(12) ? 0 : 1 + static_cast<std::size_t>(rng.below(size.arguments)));
    for (SortId& sort : sorts) sort = rng.percent(70) ? theme.sorts[0] : rng.pick(theme.sorts);
    predicates.push_back(make_predicate(store, i < names.size() ? names[i] : "p" + std::to_string(i), sorts));
  }
  return predicates;
}

Value draw_value(TermStore& store, const Theme& theme, SortId sort, core::Rng& rng) {
  const smt::SortNode& node = store.node(sort);
  const long number = draw_number(rng);
  switch (node.kind) {
    case SortKind::Bool: return Value(rng.coin());
    case SortKind::Real: return Value(mpq_class(rng.percent(70) ? mpq_class(number) : mpq_class(number) / 2));
    case SortKind::Int:
    case SortKind::BitVector: return number_value(node, number);
    case SortKind::Datatype: {
      const smt::Datatype datatype = store.node(*store.node(sort).datatype);
      const std::size_t count = datatype.constructors.size();
      // The first constructor is not recursive.
      const std::size_t chosen = static_cast<std::size_t>(rng.below(count + (count > 1 ? 1 : 0))) % count;
      std::vector<Value> fields;
      for (const SortId field : std::vector<SortId>(store.node(datatype.constructors[chosen].function).parameters))
        fields.push_back(draw_value(store, theme, field, rng));
      return smt::make_datatype(datatype.constructors[chosen].function, static_cast<std::uint32_t>(chosen),
                                std::move(fields));
    }
    default: break;
  }
  const std::vector<SortId> parts = node.arguments;
  const Value index = draw_value(store, theme, parts[0], rng);
  const Value element = draw_value(store, theme, parts[1], rng);
  const Value fallback = draw_value(store, theme, parts[1], rng);
  const auto array = smt::array_value(smt::SortSizes(store), sort, fallback, {{index, element}});
  return array ? *array : *smt::default_value(store, sort);
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
  if (const auto inner = rng_.percent(70) ? part(sort, depth) : std::nullopt) return *inner;
  return terms_.op("-", {left});
}

std::optional<TermId> ClauseDraft::part(SortId sort, unsigned depth) {
  TermStore& store = terms_.store();
  std::vector<TermId> found;
  for (const SortId whole : theme_.sorts) {
    const auto variable = known(whole);
    if (!variable) continue;
    if (store.kind(whole) == SortKind::Array && store.node(whole).arguments[1] == sort) {
      const TermId index = expression(store.node(whole).arguments[0], depth == 0 ? 0 : depth - 1, false);
      found.push_back(terms_.op("select", {*variable, index}));
    }
    const auto datatype = store.node(whole).datatype;
    // With several constructors, the standard leaves a selector open for the others.
    if (!datatype || store.node(*datatype).constructors.size() > 1) continue;
    for (const smt::Field& field : std::vector<smt::Field>(store.node(*datatype).constructors[0].fields))
      if (field.sort == sort) found.push_back(store.call_as(field.selector, std::vector{*variable}, sort));
  }
  return found.empty() ? std::nullopt : std::optional(rng_.pick(found));
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
      if (depth == 0 || rng_.percent(50)) return variable_or_literal(sort, may_add);
      const FunctionId made = store.node(*store.node(sort).datatype).constructors.back().function;
      std::vector<TermId> fields;
      for (const SortId field : std::vector<SortId>(store.node(made).parameters))
        fields.push_back(expression(field, field == sort ? 0 : depth - 1, may_add));
      return store.call_as(made, fields, sort);
    }
    default: break;
  }
  const TermId array = variable_or_literal(sort, may_add);
  if (depth == 0 || rng_.percent(40)) return array;
  const std::vector<SortId> parts = store.node(sort).arguments;
  const TermId index = expression(parts[0], 0, may_add);
  const TermId element = expression(parts[1], 0, may_add);
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
    if (const auto datatype = rng_.percent(40) ? terms_.store().node(sort).datatype : std::nullopt) {
      smt::Function tester = terms_.store().node(terms_.store().node(*datatype).constructors.back().function);
      tester.kind = smt::FunctionKind::Tester;
      tester.parameters = {sort};
      tester.result = terms_.store().bool_sort();
      return terms_.store().call_as(terms_.store().function(tester), std::vector{a}, tester.result);
    }
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
