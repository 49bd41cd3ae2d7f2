#include "smt/parse/applications.hpp"

#include <algorithm>
#include <array>

#include "smt/parse/literals.hpp"
#include "smt/parse/opaque_sorts.hpp"
#include "smt/parse/sorts.hpp"

namespace assay::smt {
namespace {

/// How an operator's arguments are coerced.
enum class Reading : std::uint8_t {
  Plain,
  Agree,      ///< all arguments to one sort
  AgreeTail,  ///< all but the first (a Boolean) to one sort
  Reals,      ///< Int arguments stand for Reals
  Booleans,
  Array,
};

std::vector<Reading> make_readings() {
  static constexpr std::pair<std::string_view, Reading> kReadings[] = {
      {"+", Reading::Agree},        {"-", Reading::Agree},       {"*", Reading::Agree},      {"<", Reading::Agree},
      {"<=", Reading::Agree},       {">", Reading::Agree},       {">=", Reading::Agree},     {"=", Reading::Agree},
      {"distinct", Reading::Agree}, {"ite", Reading::AgreeTail}, {"/", Reading::Reals},      {"to_int", Reading::Reals},
      {"is_int", Reading::Reals},   {"not", Reading::Booleans},  {"and", Reading::Booleans}, {"or", Reading::Booleans},
      {"xor", Reading::Booleans},   {"=>", Reading::Booleans},   {"select", Reading::Array}, {"store", Reading::Array},
      {"^", Reading::Agree},
  };
  const Operators& operators = Operators::get();
  std::vector<Reading> result(operators.size(), Reading::Plain);
  for (const auto& [name, reading] : kReadings) {
    result[operators.at(name).index] = reading;
  }
  return result;
}

Reading reading_of(OperatorId op) {
  static const std::vector<Reading> readings = make_readings();
  return readings[op.index];
}

/// Reads "-3" or "12". Nullopt for other texts.
std::optional<mpz_class> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  const mpz_class magnitude = integer_literal(digits);
  return negative ? mpz_class(-magnitude) : magnitude;
}

/// The sequence operator for a string operator: seq.len for str.len, and so on.
std::optional<OperatorId> sequence_operator(std::string_view name) {
  if (name.substr(0, 4) != "str.") {
    return std::nullopt;
  }
  const std::string_view rest = name.substr(4);
  return Operators::get().find("seq." + std::string(rest == "substr" ? "extract" : rest), 0);
}

bool mentions_opaque_sort(const TermStore& store, std::span<const TermId> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [&](TermId argument) {
    const SortKind kind = store.kind(store.sort_of(argument));
    return store.has(argument, kHasOpaque) || kind == SortKind::Opaque || kind == SortKind::Function;
  });
}

}  // namespace

Applications::Applications(TermStore& store, Scope& scope, const ParseOptions& options)
    : store_(store),
      scope_(scope),
      options_(options),
      to_real_(Operators::get().at("to_real")),
      minus_(Operators::get().at("-")),
      application_(Operators::get().at("@")),
      select_(Operators::get().at("select")) {}

bool Applications::is_function(std::span<const TermId> arguments) const {
  return !arguments.empty() && store_.kind(store_.sort_of(arguments[0])) == SortKind::Function;
}

std::optional<TermId> Applications::fail(std::string why) {
  problem_ = std::move(why);
  return std::nullopt;
}

std::optional<TermId> Applications::make(const Head& head, std::vector<TermId>& arguments) {
  if (!head.indices.empty()) {
    return make_indexed(head, arguments);
  }
  const std::string_view name = store_.spelling(head.name);
  if (const Scope::Local* local = scope_.local(head.name)) {
    return arguments.empty() ? local->term : apply_value(local->term, arguments);
  }
  const std::optional<OperatorId> op = Operators::get().find(name, 0);
  if (!scope_.functions(head.name).empty()) {
    const std::optional<TermId> called = call_any(head, arguments);
    if (called || !op) {
      return called ? called : fail("the arguments do not fit " + quoted_symbol(name));
    }
  }
  const bool applies = op == application_ || (op == select_ && is_function(arguments));  // z3 selects from functions
  if (applies && !head.ascribed) {
    if (arguments.size() < 2) {
      return fail("an application without arguments");
    }
    return apply_value(arguments[0], std::span(arguments).subspan(1));
  }
  if (op) {
    note_spelling(*op, head.name);
    return apply_operator(*op, head, arguments);
  }
  if (arguments.empty()) {
    if (const auto literal = field_literal(name, head.ascribed)) {
      return literal;
    }
  }
  if (name.size() > 3 && name.substr(0, 3) == "is-" && arguments.size() == 1) {
    if (const auto tested = test(store_.symbol(name.substr(3)), arguments)) {
      return tested;
    }
  }
  if (arguments.empty() && !head.ascribed) {
    if (const auto number = negative_number(name)) {
      return number;
    }
  }
  const bool known_constant = head.ascribed || is_solver_constant(name) || options_.allow_undeclared;
  if (arguments.empty() && !known_constant && !Operators::get().find(name, 0)) {
    return fail("the symbol " + quoted_symbol(name) + " is not declared");
  }
  return opaque(head, arguments);
}

void Applications::note_spelling(OperatorId op, SymbolId name) {
  if (Operators::get().row(op).name != store_.spelling(name)) store_.note_written_operator(op, name);
}

std::optional<TermId> Applications::make_indexed(const Head& head, std::vector<TermId>& arguments) {
  const std::string_view name = store_.spelling(head.name);
  const Index& first = head.indices[0];
  if (head.indices.size() == 1) {
    if (const auto digits = bits_digits(name); digits && !first.symbol && arguments.empty()) {
      return bit_vector(*digits, first);
    }
    if (name == "is" && first.symbol) {
      const auto tested = test(*first.symbol, arguments);
      return tested ? tested
                    : fail("there is no constructor " + quoted_symbol(store_.spelling(*first.symbol)) + " to test for");
    }
    if (name == "update" && first.symbol) {
      const auto updated = update(*first.symbol, arguments);
      return updated ? updated
                     : fail("there is no selector " + quoted_symbol(store_.spelling(*first.symbol)) + " to update");
    }
    if (name == "char" && !first.symbol && arguments.empty() && first.number <= 0x2FFFF) {
      return store_.constant(Value(std::u32string(1, static_cast<char32_t>(first.number))), store_.string_sort());
    }
  }
  if (const auto op = Operators::get().find(name, head.indices.size())) {
    note_spelling(*op, head.name);
    return apply_operator(*op, head, arguments);
  }
  return opaque(head, arguments);
}

std::optional<TermId> Applications::negative_number(std::string_view name) {
  const std::string_view digits = name.substr(name.starts_with('-') ? 1 : name.size());
  const bool number = !digits.empty() && digits.find_first_not_of("0123456789.") == std::string_view::npos &&
                      digits.front() != '.' && digits.back() != '.' &&
                      std::count(digits.begin(), digits.end(), '.') < 2;
  if (!number) {
    return std::nullopt;
  }
  const bool whole = digits.find('.') == std::string_view::npos;
  const TermId positive = whole ? store_.constant(Value(integer_literal(digits)), store_.int_sort())
                                : store_.constant(Value(decimal_literal(digits)), store_.real_sort());
  return store_.apply(Operators::get().at("-"), std::array{positive});
}

std::optional<TermId> Applications::field_literal(std::string_view name, std::optional<SortId> ascribed) {
  const bool named = ascribed && store_.kind(*ascribed) == SortKind::FiniteField && name.starts_with("ff");
  if (!named && (ascribed || !name.starts_with("#f"))) {
    return std::nullopt;
  }
  const std::size_t split = named ? name.size() : name.find('m');
  const auto number = parse_integer(name.substr(2, split - 2));
  if (split == std::string_view::npos || !number) {
    return std::nullopt;
  }
  if (!named) {
    ascribed = field_of_order(store_, name.substr(split + 1));
    if (!ascribed) {
      return std::nullopt;
    }
  }
  const mpz_class order(static_cast<unsigned long>(store_.node(*ascribed).indices[0]));
  mpz_class residue;
  mpz_fdiv_r(residue.get_mpz_t(), number->get_mpz_t(), order.get_mpz_t());
  return store_.apply(Operators::get().at("ff.value"), {}, std::array{Index{residue.get_ui(), {}}}, ascribed);
}

std::optional<TermId> Applications::bit_vector(std::string_view digits, const Index& width) {
  constexpr std::uint64_t kWidest = 1U << 30;
  if (width.number == 0 || width.number > kWidest) {
    return fail("a bit-vector's width must be from 1 to 1073741824");
  }
  const auto bits = static_cast<std::uint32_t>(width.number);
  return store_.constant(make_bits(bits, integer_literal(digits)), store_.bit_vector_sort(bits));
}

std::optional<FunctionId> Applications::constructor(SymbolId name, std::optional<DatatypeId> datatype) const {
  const std::vector<FunctionId>& functions = scope_.functions(name);
  for (auto it = functions.rbegin(); it != functions.rend(); ++it) {
    const Function& function = store_.node(*it);
    if (function.kind == FunctionKind::Constructor && (!datatype || function.datatype == *datatype)) {
      return *it;
    }
  }
  return std::nullopt;
}

std::optional<TermId> Applications::test(SymbolId name, std::span<const TermId> arguments) {
  if (arguments.size() > 1) {
    return std::nullopt;
  }
  const std::optional<DatatypeId> datatype =
      arguments.empty() ? std::nullopt : store_.node(store_.sort_of(arguments[0])).datatype;
  const auto tested = constructor(name, datatype);
  if (!tested) {
    return std::nullopt;
  }
  const Function& built = store_.node(*tested);
  Function tester;
  tester.name = built.name;
  tester.kind = FunctionKind::Tester;
  tester.parameters = {built.result};
  tester.result = store_.bool_sort();
  tester.datatype = built.datatype;
  tester.constructor = built.constructor;
  return store_.call(store_.function(std::move(tester)), arguments);
}

std::optional<TermId> Applications::update(SymbolId name, std::span<const TermId> arguments) {
  const std::vector<FunctionId>& functions = scope_.functions(name);
  for (auto it = functions.rbegin(); it != functions.rend(); ++it) {
    const Function& selector = store_.node(*it);
    if (selector.kind != FunctionKind::Selector) {
      continue;
    }
    Function updater;
    updater.name = selector.name;
    updater.kind = FunctionKind::Updater;
    updater.parameters = {selector.parameters[0], selector.result};
    updater.result = selector.parameters[0];
    updater.datatype = selector.datatype;
    updater.constructor = selector.constructor;
    updater.field = selector.field;
    if (const auto updated = store_.call(store_.function(std::move(updater)), arguments)) {
      return updated;
    }
  }
  return std::nullopt;
}

std::optional<TermId> Applications::call_function(FunctionId id, const Head& head, std::vector<TermId>& arguments) {
  const Function& function = store_.node(id);
  const std::size_t own = std::min(arguments.size(), function.parameters.size());
  for (std::size_t i = 0; i < own; ++i) {
    arguments[i] = coerced(arguments[i], function.parameters[i]);
  }
  const std::span<const TermId> all(arguments);
  const auto called = store_.call(id, all.subspan(0, own), head.ascribed);
  if (!called || own == arguments.size()) {
    return called;
  }
  // A function whose result is a function.
  const SortKind kind = store_.kind(store_.sort_of(*called));
  const bool applicable = kind == SortKind::Function || kind == SortKind::Unknown;
  return applicable ? std::optional(apply_value(*called, all.subspan(own))) : std::nullopt;
}

std::optional<TermId> Applications::call_any(const Head& head, std::vector<TermId>& arguments) {
  const std::vector<FunctionId>& functions = scope_.functions(head.name);
  if (functions.size() == 1) {
    return call_function(functions[0], head, arguments);
  }
  // Complete applications first, because a partial application fits more often.
  for (const bool whole : {true, false}) {
    for (auto it = functions.rbegin(); it != functions.rend(); ++it) {
      if ((store_.node(*it).parameters.size() == arguments.size()) != whole) {
        continue;
      }
      std::vector<TermId> copy = arguments;
      const auto called = call_function(*it, head, copy);
      if (called && (!head.ascribed || store_.sort_of(*called) == *head.ascribed)) {
        return called;
      }
    }
  }
  return std::nullopt;
}

TermId Applications::apply_value(TermId function, std::span<const TermId> arguments) {
  std::vector<TermId> children = {function};
  const TermNode& node = store_.node(function);
  if (store_.is(function, application_)) {
    const auto given = store_.children(function);
    children.assign(given.begin(), given.end());
    children.insert(children.end(), arguments.begin(), arguments.end());
    return apply_value(children[0], std::span(children).subspan(1));
  }
  if (node.kind == TermKind::Call) {
    const Function& called = store_.node(store_.function_of(function));
    const std::span<const TermId> given = store_.children(function);
    children.assign(given.begin(), given.end());
    children.insert(children.end(), arguments.begin(), arguments.end());
    if (called.kind == FunctionKind::Opaque && store_.spelling(called.name) == "@" && called.indices.empty() &&
        !called.ascribed) {
      return apply_value(children[0], std::span(children).subspan(1));
    }
    const bool partial = given.size() < called.parameters.size() && called.kind != FunctionKind::Opaque;
    const bool whole = children.size() <= called.parameters.size();
    if (partial && whole) {
      for (std::size_t i = 0; i < children.size(); ++i) {
        children[i] = coerced(children[i], called.parameters[i]);
      }
      if (const auto result = store_.call(store_.function_of(function), children)) {
        return *result;
      }
    }
    children.assign(1, function);
  }
  const SortNode& sort = store_.node(store_.sort_of(function));
  const bool is_function = sort.kind == SortKind::Function;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool known = is_function && i + 1 < sort.arguments.size();
    children.push_back(known ? coerced(arguments[i], sort.arguments[i]) : arguments[i]);
  }
  if (const auto applied = is_function ? store_.apply(application_, children) : std::nullopt) {
    return *applied;
  }
  const SortId result = store_.unknown_sort();
  Function apply;
  apply.name = store_.symbol("@");
  apply.kind = FunctionKind::Opaque;
  for (const TermId child : children) {
    apply.parameters.push_back(store_.sort_of(child));
  }
  apply.result = result;
  return store_.call_as(store_.function(std::move(apply)), children, result);
}

TermId Applications::opaque(const Head& head, std::span<const TermId> arguments) {
  Function function;
  function.name = head.name;
  function.kind = FunctionKind::Opaque;
  for (const TermId argument : arguments) {
    function.parameters.push_back(store_.sort_of(argument));
  }
  const auto hinted = opaque_sort(store_, store_.spelling(head.name), arguments);
  function.result = head.ascribed ? *head.ascribed : hinted.value_or(store_.unknown_sort());
  function.indices = head.indices;
  function.ascribed = head.ascribed.has_value();
  const SortId result = function.result;
  return store_.call_as(store_.function(std::move(function)), arguments, result);
}

TermId Applications::coerced(TermId term, SortId sort) {
  const SortId actual = store_.sort_of(term);
  if (actual == sort) {
    return term;
  }
  const TermNode& node = store_.node(term);
  const SortKind wanted = store_.kind(sort);
  const SortKind had = store_.kind(actual);
  if (had == SortKind::Unknown && node.kind == TermKind::Call && wanted != SortKind::Parameter) {
    const Function& function = store_.node(store_.function_of(term));
    if (function.kind == FunctionKind::Opaque && !function.ascribed) {
      Function typed = function;
      typed.result = sort;
      return store_.call_as(store_.function(std::move(typed)), store_.children(term), sort);
    }
    return term;
  }
  if (wanted == SortKind::Int && had == SortKind::Real && node.kind == TermKind::Constant &&
      store_.value(term).as_real().get_den() == 1) {
    return store_.constant(Value(mpz_class(store_.value(term).as_real().get_num())), sort);
  }
  if (wanted != SortKind::Real || had != SortKind::Int) {
    return term;
  }
  if (node.kind == TermKind::Constant) {
    return store_.constant(Value(mpq_class(store_.value(term).as_int())), sort);
  }
  const bool negated_literal =
      store_.is(term, minus_) && node.count == 1 && store_.node(store_.children(term)[0]).kind == TermKind::Constant;
  if (negated_literal) {
    const std::array<TermId, 1> child = {coerced(store_.children(term)[0], sort)};
    return store_.apply(minus_, child).value_or(term);
  }
  return store_.apply(to_real_, std::array<TermId, 1>{term}).value_or(term);
}

void Applications::agree(std::span<TermId> arguments, bool want_real) {
  std::optional<SortId> sort;
  if (want_real) {
    sort = store_.real_sort();
  }
  for (const TermId argument : arguments) {
    const SortId actual = store_.sort_of(argument);
    const SortKind kind = store_.kind(actual);
    if (kind == SortKind::Real || (!sort && kind != SortKind::Unknown)) {
      sort = actual;
    }
  }
  if (!sort) {
    return;
  }
  for (TermId& argument : arguments) {
    argument = coerced(argument, *sort);
  }
}

void Applications::coerce_to_array(std::vector<TermId>& arguments) {
  const SortNode& array = store_.node(store_.sort_of(arguments[0]));
  if (array.kind != SortKind::Array) {
    return;
  }
  for (std::size_t i = 1; i < arguments.size() && i <= array.arguments.size(); ++i) {
    arguments[i] = coerced(arguments[i], array.arguments[i - 1]);
  }
}

void Applications::coerce_arguments(OperatorId op, std::vector<TermId>& arguments) {
  if (arguments.empty()) {
    return;
  }
  switch (reading_of(op)) {
    case Reading::Plain: break;
    case Reading::Agree: agree(arguments, false); break;
    case Reading::AgreeTail:
      arguments[0] = coerced(arguments[0], store_.bool_sort());
      agree(std::span(arguments).subspan(1), false);
      break;
    case Reading::Reals: agree(arguments, true); break;
    case Reading::Booleans:
      for (TermId& argument : arguments) {
        argument = coerced(argument, store_.bool_sort());
      }
      break;
    case Reading::Array: coerce_to_array(arguments); break;
  }
}

std::optional<TermId> Applications::apply_operator(OperatorId op, const Head& head, std::vector<TermId>& arguments) {
  coerce_arguments(op, arguments);
  const OperatorRow& row = Operators::get().row(op);
  if (row.ascribed && head.ascribed && arguments.size() == 1 && store_.kind(*head.ascribed) == SortKind::Array) {
    arguments[0] = coerced(arguments[0], store_.node(*head.ascribed).arguments.back());
  }
  if (row.ascribed == head.ascribed.has_value() || row.min_arity == 0) {
    if (const auto applied = store_.apply(op, arguments, head.indices, head.ascribed)) {
      return applied;
    }
  }
  return misfit(op, head, arguments);
}

std::optional<TermId> Applications::misfit(OperatorId op, const Head& head, std::span<const TermId> arguments) {
  const OperatorRow& row = Operators::get().row(op);
  const bool equation = reading_of(op) == Reading::Agree && row.theory == Theory::Core;
  if (equation && arguments.size() >= 2 && mentions_opaque_sort(store_, arguments)) {
    return store_.apply_as(op, arguments, head.indices, store_.bool_sort());
  }
  if (const auto sequence_op = sequence_operator(row.name)) {
    if (const auto applied = store_.apply(*sequence_op, arguments, head.indices)) {
      return applied;  // cvc5 accepts the names of string operators for sequence operators
    }
  }
  // Solvers extend standard operators to their own sorts, but not to other standard sorts.
  if (row.standard && !arguments.empty() && !mentions_opaque_sort(store_, arguments)) {
    return fail("the arguments do not fit " + quoted_symbol(row.name));
  }
  return opaque(head, arguments);
}

}  // namespace assay::smt
