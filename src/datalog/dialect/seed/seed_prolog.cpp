#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kSymbolCharacters = "+-*/\\^<>=~:.?@#&$";

/// Built-in predicates. An atom with such a name is no relation, unless the program defines it.
constexpr auto kBuiltIns = std::to_array<std::string_view>(
    {"append",      "arg",         "assert",      "asserta",      "assertz",   "atom",       "atom_chars", "atom_codes",
     "atom_concat", "atom_length", "atom_number", "atomic",       "bagof",     "between",    "call",       "catch",
     "compound",    "consult",     "copy_term",   "delete",       "fail",      "false",      "findall",    "flatten",
     "forall",      "format",      "functor",     "ground",       "halt",      "integer",    "last",       "length",
     "maplist",     "member",      "memberchk",   "msort",        "nb_getval", "nb_setval",  "nl",         "nonvar",
     "nth0",        "nth1",        "number",      "number_codes", "once",      "print",      "read",       "repeat",
     "retract",     "reverse",     "select",      "setof",        "sort",      "statistics", "sub_atom",   "succ",
     "throw",       "tnot",        "var",         "write",        "writeln",   "writeq"});

constexpr std::array<std::pair<std::string_view, Comparator>, 12> kPrologComparators = {
    {{"=:=", Comparator::Equal},
     {"=\\=", Comparator::NotEqual},
     {"<", Comparator::Less},
     {">", Comparator::Greater},
     {"=<", Comparator::LessEqual},
     {">=", Comparator::GreaterEqual},
     {"=", Comparator::Equal},
     {"==", Comparator::Equal},
     {"\\=", Comparator::NotEqual},
     {"\\==", Comparator::NotEqual},
     {"is", Comparator::Equal},
     {"#=", Comparator::Equal}}};

bool is_symbol_token(const Token& token) {
  return token.kind == TokenKind::Punctuation && !token.text.empty() &&
         kSymbolCharacters.find(token.text.front()) != std::string_view::npos;
}

bool is_prolog_variable(const Token& token) {
  return token.is_identifier() &&
         (token.text.front() == '_' || (token.text.front() >= 'A' && token.text.front() <= 'Z'));
}

bool is_prolog_name(const Token& token) {
  return (token.is_identifier() && !is_prolog_variable(token) && token.text.front() != '?') ||
         token.kind == TokenKind::Character;
}

/// Reads clauses of Prolog (ISO 13211-1) whose terms are variables, numbers, names and strings: Datalog with negation,
/// comparisons, arithmetic and disjunction.
class PrologReader : private UntypedReader {
 public:
  explicit PrologReader(const Tokens& tokens) : UntypedReader(tokens, WideNumbers::Numbers) {}

  SeedReading run() {
    const std::vector<Range> clauses = split();
    for (const Range& clause : clauses)
      if (is_prolog_name(token(clause.begin))) defined_.insert(name_of(token(clause.begin)));
    for (const Range& clause : clauses) read_clause(clause);
    return std::move(program_).finish();
  }

 private:
  /// The clauses. A dot that is no part of another symbol and has space behind it ends a clause.
  std::vector<Range> split() {
    std::vector<Range> clauses;
    std::size_t begin = 0;
    const std::size_t end = tokens_.list.size() - 1;
    for (std::size_t i = 0; i < end; ++i) {
      const bool alone =
          !(touches(i) && i > begin && is_symbol_token(token(i - 1))) && (i + 1 == end || !touches(i + 1));
      if (!token(i).is(".") || !alone) continue;
      if (i > begin) clauses.push_back({begin, i});
      begin = i + 1;
    }
    if (begin < end) {
      program_.begin(token(begin).where.line, {});
      program_.leave_out("a clause without an end");
    }
    return clauses;
  }

  void read_clause(Range clause) {
    const Token& first = token(clause.begin);
    program_.begin(first.where.line, is_prolog_name(first) ? name_of(first) : std::string());
    if (token(clause.begin).is(":-")) return read_directive(clause);
    if (token(clause.begin).is("?")) return;  // a query
    for (std::size_t i = clause.begin; i < clause.end; ++i) {
      if (token(i).is("->") && touches(i) && token(i - 1).is("-")) return program_.leave_out("a grammar rule");
      if (!token(i).is(":-")) continue;
      return add_readings([&] { return read_head({clause.begin, i}) && read_body({i + 1, clause.end}); });
    }
    add_readings([&] { return read_head(clause); });
  }

  /// Reads `:- dynamic p/2, q/1.` and `:- table p/2.`, which declare relations, and `:- table p(_, min).`, which
  /// selects answers.
  void read_directive(Range clause) {
    Cursor at = cursor(clause);
    at.take();
    const bool tables = at.peek().is("table");
    if (!at.accept("dynamic") && !at.accept("table")) return;
    if (tables) return read_table({at.position(), clause.end});
    read_relations(at);
  }

  void read_table(Range names) {
    for (const Range& one : parts(names, ",")) {
      Cursor at = cursor(one);
      if (one.begin < one.end && is_prolog_name(at.peek()) && at.peek(1).is("(")) {
        read_tabling_mode(one);
      } else {
        read_relations(at);
      }
    }
  }

  /// Reads `p(_, min)`. An argument is `_`, a variable, `index`, or a mode that joins answers: `lattice(shortest/3)`,
  /// `min`.
  void read_tabling_mode(Range one) {
    const Token& name = token(one.begin);
    Range arguments{one.begin + 2, one.end};
    while (arguments.end > arguments.begin && !token(arguments.end).is(")")) --arguments.end;
    std::size_t arity = 0;
    for (const Range& argument : parts(arguments, ",")) {
      ++arity;
      if (argument.begin == argument.end) continue;
      const Token& mode = token(argument.begin);
      if (is_prolog_variable(mode) || mode.is("index")) continue;
      program_.begin(name.where.line, name_of(name));
      program_.leave_out("the tabling mode " + std::string(mode.text));
    }
    (void)program_.relation(name_of(name), arity);
  }

  void read_relations(Cursor& at) {
    while (!at.at_end()) {
      const Token name = at.take();
      if (!is_prolog_name(name) || !at.accept("/") || at.peek().kind != TokenKind::Number) continue;
      if (const auto arity = integer(at.take()); arity && arity->value < 100)
        (void)program_.relation(name_of(name), static_cast<std::size_t>(arity->value));
    }
  }

  static std::string name_of(const Token& token) {
    return token.kind == TokenKind::Character ? unquoted(token.text) : std::string(token.text);
  }

  bool read_head(Range head) {
    Cursor at = cursor(head);
    return read_atom(at, clause_.head) && (at.at_end() || refuse("a head with '" + std::string(at.peek().text) + "'"));
  }

  /// Reads the current reading's alternative of a body with semicolons.
  bool read_body(Range body) {
    if (++depth_ > kMaxDepth) return refuse("nested too deeply");
    if (contains(body, "->")) return refuse("a condition with '->'");
    const std::vector<Range> alternatives = parts(body, ";|");
    if (alternatives.empty()) return refuse("an empty body");
    const Range chosen =
        alternatives.size() == 1 ? alternatives.front() : alternatives[alternatives_->choose(alternatives.size())];
    for (const Range& goal : parts(chosen, ","))
      if (!read_goal(goal)) return false;
    --depth_;
    return true;
  }

  bool read_goal(Range goal) {
    if (goal.begin >= goal.end) return refuse("an empty goal");
    const Token& first = token(goal.begin);
    if (first.is("!")) return refuse("a cut");
    if (first.is("true") && goal.end == goal.begin + 1) return true;
    if (encloses(goal)) return read_body({goal.begin + 1, goal.end - 1});
    if (const std::size_t behind = behind_negation(goal); behind != goal.begin) return read_negated({behind, goal.end});
    if (const auto found = comparison_in(goal)) return read_comparison(goal, *found);
    return read_call(goal, false);
  }

  /// Whether one pair of brackets encloses the whole range.
  [[nodiscard]] bool encloses(Range range) const {
    if (!token(range.begin).is("(")) return false;
    Cursor at = cursor(range);
    return at.skip_brackets() && at.at_end();
  }

  [[nodiscard]] std::size_t behind_negation(Range goal) const {
    const std::size_t begin = goal.begin;
    if (token(begin).is("\\") && token(begin + 1).is("+") && touches(begin + 1)) return begin + 2;
    const bool word = token(begin).is("not") || token(begin).is("tnot");
    return word && encloses({begin + 1, goal.end}) ? begin + 1 : begin;
  }

  bool read_negated(Range goal) {
    while (goal.begin < goal.end && encloses(goal)) goal = {goal.begin + 1, goal.end - 1};
    if (goal.begin >= goal.end) return refuse("an empty goal");
    if (parts(goal, ",;|").size() > 1) return refuse("a negated conjunction");
    if (const auto found = comparison_in(goal)) return refuse("a negated comparison");
    return read_call(goal, true);
  }

  bool read_call(Range goal, bool negated) {
    Cursor at = cursor(goal);
    Atom atom;
    if (!read_atom(at, atom)) return false;
    if (!at.at_end()) return refuse("a goal with '" + std::string(at.peek().text) + "'");
    atom.negated = negated;
    clause_.body.emplace_back(std::move(atom));
    return true;
  }

  struct FoundComparison {
    Comparator comparator = Comparator::Equal;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  /// The first comparison outside of brackets. Adjacent symbol characters form one operator.
  [[nodiscard]] std::optional<FoundComparison> comparison_in(Range goal) const {
    std::size_t depth = 0;
    for (std::size_t i = goal.begin; i < goal.end; ++i) {
      const int step = bracket(token(i));
      if (step > 0) ++depth;
      if (step < 0 && depth > 0) --depth;
      if (depth > 0 || !(is_symbol_token(token(i)) || token(i).is("is"))) continue;
      std::size_t end = i + 1;
      std::string op(token(i).text);
      while (end < goal.end && is_symbol_token(token(i)) && touches(end) && is_symbol_token(token(end)))
        op += token(end++).text;
      for (const auto& [text, comparator] : kPrologComparators)
        if (op == text) return FoundComparison{comparator, i, end};
      i = end - 1;
    }
    return std::nullopt;
  }

  bool read_comparison(Range goal, const FoundComparison& found) {
    Cursor left_side = cursor({goal.begin, found.begin});
    Cursor right_side = cursor({found.end, goal.end});
    const std::optional<Term> left = expression(left_side, clause_.body);
    const std::optional<Term> right = left ? expression(right_side, clause_.body) : std::nullopt;
    if (!right) return false;
    if (!left_side.at_end() || !right_side.at_end()) return refuse("a goal with an unknown operator");
    if (left->is_wildcard() || right->is_wildcard()) return refuse("a comparison with '_'");
    clause_.body.emplace_back(Comparison{found.comparator, *left, *right});
    return true;
  }

  bool read_atom(Cursor& at, Atom& atom) {
    const Token name = at.take();
    if (!is_prolog_name(name)) return refuse("a goal or head without a name");
    const std::string text = name_of(name);
    const bool built_in = std::find(kBuiltIns.begin(), kBuiltIns.end(), text) != kBuiltIns.end();
    if (built_in && !defined_.contains(text)) return refuse("the predicate " + text);
    Terms arguments;
    if (at.peek().is("(")) {
      const std::size_t open = at.position();
      if (!at.skip_brackets()) return refuse("a bracket that is not closed");
      for (const Range& argument : parts({open + 1, at.position() - 1}, ",")) {
        Cursor inside = cursor(argument);
        const std::optional<Term> term = argument_term(inside);
        if (!term) return false;
        if (!inside.at_end()) return refuse("a compound term");
        arguments.push_back(*term);
      }
    }
    atom.relation = program_.relation(text, arguments.size());
    atom.arguments = std::move(arguments);
    return true;
  }

  /// Reads an argument. Arithmetic is refused: in `p(X + 1)` it is a compound term.
  std::optional<Term> argument_term(Cursor& at) {
    const bool negative = at.peek().is("-") && at.peek(1).kind == TokenKind::Number;
    if (negative) at.take();
    std::vector<Literal> nothing;
    std::optional<Term> term = primary(at, nothing);
    if (term && negative) term->value = -term->value;
    if (term && !nothing.empty()) {
      refuse("a compound term");
      return std::nullopt;
    }
    return term;
  }

  std::optional<Term> primary(Cursor& at, std::vector<Literal>& body) override {
    const Token token = at.take();
    if (token.is("-")) return negate(at, body);
    if (token.is("(")) {
      std::optional<Term> inside = expression(at, body);
      if (!inside || at.accept(")")) return inside;
      refuse("a compound term");
      return std::nullopt;
    }
    if (token.kind == TokenKind::Number) return integer(token);
    if (token.kind == TokenKind::String) return program_.symbol(unquoted(token.text));
    if (token.is("_")) return Term::wildcard(Type::Number);
    if (is_prolog_variable(token)) return clause_.variable(token.text);
    if (is_prolog_name(token) && at.peek().is("(")) return function(token, at, body);
    if (is_prolog_name(token)) return program_.symbol(name_of(token));
    refuse(token.is("[") ? "a list" : token.kind == TokenKind::Float ? "a float" : "a compound term");
    return std::nullopt;
  }

  /// Reads `min(X, Y)` or `max(X, Y)`.
  std::optional<Term> function(const Token& name, Cursor& at, std::vector<Literal>& body) {
    if (!name.is("min") && !name.is("max")) {
      refuse("a compound term");
      return std::nullopt;
    }
    at.take();
    const std::optional<Term> left = expression(at, body);
    const std::optional<Term> right = left && at.accept(",") ? expression(at, body) : std::nullopt;
    if (right && at.accept(")"))
      return compute(name.is("min") ? Operator::Minimum : Operator::Maximum, *left, *right, body);
    refuse("a compound term");
    return std::nullopt;
  }

  std::optional<Operator> product_operator(Cursor& at) override {
    if (at.peek().is("*") && !at.peek(1).is("*")) {
      at.take();
      return Operator::Multiply;
    }
    if (at.peek().is("/") && at.peek(1).is("/")) {
      at.take();
      at.take();
      return Operator::Divide;
    }
    if (at.accept("mod") || at.accept("rem")) return Operator::Modulo;
    return std::nullopt;
  }

  std::set<std::string, std::less<>> defined_;  ///< the names that clauses begin with
};

}  // namespace

Result<SeedReading> read_prolog_seed(std::string_view text, std::string_view file) {
  return read_tokens<PrologReader>(text, file, {.line_comment = "%", .quoted_names = true});
}

}  // namespace assay::datalog
