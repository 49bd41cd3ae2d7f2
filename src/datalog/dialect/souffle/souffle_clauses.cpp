#include "datalog/dialect/souffle/souffle_clauses.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "datalog/dialect/souffle/souffle_expressions.hpp"
#include "datalog/dialect/souffle/words/souffle_typing.hpp"

namespace assay::datalog {
namespace {

/// The alternative `taken`, of `count`, that is read of a disjunction.
struct Choice {
  std::size_t taken = 0;
  std::size_t count = 1;
};

class ClauseReader : ExpressionReader {
 public:
  /// `choices`: the alternative of each disjunction that is read, in the order of the text. Missing choices are added
  /// with the first alternative.
  ClauseReader(Program& program, const ClauseContext& context, Declarations::Clause clause,
               std::vector<Choice>& choices)
      : ExpressionReader(program, context, Cursor(context.tokens, clause.begin, clause.end)),
        program_(program),
        choices_(choices) {}

  Status run() {
    read_heads();
    if (!error_ && cursor_.accept("<=")) read_dominating();
    const bool has_body = !error_ && cursor_.accept(":-");
    if (has_body) read_alternative();
    if (!error_ && !cursor_.accept(".")) refuse("a dot was expected");
    if (!error_ && !cursor_.at_end()) refuse("text behind the clause");
    if (!error_) finish();
    if (error_) return *std::move(error_);
    return {};
  }

 private:
  void read_heads();
  void read_alternative();
  [[nodiscard]] std::size_t alternatives_here() const;
  void skip_alternative();
  [[nodiscard]] bool at_group() const;
  [[nodiscard]] bool at_last_dot() const { return cursor_.peek().is(".") && cursor_.peek(1).kind == TokenKind::End; }
  void read_dominating();
  void read_body();
  void read_literal();
  void add_falsehood();
  void add_dominance();
  void number_as_named();
  void check_scopes();
  void finish();
  void add_fact();

  Program& program_;
  Rule rule_;
  std::optional<Atom> dominating_;  ///< the second head of a subsumption clause
  std::vector<Choice>& choices_;
  std::size_t choice_ = 0;              ///< number of disjunctions that were read
  std::size_t depth_ = 0;               ///< nesting depth of groups
  std::vector<Literal> head_computed_;  ///< literals that compute the heads' arguments
};

void ClauseReader::read_heads() {
  do {
    if (!at_atom()) return refuse("a relation was expected");
    rule_.heads.push_back(read_atom());
  } while (!error_ && cursor_.accept(","));
  head_computed_ = std::exchange(computed_, {});
}

/// Reads a single body between semicolons. Moves to the bracket or dot that ends the last body.
void ClauseReader::read_alternative() {
  constexpr std::size_t kMaxGroupDepth = 100;
  if (++depth_ > kMaxGroupDepth) return refuse("more than 100 nested brackets");
  if (choice_ == choices_.size()) choices_.push_back({0, alternatives_here()});
  const Choice choice = choices_[choice_++];
  for (std::size_t i = 0; i < choice.count && !error_; ++i) {
    i == choice.taken ? read_body() : skip_alternative();
    if (i + 1 < choice.count && !error_ && !cursor_.accept(";")) refuse("a semicolon was expected");
  }
  --depth_;
}

/// The number of bodies up to the closing bracket or the clause's end.
std::size_t ClauseReader::alternatives_here() const {
  std::size_t count = 1;
  int depth = 0;
  for (Cursor at = cursor_; !at.at_end() && depth >= 0;) {
    const Token& token = at.take();
    depth += bracket(token);
    if (depth == 0 && token.is(";")) ++count;
  }
  return count;
}

void ClauseReader::skip_alternative() {
  while (!cursor_.at_end() && !cursor_.peek().is(";") && bracket(cursor_.peek()) >= 0 && !at_last_dot()) {
    if (bracket(cursor_.peek()) == 0) {
      cursor_.take();
    } else if (!cursor_.skip_brackets()) {
      return refuse("a bracket that is not closed");
    }
  }
}

/// Whether literals in brackets begin here. They end before `,`, `.`, `;` or `)`; behind an expression's brackets, an
/// operator follows.
bool ClauseReader::at_group() const {
  Cursor behind = cursor_;
  if (!behind.peek().is("(") || !behind.skip_brackets()) return false;
  constexpr std::array<std::string_view, 4> kFollows = {",", ".", ";", ")"};
  return std::any_of(kFollows.begin(), kFollows.end(), [&](std::string_view it) { return behind.peek().is(it); });
}

void ClauseReader::read_dominating() {
  if (!at_atom()) return refuse("a relation was expected");
  dominating_ = read_atom();
}

/// Reads `r(x, a) <= r(x, b) :- a < b.`, the only kind of subsumption that a Dominance can represent.
void ClauseReader::add_dominance() {
  const Atom& dominated = rule_.heads[0];
  Relation& relation = program_.relations[dominated.relation];
  const auto* test = rule_.body.size() == 1 ? std::get_if<Comparison>(rule_.body.data()) : nullptr;
  if (test == nullptr || rule_.heads.size() > 1 || dominating_->relation != dominated.relation || relation.dominance)
    return refuse("a subsumption that does more than compare one column");
  std::optional<Dominance> found;
  for (std::uint32_t i = 0; i < dominated.arguments.size(); ++i) {
    const Term& left = dominated.arguments[i];
    const Term& right = dominating_->arguments[i];
    const auto same = std::count(dominated.arguments.begin(), dominated.arguments.end(), left) +
                      std::count(dominating_->arguments.begin(), dominating_->arguments.end(), left);
    if (!left.is_variable() || !right.is_variable() || same != (left == right ? 2 : 1) || (found && left != right))
      return refuse("a subsumption that does more than compare one column");
    if (left != right) found = Dominance{i, true};
  }
  using enum Comparator;
  const Comparator comparator = test->comparator;
  const Type type = found ? relation.attributes[found->column].type : Type::Opaque;
  if ((type != Type::Number && type != Type::Unsigned) || test->left != dominated.arguments[found->column] ||
      test->right != dominating_->arguments[found->column] || comparator == Equal || comparator == NotEqual)
    return refuse("a subsumption that does more than compare one column");
  found->greatest = comparator == Less || comparator == LessEqual;
  relation.dominance = found;
}

void ClauseReader::read_body() {
  do {
    read_literal();
    add_computed(rule_.body);
  } while (!error_ && cursor_.accept(","));
}

void ClauseReader::read_literal() {
  const bool negated = cursor_.accept("!");
  if (at_atom()) {
    Atom atom = read_atom();
    atom.negated = negated;
    // Literals that compute arguments stand before a negated atom. For a positive atom, read_body() adds them behind
    // it.
    if (negated) add_computed(rule_.body);
    rule_.body.emplace_back(std::move(atom));
  } else if (!negated && at_group()) {
    cursor_.take();
    read_alternative();
    if (!error_ && !cursor_.accept(")")) refuse("a bracket that is not closed");
  } else if (std::optional<Call> call = read_constraint()) {
    call->negated = negated;
    add_computed(rule_.body);
    rule_.body.emplace_back(*std::move(call));
  } else if (const std::optional<bool> truth = read_truth()) {
    if (*truth == negated) add_falsehood();
  } else if (negated) {
    refuse("a negation of more than an atom");
  } else if (std::optional<Comparison> comparison = read_comparison(rule_.body)) {
    add_computed(rule_.body);
    rule_.body.emplace_back(*comparison);
  }
}

/// Adds `0 = 1`.
void ClauseReader::add_falsehood() {
  rule_.body.emplace_back(
      Comparison{Comparator::Equal, Term::constant(0, Type::Number), Term::constant(1, Type::Number)});
}

/// Variables V0, V1, ..., as Assay prints them, keep their numbers unless the numbers have large gaps.
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

/// Refuses uses of aggregates' variables that differ from Aggregate: a target that occurs outside, and a variable that
/// an aggregate shares with the heads but not with the body (in Soufflé, a witness that the aggregate binds).
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
    } else if (const auto* call = std::get_if<Call>(&literal)) {
      mark(in_body, call->result);
      mark_all(in_body, call->arguments);
    } else {
      const auto& aggregate = std::get<Aggregate>(literal);
      mark(in_body, aggregate.result);
      mark(targets, aggregate.target);
      for (const Atom& inner : aggregate.atoms) mark_all(in_aggregates, inner.arguments);
      for (const Comparison& inner : aggregate.comparisons) mark_all(in_aggregates, {inner.left, inner.right});
    }
  }
  for (std::size_t i = 0; i < in_heads.size(); ++i) {
    if (targets[i] && (in_heads[i] || in_body[i])) refuse("an aggregate's target that is used refuse of it");
    if (in_aggregates[i] && in_heads[i] && !in_body[i]) refuse("an aggregate's variable in a head");
  }
}

void ClauseReader::finish() {
  rule_.body.insert(rule_.body.end(), head_computed_.begin(), head_computed_.end());
  if (dominating_) return add_dominance();
  number_as_named();
  check_scopes();
  if (error_) return;
  if (std::optional<std::string> problem = infer_types(rule_, program_)) return refuse(*problem);
  if (!rule_.body.empty()) {
    program_.rules.push_back(std::move(rule_));
  } else {
    add_fact();
  }
}

void ClauseReader::add_fact() {
  const auto is_constant = [](const Term& term) { return term.is_constant(); };
  const Atom& head = rule_.heads[0];
  if (rule_.heads.size() > 1 || !std::all_of(head.arguments.begin(), head.arguments.end(), is_constant))
    return refuse("a fact with variables, or several");
  std::vector<Value> tuple;
  for (const Term& term : head.arguments) tuple.push_back(term.value);
  program_.relations[head.relation].facts.add(tuple);
}

}  // namespace

Status read_clause(Program& program, const ClauseContext& context, Declarations::Clause clause) {
  constexpr std::size_t kMaxRules = 64;  // per clause; the clause is read once for each rule
  std::vector<Choice> choices;
  for (std::size_t rules = 0; rules < kMaxRules; ++rules) {
    if (Status status = ClauseReader(program, context, clause, choices).run(); !status) return status;
    while (!choices.empty() && choices.back().taken + 1 == choices.back().count) choices.pop_back();
    if (choices.empty()) return {};
    ++choices.back().taken;
  }
  return error_at(context.file, context.tokens.list[clause.begin].where, "a rule with more than 64 alternatives");
}

}  // namespace assay::datalog
