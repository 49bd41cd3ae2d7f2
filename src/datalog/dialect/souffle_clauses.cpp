#include "datalog/dialect/souffle_clauses.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "assay/base/text.hpp"
#include "datalog/dialect/souffle.hpp"
#include "datalog/dialect/souffle_typing.hpp"
#include "datalog/dialect/souffle_values.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::string_view, 5> kInfix = {"+", "-", "*", "/", "%"};
/// Words that are neither relations nor variables.
constexpr std::array<std::string_view, 32> kReserved = {
    "count", "sum",      "min",    "max",      "mean",      "nil",       "true",        "false",
    "match", "contains", "cat",    "ord",      "as",        "band",      "bor",         "bxor",
    "bnot",  "bshl",     "bshr",   "bshru",    "land",      "lor",       "lxor",        "lnot",
    "range", "strlen",   "substr", "to_float", "to_number", "to_string", "to_unsigned", "autoinc"};

template <std::size_t size>
std::optional<std::size_t> position(const std::array<std::string_view, size>& words, const Token& token) {
  const auto found = std::find_if(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

/// One side of a comparison. The results of the others are filled in when the other side is known.
using Side = std::variant<Term, Computation, Aggregate>;

class ClauseReader {
 public:
  /// `alternative`: which of the bodies between semicolons is read.
  ClauseReader(Program& program, const ClauseContext& context, Declarations::Clause clause, std::size_t alternative)
      : program_(program),
        context_(context),
        cursor_(context.tokens, clause.begin, clause.end),
        alternative_(alternative) {}

  Status run() {
    read_heads();
    if (!error_ && cursor_.accept("<=")) read_dominating();
    const bool has_body = !error_ && cursor_.accept(":-");
    if (has_body) skip_alternatives();
    if (!error_ && has_body) read_body();
    more_ = !error_ && has_body && cursor_.peek().is(";");
    if (!error_ && !more_ && !cursor_.accept(".")) outside("a dot was expected");
    if (!error_ && !more_ && !cursor_.at_end()) outside("this");
    if (!error_) finish();
    if (error_) return *std::move(error_);
    return {};
  }
  /// Another alternative follows the one that was read.
  [[nodiscard]] bool more() const { return more_; }

 private:
  void outside(std::string_view what, const Token* at = nullptr) {
    if (!error_) error_ = error_at(context_.file, (at != nullptr ? *at : cursor_.peek()).where, what);
  }

  void read_heads();
  void skip_alternatives();
  void read_dominating();
  void read_body();
  void read_literal();
  void add_computed();
  void add_dominance();
  [[nodiscard]] bool at_atom() const;
  Atom read_atom();
  std::optional<Comparison> read_comparison();
  Side read_side();
  Side read_aggregate(Aggregator aggregator);
  Computation read_binary(Operator op);
  Side read_sum();
  Side read_product();
  Side read_factor();
  Term term_of(Side side);
  Term read_argument();
  Term read_term(bool wildcard_allowed);
  Term read_constant();
  Term read_number(bool negative);
  Term read_variable();
  void add_equation(Side& left, Side& right);
  void number_as_named();
  void check_scopes();
  void finish();
  void add_fact();

  Program& program_;
  const ClauseContext& context_;
  Cursor cursor_;
  std::optional<Error> error_;
  Rule rule_;
  bool has_body_ = false;
  std::optional<Atom> dominating_;  ///< of a subsumption
  std::size_t alternative_ = 0;
  bool more_ = false;
  std::size_t depth_ = 0;               ///< of brackets in expressions
  bool in_aggregate_ = false;           ///< no place for computations of their own
  std::vector<Literal> head_computed_;  ///< of the heads' arguments
  std::vector<Literal> computed_;       ///< what arguments are computed by, beside the literal that is read
  std::unordered_map<std::string_view, std::uint32_t> variables_;
  std::vector<std::string_view> names_;
};

void ClauseReader::read_heads() {
  do {
    if (!at_atom()) return outside("a relation was expected");
    rule_.heads.push_back(read_atom());
  } while (!error_ && cursor_.accept(","));
  head_computed_ = std::exchange(computed_, {});
}

/// Up to behind the semicolon in front of the alternative that is read; all of them are outside of brackets.
void ClauseReader::skip_alternatives() {
  for (std::size_t skipped = 0; skipped < alternative_ && !cursor_.at_end();) {
    if (bracket(cursor_.peek()) > 0) {
      if (!cursor_.skip_brackets()) return outside("a bracket that is not closed");
    } else if (cursor_.take().is(";")) {
      ++skipped;
    }
  }
}

void ClauseReader::read_dominating() {
  if (!at_atom()) return outside("a relation was expected");
  dominating_ = read_atom();
}

/// `r(x, a) <= r(x, b) :- a < b.`: the only kind of subsumption that the tree has.
void ClauseReader::add_dominance() {
  const Atom& dominated = rule_.heads[0];
  Relation& relation = program_.relations[dominated.relation];
  const auto* test = rule_.body.size() == 1 ? std::get_if<Comparison>(rule_.body.data()) : nullptr;
  if (test == nullptr || rule_.heads.size() > 1 || dominating_->relation != dominated.relation || relation.dominance)
    return outside("a subsumption that does more than compare one column");
  std::optional<Dominance> found;
  for (std::uint32_t i = 0; i < dominated.arguments.size(); ++i) {
    const Term& left = dominated.arguments[i];
    const Term& right = dominating_->arguments[i];
    const auto same = std::count(dominated.arguments.begin(), dominated.arguments.end(), left) +
                      std::count(dominating_->arguments.begin(), dominating_->arguments.end(), left);
    if (!left.is_variable() || !right.is_variable() || same != (left == right ? 2 : 1) || (found && left != right))
      return outside("a subsumption that does more than compare one column");
    if (left != right) found = Dominance{i, true};
  }
  using enum Comparator;
  const Comparator comparator = test->comparator;
  const Type type = found ? relation.attributes[found->column].type : Type::Opaque;
  if ((type != Type::Number && type != Type::Unsigned) || test->left != dominated.arguments[found->column] ||
      test->right != dominating_->arguments[found->column] || comparator == Equal || comparator == NotEqual)
    return outside("a subsumption that does more than compare one column");
  found->greatest = comparator == Less || comparator == LessEqual;
  relation.dominance = found;
}

void ClauseReader::read_body() {
  has_body_ = true;
  do {
    read_literal();
    add_computed();
  } while (!error_ && cursor_.accept(","));
}

void ClauseReader::read_literal() {
  if (cursor_.accept("!")) {
    if (!at_atom()) return outside("a negation of more than an atom");
    Atom atom = read_atom();
    atom.negated = true;
    rule_.body.emplace_back(std::move(atom));
  } else if (at_atom()) {
    rule_.body.emplace_back(read_atom());
  } else if (std::optional<Comparison> comparison = read_comparison()) {
    add_computed();
    rule_.body.emplace_back(*comparison);
  }
}

/// What arguments are computed by.
void ClauseReader::add_computed() {
  rule_.body.insert(rule_.body.end(), computed_.begin(), computed_.end());
  computed_.clear();
}

bool ClauseReader::at_atom() const {
  return cursor_.peek().is_identifier() && cursor_.peek(1).is("(") && !position(kReserved, cursor_.peek());
}

Atom ClauseReader::read_atom() {
  const Token name = cursor_.take();
  cursor_.take();
  Atom atom;
  const auto relation = context_.index.find(std::string(name.text));
  if (relation == context_.index.end()) {
    outside("relation " + std::string(name.text) + " is not declared", &name);
    return atom;
  }
  atom.relation = relation->second;
  if (!cursor_.accept(")")) {
    do {
      atom.arguments.push_back(read_argument());
    } while (!error_ && cursor_.accept(","));
    if (!error_ && !cursor_.accept(")")) outside("an argument that is no variable and no constant");
  }
  if (atom.arguments.size() != program_.relations[atom.relation].arity())
    outside("relation " + std::string(name.text) + " has another number of attributes", &name);
  return atom;
}

/// A plain comparison; equations with arithmetic or aggregates are added to the body, and nothing is returned.
std::optional<Comparison> ClauseReader::read_comparison() {
  Side left = read_side();
  if (error_) return std::nullopt;
  const std::optional<std::size_t> comparator = position(kSouffleComparators, cursor_.peek());
  if (!comparator) {
    outside("a comparison was expected");
    return std::nullopt;
  }
  cursor_.take();
  Side right = read_side();
  if (error_) return std::nullopt;
  if (std::holds_alternative<Term>(left) && std::holds_alternative<Term>(right))
    return Comparison{static_cast<Comparator>(*comparator), std::get<Term>(left), std::get<Term>(right)};
  const bool both = !std::holds_alternative<Term>(left) && !std::holds_alternative<Term>(right);
  if (*comparator != 0 || both || in_aggregate_) {
    const Term first = term_of(std::move(left));
    return Comparison{static_cast<Comparator>(*comparator), first, term_of(std::move(right))};
  }
  add_equation(left, right);
  return std::nullopt;
}

void ClauseReader::add_equation(Side& left, Side& right) {
  add_computed();
  const bool turned = std::holds_alternative<Term>(left);
  Side& formula = turned ? right : left;
  const auto* result = std::get_if<Term>(turned ? &left : &right);
  if (auto* computation = std::get_if<Computation>(&formula)) {
    computation->result = *result;
    rule_.body.emplace_back(*computation);
  } else {
    auto& aggregate = std::get<Aggregate>(formula);
    aggregate.result = *result;
    rule_.body.emplace_back(std::move(aggregate));
  }
}

Side ClauseReader::read_side() { return read_sum(); }

/// Terms, and what is computed from them, with the usual precedence.
Side ClauseReader::read_sum() {
  Side left = read_product();
  while (!error_ && (cursor_.peek().is("+") || cursor_.peek().is("-"))) {
    Computation out;
    out.op = cursor_.take().is("+") ? Operator::Add : Operator::Subtract;
    out.left = term_of(std::move(left));
    if (!error_) out.right = term_of(read_product());
    left = out;
  }
  return left;
}

Side ClauseReader::read_product() {
  Side left = read_factor();
  while (!error_ && (cursor_.peek().is("*") || cursor_.peek().is("/") || cursor_.peek().is("%"))) {
    Computation out;
    out.op = static_cast<Operator>(*position(kInfix, cursor_.take()));
    out.left = term_of(std::move(left));
    if (!error_) out.right = term_of(read_factor());
    left = out;
  }
  return left;
}

Side ClauseReader::read_factor() {
  constexpr std::size_t kDeepest = 100;
  if (const std::optional<std::size_t> word = position(kSouffleAggregators, cursor_.peek())) {
    cursor_.take();
    const auto aggregator = static_cast<Aggregator>(*word);
    const bool extremum = aggregator == Aggregator::Minimum || aggregator == Aggregator::Maximum;
    if (!extremum || !cursor_.accept("(")) return read_aggregate(aggregator);
    Computation out = read_binary(aggregator == Aggregator::Minimum ? Operator::Minimum : Operator::Maximum);
    if (!error_ && !cursor_.accept(")")) outside("min and max of more than two");
    return out;
  }
  const bool negates =
      cursor_.peek().is("-") && cursor_.peek(1).kind != TokenKind::Number && cursor_.peek(1).kind != TokenKind::Float;
  if (!negates && !cursor_.peek().is("(")) return read_term(false);
  if (++depth_ > kDeepest) {
    outside("brackets as deep as this");
    return Term{};
  }
  cursor_.take();
  Side inner = Term{};
  if (negates) {
    Computation out;
    out.op = Operator::Subtract;
    out.left = Term::constant(0, Type::Number);
    out.right = term_of(read_factor());
    inner = out;
  } else {
    inner = read_sum();
    if (!error_ && !cursor_.accept(")")) outside("an argument that is no variable and no constant");
  }
  --depth_;
  return inner;
}

/// A variable for what is computed, which another literal binds.
Term ClauseReader::term_of(Side side) {
  if (const auto* term = std::get_if<Term>(&side)) return *term;
  if (in_aggregate_) outside("arithmetic or an aggregate in an aggregate");
  const Term result = Term::variable(static_cast<std::uint32_t>(names_.size()), Type::Number);
  names_.emplace_back();  // nobody can name it
  if (auto* computation = std::get_if<Computation>(&side)) {
    computation->result = result;
    computed_.emplace_back(*computation);
  } else {
    auto& aggregate = std::get<Aggregate>(side);
    aggregate.result = result;
    computed_.emplace_back(std::move(aggregate));
  }
  return result;
}

Term ClauseReader::read_argument() {
  if (cursor_.peek().is("_")) return read_term(true);
  return term_of(read_sum());
}

/// The two arguments of min or max, the opening bracket taken.
Computation ClauseReader::read_binary(Operator op) {
  Computation out;
  out.op = op;
  out.left = term_of(read_sum());
  if (!error_ && !cursor_.accept(",")) outside("an argument that is no variable and no constant");
  if (!error_) out.right = term_of(read_sum());
  return out;
}

Side ClauseReader::read_aggregate(Aggregator aggregator) {
  Aggregate out;
  out.aggregator = aggregator;
  if (aggregator != Aggregator::Count) {
    out.target = read_term(false);
    if (!out.target.is_variable()) outside("an aggregate of no variable");
  }
  if (!error_ && !cursor_.accept(":")) outside("an aggregate of more than a variable");
  const bool braces = !error_ && cursor_.accept("{");
  in_aggregate_ = true;
  do {
    const bool negated = !error_ && cursor_.accept("!");
    if (error_) return out;
    if (at_atom()) {
      Atom atom = read_atom();
      atom.negated = negated;
      const auto is_wildcard = [](const Term& term) { return term.is_wildcard(); };
      if (std::any_of(atom.arguments.begin(), atom.arguments.end(), is_wildcard)) outside("a wildcard in an aggregate");
      out.atoms.push_back(std::move(atom));
    } else if (negated || !braces) {
      outside("an atom was expected");
    } else {
      if (std::optional<Comparison> comparison = read_comparison()) out.comparisons.push_back(*comparison);
    }
  } while (!error_ && braces && cursor_.accept(","));
  in_aggregate_ = false;
  if (!error_ && braces && !cursor_.accept("}"))
    outside("an aggregate's body that is no list of atoms and comparisons");
  return out;
}

Term ClauseReader::read_term(bool wildcard_allowed) {
  const Token& token = cursor_.peek();
  if (token.is("_") && wildcard_allowed) {
    cursor_.take();
    return Term::wildcard(Type::Number);
  }
  if (token.is_identifier()) return read_variable();
  return read_constant();
}

Term ClauseReader::read_variable() {
  const Token& token = cursor_.peek();
  if (token.is("_") || position(kReserved, token)) {
    outside("'" + std::string(token.text) + "' here");
    return {};
  }
  const auto [entry, is_new] = variables_.emplace(token.text, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(token.text);
  cursor_.take();
  return Term::variable(entry->second, Type::Number);
}

Term ClauseReader::read_constant() {
  const bool negative = cursor_.accept("-");
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Number) return read_number(negative);
  if (token.kind == TokenKind::Float) {
    const std::optional<Value> bits = read_souffle_float(cursor_.take().text, negative);
    if (!bits) outside("a float that is too large or too small", &token);
    return Term::constant(bits.value_or(0), Type::Float);
  }
  if (token.kind == TokenKind::String && !negative) {
    const std::optional<std::string> symbol = read_souffle_string(token.text);
    if (!symbol) outside("an escape that Souffle does not know");
    cursor_.take();
    return Term::constant(symbol ? context_.symbols(*symbol) : 0, Type::Symbol);
  }
  outside("an argument that is no variable and no constant");
  return {};
}

Term ClauseReader::read_number(bool negative) {
  const Token& token = cursor_.take();
  const bool is_unsigned = token.text.back() == 'u';
  const std::optional<std::uint64_t> magnitude = read_souffle_number(token.text);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
  const bool fits = magnitude && (is_unsigned ? !negative : *magnitude <= kMost + (negative ? 1 : 0));
  if (!fits) {
    outside("a number that is too large", &token);
    return {};
  }
  const std::uint64_t bits = negative ? 0 - *magnitude : *magnitude;
  return Term::constant(static_cast<Value>(bits), is_unsigned ? Type::Unsigned : Type::Number);
}

/// Variables V0, V1... as Assay prints them keep their numbers, unless there are great gaps.
void ClauseReader::number_as_named() {
  rule_.variables.assign(names_.size(), Type::Number);
  std::vector<std::uint32_t> numbers;
  std::uint64_t size = 0;
  for (const std::string_view name : names_) {
    const std::optional<std::uint64_t> number = name.starts_with('V') ? parse_unsigned(name.substr(1)) : std::nullopt;
    if (!number || *number >= 256 + 4 * names_.size() || "V" + std::to_string(*number) != name) return;
    numbers.push_back(static_cast<std::uint32_t>(*number));
    size = std::max(size, *number + 1);
  }
  rule_.variables.assign(size, Type::Number);
  for_each_term(rule_, [&](Term& term) {
    if (term.is_variable()) term.value = numbers[static_cast<std::size_t>(term.value)];
  });
}

/// In our tree an aggregate's target is its own, and a variable that it shares with the heads is bound by the body
/// (Soufflé lets the aggregate bind it: a witness).
void ClauseReader::check_scopes() {
  std::vector<bool> in_heads(rule_.variables.size()), in_body(in_heads), in_aggregates(in_heads), targets(in_heads);
  const auto mark = [](std::vector<bool>& set, const Term& term) {
    if (term.is_variable()) set[static_cast<std::size_t>(term.value)] = true;
  };
  const auto mark_all = [&](std::vector<bool>& set, const Terms& terms) {
    for (const Term& term : terms) mark(set, term);
  };
  for (const Atom& head : rule_.heads) mark_all(in_heads, head.arguments);
  for (const Literal& literal : rule_.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) {
      mark_all(in_body, atom->arguments);
    } else if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      mark_all(in_body, {comparison->left, comparison->right});
    } else if (const auto* computation = std::get_if<Computation>(&literal)) {
      mark_all(in_body, {computation->result, computation->left, computation->right});
    } else {
      const auto& aggregate = std::get<Aggregate>(literal);
      mark(in_body, aggregate.result);
      mark(targets, aggregate.target);
      for (const Atom& inner : aggregate.atoms) mark_all(in_aggregates, inner.arguments);
      for (const Comparison& inner : aggregate.comparisons) mark_all(in_aggregates, {inner.left, inner.right});
    }
  }
  for (std::size_t i = 0; i < in_heads.size(); ++i) {
    if (targets[i] && (in_heads[i] || in_body[i])) outside("an aggregate's target that is used outside of it");
    if (in_aggregates[i] && in_heads[i] && !in_body[i]) outside("an aggregate's variable in a head");
  }
}

void ClauseReader::finish() {
  has_body_ = has_body_ || !head_computed_.empty();
  rule_.body.insert(rule_.body.end(), head_computed_.begin(), head_computed_.end());
  if (dominating_) return add_dominance();
  number_as_named();
  check_scopes();
  if (error_) return;
  if (std::optional<std::string> problem = infer_types(rule_, program_.relations)) return outside(*problem);
  if (has_body_) {
    program_.rules.push_back(std::move(rule_));
  } else {
    add_fact();
  }
}

void ClauseReader::add_fact() {
  const auto is_constant = [](const Term& term) { return term.is_constant(); };
  const Atom& head = rule_.heads[0];
  if (rule_.heads.size() > 1 || !std::all_of(head.arguments.begin(), head.arguments.end(), is_constant))
    return outside("a fact with variables, or several");
  std::vector<Value> tuple;
  for (const Term& term : head.arguments) tuple.push_back(term.value);
  program_.relations[head.relation].facts.add(tuple);
}

}  // namespace

Status read_clause(Program& program, const ClauseContext& context, Declarations::Clause clause) {
  constexpr std::size_t kMostAlternatives = 64;  // each is read from the beginning of the clause
  for (std::size_t alternative = 0; alternative < kMostAlternatives; ++alternative) {
    ClauseReader reader(program, context, clause, alternative);
    if (Status status = reader.run(); !status || !reader.more()) return status;
  }
  return error_at(context.file, context.tokens.list[clause.begin].where, "a rule of so many alternatives");
}

}  // namespace assay::datalog
