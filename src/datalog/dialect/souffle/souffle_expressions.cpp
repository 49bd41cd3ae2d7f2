#include "datalog/dialect/souffle/souffle_expressions.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_functors.hpp"
#include "datalog/dialect/souffle/words/souffle_values.hpp"

namespace assay::datalog {
namespace {

// In the order of the enumeration Operator.
constexpr std::array<std::string_view, 5> kArithmeticSigns = {"+", "-", "*", "/", "%"};
/// Words that are neither relations nor variables.
constexpr std::array<std::string_view, 33> kReserved = {
    "count",    "sum",   "min",     "max",       "mean",      "nil",        "true",  "false",  "match",
    "contains", "cat",   "ord",     "as",        "band",      "bor",        "bxor",  "bnot",   "bshl",
    "bshr",     "bshru", "land",    "lor",       "lxor",      "lnot",       "range", "strlen", "substr",
    "to_float", "@",     "autoinc", "to_number", "to_string", "to_unsigned"};
constexpr std::array<std::string_view, 2> kPrefixWords = {"bnot", "lnot"};

template <typename Words>
std::optional<std::size_t> position(const Words& words, const Token& token) {
  const auto found = std::find_if(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

bool is_plain_text(const Token& token) {
  return token.kind == TokenKind::Identifier || token.kind == TokenKind::Punctuation;
}

}  // namespace

bool ExpressionReader::at_atom() const {
  return cursor_.peek().is_identifier() && cursor_.peek(1).is("(") && !position(kReserved, cursor_.peek());
}

Atom ExpressionReader::read_atom() {
  const Token name = cursor_.take();
  cursor_.take();
  Atom atom;
  const auto relation = context_.index.find(std::string(name.text));
  if (relation == context_.index.end()) {
    refuse("relation " + std::string(name.text) + " is not declared", &name);
    return atom;
  }
  atom.relation = relation->second;
  atom.arguments = read_arguments(")", true);
  if (atom.arguments.size() != program_.relations[atom.relation].arity())
    refuse("relation " + std::string(name.text) + " has another number of attributes", &name);
  return atom;
}

/// Reads arguments up to `close`. The cursor is behind the opening bracket.
Terms ExpressionReader::read_arguments(std::string_view close, bool wildcards) {
  Terms arguments;
  if (error_ || cursor_.accept(close)) return arguments;
  do {
    arguments.push_back(read_argument(wildcards));
  } while (!error_ && cursor_.accept(","));
  if (!error_ && !cursor_.accept(close)) refuse("an argument that is no variable and no constant");
  return arguments;
}

std::optional<Comparison> ExpressionReader::read_comparison(std::vector<Literal>& body) {
  Side left = read_expression(0);
  if (error_) return std::nullopt;
  const std::optional<std::size_t> comparator = position(kSouffleComparators, cursor_.peek());
  if (!comparator) {
    refuse("a comparison was expected");
    return std::nullopt;
  }
  cursor_.take();
  Side right = read_expression(0);
  if (error_) return std::nullopt;
  if (std::holds_alternative<Term>(left) && std::holds_alternative<Term>(right))
    return Comparison{static_cast<Comparator>(*comparator), std::get<Term>(left), std::get<Term>(right)};
  const bool both = !std::holds_alternative<Term>(left) && !std::holds_alternative<Term>(right);
  if (*comparator != 0 || both || in_aggregate_) {
    const Term first = term_of(std::move(left));
    return Comparison{static_cast<Comparator>(*comparator), first, term_of(std::move(right))};
  }
  add_equation(left, right, body);
  return std::nullopt;
}

void ExpressionReader::add_equation(Side& left, Side& right, std::vector<Literal>& body) {
  add_computed(body);
  const bool turned = std::holds_alternative<Term>(left);
  computed_.emplace_back(Atom{});
  std::visit(
      [&](auto& formula) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(formula)>, Term>) {
          formula.result = std::get<Term>(turned ? left : right);
          computed_.back() = std::move(formula);
        }
      },
      turned ? right : left);
  add_computed(body);
}

void ExpressionReader::add_computed(std::vector<Literal>& body) {
  body.insert(body.end(), computed_.begin(), computed_.end());
  computed_.clear();
}

std::optional<Call> ExpressionReader::read_constraint() {
  const FunctorRow* row = functor_row(cursor_.peek().text, CallForm::Constraint);
  if (row == nullptr || !cursor_.peek().is_identifier() || !cursor_.peek(1).is("(")) return std::nullopt;
  cursor_.take();
  cursor_.take();
  Call call;
  call.form = row->form;
  call.name = row->name;
  call.arguments = read_arguments(")", false);
  if (call.arguments.size() != row->max_arguments) refuse("a constraint with a wrong number of arguments");
  if (in_aggregate_) refuse("a constraint in an aggregate");
  return call;
}

std::optional<bool> ExpressionReader::read_truth() {
  const bool holds = cursor_.peek().is("true");
  if (!holds && !cursor_.peek().is("false")) return std::nullopt;
  cursor_.take();
  return holds;
}

/// Reads factors that are joined by infix operators of this level or a higher one.
Side ExpressionReader::read_expression(int level) {
  constexpr std::size_t kMaxBracketDepth = 100;
  if (++depth_ > kMaxBracketDepth) {
    refuse("more than 100 nested brackets");
    return Term{};
  }
  Side left = read_factor();
  while (!error_ && is_plain_text(cursor_.peek())) {
    const InfixRow* row = infix_row(cursor_.peek().text);
    if (row == nullptr || row->level < level) break;
    cursor_.take();
    const Term first = term_of(std::move(left));
    const Term second = term_of(read_expression(row->level == kPowerLevel ? kPowerLevel : row->level + 1));
    left = combined(row->name, first, second);
  }
  --depth_;
  return left;
}

Side ExpressionReader::combined(std::string_view op, Term left, Term right) {
  const auto* sign = std::find(kArithmeticSigns.begin(), kArithmeticSigns.end(), op);
  if (sign != kArithmeticSigns.end())
    return Computation{{}, static_cast<Operator>(sign - kArithmeticSigns.begin()), left, right};
  return Call{{}, CallForm::Infix, std::string(op), false, {left, right}};
}

Side ExpressionReader::read_factor() {
  if (const std::optional<std::size_t> word = position(kSouffleAggregators, cursor_.peek())) {
    cursor_.take();
    const auto aggregator = static_cast<Aggregator>(*word);
    const bool extremum = aggregator == Aggregator::Minimum || aggregator == Aggregator::Maximum;
    if (!extremum || !cursor_.accept("(")) return read_aggregate(aggregator);
    return read_extremum(aggregator == Aggregator::Minimum ? Operator::Minimum : Operator::Maximum);
  }
  if (std::optional<Side> call = read_call()) return *std::move(call);
  if (cursor_.peek().is("-")) {
    const TokenKind next = cursor_.peek(1).kind;
    const bool is_number = next == TokenKind::Number || next == TokenKind::Float;
    if (!is_number || cursor_.peek(2).is("^")) return read_negated();
  }
  if (!cursor_.accept("(")) return read_term();
  Side inner = read_expression(0);
  if (!error_ && !cursor_.accept(")")) refuse("an argument that is no variable and no constant");
  return inner;
}

Side ExpressionReader::read_negated() {
  cursor_.take();
  const Term operand = term_of(read_expression(kPowerLevel));
  return Computation{{}, Operator::Subtract, Term::constant(0, Type::Number), operand};
}

/// Reads a functor, a record or a branch; nullopt if there is none at the cursor.
std::optional<Side> ExpressionReader::read_call() {
  const Token& token = cursor_.peek();
  if (cursor_.accept("[")) return Side(Call{{}, CallForm::Record, {}, false, read_arguments("]", true)});
  if (cursor_.accept("nil")) return Side(Call{{}, CallForm::Record, {}, false, {}});
  if (token.is("$") && cursor_.peek(1).is_identifier()) return read_branch();
  if (position(kPrefixWords, token)) {
    const std::string name(cursor_.take().text);
    return Side(Call{{}, CallForm::Prefix, name, false, {term_of(read_expression(kPowerLevel))}});
  }
  if (!token.is_identifier() || !cursor_.peek(1).is("(")) return std::nullopt;
  const FunctorRow* row = functor_row(token.text, CallForm::Function);
  if (row == nullptr) return std::nullopt;
  cursor_.take();
  cursor_.take();
  Call call{{}, row->form, std::string(row->name), false, read_arguments(")", false)};
  if (call.arguments.size() < row->min_arguments || call.arguments.size() > row->max_arguments)
    refuse("a functor with a wrong number of arguments");
  return call;
}

/// Reads `$Name(a, b)`.
Side ExpressionReader::read_branch() {
  cursor_.take();
  Call call;
  call.form = CallForm::Branch;
  call.name = cursor_.take().text;
  if (cursor_.accept("(")) call.arguments = read_arguments(")", true);
  return call;
}

/// Reads `min(a, b, c)`. The cursor is behind the opening bracket.
Side ExpressionReader::read_extremum(Operator op) {
  const Terms arguments = read_arguments(")", false);
  if (arguments.size() < 2) {
    refuse("min or max of fewer than two arguments");
    return Term{};
  }
  Computation all{{}, op, arguments[0], arguments[1]};
  for (std::size_t i = 2; i < arguments.size() && !error_; ++i) all = {{}, op, term_of(all), arguments[i]};
  return all;
}

Term ExpressionReader::fresh() {
  const Term term = Term::variable(static_cast<std::uint32_t>(names_.size()), Type::Number);
  names_.emplace_back();  // no name in the text is empty
  return term;
}

/// The side as a term. For a formula, a fresh variable that a literal in computed_ binds.
Term ExpressionReader::term_of(Side side) {
  if (const auto* term = std::get_if<Term>(&side)) return *term;
  if (in_aggregate_) refuse("arithmetic, a functor or an aggregate in an aggregate");
  const Term result = fresh();
  std::visit(
      [&](auto& formula) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(formula)>, Term>) {
          formula.result = result;
          computed_.emplace_back(std::move(formula));
        }
      },
      side);
  return result;
}

Term ExpressionReader::read_argument(bool wildcard) {
  if (!wildcard || !cursor_.peek().is("_")) return term_of(read_expression(0));
  cursor_.take();
  return Term::wildcard(Type::Number);
}

Side ExpressionReader::read_aggregate(Aggregator aggregator) {
  Aggregate out;
  out.aggregator = aggregator;
  std::optional<Term> factor;  // the constant of a sum over a constant, which becomes a count times the constant
  if (aggregator != Aggregator::Count) {
    out.target = read_term();
    if (aggregator == Aggregator::Sum && out.target.is_constant()) {
      factor = std::exchange(out.target, Term{});
      out.aggregator = Aggregator::Count;
    } else if (!out.target.is_variable()) {
      refuse("an aggregate of no variable");
    }
  }
  if (!error_ && !cursor_.accept(":")) refuse("an aggregate of more than a variable");
  const bool braces = !error_ && cursor_.accept("{");
  if (in_aggregate_) refuse("an aggregate in an aggregate");
  in_aggregate_ = true;
  if (!error_) read_aggregated(out, braces);
  in_aggregate_ = false;
  if (!error_ && braces && !cursor_.accept("}")) refuse("an aggregate's body that is no list of atoms and comparisons");
  if (!factor) return out;
  return Computation{{}, Operator::Multiply, *factor, term_of(std::move(out))};
}

/// Reads an aggregate's body. Wildcards become variables, because each tuple counts (MaterializeAggregationQueries in
/// Soufflé's sources).
void ExpressionReader::read_aggregated(Aggregate& out, bool braces) {
  do {
    const bool negated = cursor_.accept("!");
    if (at_atom()) {
      Atom atom = read_atom();
      atom.negated = negated;
      for (Term& term : atom.arguments) {
        if (!term.is_wildcard()) continue;
        if (negated) return refuse("a wildcard in a negated atom of an aggregate");
        term = fresh();
      }
      out.atoms.push_back(std::move(atom));
    } else if (negated || !braces) {
      refuse("an atom was expected");
    } else {
      std::vector<Literal> none;
      if (std::optional<Comparison> comparison = read_comparison(none)) out.comparisons.push_back(*comparison);
    }
  } while (!error_ && braces && cursor_.accept(","));
}

Term ExpressionReader::read_term() { return cursor_.peek().is_identifier() ? read_variable() : read_constant(); }

Term ExpressionReader::read_variable() {
  const Token& token = cursor_.peek();
  if (token.is("_") || position(kReserved, token)) {
    refuse("'" + std::string(token.text) + "' here");
    return {};
  }
  const auto [entry, is_new] = variables_.emplace(token.text, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(token.text);
  cursor_.take();
  return Term::variable(entry->second, Type::Number);
}

Term ExpressionReader::read_constant() {
  const bool negative = cursor_.accept("-");
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Number) return read_number(negative);
  if (token.kind == TokenKind::Float) {
    const std::optional<Value> bits = read_souffle_float(cursor_.take().text, negative);
    if (!bits) refuse("a float that is too large or too small", &token);
    return Term::constant(bits.value_or(0), Type::Float);
  }
  if (token.kind == TokenKind::String && !negative) {
    const std::optional<std::string> symbol = read_souffle_string(token.text);
    if (!symbol) refuse("an escape that Souffle does not know");
    cursor_.take();
    return Term::constant(symbol ? context_.symbols(*symbol) : 0, Type::Symbol);
  }
  refuse("an argument that is no variable and no constant");
  return {};
}

Term ExpressionReader::read_number(bool negative) {
  const Token& token = cursor_.take();
  const bool is_unsigned = token.text.back() == 'u';
  const std::optional<std::uint64_t> magnitude = read_souffle_number(token.text);
  constexpr auto kMaxValue = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
  const bool fits = magnitude && (is_unsigned ? !negative : *magnitude <= kMaxValue + (negative ? 1 : 0));
  if (!fits) {
    refuse("a number that is too large", &token);
    return {};
  }
  const std::uint64_t bits = negative ? 0 - *magnitude : *magnitude;
  return Term::constant(static_cast<Value>(bits), is_unsigned ? Type::Unsigned : Type::Number);
}

}  // namespace assay::datalog
